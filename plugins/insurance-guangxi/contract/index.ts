/** The only door of this plugin for others. */
export { gxSheetContract } from './gx-sheet.contract.ts';
export type { GxSheet } from './gx-sheet.schema.ts';
