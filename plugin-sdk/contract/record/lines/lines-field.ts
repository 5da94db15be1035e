import { placeOf } from '../place-of.ts';
import type { FieldDocument } from '../record-document.ts';
import type { Fields } from '../record-types.ts';

/** A line as it stands on the wire. */
export type LineOf<F extends Fields> = LineFrame & { readonly [K in keyof F]: F[K]['~wire'] };
interface LineFrame {
  /** Of a line that is not saved yet: `''`, or left out. */
  readonly id: string;
  /** Names of what its relations name, by cell; null: the reader does not see it, or it is gone. Lines without relations have none. */
  readonly labels?: Readonly<Record<string, string | null>>;
}

/** What `field.lines` is told. */
export interface LinesSpec<F extends Fields> {
  /** Cells of a line, in their order, each with a label: kinds of `LINE_KINDS`, and those that plugins add. */
  readonly fields: F;
  /** Lines at most, 1 to `MAX_LINES`. */
  readonly max: number;
  /** Lines at least. Default 0. */
  readonly min?: number;
  /** Cells of numbers whose sum stands below them in the form. */
  readonly totals?: readonly (keyof F & string)[];
}

/** @throws TypeError `REC-010` for a cell without a label */
export function linesDocument({ fields, max, min, totals }: LinesSpec<Fields>): Pick<FieldDocument, 'kind' | 'max' | 'min' | 'fields' | 'totals'> {
  const cells = Object.entries(fields).map(([name, { document }], index) => {
    const { label } = document;
    if (!label) throw new TypeError(`REC-010 lines.${name}: a field needs a label in three languages`);
    return [name, { at: placeOf(index), ...document, label }] as const;
  });
  return { kind: 'lines', max, ...(min !== undefined && { min }), fields: Object.fromEntries(cells), ...(totals && { totals: [...totals] }) };
}
