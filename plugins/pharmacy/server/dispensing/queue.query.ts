import { moneyToWire } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { chargeGate, type LedgerFilter, type LedgerHead, PayStatus, prescriptionLedger, RxStatus } from '../../../prescription/contract/index.ts';
import type { QueueRow, Stage } from '../../contract/index.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { queueRights } from '../queue-row-filter.ts';

export interface QueueFilter {
  readonly stage?: Stage;
  readonly unpaid?: boolean;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly keyword?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

const STATUS_OF: Readonly<Record<Stage, readonly RxStatus[]>> = {
  open: [RxStatus.Confirmed, RxStatus.Approved, RxStatus.Picked],
  review: [RxStatus.Confirmed],
  pick: [RxStatus.Approved],
  dispense: [RxStatus.Picked],
  rest: [RxStatus.PartlyDispensed],
  done: [RxStatus.Dispensed],
  returned: [RxStatus.PartlyReturned, RxStatus.Returned],
  refused: [RxStatus.RefusedByPharmacist],
};
const PAID: readonly PayStatus[] = [PayStatus.Charged, PayStatus.OnAccount, PayStatus.PartlyRefunded];
/** What was handed out or refused stays to be seen after its money went back. */
const PAID_ONCE: readonly PayStatus[] = [...PAID, PayStatus.Refunded];
const NOT_YET_PAID: readonly PayStatus[] = [PayStatus.ToCharge, PayStatus.Settling, PayStatus.Unknown];
const AHEAD: readonly Stage[] = ['open', 'review', 'pick', 'dispense', 'rest'];

const row = (head: LedgerHead): QueueRow => ({
  ...pick(head, 'dpId', 'dpNumber', 'dpDate', 'orgId', 'patientId', 'patientName', 'patientSex', 'patientAge', 'patientType', 'outpatientCode', 'reimWay'),
  ...pick(head, 'workerName', 'payStatus', 'rxStatus', 'version'),
  rxPrice: moneyToWire(head.totalPrice),
});

/** GET pharmacy/patient: work that lies ahead oldest first, what is done newest first. */
export async function listQueue(ctx: RequestContext<PharmacyTables>, filter: QueueFilter) {
  const ledger = ctx.service(prescriptionLedger);
  // Where nothing is charged before its review, the review cannot wait for the money.
  const orAwaitingReview = ctx.service(chargeGate).reviewFirst();
  const stage = filter.stage ?? 'open';
  const ahead = AHEAD.includes(stage);
  const paid = ahead ? PAID : PAID_ONCE;
  const common: LedgerFilter = {
    orgIds: ctx.user.orgIds,
    rights: queueRights(ctx),
    keyword: filter.keyword,
    startDate: filter.startDate,
    endDate: filter.endDate,
    withStockLines: true,
    orAwaitingReview: ahead && orAwaitingReview,
    payStatus: filter.unpaid || stage === 'refused' ? [...paid, ...NOT_YET_PAID] : paid,
  };
  const search = (rxStatus: readonly RxStatus[], page: { currentPage?: number; pageSize?: number }) => {
    const wanted = { ...common, rxStatus, toHandOut: ahead, shownOnly: true, ...page };
    return ahead ? ledger.listToCharge(wanted) : ledger.list(wanted);
  };
  const page = await search(STATUS_OF[stage], { currentPage: filter.currentPage, pageSize: filter.pageSize });
  const countOf = async (one: Stage) =>
    await ledger.count({
      ...common,
      orAwaitingReview,
      toHandOut: true,
      payStatus: filter.unpaid ? [...PAID, ...NOT_YET_PAID] : PAID,
      rxStatus: STATUS_OF[one],
    });
  const counts = { review: await countOf('review'), pick: await countOf('pick'), dispense: await countOf('dispense'), rest: await countOf('rest') };
  return { list: page.list.map(row), pagination: page.pagination, counts };
}
