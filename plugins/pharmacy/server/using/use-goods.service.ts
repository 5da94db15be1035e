import { type Quantity, quantityFromWire } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import {
  catalogueEntries,
  type CatalogueFacts,
  type CatalogueStockUse,
  type StockUsed,
  type UsedGoods,
  type UsedStock,
  type UseProblem,
} from '../../../catalogue/contract/index.ts';
import { planUse, type UsePlan } from '../../domain/stock/use-plan.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { codesUsed, sharePacks } from '../tracing/opened-pack.repo.ts';
import { type LotStored, lotTable } from '../stock/lot.table.ts';
import { movementTable, type NewMovement } from '../stock/movement.table.ts';
import { keptAmong, lockUsableLots, lockUsed, lotsOfUsed, moveUsed, troublesIn, usable, usedUnder } from './used-goods.repo.ts';
import { type UsedGoodsStored, usedGoodsTable, type UsedLotStored, usedLotTable } from './used-goods.table.ts';

type Ctx = ServerContext<PharmacyTables>;

/** As `table.insert` and `update` want it of a context that has no user. */
const doorOf = (ctx: Ctx) => ({ db: ctx.db, clock: ctx.clock, newId: () => ctx.newId(), pluginId: ctx.pluginId });

/** Preparation units in one piece, as entries are sold one by one. */
const pieceOf = (entry: Pick<CatalogueFacts, 'splitAllowed' | 'stockDmin'> | undefined): Quantity =>
  entry && !entry.splitAllowed ? entry.stockDmin : quantityFromWire(1);

/** What is said of one drug, several lines together. */
function wishOf(goods: readonly UsedGoods[], drugId: string, piece: Quantity) {
  const own = goods.filter((one) => one.drugId === drugId);
  const lots = own.flatMap((one) => one.lots.slice(0, one.quantity));
  return {
    quantity: (own.reduce((sum, { quantity }) => sum + quantity, 0) * piece) as Quantity,
    scanned: [...new Set(lots)].map((lotNo) => ({ lotNo, quantity: (lots.filter((one) => one === lotNo).length * piece) as Quantity })),
    codes: own.flatMap((one) => one.codes),
  };
}

interface Standing {
  readonly row: UsedGoodsStored | undefined;
  readonly shares: readonly UsedLotStored[];
}

/** Books the difference between what is out and what is to be out, lot by lot. */
async function book(ctx: Ctx, used: StockUsed, row: UsedGoodsStored, before: readonly UsedLotStored[], plan: UsePlan): Promise<void> {
  const door = doorOf(ctx);
  const movements: NewMovement[] = [];
  const lotIds = [...new Set([...before.map(({ lotId }) => lotId), ...plan.shares.map(({ lotId }) => lotId)])].toSorted();
  for (const lotId of lotIds) {
    const was = before.find((share) => share.lotId === lotId);
    const share = plan.shares.find((one) => one.lotId === lotId);
    const [now, scanned] = [share?.quantity ?? (0 as Quantity), share?.scanned ?? was?.scanned ?? false];
    const more = (now - (was?.quantity ?? 0)) as Quantity;
    if (!was) await usedLotTable.insert(door, { orgId: used.orgId, usedId: row.id, lotId, quantity: now, scanned });
    else if (more !== 0 || was.scanned !== scanned) await usedLotTable.update(door, was, { quantity: now, scanned });
    if (more === 0) continue;
    const balance = await moveUsed(ctx.db, lotId, more);
    movements.push({
      ...{ id: ctx.newId(), orgId: used.orgId, lotId, kind: more > 0 ? 'use' : 'unuse', quantity: -more as Quantity, balance },
      ...{ operatorId: used.by.userId, operatorName: used.by.userName, movedAt: ctx.clock.now(), businessDay: ctx.clock.today() },
      ...{ origin: 'bedside', documentId: row.id, note: used.note },
    });
  }
  if (movements.length > 0) await movementTable.insertAll({ db: ctx.db }, movements);
}

/** @see CatalogueStockUse.settle */
async function settle(ctx: Ctx, used: StockUsed): Promise<readonly UsedStock[]> {
  const rows = await lockUsed(ctx, used.key, used.orgId);
  const named = [...new Set(used.goods.filter(({ quantity }) => quantity > 0).map(({ drugId }) => drugId))];
  const kept = await keptAmong(ctx, used.orgId, named);
  const drugIds = [...new Set([...named.filter((drugId) => kept.has(drugId)), ...rows.map(({ drugId }) => drugId)])].toSorted();
  if (drugIds.length === 0) return [];
  const entries = new Map((await ctx.service(catalogueEntries).entries(used.orgId, drugIds)).map((entry) => [entry.drugId, entry]));
  const shares = await lotsOfUsed(
    ctx,
    rows.map(({ id }) => id),
  );
  const lots = await lockUsableLots(ctx, used.orgId, drugIds);
  for (const drugId of drugIds) {
    const row = rows.find((one) => one.drugId === drugId);
    const standing = { row, shares: shares.filter((share) => share.usedId === row?.id) };
    await settleDrug(ctx, used, drugId, standing, { entry: entries.get(drugId), item: kept.get(drugId), lots: lots.filter((lot) => lot.drugId === drugId) });
  }
  return await stockUsed(ctx, await usedUnder(ctx, [used.key], [used.orgId]));
}

interface Goods {
  readonly entry: CatalogueFacts | undefined;
  readonly item: { readonly traceRequired: boolean } | undefined;
  readonly lots: readonly LotStored[];
}

async function settleDrug(ctx: Ctx, used: StockUsed, drugId: string, { row, shares }: Standing, { entry, item, lots }: Goods): Promise<void> {
  const door = doorOf(ctx);
  const wish = wishOf(used.goods, drugId, pieceOf(entry));
  const held = new Map(shares.map((share) => [share.lotId, share.quantity]));
  const plan = planUse(wish, lots.map(usable), held, used.day);
  const stored =
    row ??
    (await usedGoodsTable.insert(door, {
      ...{ orgId: used.orgId, sourceKey: used.key, drugId, kind: entry?.kind === 'drug' ? 'drug' : 'material', drugName: entry?.drugName ?? '' },
      ...{ unit: entry?.preparaUnit ?? '', patientId: used.patientId, usedOn: used.day, wanted: 0 as Quantity, missing: 0 as Quantity, problems: [] },
    }));
  await book(ctx, used, stored, shares, plan);
  const packSize = entry?.stockDmin ?? lots[0]?.stockDmin ?? quantityFromWire(1);
  const packs = { usedId: stored.id, orgId: used.orgId, drugId, quantity: wish.quantity, packSize, codes: wish.codes, by: used.by.userId, at: ctx.clock.now() };
  const coded = await sharePacks(ctx, packs);
  const problems: UseProblem[] = [
    ...(plan.missing > 0 ? (['short'] as const) : []),
    ...(plan.unknownLots.length > 0 ? (['lot-unknown'] as const) : []),
    ...(plan.expired ? (['lot-expired'] as const) : []),
    ...coded,
    ...(wish.quantity > 0 && item?.traceRequired === true && wish.codes.length === 0 ? (['code-missing'] as const) : []),
  ];
  await usedGoodsTable.update(door, stored, { wanted: wish.quantity, missing: plan.missing, problems });
}

async function stockUsed(ctx: Ctx, rows: readonly UsedGoodsStored[]): Promise<readonly UsedStock[]> {
  const ids = rows.map(({ id }) => id);
  const shares = (await lotsOfUsed(ctx, ids)).filter(({ quantity }) => quantity > 0);
  const codes = await codesUsed(ctx, ids);
  const lotIds = [...new Set(shares.map(({ lotId }) => lotId))];
  const lots =
    lotIds.length === 0
      ? []
      : await lotTable.everywhere(ctx, 'lots of what was used, in the facility that was asked for', 'lot').where('lot.id', 'in', lotIds).execute();
  const lotOf = new Map(lots.map((lot) => [lot.id, lot]));
  return rows.map((row) => ({
    ...{ key: row.sourceKey, drugId: row.drugId, drugName: row.drugName, unit: row.unit, wanted: row.wanted, missing: row.missing, problems: row.problems },
    lots: shares
      .filter(({ usedId }) => usedId === row.id)
      .map(({ lotId, quantity, scanned }) => ({ lotNo: lotOf.get(lotId)?.lotNo ?? '', expiresOn: lotOf.get(lotId)?.expiresOn ?? '', quantity, scanned })),
    codes: codes.get(row.id) ?? [],
  }));
}

/** Goods that are used where they stand (`catalogue.stock-use@1`). */
export const useGoodsService = (ctx: Ctx): CatalogueStockUse => ({
  settle: (used) => settle(ctx, used),
  of: async (keys, orgIds) => (keys.length === 0 || orgIds.length === 0 ? [] : await stockUsed(ctx, await usedUnder(ctx, keys, orgIds))),
  troubles: async (orgIds, from, to) =>
    orgIds.length === 0
      ? []
      : (await troublesIn(ctx, orgIds, from, to)).map(({ sourceKey, drugName, unit, missing, problems }) => ({
          key: sourceKey,
          drugName,
          unit,
          missing,
          problems,
        })),
});
