import type { SheetTitle } from '@nephra/plugin-sdk/contract';

/** Heading of settlement sheets in Hubei (spec 9). */
export const sheetTitle: SheetTitle = {
  prefixes: ['H42'],
  otherwise: false,
  title: { zh: '湖北省社会医疗保险费用结算单', zhtw: '湖北省社會醫療保險費用結算單', en: 'Hubei Social Medical Insurance Settlement Sheet' },
};
