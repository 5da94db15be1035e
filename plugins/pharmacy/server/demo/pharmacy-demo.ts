import {
  addMoney,
  DAY_MS,
  dayOf,
  lineTotal,
  type OrgId,
  parseDay,
  type Quantity,
  quantityFromWire,
  unitPriceFromWire,
  ZERO,
} from '@nephra/plugin-sdk/contract';
import { pick, type ServerContext } from '@nephra/plugin-sdk/server';
import { PayStatus, prescriptionLedger, RxStatus } from '../../../prescription/contract/index.ts';
import type { PharmacyDemo } from '../../contract/index.ts';
import { allocationTable } from '../stock/allocation.table.ts';
import { type DemoEvent, type DemoPharmacist, DemoShelves } from './demo-shelves.ts';
import { keepItems } from '../stock/item.repo.ts';
import { insertLots, type NewLot } from '../stock/lot.repo.ts';
import { movementTable } from '../stock/movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { insertReceipts, type NewReceipt } from '../receiving/receipt.repo.ts';
import { stepTable } from '../dispensing/step.table.ts';

type Ctx = ServerContext<PharmacyTables>;
/** A lot of the demo with the day it came and how much. */
type DemoLot = NewLot & { readonly arrivedAt: Date; readonly arrived: Quantity };

const PAGE = 200;
/** Deliveries of the demo, days before the first start. */
const DELIVERIES = [42, 28, 14] as const;
/** Expired goods came so many days before they expired. */
const SHELF_LIFE_DAYS = 60;
const SUPPLIERS = ['SIM国药器械有限公司', 'SIM华润医药有限公司', 'SIM广药配送中心'] as const;
const STATUSES = [RxStatus.Approved, RxStatus.Picked, RxStatus.Dispensed] as const;
const NOBODY = { userId: '', userName: '' };

/** Fills the shelves, lets some weeks of ward use pass, and hands out what was prescribed and paid in the days that lie behind. */
export async function loadPharmacyDemo(data: PharmacyDemo, ctx: Ctx): Promise<void> {
  const today = ctx.clock.today();
  const lots = data.lots.map((lot, at) => newLot(lot, ctx, at, today));
  const staff = new Map(data.pharmacists.map((one) => [one.orgId, one]));
  const { receipts, arrivals } = await deliveries(ctx, lots, staff);
  const shelves = new DemoShelves(
    lots.map((lot) => ({
      orgId: lot.orgId,
      lotId: lot.id,
      itemId: lot.drugId,
      expiresOn: lot.expiresOn,
      frozen: lot.frozen ?? false,
      onHand: 0 as Quantity,
      reserved: 0 as Quantity,
    })),
    [...arrivals, ...wardUse(lots, staff, ctx.clock.now())],
    () => ctx.newId(),
  );
  for (const pharmacist of data.pharmacists) await dispenseThePast(ctx, pharmacist, dayOf(parseDay(today) + data.dispensedUntil * DAY_MS), shelves);
  shelves.playUntil(ctx.clock.now());

  await keepItems(ctx.db, wantedItems(lots));
  await insertLots(
    ctx.db,
    lots.map((lot) => ({ ...lot, onHand: shelves.left(lot.id) })),
  );
  await allocationTable.insertAll(ctx, shelves.allocations);
  await insertReceipts(ctx.db, receipts);
  await movementTable.insertAll(ctx, shelves.movements);
  await stepTable.insertAll(ctx, shelves.steps);
}

function newLot(lot: PharmacyDemo['lots'][number], ctx: Ctx, at: number, today: string): DemoLot {
  const daysAgo = lot.expiresInDays < 0 ? SHELF_LIFE_DAYS - lot.expiresInDays : (DELIVERIES[at % DELIVERIES.length] ?? 14);
  const arrivedAt = new Date(parseDay(dayOf(ctx.clock.now().getTime())) - daysAgo * DAY_MS + 9 * 3_600_000);
  return {
    id: ctx.newId(),
    ...pick(lot, 'orgId', 'kind', 'drugId', 'drugName', 'drugSpec', 'stockUnit', 'lotNo', 'location', 'frozen'),
    maker: lot.drugChangjia,
    unit: lot.preparaUnit,
    stockDmin: quantityFromWire(lot.stockDmin),
    expiresOn: dayOf(parseDay(today) + lot.expiresInDays * DAY_MS),
    cost: unitPriceFromWire(lot.cost),
    createdAt: arrivedAt,
    arrivedAt,
    arrived: quantityFromWire(lot.quantity),
  };
}

/** One goods-received note per facility and day. */
async function deliveries(
  ctx: Ctx,
  lots: readonly DemoLot[],
  staff: ReadonlyMap<string, DemoPharmacist>,
): Promise<{ receipts: NewReceipt[]; arrivals: DemoEvent[] }> {
  const groups = new Map<string, DemoLot[]>();
  for (const lot of lots) {
    const key = `${lot.orgId}/${lot.arrivedAt.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), lot]);
  }
  const receipts: NewReceipt[] = [];
  const arrivals: DemoEvent[] = [];
  const sorted = [...groups.values()].sort((a, b) => (a[0]?.arrivedAt.getTime() ?? 0) - (b[0]?.arrivedAt.getTime() ?? 0));
  for (const [at, group] of sorted.entries()) {
    const [first] = group;
    if (!first) continue;
    const operator = staff.get(first.orgId) ?? NOBODY;
    const businessDay = dayOf(first.arrivedAt.getTime());
    const document = { id: ctx.newId(), no: await ctx.numbers.next('pharmacy.receipt.demo', { prefix: `RK${businessDay.replaceAll('-', '')}S`, digits: 4 }) };
    const lines = group.map((lot, index) => {
      const boxes = ((lot.arrived * 10_000) / lot.stockDmin) as Quantity;
      const rounded = Math.round(boxes) as Quantity;
      return {
        lineNo: index + 1,
        lotId: lot.id,
        quantity: rounded,
        pieces: lot.arrived,
        cost: lot.cost,
        amount: lineTotal(lot.cost, rounded),
      };
    });
    receipts.push({
      id: document.id,
      receiptNo: document.no,
      orgId: first.orgId,
      supplier: SUPPLIERS[at % SUPPLIERS.length] ?? '',
      invoiceNo: `SIM${String(26000 + at)}`,
      note: '',
      total: lines.reduce((sum, line) => addMoney(sum, line.amount), ZERO),
      operatorId: operator.userId,
      operatorName: operator.userName,
      receivedAt: first.arrivedAt,
      businessDay,
      origin: 'demo',
      lines,
    });
    for (const lot of group) arrivals.push({ at: lot.arrivedAt, lotId: lot.id, orgId: lot.orgId, quantity: lot.arrived, document, operator });
  }
  return { receipts, arrivals };
}

/** Wards take consumables every second day and some drugs once a week; now and then something breaks. Never more than a quarter of a lot. */
function wardUse(lots: readonly DemoLot[], staff: ReadonlyMap<string, DemoPharmacist>, now: Date): DemoEvent[] {
  const events: DemoEvent[] = [];
  for (const [at, lot] of lots.entries()) {
    const operator = staff.get(lot.orgId);
    if (!operator || lot.frozen || lot.expiresOn < dayOf(now.getTime()) || (lot.kind === 'drug' && at % 4 !== 0) || at % DELIVERIES.length === 1) continue;
    const packs = Math.floor(lot.arrived / lot.stockDmin);
    let left = Math.floor(packs / 4);
    const every = lot.kind === 'material' ? 2 : 7;
    for (let day = 1 + (at % every); left > 0; day += every) {
      const time = new Date(lot.arrivedAt.getTime() + day * DAY_MS + (1 + (at % 6)) * 3_600_000);
      if (time >= now) break;
      const amount = Math.min(left, 1 + ((at * 7 + day * 3) % 4));
      left -= amount;
      const broke = (at + day) % 29 === 0;
      const quantity = (-(broke ? 1 : amount) * lot.stockDmin) as Quantity;
      const reason = broke ? 'breakage' : 'ward';
      events.push({ at: time, lotId: lot.id, orgId: lot.orgId, quantity, reason, note: broke ? '搬运破损' : '血透室领用', operator });
    }
  }
  return events;
}

/** Every item with what the pharmacy wants of it; a few stand below that, so that the warnings have something to say. */
function wantedItems(lots: readonly DemoLot[]) {
  const totals = new Map<string, { lot: DemoLot; arrived: number }>();
  for (const lot of lots) {
    const key = `${lot.orgId}/${lot.drugId}`;
    totals.set(key, { lot, arrived: (totals.get(key)?.arrived ?? 0) + lot.arrived });
  }
  return [...totals.values()].map(({ lot, arrived }, at) => {
    const packs = Math.floor(arrived / lot.stockDmin);
    const wanted = at % 23 === 7 ? Math.ceil(packs * 1.2) : Math.floor(packs / 10);
    return { ...lot, minimum: (wanted * lot.stockDmin) as Quantity };
  });
}

async function dispenseThePast(ctx: Ctx, pharmacist: DemoPharmacist, endDate: string, shelves: DemoShelves): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  const orgIds: OrgId[] = [pharmacist.orgId];
  const by = { userId: pharmacist.userId, userName: pharmacist.userName, orgIds };
  for (let currentPage = 1; ; currentPage += 1) {
    // A filter that stays true for what was handed out, so that pages do not shift under the loop.
    const { list } = await ledger.listToCharge({
      orgIds,
      payStatus: [PayStatus.Charged, PayStatus.OnAccount],
      endDate,
      withStockLines: true,
      currentPage,
      pageSize: PAGE,
    });
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
      for (const to of STATUSES) ({ version } = await ledger.setRxStatus({ dpId: prescription.dpId, version, by, to }));
    }
    if (list.length < PAGE) return;
  }
}
