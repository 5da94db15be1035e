import type { SheetTitle } from '@nephra/plugin-sdk/contract';

/** Facility codes of the province begin so; `ownForm` puts the sheet of this plugin in place of the general one. */
export const PREFIX = 'H46';

export const sheetTitle: SheetTitle = {
  prefixes: [PREFIX],
  otherwise: false,
  ownForm: true,
  title: { zh: '海岛医保结算单', zhtw: '海島醫保結算單', en: 'Island insurance settlement' },
};
