import type { SheetTitle } from '@nephra/plugin-sdk/contract';

/** Heading of settlement sheets in Guangdong, and of what no region claims; sheets of the two other regions of spec 9 never carry it. */
export const sheetTitle: SheetTitle = {
  prefixes: ['H44'],
  otherwise: true,
  except: ['H42', 'H45'],
  title: { zh: '广东省社会医疗保险费用结算单', zhtw: '廣東省社會醫療保險費用結算單', en: 'Guangdong Social Medical Insurance Settlement Sheet' },
};
