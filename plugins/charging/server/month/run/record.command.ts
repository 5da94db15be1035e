import { type AppErrorOptions, AppError, EnvelopeCode, moneyToWire } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { chargeGate, PayStatus, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import type { RecordResult } from '../../../contract/index.ts';
import { assertBegun } from '../../../domain/month/month.ts';
import { partOf } from '../../../domain/month/month-account.ts';
import { deskRights } from '../../bills/bill-row-filter.ts';
import type { Cashier } from '../../charge/write-bill.ts';
import { type MonthHead, monthHeads } from '../month-entries.ts';
import { assertMonthOpen } from './month-lock.ts';
import { personToWriteFor } from '../month-person.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { assertNotWithInsurer } from './with-insurer.ts';

type Ctx = RequestContext<ChargingTables>;
type LeftReason = RecordResult['left'][number]['reason'];

const LEFT: Readonly<Record<Exclude<ReturnType<typeof partOf>, 'waiting'>, LeftReason>> = {
  draft: 'unconfirmed',
  refused: 'refused',
  account: 'onAccount',
  pending: 'pending',
  charged: 'charged',
};

const shown = ({ dpId, dpNumber, totalPrice }: MonthHead) => ({ dpId, dpNumber, totalPrice: moneyToWire(totalPrice) });

/** Moves prescriptions from the desk onto the account, in the order of their ids so that two clerks wait for each other. */
export async function putOnAccount(ctx: ServerContext<ChargingTables>, heads: readonly MonthHead[], by: Cashier): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  for (const head of [...heads].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    await ledger.setPayStatus({ dpId: head.dpId, version: head.version, by, to: PayStatus.OnAccount });
  }
}

/**
 * POST actions/record/{id}: what is confirmed and uncharged goes on the account; doing it again takes in what is new and changes nothing else.
 * @throws AppError `charging.month-not-dialysis`, `charging.month-closed`, `charging.month-future`, `charging.patient-merged`.
 */
export async function recordMonth(ctx: Ctx, patientId: string, { month, dpIds }: { month: string; dpIds?: string[] }): Promise<RecordResult> {
  const { patient, ids } = await personToWriteFor(ctx, patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (patient.patientType !== 'dialysis') throw new AppError('charging.month-not-dialysis', { params: { name: patient.patientName } });
  assertBegun(month, ctx.clock.today());
  await assertMonthOpen(ctx.db, patient.orgId, month);
  const heads = await monthHeads(ctx, { orgId: patient.orgId, month, patientIds: ids, rights: deskRights(ctx) });
  const chosen = (head: MonthHead): boolean => dpIds === undefined || dpIds.includes(head.dpId);
  const gate = ctx.service(chargeGate);
  const reviewed = (head: MonthHead): boolean => gate.barOf(head) === '';
  const taken = heads.filter((head) => partOf(head) === 'waiting' && chosen(head) && reviewed(head));
  await putOnAccount(ctx, taken, { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds });
  const left = heads.flatMap((head) => {
    const part = partOf(head);
    if (part === 'waiting' && !chosen(head)) return [{ ...shown(head), reason: 'notChosen' as const }];
    if (part === 'waiting') return reviewed(head) ? [] : [{ ...shown(head), reason: 'notReviewed' as const }];
    return [{ ...shown(head), reason: LEFT[part] }];
  });
  ctx.audit({ subject: 'charging.month', subjectId: `${month}/${patientId}`, patientId, after: { onAccount: taken.map((head) => head.dpNumber) } });
  ctx.message(taken.length > 0 ? 'recorded' : 'recordedNothing', { count: taken.length });
  return { taken: taken.map(shown), left };
}

const conflict: AppErrorOptions = { code: EnvelopeCode.Conflict };

/**
 * POST actions/unrecord/{id}: back to the desk. The prescription's own rules refuse what the pharmacy has in hand or gave out.
 * @throws AppError `charging.month-closed`, `charging.not-on-account` (409), `charging.stale` (409), `charging.month-with-insurer` (409),
 * `charging.patient-merged`.
 */
export async function takeOffAccount(
  ctx: Ctx,
  patientId: string,
  { month, prescriptions }: { month: string; prescriptions: { dpId: string; version: number }[] },
): Promise<RecordResult> {
  const { patient, ids } = await personToWriteFor(ctx, patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  await assertMonthOpen(ctx.db, patient.orgId, month);
  const heads = await monthHeads(ctx, { orgId: patient.orgId, month, patientIds: ids, rights: deskRights(ctx) });
  const asked = new Map(prescriptions.map((one) => [one.dpId, one.version]));
  const taken = heads.filter((head) => asked.has(head.dpId));
  if (taken.length !== asked.size) throw new AppError('charging.not-found', { code: EnvelopeCode.NotFound });
  // At the desk the patient would pay what the insurer settled, or may have settled, with the month.
  await assertNotWithInsurer(ctx, patient.orgId, taken, 'month-with-insurer');
  const by = { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds };
  const ledger = ctx.service(prescriptionLedger);
  for (const head of taken.sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    const params = { dpNumber: head.dpNumber };
    if (partOf(head) !== 'account') throw new AppError('charging.not-on-account', { ...conflict, params });
    if (head.carried) throw new AppError('charging.month-carried', { params });
    if (asked.get(head.dpId) !== head.version) throw new AppError('charging.stale', { ...conflict, params });
    await ledger.setPayStatus({ dpId: head.dpId, version: head.version, by, to: PayStatus.ToCharge });
  }
  ctx.audit({ subject: 'charging.month', subjectId: `${month}/${patientId}`, patientId, after: { offAccount: taken.map((head) => head.dpNumber) } });
  ctx.message('unrecorded', { count: taken.length });
  return {
    taken: taken.map(shown),
    left: heads.filter((head) => !asked.has(head.dpId) && partOf(head) === 'account').map((head) => ({ ...shown(head), reason: 'onAccount' as const })),
  };
}
