import { AppError, DEFAULT_PAGE_SIZE, EnvelopeCode, moneyToWire, type OrgId, toPage, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type ChargeGate, chargeGate, type LedgerHead, PayStatus, prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { ChargeQueueRow, SelfPayPreview } from '../../contract/index.ts';
import { billTotals, sumsByType } from '../../domain/money/bill-totals.ts';
import { deskRights } from '../bills/bill-row-filter.ts';
import { lineToWire, totalsToWire } from '../bills/bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { currentPriceChanges, prescriptionsFor } from '../charge/charge-proof.ts';

type Ctx = RequestContext<ChargingTables>;

interface QueueFilter {
  readonly keyword?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly patientId?: string;
  readonly insured?: '0' | '1';
  readonly currentPage?: number;
  readonly pageSize?: number;
}

const queueRow =
  (gate: ChargeGate) =>
  (head: LedgerHead): ChargeQueueRow => ({
    ...pick(head, 'dpId', 'dpNumber', 'dpDate', 'orgId', 'patientId', 'patientName', 'patientSex', 'patientAge', 'patientType', 'outpatientCode', 'reimWay'),
    ...pick(head, 'workerName', 'lineCount', 'payStatus', 'rxStatus', 'version'),
    totalPrice: moneyToWire(head.totalPrice),
    chargedBefore: head.rounds > 0,
    chargeBar: gate.barOf(head),
  });

const ledgerFilter = async (ctx: Ctx, filter: QueueFilter) => ({
  orgIds: ctx.user.orgIds,
  rights: deskRights(ctx),
  payStatus: [PayStatus.ToCharge],
  keyword: filter.keyword,
  startDate: filter.startDate,
  endDate: filter.endDate,
  ...(filter.insured === undefined ? {} : { insured: filter.insured === '1' }),
  patientIds: filter.patientId === undefined ? undefined : await ctx.service(patientDirectory).idsOfPerson(filter.patientId, ctx.user.orgIds),
});

/** GET patientlist: prescriptions at the desk. */
export async function listToCharge(ctx: Ctx, filter: QueueFilter) {
  const page = await ctx
    .service(prescriptionLedger)
    .listToCharge({ ...(await ledgerFilter(ctx, filter)), currentPage: filter.currentPage, pageSize: filter.pageSize });
  return { list: page.list.map(queueRow(ctx.service(chargeGate))), pagination: page.pagination };
}

/** GET patients: who has something to pay, newest first. */
export async function listPatientsToCharge(ctx: Ctx, filter: QueueFilter) {
  const totals = await ctx.service(prescriptionLedger).patientTotals(await ledgerFilter(ctx, filter));
  const pageSize = filter.pageSize ?? DEFAULT_PAGE_SIZE;
  const start = ((filter.currentPage ?? 1) - 1) * pageSize;
  const shown = totals.slice(start, start + pageSize);
  const patients = new Map(
    (
      await ctx.service(patientDirectory).list(
        shown.map((one) => one.patientId),
        ctx.user.orgIds,
      )
    ).map((patient) => [patient.patientId, patient]),
  );
  const list = shown.flatMap((one) => {
    const patient = patients.get(one.patientId);
    if (!patient) return [];
    return [
      {
        ...pick(patient, 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay'),
        prescriptionCount: one.count,
        totalPrice: moneyToWire(one.totalPrice),
        latestDate: one.latest,
        billCount: 0,
        chargedPrice: 0,
        refundPrice: 0,
      },
    ];
  });
  return { ...toPage(list, totals.length, filter), searchedBackTo: null };
}

/** Ids from an address, joined by commas. @throws AppError `charging.too-many`. */
export function idList(text: string | undefined, most = 50): string[] {
  const ids = [
    ...new Set(
      (text ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    ),
  ];
  if (ids.length > most) throw new AppError('charging.too-many', { code: EnvelopeCode.Invalid, params: { most } });
  return ids;
}

async function waitingBeside(ctx: Ctx, head: LedgerHead, dpIds: readonly string[]): Promise<ChargeQueueRow[]> {
  const orgIds: OrgId[] = [head.orgId];
  const waiting = await ctx
    .service(prescriptionLedger)
    .listToCharge({ orgIds, rights: deskRights(ctx), payStatus: [PayStatus.ToCharge], patientIds: [head.patientId], pageSize: 50 });
  return waiting.list.filter((other) => !dpIds.includes(other.dpId)).map(queueRow(ctx.service(chargeGate)));
}

/** GET selfpay/{id}: lines, totals and what stands in the way, before any money moves. */
export async function previewSelfPay(ctx: Ctx, dpId: string, withIds: string | undefined): Promise<SelfPayPreview> {
  const dpIds = [...new Set([dpId, ...idList(withIds)])];
  const prescriptions = await prescriptionsFor(ctx, dpIds, ctx.user.orgIds, deskRights(ctx));
  const [first] = prescriptions;
  if (!first) throw new AppError('charging.not-found', { code: EnvelopeCode.NotFound });
  if (prescriptions.some((one) => one.patientId !== first.patientId)) throw new AppError('charging.other-patient');
  const lines = prescriptions.flatMap((one) => one.lines.map((line) => ({ ...line, dpId: one.dpId, dpNumber: one.dpNumber })));
  return {
    ...pick(first, 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay'),
    diagnosis: first.diagnosis.map(({ code, name }) => ({ code, name })),
    prescriptions: prescriptions.map(queueRow(ctx.service(chargeGate))),
    others: await waitingBeside(ctx, first, dpIds),
    lines: lines.map(lineToWire),
    totals: totalsToWire(billTotals(lines)),
    sums: sumsByType(lines).map((sum) => ({ drugType: sum.drugType, amount: moneyToWire(sum.amount), lines: sum.lines })),
    priceChanges: (await currentPriceChanges(ctx, prescriptions)).map((change) => ({
      detailId: change.detailId,
      drugName: change.drugName,
      was: unitPriceToWire(change.was),
      now: change.now === undefined ? null : unitPriceToWire(change.now),
    })),
  };
}
