import { type Money, moneyFromText, ZERO, addMoney } from '@nephra/plugin-sdk/contract';
import { type Kysely, pageBounds, sql } from '@nephra/plugin-sdk/server';
import { type DayCount, type DayWindow, dayWindow } from '../domain/day-window.ts';
import { type BillFilter, type BillScope, billsMatching, linesMatching, narrowsLines } from './bill-filter.ts';
import type { ChargingTables } from './charging-tables.ts';

type Db = Kysely<ChargingTables>;

export interface PageByDay {
  /** Undefined: the page lies behind the last row. */
  readonly window: DayWindow | undefined;
  readonly size: number;
  readonly total: number;
  readonly sum: Money;
}

function pageIn(days: readonly { day: string; rows: string | number; sum: string }[], filter: BillFilter): PageByDay {
  const { offset, pageSize } = pageBounds(filter);
  const counts: DayCount[] = days.map(({ day, rows }) => ({ day, rows: Number(rows) }));
  return {
    window: dayWindow(counts, offset, pageSize),
    size: pageSize,
    total: counts.reduce((all, { rows }) => all + rows, 0),
    sum: addMoney(ZERO, ...days.map(({ sum }) => moneyFromText(sum))),
  };
}

const countByDay = (db: Db, filter: BillFilter, scope: BillScope) =>
  billsMatching(db, filter, scope).groupBy('bill.business_day').orderBy('bill.business_day', 'desc').select('bill.business_day as day');

/** Where a page of bills lies, how many there are and what they come to. */
export async function billPage(db: Db, filter: BillFilter, scope: BillScope): Promise<PageByDay> {
  const days = await countByDay(db, filter, scope)
    .select([sql<string>`count(*)`.as('rows'), sql<string>`sum(bill.total)`.as('sum')])
    .execute();
  return pageIn(days, filter);
}

/** The same for lines. Bills know how many lines they have, so lines are read only when the filter looks at them. */
export async function linePage(db: Db, filter: BillFilter, scope: BillScope): Promise<PageByDay> {
  if (!narrowsLines(filter)) {
    const days = await countByDay(db, filter, scope)
      .select([sql<string>`sum(bill.line_count)`.as('rows'), sql<string>`sum(bill.total)`.as('sum')])
      .execute();
    return pageIn(days, filter);
  }
  const days = await linesMatching(db, filter, scope)
    .select(['bill.business_day as day', sql<string>`count(*)`.as('rows'), sql<string>`sum(line.sub_total)`.as('sum')])
    .groupBy('bill.business_day')
    .orderBy('bill.business_day', 'desc')
    .execute();
  return pageIn(days, filter);
}
