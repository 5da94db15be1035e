import { DAY_MS, dayOf, type OrgId, parseDay, quantityFromWire, unitPriceFromWire, unitPriceToText } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, PayStatus, prescriptionLedger, RxStatus } from '../../prescription/contract/index.ts';
import type { PharmacyDemo } from '../contract/index.ts';
import { allocateFefo } from '../domain/fefo.ts';
import { MovementKind } from '../domain/stock-lot.ts';
import { insertMovements, insertStep } from './allocation.repo.ts';
import { demandsOf, dispenseStock, type Mover, pickStock, stockLines } from './move-stock.command.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { insertLots, type NewLot } from './receive.command.ts';
import { lotsOf } from './stock.repo.ts';

type Ctx = ServerContext<PharmacyTables>;

/** The goods of the demo arrived so many days before the first start. */
const RECEIVED_DAYS_AGO = 30;
const PAGE = 200;

/** Fills the shelves and hands out what was prescribed and paid in the days that lie behind. */
export async function loadPharmacyDemo(data: PharmacyDemo, ctx: Ctx): Promise<void> {
  const today = ctx.clock.today();
  const at = new Date(ctx.clock.now().getTime() - RECEIVED_DAYS_AGO * DAY_MS);
  const lots = data.lots.map(
    (lot): NewLot => ({
      id: ctx.newId(),
      orgId: lot.orgId,
      kind: lot.kind,
      drugId: lot.drugId,
      drugName: lot.drugName,
      drugSpec: lot.drugSpec,
      maker: lot.drugChangjia,
      unit: lot.preparaUnit,
      stockUnit: lot.stockUnit,
      stockDmin: quantityFromWire(lot.stockDmin),
      lotNo: lot.lotNo,
      expiresOn: dayOf(parseDay(today) + lot.expiresInDays * DAY_MS),
      cost: unitPriceToText(unitPriceFromWire(lot.cost)),
      location: lot.location,
      frozen: lot.frozen,
      onHand: quantityFromWire(lot.quantity),
      at,
    }),
  );
  await insertLots(ctx.db, lots);
  const receiver = new Map(data.pharmacists.map((one) => [one.orgId, one]));
  await insertMovements(
    ctx.db,
    lots.map((lot) => ({
      id: ctx.newId(),
      orgId: lot.orgId,
      lotId: lot.id,
      kind: MovementKind.Receive,
      quantity: lot.onHand ?? quantityFromWire(0),
      balance: lot.onHand ?? quantityFromWire(0),
      operatorId: receiver.get(lot.orgId)?.userId ?? '',
      operatorName: receiver.get(lot.orgId)?.userName ?? '',
      at,
      businessDay: dayOf(at.getTime()),
      origin: 'demo',
    })),
  );
  for (const pharmacist of data.pharmacists) await dispenseThePast(ctx, pharmacist, dayOf(parseDay(today) + data.dispensedUntil * DAY_MS));
}

async function dispenseThePast(ctx: Ctx, pharmacist: PharmacyDemo['pharmacists'][number], endDate: string): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  const orgIds: OrgId[] = [pharmacist.orgId];
  for (let currentPage = 1; ; currentPage += 1) {
    // A filter that stays true for what was handed out, so that pages do not shift under the loop.
    const { list } = await ledger.listToCharge({ orgIds, payStatus: [PayStatus.Charged], endDate, withStockLines: true, currentPage, pageSize: PAGE });
    const prescriptions = await ledger.getMany(
      list.map((head) => head.dpId),
      orgIds,
    );
    for (const prescription of prescriptions) await dispenseOne(ctx, prescription, pharmacist);
    if (list.length < PAGE) return;
  }
}

async function dispenseOne(ctx: Ctx, prescription: LedgerPrescription, pharmacist: PharmacyDemo['pharmacists'][number]): Promise<void> {
  if (prescription.rxStatus !== RxStatus.Confirmed) return;
  const at = new Date(Math.min(prescription.dpDate + 60 * 60_000, ctx.clock.now().getTime()));
  const by = { userId: pharmacist.userId, userName: pharmacist.userName, orgIds: [prescription.orgId] };
  const mover: Mover = { ...by, at, today: ctx.clock.today(), businessDay: dayOf(at.getTime()), origin: 'demo' };
  const lines = stockLines(prescription);
  const lots = await lotsOf(ctx.db, prescription.orgId, [...new Set(lines.map((line) => line.drugId))]);
  // What the shelves do not cover stays in the queue, where it shows how a shortage looks.
  if (allocateFefo(demandsOf(lines), lots, mover.today).shortages.length > 0) return;
  let { version } = prescription;
  for (const [action, to] of [
    ['review', RxStatus.Approved],
    ['pick', RxStatus.Picked],
    ['dispense', RxStatus.Dispensed],
  ] as const) {
    ({ version } = await ctx.service(prescriptionLedger).setRxStatus({ dpId: prescription.dpId, version, by, to }));
    await insertStep(ctx.db, {
      id: ctx.newId(),
      orgId: prescription.orgId,
      dpId: prescription.dpId,
      action,
      rxStatus: to,
      reason: '',
      operatorId: pharmacist.userId,
      operatorName: pharmacist.userName,
      at,
    });
    if (action === 'pick') await pickStock(ctx, prescription, mover);
    if (action === 'dispense') await dispenseStock(ctx, prescription, mover);
  }
}
