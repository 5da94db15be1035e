import type { Columns, StoredOf } from '../table/table-types.ts';

/** Values of these columns. */
export type ValuesOf<C extends Columns> = StoredOf<{ readonly columns: C }>;
/** The same on the wire of lines and catalogues, where flags are true and false. */
export type WireFormOf<C extends Columns> = { readonly [K in keyof C]: C[K]['~value'] extends boolean ? boolean : C[K]['~wire'] };
type Row = Readonly<Record<string, unknown>>;

export interface WireForm<C extends Columns> {
  readonly toWire: (row: ValuesOf<C>) => WireFormOf<C>;
  /** A decimal is rounded to what its column keeps. @throws RangeError for what a column cannot hold */
  readonly fromWire: (wire: WireFormOf<C>) => ValuesOf<C>;
  /** The values of these columns out of a row that holds more. */
  readonly of: (row: ValuesOf<C>) => ValuesOf<C>;
}

/** The way of some columns to the wire and back; whatever else stands beside them is left out. */
export function wireForm<C extends Columns>(columns: C): WireForm<C> {
  const all = Object.entries(columns).map(([name, { def }]) => [name, def] as const);
  const each = (row: Row, to: (value: unknown, def: (typeof all)[number][1]) => unknown): Row =>
    Object.fromEntries(all.map(([name, def]) => [name, to(row[name], def)]));
  return {
    toWire: (row) => each(row, (value, { kind, codec }) => (kind === 'flag' ? value : codec.toWire(value))) as WireFormOf<C>,
    fromWire: (wire) =>
      each(wire, (value, { kind, codec, limits }) => {
        if (kind === 'flag') return value;
        return kind === 'decimal' ? (value as number).toFixed(limits.scale) : codec.fromWire(value);
      }) as ValuesOf<C>,
    of: (row) => each(row, (value) => value) as ValuesOf<C>,
  };
}
