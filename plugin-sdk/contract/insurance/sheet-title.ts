import type { Language } from '../menu/menu.ts';
import { defineExtension } from '../plugin/service.ts';

/** Heading of settlement sheets for facilities of one region (spec 9). */
export interface SheetTitle {
  /** First letters of the insurer's code of the facility: `H45`. */
  readonly prefixes: readonly string[];
  /** Also heads what no other title claims; `except` the codes of regions whose own plugin may be off. */
  readonly otherwise: boolean;
  readonly except?: readonly string[];
  readonly title: Readonly<Record<Language, string>>;
  /** Its sheets have a form of their own, which the plugin brings in `charging/region-sheet@1`: it is printed wherever the general one would be. */
  readonly ownForm?: boolean;
}
/** Filled by site plugins. Without one an insured sheet is headed by the facility's name. */
export const sheetTitles = defineExtension<SheetTitle>('charging.sheet-title@1', { prefixes: 'texts', otherwise: 'boolean', title: 'title' });
