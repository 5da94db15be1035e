import { type TObject, type TSchema, Type } from 'typebox';
import { type Page, pageOf } from '../../paging.ts';
import type { AnyRecord } from '../record-types.ts';
import { type BesideColumn, besideSchema, columnsSchema } from './beside.ts';

/** Sums over all rows that a list finds, whatever page is asked for, by field: decimal texts such as `1234.50`, since a sum has more digits than a number of JSON keeps. */
export type ListTotals = Readonly<Record<string, string>>;

/** A page of a record's list. */
export interface RecordPage<Row> extends Page<Row> {
  /** Of the fields in `list.totals`, but for those whose sum the caller may not see; left out where the record names none. */
  readonly totals?: ListTotals;
  /** What other plugins add; their values stand in `beside` of the rows. Left out where none does. */
  readonly columns?: readonly BesideColumn[];
  /** Of a shared list alone: the caller may change it, as far as codes of buttons let them. */
  readonly keeps?: boolean;
}

/** Answer of the list. */
export function recordPageOf({ totals, shared }: Pick<AnyRecord, 'totals' | 'shared'>, row: TSchema): TSchema {
  const page = pageOf(Type.Object({ ...(row as TObject).properties, beside: Type.Optional(besideSchema) }));
  return Type.Object({
    ...page.properties,
    columns: Type.Optional(columnsSchema),
    ...(shared && { keeps: Type.Boolean() }),
    ...(totals.length > 0 && { totals: Type.Object(Object.fromEntries(totals.map((name) => [name, Type.Optional(Type.String())]))) }),
  });
}
