import { addMoney, DAY_MS, dayOf, type Money, moneyFromText, parseDay, ZERO } from '@nephra/plugin-sdk/contract';
import { type RequestContext, sql } from '@nephra/plugin-sdk/server';
import { NEAR_EXPIRY_DAYS } from '../../domain/stock/expiry.ts';
import { lotTable } from '../stock/lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;

/** `usable`: not expired, blocked ones too; `near`: those of them that expire soon. */
export type LotChoice = 'usable' | 'expired' | 'near';

/** Yuan of what is on hand of a lot, at what it cost, half up; the stock list counts the same way. */
export const lotValue = sql<string>`round(lot."onHand" / lot."stockDmin" * lot.cost, 2)`;

/** Lots with something left. */
export const lotsOnHand = (ctx: Ctx) => lotTable.select(ctx, 'lot').clearSelect().where('lot.onHand', '>', '0');

/** Last day that counts as near. */
export const nearUntil = (today: string): string => dayOf(parseDay(today) + NEAR_EXPIRY_DAYS * DAY_MS);

export interface StockValues {
  readonly usable: Money;
  readonly usableOf: Readonly<Record<'drug' | 'material', Money>>;
  readonly expired: Money;
  /** Part of `usable`. */
  readonly near: Money;
}

/** What lies there now, at cost. */
export async function stockValues(ctx: Ctx): Promise<StockValues> {
  const today = ctx.clock.today();
  const sums = await lotsOnHand(ctx)
    .select([
      'lot.kind',
      sql<string>`coalesce(sum(${lotValue}) filter (where lot."expiresOn" >= ${today}::date), 0)`.as('usable'),
      sql<string>`coalesce(sum(${lotValue}) filter (where lot."expiresOn" < ${today}::date), 0)`.as('expired'),
      sql<string>`coalesce(sum(${lotValue}) filter (where lot."expiresOn" between ${today}::date and ${nearUntil(today)}::date), 0)`.as('near'),
    ])
    .groupBy('lot.kind')
    .execute();
  const all = (figure: 'usable' | 'expired' | 'near'): Money => addMoney(...sums.map((row) => moneyFromText(row[figure])));
  const usableOf = (kind: 'drug' | 'material'): Money => moneyFromText(sums.find((row) => row.kind === kind)?.usable ?? '0');
  return sums.length === 0
    ? { usable: ZERO, usableOf: { drug: ZERO, material: ZERO }, expired: ZERO, near: ZERO }
    : { usable: all('usable'), usableOf: { drug: usableOf('drug'), material: usableOf('material') }, expired: all('expired'), near: all('near') };
}
