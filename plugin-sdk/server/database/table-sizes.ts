/** What ten years of a group of twenty facilities bring into a table. */
export interface TableSize {
  /** `growing`: with every patient, bill or call, so no query may read all of it. `small`: lists that people keep or a country publishes, and what is soon removed. */
  readonly kind: 'growing' | 'small';
  /** After ten years. */
  readonly rows: number;
}

/** Of every table of a schema, by its name without the schema. */
export type TableSizes = Readonly<Record<string, TableSize>>;

export const growing = (rows: number): TableSize => ({ kind: 'growing', rows });
export const small = (rows: number): TableSize => ({ kind: 'small', rows });
