/** What something was used as; lines, concentrates and the rest of the kit are `lines` and `other`. */
export const MATERIAL_ROLES = ['dialyser', 'perfusor', 'lines', 'other'] as const;
export type MaterialRole = (typeof MATERIAL_ROLES)[number];

/** Characters of a code as it was scanned or typed. */
export const MAX_CODE = 200;

/** What a code says by itself; empty texts where it says nothing. */
export interface MaterialCode {
  /** As it was scanned, without the mark of the kind of code and with group separators as `|`. */
  readonly code: string;
  /** What the maker calls it (UDI-DI): fourteen digits of GS1 with their check digit, `MA.156.M0.…` of the MA system, or the seven digits of a trace code. */
  readonly gtin: string;
  /** The facility's own code of the catalogue entry (`drugNumber`), on labels of the house. */
  readonly item: string;
  readonly lot: string;
  /** `YYYY-MM-DD`, the last day on which it may be used. */
  readonly expiry: string;
  readonly serial: string;
}

/**
 * One piece that was used in a treatment, as its code and the catalogue say. Stored as `content.material` of an entry of kind `material`; an entry of kind
 * `materialGone` whose `content.entryId` names it takes it back. `materialsOf` reads both. For charges and stock: one piece each, `drugId` with `lot`.
 */
export interface Material extends MaterialCode {
  readonly role: MaterialRole;
  /** Entry of the catalogue, of kind `material`; empty: the catalogue knows no such code, a person said what it is. */
  readonly drugId: string;
  readonly drugName: string;
}

/** Entries as they are stored and sent, as far as materials stand in them. */
interface MaterialEntry {
  readonly id: string;
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What was used in a treatment and not taken back, in the order in which it was scanned. @param entries all of the treatment */
export function materialsOf(entries: readonly MaterialEntry[]): readonly (Material & { readonly entryId: string })[] {
  const gone = new Set(entries.filter(({ kind }) => kind === 'materialGone').map(({ content }) => content.entryId));
  return entries.filter(({ id, kind }) => kind === 'material' && !gone.has(id)).map(({ id, content }) => ({ ...(content.material as Material), entryId: id }));
}
