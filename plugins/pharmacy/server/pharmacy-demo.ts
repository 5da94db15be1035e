import { DAY_MS, dayOf, type OrgId, parseDay, type Quantity, quantityFromWire, unitPriceFromWire, unitPriceToText } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, PayStatus, prescriptionLedger, RxStatus } from '../../prescription/contract/index.ts';
import type { PharmacyDemo } from '../contract/index.ts';
import { type AllocatableLot, allocateFefo } from '../domain/fefo.ts';
import { MovementKind, reserve, take } from '../domain/stock-lot.ts';
import { insertAllocations, insertMovements, insertSteps, type NewAllocation, type NewMovement, type NewStep } from './allocation.repo.ts';
import { demandsOf, stockLines } from './move-stock.command.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { insertLots, type NewLot } from './receive.command.ts';

type Ctx = ServerContext<PharmacyTables>;
type Pharmacist = PharmacyDemo['pharmacists'][number];

/** The goods of the demo arrived so many days before the first start. */
const RECEIVED_DAYS_AGO = 30;
const PAGE = 200;
const STEPS = [
  ['review', RxStatus.Approved],
  ['pick', RxStatus.Picked],
  ['dispense', RxStatus.Dispensed],
] as const;

/**
 * The shelves while the past of the demo is played through in memory, by the same rules as at the counter: thousands of single
 * statements would make the first start slow.
 */
class DemoShelves {
  readonly allocations: NewAllocation[] = [];
  readonly movements: NewMovement[] = [];
  readonly steps: NewStep[] = [];
  readonly #lots = new Map<string, AllocatableLot>();
  readonly #byItem = new Map<string, string[]>();
  readonly #newId: () => string;

  constructor(lots: readonly NewLot[], newId: () => string) {
    this.#newId = newId;
    for (const lot of lots) {
      const onHand = lot.onHand ?? quantityFromWire(0);
      this.#lots.set(lot.id, {
        lotId: lot.id,
        itemId: lot.drugId,
        expiresOn: lot.expiresOn,
        frozen: lot.frozen ?? false,
        onHand,
        reserved: quantityFromWire(0),
      });
      const item = `${lot.orgId}/${lot.drugId}`;
      this.#byItem.set(item, [...(this.#byItem.get(item) ?? []), lot.id]);
    }
  }

  left(lotId: string): Quantity {
    return this.#lots.get(lotId)?.onHand ?? quantityFromWire(0);
  }

  /** Hands a prescription out; false when the shelves do not cover it. */
  dispense(prescription: LedgerPrescription, pharmacist: Pharmacist, at: Date, today: string): boolean {
    const lines = stockLines(prescription);
    const lots = [...new Set(lines.map((line) => line.drugId))]
      .flatMap((drugId) => this.#byItem.get(`${prescription.orgId}/${drugId}`) ?? [])
      .flatMap((lotId) => this.#lots.get(lotId) ?? []);
    const { allocations, shortages } = allocateFefo(demandsOf(lines), lots, today);
    if (shortages.length > 0) return false;
    const owner = { orgId: prescription.orgId, dpId: prescription.dpId, at };
    const operator = { operatorId: pharmacist.userId, operatorName: pharmacist.userName };
    for (const { detailId, lotId, quantity } of allocations) {
      const before = this.#lots.get(lotId);
      const picked = before && reserve(before, quantity);
      const after = picked && take(picked, quantity);
      if (!before || !after) throw new Error(`the demo promised more of lot ${lotId} than there is`);
      this.#lots.set(lotId, { ...before, ...after });
      const allocationId = this.#newId();
      this.allocations.push({ ...owner, id: allocationId, detailId, lotId, quantity, taken: quantity });
      this.movements.push({
        id: this.#newId(),
        orgId: prescription.orgId,
        lotId,
        kind: MovementKind.Dispense,
        quantity: -quantity as Quantity,
        balance: after.onHand,
        prescription: { dpId: prescription.dpId, dpNumber: prescription.dpNumber, patientName: prescription.patientName, detailId, allocationId },
        ...operator,
        at,
        businessDay: dayOf(at.getTime()),
        origin: 'demo',
      });
    }
    for (const [action, rxStatus] of STEPS) this.steps.push({ ...owner, ...operator, id: this.#newId(), action, rxStatus, reason: '' });
    return true;
  }
}

/** Fills the shelves and hands out what was prescribed and paid in the days that lie behind. */
export async function loadPharmacyDemo(data: PharmacyDemo, ctx: Ctx): Promise<void> {
  const today = ctx.clock.today();
  const at = new Date(ctx.clock.now().getTime() - RECEIVED_DAYS_AGO * DAY_MS);
  const lots = data.lots.map((lot) => newLot(lot, ctx.newId(), today, at));
  const shelves = new DemoShelves(lots, () => ctx.newId());
  for (const pharmacist of data.pharmacists) await dispenseThePast(ctx, pharmacist, dayOf(parseDay(today) + data.dispensedUntil * DAY_MS), shelves);

  const receiver = new Map(data.pharmacists.map((one) => [one.orgId, one]));
  const received = lots.map((lot): NewMovement => {
    const onHand = lot.onHand ?? quantityFromWire(0);
    return {
      id: ctx.newId(),
      orgId: lot.orgId,
      lotId: lot.id,
      kind: MovementKind.Receive,
      quantity: onHand,
      balance: onHand,
      operatorId: receiver.get(lot.orgId)?.userId ?? '',
      operatorName: receiver.get(lot.orgId)?.userName ?? '',
      at,
      businessDay: dayOf(at.getTime()),
      origin: 'demo',
    };
  });
  await insertLots(
    ctx.db,
    lots.map((lot) => ({ ...lot, onHand: shelves.left(lot.id) })),
  );
  await insertAllocations(ctx.db, shelves.allocations);
  await insertMovements(ctx.db, [...received, ...shelves.movements]);
  await insertSteps(ctx.db, shelves.steps);
}

const newLot = (lot: PharmacyDemo['lots'][number], id: string, today: string, at: Date): NewLot => ({
  id,
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
});

async function dispenseThePast(ctx: Ctx, pharmacist: Pharmacist, endDate: string, shelves: DemoShelves): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  const orgIds: OrgId[] = [pharmacist.orgId];
  const by = { userId: pharmacist.userId, userName: pharmacist.userName, orgIds };
  for (let currentPage = 1; ; currentPage += 1) {
    // A filter that stays true for what was handed out, so that pages do not shift under the loop.
    const { list } = await ledger.listToCharge({ orgIds, payStatus: [PayStatus.Charged], endDate, withStockLines: true, currentPage, pageSize: PAGE });
    const prescriptions = await ledger.getMany(
      list.map((head) => head.dpId),
      orgIds,
    );
    for (const prescription of prescriptions) {
      if (prescription.rxStatus !== RxStatus.Confirmed) continue;
      const at = new Date(Math.min(prescription.dpDate + 60 * 60_000, ctx.clock.now().getTime()));
      // What the shelves do not cover stays in the queue, where it shows how a shortage looks.
      if (!shelves.dispense(prescription, pharmacist, at, ctx.clock.today())) continue;
      let { version } = prescription;
      for (const [, to] of STEPS) ({ version } = await ledger.setRxStatus({ dpId: prescription.dpId, version, by, to }));
    }
    if (list.length < PAGE) return;
  }
}
