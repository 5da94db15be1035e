import {
  DAY_MS,
  DEFAULT_PAGE_SIZE,
  dayOf,
  MAX_COUNTED,
  moneyFromText,
  moneyToWire,
  parseDay,
  type Quantity,
  quantityFromText,
  quantityToWire,
  toPage,
} from '@nephra/plugin-sdk/contract';
import { columnGuard, foundRows, matchesKeyword, orderedRows, pageBounds, pick, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import { prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { LotRow, MovementRow } from '../../contract/index.ts';
import type { StockTotal } from '../../contract/stock.schema.ts';
import { daysLeft, type ExpiryLevel, expiryLevel, NEAR_EXPIRY_DAYS, SOON_EXPIRY_DAYS } from '../../domain/stock/expiry.ts';
import { isExpired } from '../../domain/stock/fefo.ts';
import type { MovementKind } from '../../domain/stock/stock-lot.ts';
import { type LotStored, lotTable } from './lot.table.ts';
import { movementTable } from './movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { queueRights } from '../queue-row-filter.ts';

type Ctx = RequestContext<PharmacyTables>;

export interface StockFilter {
  readonly keyword?: string;
  readonly kind?: 'drug' | 'material';
  readonly level?: ExpiryLevel;
  readonly frozen?: boolean;
  readonly empty?: boolean;
  readonly drugId?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

const NOTHING = 0 as Quantity;
const NO_SUMS = { received: '0', dispensed: '0', returned: '0', corrected: '0', net: '0' };
const shifted = (today: string, days: number) => dayOf(parseDay(today) + days * DAY_MS);

/** Days between which `expires_on` lies for each colour; the same borders as `expiryLevel`. */
function expiryRange(level: ExpiryLevel, today: string): { from?: string; to?: string } {
  const near = shifted(today, NEAR_EXPIRY_DAYS);
  const soon = shifted(today, SOON_EXPIRY_DAYS);
  if (level === 'expired') return { to: shifted(today, -1) };
  if (level === 'near') return { from: today, to: near };
  return level === 'soon' ? { from: shifted(near, 1), to: soon } : { from: shifted(soon, 1) };
}

function lotsMatching(ctx: Ctx, filter: StockFilter) {
  let query = lotTable.select(ctx, 'lot');
  if (filter.kind) query = query.where('lot.kind', '=', filter.kind);
  if (filter.drugId) query = query.where('lot.drugId', '=', filter.drugId);
  if (filter.frozen !== undefined) query = query.where('lot.frozen', '=', filter.frozen);
  if (!filter.empty) query = query.where('lot.onHand', '>', '0');
  if (filter.level) {
    const { from, to } = expiryRange(filter.level, ctx.clock.today());
    if (from) query = query.where('lot.expiresOn', '>=', from);
    if (to) query = query.where('lot.expiresOn', '<=', to);
  }
  const keyword = matchesKeyword('lot.searchGrams', filter.keyword);
  return keyword ? query.where(keyword) : query;
}

function lotToWire(row: LotStored, today: string): LotRow {
  const { id, maker, createdAt: _createdAt, ...lot } = lotTable.wire(row);
  const unreserved = (row.onHand - row.reserved) as Quantity;
  const expired = isExpired(row.expiresOn, today);
  return {
    ...lot,
    lotId: id,
    drugChangjia: maker,
    daysLeft: daysLeft(row.expiresOn, today),
    level: expiryLevel(row.expiresOn, today),
    available: quantityToWire(expired || row.frozen ? NOTHING : unreserved),
    unreserved: quantityToWire(unreserved),
    awaitingDisposal: quantityToWire(expired ? row.onHand : NOTHING),
    frozen: row.frozen,
  };
}

export const MENU = 'his.pharmacy';

/** A lot without what the caller's column codes do not grant. */
export const shownLot = (ctx: Ctx, lot: LotRow): LotRow => columnGuard<LotRow>(ctx, MENU, { cost: ['cost'] })(lot);

/** One lot as calls send it; undefined for another facility's. */
export async function readLot(ctx: Ctx, lotId: string): Promise<LotRow | undefined> {
  const row = await lotTable.find(ctx, lotId);
  return row && lotToWire(row, ctx.clock.today());
}

/** GET pharmacy/stock: lots, earliest expiry first, with sums over all that the filter finds. */
export async function listStock(ctx: Ctx, filter: StockFilter) {
  const today = ctx.clock.today();
  const matching = lotsMatching(ctx, filter);
  const pageSize = filter.pageSize ?? DEFAULT_PAGE_SIZE;
  const rows = await matching
    .orderBy('lot.expiresOn')
    .orderBy('lot.id')
    .limit(pageSize)
    .offset(((filter.currentPage ?? 1) - 1) * pageSize)
    .execute();
  const near = shifted(today, NEAR_EXPIRY_DAYS);
  const sums = await matching
    .clearSelect()
    .select([
      sql<string>`count(*)`.as('lots'),
      sql<string>`count(*) filter (where lot."expiresOn" < ${today}::date)`.as('expired'),
      sql<string>`count(*) filter (where lot."expiresOn" between ${today}::date and ${near}::date)`.as('near'),
      sql<string>`count(*) filter (where lot."expiresOn" > ${near}::date and lot."expiresOn" <= ${shifted(today, SOON_EXPIRY_DAYS)}::date)`.as('soon'),
      sql<string>`count(*) filter (where lot.frozen)`.as('frozen'),
      sql<string>`coalesce(sum(round(lot."onHand" / lot."stockDmin" * lot.cost, 2)) filter (where lot."expiresOn" >= ${today}::date), 0)`.as('cost'),
      sql<string>`coalesce(sum(round(lot."onHand" / lot."stockDmin" * lot.cost, 2)) filter (where lot."expiresOn" < ${today}::date), 0)`.as('expired_cost'),
    ])
    .executeTakeFirstOrThrow();
  const shownTotal = columnGuard<StockTotal>(ctx, MENU, { cost: ['costPrice', 'expiredPrice'] });
  return {
    ...toPage(
      rows.map((row) => shownLot(ctx, lotToWire(row, today))),
      Number(sums.lots),
      filter,
    ),
    total: shownTotal({
      lots: Number(sums.lots),
      expired: Number(sums.expired),
      near: Number(sums.near),
      soon: Number(sums.soon),
      frozen: Number(sums.frozen),
      costPrice: moneyToWire(moneyFromText(sums.cost)),
      expiredPrice: moneyToWire(moneyFromText(sums.expired_cost)),
    }),
  };
}

export interface MovementFilter {
  readonly keyword?: string;
  readonly lotId?: string;
  readonly kind?: MovementKind;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** Lots that the keyword finds, by facility: the ledger names its goods only through them. */
async function lotsNamed(ctx: Ctx, keyword: string | undefined): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const matching = matchesKeyword('lot.searchGrams', keyword);
  if (!matching) return undefined;
  const lots = await lotTable.select(ctx, 'lot').clearSelect().select(['lot.id', 'lot.orgId']).where(matching).execute();
  const byOrg = new Map<string, string[]>();
  for (const lot of lots) byOrg.set(lot.orgId, [...(byOrg.get(lot.orgId) ?? []), lot.id]);
  return byOrg;
}

/** Rows of the ledger over some of the caller's facilities, without order and limit. */
function movementsOf(ctx: Ctx, filter: MovementFilter, lots: ReadonlyMap<string, readonly string[]> | undefined) {
  return (orgIds: readonly string[]) => {
    // One facility at a time is asked for by one condition, so that the index on it gives the order.
    const { db, log, pluginId, dataScope } = ctx;
    const user = { ...ctx.user, orgIds: ctx.user.orgIds.filter((orgId) => orgIds.includes(orgId)) };
    let query = db.selectFrom(movementTable.as({ db, log, pluginId, dataScope, user }, 'moved')).innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'moved.lotId'); // no guard: the ledger's own door has looked
    if (filter.lotId) query = query.where('moved.lotId', '=', filter.lotId);
    if (filter.kind) query = query.where('moved.kind', '=', filter.kind);
    if (filter.startDate) query = query.where('moved.businessDay', '>=', filter.startDate);
    if (filter.endDate) query = query.where('moved.businessDay', '<=', filter.endDate);
    return lots ? query.where(sql<boolean>`moved."lotId" = any(${orgIds.flatMap((orgId) => lots.get(orgId) ?? [])}::text[])`) : query;
  };
}

/** Sums over all that the filter finds; undefined where that is too much to be added up while somebody waits. */
async function movementSums(ctx: Ctx, filter: MovementFilter, matching: ReturnType<ReturnType<typeof movementsOf>>) {
  // The ledger of one lot ends with its goods, so it is always added up.
  const rows = filter.lotId ? matching.select(['moved.kind', 'moved.quantity']) : matching.select(['moved.kind', 'moved.quantity']).limit(MAX_COUNTED + 1);
  const sums = await ctx.db
    .selectFrom(rows.as('found'))
    .select([
      sql<string>`count(*)`.as('rows'),
      sql<string>`coalesce(sum(found.quantity) filter (where found.kind = 'receive'), 0)`.as('received'),
      sql<string>`coalesce(-sum(found.quantity) filter (where found.kind in ('dispense', 'use')), 0)`.as('dispensed'),
      sql<string>`coalesce(sum(found.quantity) filter (where found.kind in ('return', 'unuse')), 0)`.as('returned'),
      sql<string>`coalesce(sum(found.quantity) filter (where found.kind in ('adjust', 'count')), 0)`.as('corrected'),
      sql<string>`coalesce(sum(found.quantity), 0)`.as('net'),
    ])
    .executeTakeFirstOrThrow();
  const total = Number(sums.rows);
  return { total: Math.min(total, MAX_COUNTED), sums: filter.lotId || total <= MAX_COUNTED ? sums : undefined };
}

/**
 * GET pharmacy/movement: the ledger, newest first. It is whole, for it must add up; but which prescription a movement was for, and
 * whose, is told to those alone who see the prescription. received - dispensed + returned + corrected = net over all that the filter finds;
 * of more than `MAX_COUNTED` rows that are not one lot's there is no sum.
 */
export async function listMovements(ctx: Ctx, filter: MovementFilter) {
  const lots = await lotsNamed(ctx, filter.keyword);
  const orgIds = lots ? ctx.user.orgIds.filter((orgId) => lots.has(orgId)) : ctx.user.orgIds;
  const matching = movementsOf(ctx, filter, lots);
  const { total, sums } = orgIds.length === 0 ? { total: 0, sums: NO_SUMS } : await movementSums(ctx, filter, matching(orgIds));
  const { pageSize, offset } = pageBounds(filter);
  const shown = (some: readonly string[]) =>
    matching(some)
      .select(['moved.id', 'moved.lotId', 'moved.kind', 'moved.quantity', 'moved.balance', 'moved.dpId', 'moved.dpNumber', 'moved.patientName'])
      .select(['moved.operatorName', 'moved.movedAt', 'moved.note', 'moved.reason', 'moved.documentNo', 'moved.seq'])
      .select(['lot.drugName', 'lot.drugSpec', 'lot.lotNo', 'lot.unit']);
  const newest = [['moved.seq', 'desc']] as const;
  const rows =
    offset >= total
      ? []
      : total < MAX_COUNTED
        ? (await foundRows(shown, { db: ctx.db, orgIds, maxSorted: MAX_COUNTED, order: newest, limit: pageSize, offset })).rows
        : await orderedRows(shown, orgIds, { order: newest, limit: pageSize, offset });
  const dpIds = [...new Set(rows.flatMap((row) => row.dpId ?? []))];
  const seen = await ctx.service(prescriptionLedger).seenAmong(dpIds, ctx.user.orgIds, queueRights(ctx));
  const wire = (text: string) => quantityToWire(quantityFromText(text));
  const list = rows.map(
    (row): MovementRow => ({
      movementId: row.id,
      ...pick(row, 'lotId', 'drugName', 'drugSpec', 'lotNo', 'unit'),
      kind: movementTable.codec.kind.read(row.kind),
      quantity: wire(row.quantity),
      balance: wire(row.balance),
      ...(row.dpId !== null && seen.has(row.dpId) ? { dpNumber: row.dpNumber, patientName: row.patientName } : { dpNumber: '', patientName: '' }),
      ...pick(row, 'operatorName', 'note', 'reason', 'documentNo'),
      moveTime: row.movedAt.getTime(),
    }),
  );
  return {
    ...toPage(list, total, filter),
    total: sums
      ? {
          received: wire(sums.received),
          dispensed: wire(sums.dispensed),
          returned: wire(sums.returned),
          corrected: wire(sums.corrected),
          net: wire(sums.net),
        }
      : null,
  };
}
