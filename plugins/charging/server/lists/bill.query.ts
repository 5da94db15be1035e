import { AppError, EnvelopeCode, moneyFromText, moneyToWire, toPage } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BillRecord, BillRow, BillTotal } from '../../contract/index.ts';
import { type BillFilter, daysBetween, MAX_DAYS_READ, narrowsTotal, scopeOf } from '../bills/bill-filter.ts';
import { billLimit, billPage, linePage, lookedAt, sumOfLines } from '../bills/bill-page.query.ts';
import { billRecords } from '../bills/bill-record.query.ts';
import { readBills } from '../bills/bill.repo.ts';
import { billRows, lineRows } from '../bills/bill-rows.ts';
import { idList } from './charge-queue.query.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable } from '../tables/bill.table.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { isTooMuch, takingsInAll } from './takings.query.ts';

type Ctx = RequestContext<ChargingTables>;

/** GET bill. */
export async function listBills(ctx: Ctx, asked: BillFilter) {
  const scope = await scopeOf(ctx, asked);
  const { filter, backTo } = await lookedAt(ctx.db, asked, scope);
  const { ids, total } = await billPage(ctx.db, filter, scope);
  return { ...toPage(await billsOfPage(ctx, ids), total, asked), searchedBackTo: backTo?.getTime() ?? null };
}

async function billsOfPage(ctx: Ctx, ids: readonly string[]): Promise<BillRow[]> {
  if (ids.length === 0) return [];
  const heads = await billTable
    .select(ctx, 'bill')
    .where('bill.id', 'in', [...ids])
    .orderBy('bill.businessDay', 'desc')
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc')
    .execute();
  return await billRows(ctx, heads);
}

/** GET billTotal: sums over everything the filter finds, not over one page; null where that is too much to be added up. */
export async function totalBills(ctx: Ctx, asked: BillFilter): Promise<BillTotal | null> {
  const scope = await scopeOf(ctx, asked);
  // Of an amount the list shows those of the newest bills; the same ones are added up.
  const filter = narrowsTotal(asked) ? (await lookedAt(ctx.db, asked, scope)).filter : asked;
  return (await isTooMuch(ctx.db, filter, scope)) ? null : await takingsInAll(ctx.db, filter, scope, await readPayWays(ctx.db, ctx.language));
}

/** GET billdetail. `totalPrice` is null when more lines are found than are counted, over more than a month: adding up years takes too long. */
export async function listBillLines(ctx: Ctx, asked: BillFilter) {
  const scope = await scopeOf(ctx, asked);
  const { filter, backTo } = await lookedAt(ctx.db, asked, scope);
  const { lines, total } = await linePage(ctx.db, filter, scope);
  const adds = total < billLimit(filter) || daysBetween(filter) <= MAX_DAYS_READ;
  return {
    ...toPage(await lineRows(ctx, lines), total, filter),
    totalPrice: total === 0 ? 0 : adds ? moneyToWire(moneyFromText(await sumOfLines(ctx.db, filter, scope))) : null,
    searchedBackTo: backTo?.getTime() ?? null,
  };
}

/** GET chargeDetail: whole bills. @throws AppError `charging.bill-not-found` when one is missing or belongs to another facility. */
export async function chargeDetails(ctx: Ctx, chargeIdList: string): Promise<{ list: BillRecord[] }> {
  const ids = idList(chargeIdList);
  const bills = await readBills(ctx.db, ids, billTable.select(ctx, 'bill'));
  if (bills.length === 0 || bills.length !== ids.length) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  return { list: await billRecords(ctx, bills) };
}
