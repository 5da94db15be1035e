import { AppError, EnvelopeCode, type OrgId, type Quantity, quantityFromText, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, type ServerContext, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { UsableLot } from '../../domain/stock/use-plan.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { itemTable } from '../stock/item.table.ts';
import { type LotStored, lotTable } from '../stock/lot.table.ts';
import { type UsedGoodsStored, usedGoodsTable, type UsedLotStored, usedLotTable } from './used-goods.table.ts';

type Ctx = ServerContext<PharmacyTables>;

/** Lots of these drugs, locked in the order of their ids, as everybody locks them. */
export const lockUsableLots = (ctx: Ctx, orgId: OrgId, drugIds: readonly string[]): Promise<LotStored[]> =>
  drugIds.length === 0
    ? Promise.resolve([])
    : lotTable
        .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'lot')
        .where('lot.orgId', '=', orgId)
        .where('lot.drugId', 'in', [...drugIds])
        .orderBy('lot.id')
        .forUpdate()
        .execute();

export const usable = ({ id, drugId, lotNo, expiresOn, onHand, reserved, frozen }: LotStored): UsableLot => ({
  ...{ lotId: id, itemId: drugId, lotNo, expiresOn, onHand, reserved, frozen },
});

/** Items that the facility keeps, among these, and whether every pack of them is scanned. */
export async function keptAmong(ctx: Ctx, orgId: OrgId, drugIds: readonly string[]) {
  if (drugIds.length === 0) return new Map<string, { readonly traceRequired: boolean }>();
  const rows = await itemTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'item')
    .where('item.orgId', '=', orgId)
    .where('item.drugId', 'in', [...drugIds])
    .execute();
  return new Map(rows.map((row) => [row.drugId, row]));
}

/** What is out under a name, kept from others until the commit. */
export const lockUsed = (ctx: Ctx, key: string, orgId: OrgId): Promise<UsedGoodsStored[]> =>
  usedGoodsTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'used')
    .where('used.sourceKey', '=', key)
    .where('used.orgId', '=', orgId)
    .orderBy('used.id')
    .forUpdate()
    .execute();

export const usedUnder = (ctx: Ctx, keys: readonly string[], orgIds: readonly OrgId[]): Promise<UsedGoodsStored[]> =>
  usedGoodsTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'used')
    .where('used.sourceKey', 'in', [...keys])
    .where('used.orgId', 'in', [...orgIds])
    .orderBy('used.sourceKey')
    .orderBy('used.drugName')
    .orderBy('used.drugId')
    .execute();

/** Few of all that was used, found by an index of their own. */
export const troublesIn = (ctx: Ctx, orgIds: readonly OrgId[], from: string, to: string) =>
  usedGoodsTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facilities', 'used')
    .where('used.orgId', 'in', [...orgIds])
    .where('used.usedOn', '>=', from)
    .where('used.usedOn', '<=', to)
    .where(sql<SqlBool>`used.problems <> '{}'`)
    .orderBy('used.sourceKey')
    .orderBy('used.drugName')
    .orderBy('used.drugId')
    .execute();

export const lotsOfUsed = (ctx: Ctx, usedIds: readonly string[]): Promise<UsedLotStored[]> =>
  usedIds.length === 0
    ? Promise.resolve([])
    : usedLotTable
        .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'share')
        .where('share.usedId', 'in', [...usedIds])
        .orderBy('share.lotId')
        .execute();

/**
 * Takes from a lot what is not promised to anybody (positive), or gives it back (negative); what is on hand afterwards.
 * @throws AppError `pharmacy.stock-changed` (409)
 */
export async function moveUsed(db: Kysely<PharmacyTables>, lotId: string, quantity: Quantity): Promise<Quantity> {
  const amount = quantityToText(quantity);
  // rows: a lot that was locked through its door (`lockUsableLots`)
  const row = await db
    .updateTable('pharmacy.lot')
    .set({ on_hand: sql<string>`on_hand - ${amount}::numeric` })
    .where('id', '=', lotId)
    .where(sql<boolean>`(on_hand - reserved >= ${amount}::numeric or ${amount}::numeric < 0)`)
    .returning('on_hand')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.stock-changed', { code: EnvelopeCode.Conflict });
  return quantityFromText(row.on_hand);
}
