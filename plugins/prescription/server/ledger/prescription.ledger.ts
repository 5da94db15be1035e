import { AppError, type DataRights, EnvelopeCode, moneyFromText, subtractMoney, toPage } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import {
  type LedgerChange,
  type LedgerFilter,
  type LedgerHead,
  type LedgerLine,
  type LedgerPrescription,
  type LedgerState,
  PayStatus,
  prescriptionCharged,
  type PrescriptionLedger,
  prescriptionRefunded,
  prescriptionRxMoved,
  RxStatus,
} from '../../contract/index.ts';
import { takesMoney } from '../../domain/charge-gate.ts';
import { goneByLine, mayGoBack, netLines, netTotal } from '../../domain/lines/net-line.ts';
import { priceDay } from '../../domain/price-day.ts';
import { soldPrepUnits } from '../../../catalogue/contract/index.ts';
import { assertPayMove, assertRxMove, reopened, type RxState } from '../../domain/states.ts';
import { briefOf } from './brief.query.ts';
import { chargeGateOf } from './charge-gate.service.ts';
import { dayRange } from '../day-range.ts';
import { changedEvent, factsOf, stateOf, storeMove } from '../prescribing/move-prescription.command.ts';
import { repoFor } from '../prescription-call.ts';
import { type PrescriptionFilter, PrescriptionRepo } from '../prescription.repo.ts';
import { ledgerFacts } from '../tables/fact.columns.ts';
import { contentForm } from '../tables/line.columns.ts';
import type { LineStored } from '../tables/line.table.ts';
import { ledgerHead, type PrescriptionStored, prescriptionTable } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';

const MAX_PATIENTS = 500;

/** Worth of what is sold of it. */
const soldPrice = (row: PrescriptionStored) => subtractMoney(row.totalPrice, row.withdrawnPrice);

const headOf = (row: PrescriptionStored): LedgerHead => ({
  ...ledgerHead.of(row),
  dpId: row.id,
  dpDate: row.dpDate.getTime(),
  priceDay: priceDay(row.dpDate.getTime()),
  totalPrice: soldPrice(row),
  billId: row.billId,
  rounds: row.rounds,
  hasStockLines: row.hasStockLines,
});

function lineOf(line: LineStored): LedgerLine {
  const { drugNum: _num, drugNumUnit: quantityUnit, manualNum: _typed, ...content } = contentForm.toWire(line);
  return {
    detailId: line.id,
    ...ledgerFacts.of(line),
    ...content,
    quantity: line.drugNum,
    quantityUnit,
    prepQuantity: soldPrepUnits(line, quantityUnit, line.drugNum),
    price: line.price,
    subTotal: line.subTotal,
    preselfpay: line.preselfpay,
    fulamtOwnpay: line.fulamtOwnpay,
    overlmt: line.overlmt,
    approvalMark: line.approvalMark,
    packageId: line.packageId,
    sortCode: line.sortCode,
  };
}

/** Tablets of what is sold. */
const withPrepUnits = (line: LedgerLine): LedgerLine => ({ ...line, prepQuantity: soldPrepUnits(line, line.quantityUnit, line.quantity) });

function filterOf(filter: LedgerFilter): PrescriptionFilter {
  const { startDate, endDate } = filter;
  return {
    ...filter,
    ...(startDate ? { from: dayRange(startDate).from } : {}),
    ...(endDate ? { before: dayRange(endDate).before } : {}),
  };
}

/** Without a limit the ledger is gone through to its end: whoever works through a month leaves nothing out. */
const pageOf = ({ currentPage, pageSize, shownOnly }: LedgerFilter) => ({ currentPage, pageSize, toTheEnd: !shownOnly });

/** Moves that `setPayStatus` may make; charging and refunding have their own acts. */
const PLAIN_PAY: readonly PayStatus[] = [PayStatus.ToCharge, PayStatus.Settling, PayStatus.Unknown, PayStatus.OnAccount];
/** Moves that belong to the doctor and to nobody else. */
const DOCTORS_RX: readonly RxStatus[] = [RxStatus.New, RxStatus.Confirmed, RxStatus.Void];

const undeclared = (key: 'pay-move' | 'rx-move', from: number, to: number): never => {
  throw new AppError(`prescription.${key}`, { code: EnvelopeCode.Refused, params: { from, to } });
};

/** The rows behind what `holdMany` answered; an answer lives no longer than the transaction that holds them. */
const heldHeads = new WeakMap<LedgerPrescription, PrescriptionStored>();

/** Prescriptions for charging and pharmacy (`prescription.ledger@1`). */
export function prescriptionLedgerOf(ctx: ServerContext<PrescriptionDb>): PrescriptionLedger {
  const everything = new PrescriptionRepo(ctx.db);
  const within = (rights: DataRights | undefined): PrescriptionRepo => (rights ? repoFor(ctx, rights) : everything);

  /** What went back before it was charged anew; few prescriptions were. */
  async function goneOf(heads: readonly PrescriptionStored[]) {
    return await everything.withdrawals(heads.filter((head) => head.rounds > 0).map((head) => head.id));
  }

  async function whole(heads: readonly PrescriptionStored[], known?: readonly LineStored[]) {
    const lines = known ?? (await everything.details(heads.map((head) => head.id)));
    const gone = goneByLine(await goneOf(heads));
    const linesOf = new Map<string, LedgerLine[]>(heads.map(({ id }) => [id, []]));
    for (const line of lines) linesOf.get(line.dpId)?.push(lineOf(line));
    return heads.map((head) => {
      const prescribedLines = linesOf.get(head.id) ?? [];
      return { ...headOf(head), prescribedLines, lines: netLines(prescribedLines, gone).map(withPrepUnits) };
    });
  }

  const gate = chargeGateOf(ctx);
  /** Where the site wants the review first, no way takes money before it. */
  const assertReviewed = (head: PrescriptionStored, to: PayStatus, { past }: LedgerChange): void => {
    if (!past && takesMoney(to) && gate.barOf(headOf(head)) !== '') throw new AppError('prescription.not-reviewed', { params: { dpNumber: head.dpNumber } });
  };

  /** Locks, asks the rules, stores; all in the caller's transaction. */
  function moved(
    change: LedgerChange,
    next: (head: PrescriptionStored) => { state: RxState; more?: Partial<PrescriptionStored>; publish?: (head: PrescriptionStored, state: RxState) => void },
    held?: PrescriptionStored,
  ): Promise<LedgerState> {
    return ctx.transaction(async () => {
      const head = held ?? (await within(change.by.rights).lock(change.dpId, change.by.orgIds, change.version));
      if (head.version !== change.version) throw new AppError('prescription.stale', { code: EnvelopeCode.Conflict });
      const { state, more, publish } = next(head);
      await storeMove(ctx, head, state, more);
      publish?.(head, state);
      return { version: head.version + 1, ...state };
    });
  }

  const pay = (
    change: LedgerChange,
    to: PayStatus,
    more?: Partial<PrescriptionStored>,
    publish?: (head: PrescriptionStored, state: RxState) => void,
    held?: PrescriptionStored,
  ) =>
    moved(
      change,
      (head) => {
        assertPayMove(stateOf(head), to, factsOf(head));
        assertReviewed(head, to, change);
        return { state: { payStatus: to, rxStatus: head.rxStatus }, more, publish };
      },
      held,
    );

  /** Heads with their lines, which are read without waiting for the heads. */
  async function wholeFrom(
    reading: Promise<PrescriptionStored[]>,
    dpIds: readonly string[],
  ): Promise<{ heads: PrescriptionStored[]; found: LedgerPrescription[] }> {
    const [heads, lines] = await Promise.all([reading, everything.details(dpIds)]);
    const all = await whole(heads, lines);
    const byId = new Map(all.map((entry) => [entry.dpId, entry]));
    return { heads, found: dpIds.flatMap((dpId) => byId.get(dpId) ?? []) };
  }

  const refunded = (change: LedgerChange & { billId: string; nothingToHandOut?: boolean }, to: PayStatus) =>
    pay(change, to, { nothingToHandOut: change.nothingToHandOut ?? false }, (head, state) =>
      ctx.publish(prescriptionRefunded, { ...changedEvent(head, state), billId: change.billId }),
    );

  return {
    async get(dpId, orgIds, rights) {
      const head = await within(rights).find(dpId, orgIds);
      return head && (await whole([head]))[0];
    },
    async getMany(dpIds, orgIds, rights) {
      return (await wholeFrom(within(rights).findMany(dpIds, orgIds), dpIds)).found;
    },
    async holdMany(dpIds, orgIds, rights) {
      const { heads, found } = await wholeFrom(within(rights).lockMany(dpIds, orgIds), dpIds);
      for (const one of found) heldHeads.set(one, heads.find((head) => head.id === one.dpId) as PrescriptionStored);
      return found;
    },
    brief: (filter, most) => briefOf(everything, filter, most),
    async list(filter) {
      const { rows, total } = await within(filter.rights).search(filterOf(filter), { ...pageOf(filter), order: 'newest' });
      return toPage(rows.map(headOf), total, filter);
    },
    async listToCharge(filter) {
      const { rows, total } = await within(filter.rights).search(filterOf({ ...filter, payStatus: filter.payStatus ?? [PayStatus.ToCharge] }), {
        ...pageOf(filter),
        order: 'oldest',
      });
      return toPage(rows.map(headOf), total, filter);
    },
    count: (filter) => within(filter.rights).countToCap(filterOf(filter)),
    async patientTotals(filter) {
      const rows = await within(filter.rights).patientTotals(filterOf(filter), MAX_PATIENTS);
      return rows.map((row) => ({
        patientId: row.patientId,
        count: Number(row.count),
        totalPrice: moneyFromText(row.totalPrice),
        latest: new Date(row.latest).getTime(),
      }));
    },
    async stateTotals(filter) {
      const rows = await within(filter.rights).stateTotals(filterOf(filter));
      // Each field by its name: of a month of twenty facilities there are some thousand rows, and taking the rest of one costs more than reading it.
      return rows.map((row) => ({
        orgId: row.orgId,
        patientId: row.patientId,
        patientType: prescriptionTable.codec.patientType.read(row.patientType),
        payStatus: row.payStatus,
        rxStatus: row.rxStatus,
        hasStockLines: row.hasStockLines,
        count: Number(row.count),
        totalPrice: moneyFromText(row.totalPrice),
        latest: new Date(row.latest).getTime(),
      }));
    },
    seenAmong: async (dpIds, orgIds, rights) => new Set((await within(rights).findMany(dpIds, orgIds)).map((head) => head.id)),
    async countSeen(filter, rights) {
      const all = filterOf({ ...filter, orgIds: rights.orgIds });
      return { total: await everything.count(all), visible: await within(rights).count(all) };
    },
    markCharged: (change) =>
      pay(
        change,
        PayStatus.Charged,
        { billId: change.billId },
        (head, state) => ctx.publish(prescriptionCharged, { ...changedEvent(head, state), billId: change.billId }),
        change.held && heldHeads.get(change.held),
      ),
    markPartlyRefunded: (change) => refunded(change, PayStatus.PartlyRefunded),
    markRefunded: (change) => refunded(change, PayStatus.Refunded),
    reopen: (change) =>
      ctx.transaction(async () => {
        const head = await within(change.by.rights).lock(change.dpId, change.by.orgIds, change.version);
        const state = reopened(stateOf(head));
        const [now] = await whole([head]);
        if (!now || !mayGoBack(now.lines, change.withdrawn)) throw new AppError('prescription.withdrawn-wrong', { params: { dpNumber: head.dpNumber } });
        const round = head.rounds + 1;
        const common = { dpId: head.id, round, billId: change.billId, createdAt: ctx.clock.now() };
        await everything.insertWithdrawals(change.withdrawn.map((one) => ({ ...common, ...one })));
        const left = netTotal(netLines(now.lines, goneByLine(change.withdrawn)));
        await storeMove(ctx, head, state, {
          rounds: round,
          withdrawnPrice: subtractMoney(head.totalPrice, left),
          nothingToHandOut: change.nothingToHandOut,
        });
        ctx.publish(prescriptionRefunded, { ...changedEvent(head, state), billId: change.billId, totalPrice: left });
        return { version: head.version + 1, ...state };
      }),
    setPayStatus: (change) =>
      moved(change, (head) => {
        if (head.payStatus === PayStatus.New || !PLAIN_PAY.includes(change.to)) undeclared('pay-move', head.payStatus, change.to);
        assertPayMove(stateOf(head), change.to, factsOf(head));
        assertReviewed(head, change.to, change);
        return { state: { payStatus: change.to, rxStatus: head.rxStatus } };
      }),
    setRxStatus: (change) =>
      moved(change, (head) => {
        const { to } = change;
        const reason = change.reason?.trim() ?? '';
        if (DOCTORS_RX.includes(to)) undeclared('rx-move', head.rxStatus, to);
        assertRxMove(stateOf(head), to, factsOf(head));
        if (to === RxStatus.RefusedByPharmacist && reason === '') throw new AppError('prescription.reason-needed', { code: EnvelopeCode.Invalid });
        return {
          state: { payStatus: head.payStatus, rxStatus: to },
          more: {
            ...(to === RxStatus.Approved ? { checkName: change.by.userName } : {}),
            ...(to === RxStatus.Dispensed || to === RxStatus.PartlyDispensed ? { sendName: change.by.userName } : {}),
            ...(to === RxStatus.RefusedByPharmacist ? { refuseReason: reason } : {}),
          },
          publish: (before, state) => ctx.publish(prescriptionRxMoved, { ...changedEvent(before, state), from: before.rxStatus, reason }),
        };
      }),
  };
}
