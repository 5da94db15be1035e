import {
  AppError,
  DAY_MS,
  dayOf,
  EnvelopeCode,
  type PageRequest,
  parseDay,
  type Quantity,
  quantityFromText,
  quantityToWire,
  quantityFromWire,
} from '@nephra/plugin-sdk/contract';
import { matchesKeyword, pick, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { ItemHistory, ItemSettingBody, ItemStock, StockWarnings } from '../../contract/index.ts';
import { NEAR_EXPIRY_DAYS } from '../../domain/stock/expiry.ts';
import { stockHistory } from '../../domain/stock/stock-history.ts';
import { itemTable } from './item.table.ts';
import { lotTable } from './lot.table.ts';
import { movementTable } from './movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;

/** Items with the sums over their lots; `available` counts what can be handed out today. */
function items(ctx: Ctx) {
  const today = ctx.clock.today();
  const usable = sql`not lot.frozen and lot."expiresOn" >= ${today}::date and lot."onHand" > lot.reserved`;
  const sums = ctx.db
    .selectFrom(lotTable.as(ctx, 'lot')) // no guard: joined by organisation below; spares the sums of others
    .select(['lot.orgId', 'lot.drugId'])
    .select([
      sql<string>`sum(lot."onHand")`.as('on_hand'),
      sql<string>`sum(lot.reserved)`.as('reserved'),
      sql<string>`coalesce(sum(lot."onHand") filter (where lot."expiresOn" < ${today}::date), 0)`.as('expired'),
      sql<string>`coalesce(sum(lot."onHand" - lot.reserved) filter (where ${usable}), 0)`.as('available'),
      sql<string | null>`min(lot."expiresOn") filter (where ${usable})`.as('nearest'),
      sql<string>`count(*)`.as('lots'),
    ])
    .where('lot.onHand', '>', '0')
    .groupBy(['lot.orgId', 'lot.drugId'])
    .as('held');
  return itemTable
    .select(ctx, 'item')
    .leftJoin(sums, (join) => join.onRef('held.orgId', '=', 'item.orgId').onRef('held.drugId', '=', 'item.drugId'))
    .select(['held.nearest'])
    .select([
      sql<string>`coalesce(held.on_hand, 0)`.as('on_hand'),
      sql<string>`coalesce(held.reserved, 0)`.as('reserved'),
      sql<string>`coalesce(held.expired, 0)`.as('expired'),
      sql<string>`coalesce(held.available, 0)`.as('available'),
      sql<string>`coalesce(held.lots, 0)`.as('lots'),
      sql<number>`case when coalesce(held.available, 0) < item.minimum then 0 else 1 end`.as('rank'),
    ]);
}

const isLow = sql<boolean>`coalesce(held.available, 0) < item.minimum`;
type ItemRecord = Awaited<ReturnType<ReturnType<typeof items>['execute']>>[number];
const wire = (text: string): number => quantityToWire(quantityFromText(text));

function toWire({ on_hand, expired, reserved, available, lots, nearest, rank, ...item }: ItemRecord): ItemStock {
  const { orgId: _orgId, ...shown } = itemTable.wire(item);
  return {
    ...shown,
    traceRequired: item.traceRequired,
    onHand: wire(on_hand),
    awaitingDisposal: wire(expired),
    reserved: wire(reserved),
    available: wire(available),
    low: Number(rank) === 0,
    lots: Number(lots),
    nearestExpiry: nearest,
  };
}

export interface ItemStockRequest extends PageRequest {
  readonly kind?: 'drug' | 'material';
  readonly low?: boolean;
  readonly availableFrom?: number;
  readonly availableTo?: number;
}

/** GET pharmacy/item/stock: what is below its minimum first. */
export async function listItemStock(ctx: Ctx, request: ItemStockRequest) {
  const { availableFrom, availableTo } = request;
  let query = items(ctx);
  if (request.kind) query = query.where('item.kind', '=', request.kind);
  if (request.low) query = query.where(isLow);
  if (availableFrom !== undefined) query = query.where(sql<boolean>`coalesce(held.available, 0) >= ${String(availableFrom)}::numeric`);
  if (availableTo !== undefined) query = query.where(sql<boolean>`coalesce(held.available, 0) <= ${String(availableTo)}::numeric`);
  const keyword = matchesKeyword('item.searchGrams', request.keyword);
  if (keyword) query = query.where(keyword);
  const page = await selectPage(query, { db: ctx.db, request, sorts: {}, byDefault: ['rank', 'asc'], tieBreaker: 'item.drugId' });
  return { ...page, list: page.list.map(toWire) };
}

async function requireItem(ctx: Ctx, drugId: string): Promise<ItemStock> {
  const row = await items(ctx).where('item.orgId', '=', ctx.user.orgId).where('item.drugId', '=', drugId).executeTakeFirst();
  if (!row) throw new AppError('pharmacy.item-not-found', { code: EnvelopeCode.NotFound });
  return toWire(row);
}

/** PUT pharmacy/item/{id}. @throws AppError `pharmacy.item-not-found`, `pharmacy.item-stale` (409). */
export async function setItem(ctx: Ctx, drugId: string, body: ItemSettingBody): Promise<ItemStock> {
  const before = await itemTable.lock(ctx, { orgId: ctx.user.orgId, drugId }, body.version);
  await itemTable.update(ctx, before, { minimum: quantityFromWire(body.minimum), traceRequired: body.traceRequired });
  ctx.audit({
    subject: 'pharmacy.item',
    subjectId: drugId,
    before: { minimum: quantityToWire(before.minimum), traceRequired: before.traceRequired },
    after: pick(body, 'minimum', 'traceRequired'),
  });
  ctx.message('item-set', { name: before.drugName });
  return await requireItem(ctx, drugId);
}

/** GET pharmacy/warning. */
export async function stockWarnings(ctx: Ctx): Promise<StockWarnings> {
  const today = ctx.clock.today();
  const near = dayOf(parseDay(today) + NEAR_EXPIRY_DAYS * DAY_MS);
  const lots = await ctx.db
    .selectFrom(lotTable.as(ctx, 'lot'))
    .select([
      sql<string>`count(*) filter (where lot."expiresOn" < ${today}::date)`.as('expired'),
      sql<string>`count(*) filter (where lot."expiresOn" between ${today}::date and ${near}::date)`.as('near'),
    ])
    .where('lot.onHand', '>', '0')
    .executeTakeFirstOrThrow();
  const low = await ctx.db.selectFrom(items(ctx).where(isLow).as('low')).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return { low: Number(low.n), expired: Number(lots.expired), near: Number(lots.near) };
}

/** GET pharmacy/item/{id}/history: one row per day up to today. */
export async function itemHistory(ctx: Ctx, drugId: string, days = 60): Promise<ItemHistory> {
  const item = await requireItem(ctx, drugId);
  const today = ctx.clock.today();
  const from = dayOf(parseDay(today) - (days - 1) * DAY_MS);
  const moved = ctx.db
    .selectFrom(movementTable.as(ctx, 'moved'))
    .innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'moved.lotId')
    .where('lot.orgId', '=', ctx.user.orgId)
    .where('lot.drugId', '=', drugId);
  const before = await moved
    .where('moved.businessDay', '<', from)
    .select(sql<string>`coalesce(sum(moved.quantity), 0)`.as('quantity'))
    .executeTakeFirstOrThrow();
  const rows = await moved
    .where('moved.businessDay', '>=', from)
    .select(['moved.businessDay', 'moved.kind', sql<string>`sum(moved.quantity)`.as('quantity')])
    .groupBy(['moved.businessDay', 'moved.kind'])
    .execute();
  const opening = quantityFromText(before.quantity);
  const history = stockHistory(
    opening,
    rows.map((row) => ({ day: row.businessDay, kind: movementTable.codec.kind.read(row.kind), quantity: quantityFromText(row.quantity) })),
    from,
    today,
  );
  return {
    drugId,
    ...pick(item, 'drugName', 'drugSpec', 'unit', 'minimum'),
    opening: quantityToWire(opening as Quantity),
    days: history.map(({ day, into, out, corrected, balance }) => ({
      day,
      into: quantityToWire(into),
      out: quantityToWire(out),
      corrected: quantityToWire(corrected),
      balance: quantityToWire(balance),
    })),
  };
}
