import {
  AppError,
  EnvelopeCode,
  parseDay,
  type Quantity,
  quantityFromWire,
  quantityToText,
  unitPriceFromWire,
  unitPriceToText,
} from '@nephra/plugin-sdk/contract';
import { type Kysely, type RequestContext, searchGrams } from '@nephra/plugin-sdk/server';
import { type CatalogueFacts, prescriptionCatalogue } from '../../prescription/contract/index.ts';
import type { LotRow, ReceiveBody, StockItem } from '../contract/index.ts';
import { handedOut } from '../domain/handed-out.ts';
import { MovementKind } from '../domain/stock-lot.ts';
import { insertMovements, portions } from './allocation.repo.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { readLot } from './stock.query.ts';
import { addToLot } from './stock.repo.ts';

type Ctx = RequestContext<PharmacyTables>;

export interface NewLot {
  readonly id: string;
  readonly orgId: string;
  readonly kind: 'drug' | 'material';
  readonly drugId: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly maker: string;
  readonly unit: string;
  readonly stockUnit: string;
  readonly stockDmin: Quantity;
  readonly lotNo: string;
  readonly expiresOn: string;
  readonly cost: string;
  readonly location: string;
  readonly frozen?: boolean;
  readonly onHand?: Quantity;
  readonly at: Date;
}

/** Search pieces of lots; a name is spelled out once however many lots carry it. */
function gramsOf(lots: readonly NewLot[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { drugName, drugSpec } of lots) {
    const name = `${drugName} ${drugSpec}`;
    if (!names.has(name)) names.set(name, searchGrams(drugName, drugSpec));
  }
  return new Map(lots.map((lot) => [lot.id, [...new Set([...(names.get(`${lot.drugName} ${lot.drugSpec}`) ?? []), ...searchGrams(lot.lotNo, lot.location)])]]));
}

/** Adds lots; one that is there already (same goods, lot number, expiry, shelf and cost) stays as it is. */
export async function insertLots(db: Kysely<PharmacyTables>, lots: readonly NewLot[]): Promise<void> {
  const grams = gramsOf(lots);
  for (const portion of portions(lots)) {
    await db
      .insertInto('pharmacy.lot')
      .values(
        portion.map((lot) => ({
          id: lot.id,
          org_id: lot.orgId,
          kind: lot.kind,
          drug_id: lot.drugId,
          drug_name: lot.drugName,
          drug_spec: lot.drugSpec,
          maker: lot.maker,
          unit: lot.unit,
          stock_unit: lot.stockUnit,
          stock_dmin: quantityToText(lot.stockDmin),
          lot_no: lot.lotNo,
          expires_on: lot.expiresOn,
          cost: lot.cost,
          location: lot.location,
          frozen: lot.frozen ?? false,
          on_hand: quantityToText(lot.onHand ?? (0 as Quantity)),
          created_at: lot.at,
          search_grams: grams.get(lot.id) ?? [],
        })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'drug_id', 'lot_no', 'expires_on', 'location', 'cost']).doNothing())
      .execute();
  }
}

async function lotIdOf(db: Kysely<PharmacyTables>, lot: NewLot): Promise<string> {
  const row = await db
    .selectFrom('pharmacy.lot')
    .select('id')
    .where('org_id', '=', lot.orgId)
    .where('drug_id', '=', lot.drugId)
    .where('lot_no', '=', lot.lotNo)
    .where('expires_on', '=', lot.expiresOn)
    .where('location', '=', lot.location)
    .where('cost', '=', lot.cost)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function receivable(ctx: Ctx, drugId: string): Promise<CatalogueFacts & { kind: 'drug' | 'material' }> {
  const [entry] = await ctx.service(prescriptionCatalogue).entries(ctx.user.orgId, [drugId]);
  if (!entry?.stockKept || entry.kind === 'item') throw new AppError('pharmacy.item-not-kept', { code: EnvelopeCode.NotFound });
  return { ...entry, kind: entry.kind };
}

/**
 * POST pharmacy/stock: goods arrive.
 * @throws AppError `pharmacy.item-not-kept`, `pharmacy.expiry-wrong`, `pharmacy.expiry-past`, `pharmacy.quantity-zero`.
 */
export async function receiveStock(ctx: Ctx, body: ReceiveBody): Promise<LotRow> {
  const entry = await receivable(ctx, body.drugId);
  const today = ctx.clock.today();
  assertFutureDay(body.expiresOn, today);
  const pieces = handedOut({ ...entry, quantity: quantityFromWire(body.quantity), quantityUnit: entry.stockUnit });
  if (pieces <= 0) throw new AppError('pharmacy.quantity-zero', { code: EnvelopeCode.Invalid });
  const lot: NewLot = {
    id: ctx.newId(),
    orgId: ctx.user.orgId,
    kind: entry.kind,
    drugId: entry.drugId,
    drugName: entry.drugName,
    drugSpec: entry.drugSpec,
    maker: entry.drugChangjia,
    unit: entry.preparaUnit,
    stockUnit: entry.stockUnit,
    stockDmin: entry.stockDmin,
    lotNo: body.lotNo.trim(),
    expiresOn: body.expiresOn,
    cost: unitPriceToText(unitPriceFromWire(body.cost)),
    location: body.location.trim(),
    at: ctx.clock.now(),
  };
  await insertLots(ctx.db, [lot]);
  const lotId = await lotIdOf(ctx.db, lot);
  const balance = await addToLot(ctx.db, lotId, pieces);
  await insertMovements(ctx.db, [
    {
      id: ctx.newId(),
      orgId: ctx.user.orgId,
      lotId,
      kind: MovementKind.Receive,
      quantity: pieces,
      balance,
      operatorId: ctx.user.userId,
      operatorName: ctx.user.userName,
      at: lot.at,
      businessDay: today,
      note: body.note?.trim(),
      origin: 'desk',
    },
  ]);
  ctx.audit({ subject: 'pharmacy.lot', subjectId: lotId, after: { drugName: lot.drugName, lotNo: lot.lotNo, received: quantityToText(pieces) } });
  ctx.message('received', { name: lot.drugName, lotNo: lot.lotNo });
  return await demandLot(ctx, lotId);
}

function assertFutureDay(day: string, today: string): void {
  try {
    parseDay(day);
  } catch (error) {
    throw new AppError('pharmacy.expiry-wrong', { code: EnvelopeCode.Invalid, cause: error });
  }
  if (day < today) throw new AppError('pharmacy.expiry-past', { params: { day } });
}

async function demandLot(ctx: Ctx, lotId: string): Promise<LotRow> {
  const lot = await readLot(ctx.db, lotId, ctx.user.orgIds, ctx.clock.today());
  if (!lot) throw new AppError('pharmacy.lot-not-found', { code: EnvelopeCode.NotFound });
  return lot;
}

/** PUT pharmacy/stock/{id}/Actions/State: blocks a lot or frees it. @throws AppError `pharmacy.lot-stale` (409), `pharmacy.reason-missing`. */
export async function setFrozen(ctx: Ctx, lotId: string, body: { frozen: boolean; reason: string; version: number }): Promise<LotRow> {
  const before = await demandLot(ctx, lotId);
  const reason = body.reason.trim();
  if (body.frozen && reason === '') throw new AppError('pharmacy.reason-missing', { code: EnvelopeCode.Invalid });
  const row = await ctx.db
    .updateTable('pharmacy.lot')
    .set({ frozen: body.frozen, frozen_reason: body.frozen ? reason : '', version: body.version + 1 })
    .where('id', '=', lotId)
    .where('org_id', 'in', [...ctx.user.orgIds])
    .where('version', '=', body.version)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.lot-stale', { code: EnvelopeCode.Conflict });
  ctx.audit({ subject: 'pharmacy.lot', subjectId: lotId, before: { frozen: before.frozen }, after: { frozen: body.frozen, reason } });
  ctx.message(body.frozen ? 'frozen' : 'freed', { lotNo: before.lotNo });
  return await demandLot(ctx, lotId);
}

const ITEMS_SHOWN = 30;

/** GET pharmacy/item. */
export async function findStockItems(ctx: Ctx, keyword: string | undefined): Promise<{ list: StockItem[] }> {
  const page = await ctx
    .service(prescriptionCatalogue)
    .search({ orgId: ctx.user.orgId, kinds: ['drug', 'material'], keyword, stockKeptOnly: true, currentPage: 1, pageSize: ITEMS_SHOWN });
  return {
    list: page.list.flatMap((entry) =>
      entry.kind === 'item'
        ? []
        : [
            {
              drugId: entry.drugId,
              kind: entry.kind,
              drugName: entry.drugName,
              drugSpec: entry.drugSpec,
              drugChangjia: entry.drugChangjia,
              preparaUnit: entry.preparaUnit,
              stockUnit: entry.stockUnit,
              stockDmin: Number(quantityToText(entry.stockDmin)),
            },
          ],
    ),
  };
}
