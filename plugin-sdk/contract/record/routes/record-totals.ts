import { type TSchema, Type } from 'typebox';
import { type Page, pageOf } from '../../paging.ts';
import type { AnyRecord } from '../record-types.ts';

/** Sums over all rows that a list finds, whatever page is asked for, by field: decimal texts such as `1234.50`, since a sum has more digits than a number of JSON keeps. */
export type ListTotals = Readonly<Record<string, string>>;

/** A page of a record's list. */
export interface RecordPage<Row> extends Page<Row> {
  /** Of the fields in `list.totals`, but for those whose sum the caller may not see; left out where the record names none. */
  readonly totals?: ListTotals;
  /** Of a shared list alone: the caller may change it, as far as codes of buttons let them. */
  readonly keeps?: boolean;
}

/** Answer of the list. */
export function recordPageOf({ totals, shared }: Pick<AnyRecord, 'totals' | 'shared'>, row: TSchema): TSchema {
  const page = pageOf(row);
  if (totals.length === 0 && !shared) return page;
  return Type.Object({
    ...page.properties,
    ...(shared && { keeps: Type.Boolean() }),
    ...(totals.length > 0 && { totals: Type.Object(Object.fromEntries(totals.map((name) => [name, Type.Optional(Type.String())]))) }),
  });
}
