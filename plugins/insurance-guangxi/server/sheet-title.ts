import type { SheetTitle } from '@nephra/plugin-sdk/contract';

/** Heading of settlement sheets in Guangxi (spec 9). */
export const sheetTitle: SheetTitle = {
  prefixes: ['H45'],
  otherwise: false,
  ownForm: true,
  title: { zh: '广西壮族自治区社会医疗保险费用结算单', zhtw: '廣西壯族自治區社會醫療保險費用結算單', en: 'Guangxi Social Medical Insurance Settlement Sheet' },
};
