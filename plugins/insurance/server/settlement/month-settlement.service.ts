import { addMoney, AppError, dayOf, isAppError, type Money, moneyFromText, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import type { InsuredMonth, InsuredOutcome, InsuredSettlement } from '../../../charging/contract/index.ts';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import { type LedgerPrescription, prescriptionLedger } from '../../../prescription/contract/index.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../domain/settlement-states.ts';
import { withMappedCodes } from '../catalogue/mapped-lines.query.ts';
import { resolveRow } from '../resolver/resolve.ts';
import { giveUp } from './abandon.command.ts';
import { beginSettlement, settlementOf } from './begin.command.ts';
import { shownCertificate } from './certificate.ts';
import type { ClientOf, Ctx, Desk } from './desk.ts';
import { goOn } from './pre-settle.command.ts';
import { sendSettle } from './settle.command.ts';
import { monthSettlement, type SettlementRow, withLease } from './settlement.repo.ts';
import { sentence } from './words.ts';

interface Part {
  readonly key: string;
  readonly prescriptions: readonly LedgerPrescription[];
}

/** The settlements that a month is made of: one, or one for each day with a session where each session is a visit. */
export function partsOf(settlementId: string, prescriptions: readonly LedgerPrescription[], by: 'month' | 'session'): Part[] {
  if (by === 'month') return [{ key: settlementId, prescriptions }];
  const days = new Map<string, LedgerPrescription[]>();
  for (const rx of [...prescriptions].sort((a, b) => a.dpDate - b.dpDate)) {
    const day = dayOf(rx.dpDate);
    days.set(day, [...(days.get(day) ?? []), rx]);
  }
  return [...days].map(([day, of]) => ({ key: `${settlementId}/${day}`, prescriptions: of }));
}

const reasonOf = (row: SettlementRow): string => sentence('zh', row.problem, row.problem_params);

/** Begins or goes on, accepts what the insurer says, settles. Nobody is at the desk: the amounts are those of the insurer, the bill is the month's. */
async function settlePart(desk: Desk, patient: PatientFile, month: InsuredMonth, part: Part): Promise<SettlementRow> {
  const { ctx, client } = desk;
  const orgId = month.orgId;
  let known = await monthSettlement(ctx, part.key);
  const dpIds = part.prescriptions.map((one) => one.dpId);
  if (!known) {
    await settlementOf(desk, orgId, dpIds);
    const { adapter } = await client.connectionOf(orgId);
    // Card numbers are not kept, so the identity card it is wherever the region takes it.
    if (!adapter.rules.monthCertTypes.includes('02')) throw new AppError('insurance.month-needs-card');
    const certificate = await shownCertificate(ctx, { patientId: patient.patientId, orgId }, { mdtrt_cert_type: '02', mdtrt_cert_no: '' });
    known = await beginSettlement(
      desk,
      { patient, prescriptions: part.prescriptions },
      { dpIds, certificate, insutype: '', accountUsed: '1', diseaseCode: '', diseaseName: '', month: { month: month.month, key: part.key } },
    );
  }
  return await withLease(ctx, known.id, async (row) => {
    if (DOUBTFUL_STATES.includes(row.state)) return await resolveRow(desk, row);
    if (!OPEN_STATES.includes(row.state)) return row;
    const ready = await goOn(desk, row);
    if (ready.state !== 'presettled') return await giveUp(desk, ready, { kind: 'month-refused' });
    const done = await sendSettle(desk, ready, { version: ready.version, payments: [], traceCodes: [] });
    // A refused month comes free again: the patient may be at the desk tomorrow.
    if (done.state !== 'presettled') return done;
    const reason = { problem: done.problem, problem_params: done.problem_params };
    return { ...(await giveUp(desk, done, { kind: 'month-refused' })), ...reason };
  });
}

const sum = (rows: readonly SettlementRow[], of: (row: SettlementRow) => string): Money => addMoney(ZERO, ...rows.map((row) => moneyFromText(of(row))));
/** A receipt prints no longer one. */
const REFERENCE_MAX = 64;

async function settleMonth(ctx: Ctx, clientOf: ClientOf, month: InsuredMonth): Promise<InsuredOutcome> {
  const orgIds: readonly OrgId[] = [month.orgId];
  const desk: Desk = { ctx, client: clientOf(ctx), by: { ...month.by, orgIds, language: 'zh' } };
  const patient = await ctx.service(patientDirectory).get(month.patientId, orgIds);
  const prescriptions = await withMappedCodes(ctx, month.orgId, await ctx.service(prescriptionLedger).getMany(month.dpIds, orgIds));
  if (!patient || prescriptions.length !== month.dpIds.length) return { kind: 'refused', reason: sentence('zh', 'errors.insurance.prescription-not-found') };
  const settled: SettlementRow[] = [];
  try {
    const { adapter } = await desk.client.connectionOf(month.orgId);
    const parts = partsOf(month.settlementId, prescriptions, adapter.rules.monthVisit);
    for (const part of parts) {
      const row = await settlePart(desk, patient, month, part);
      if (DOUBTFUL_STATES.includes(row.state)) return { kind: 'unknown' };
      if (row.state !== 'settled') {
        const reason = reasonOf(row) || sentence('zh', 'problem.month-refused');
        return {
          kind: 'refused',
          reason: settled.length === 0 ? reason : sentence('zh', 'problem.month-partly', { done: settled.length, parts: parts.length, reason }),
        };
      }
      settled.push(row);
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Busy or in doubt: somebody may be settling just this; asking again tells.
    if (error.key === 'insurance.settlement-busy' || error.key === 'insurance.settlement-stale') return { kind: 'unknown' };
    return { kind: 'refused', reason: sentence('zh', `errors.${error.key}`, error.params) };
  }
  return {
    kind: 'settled',
    medInsMark: settled.some((row) => row.med_ins_mark === '2') ? '2' : '1',
    fundPay: sum(settled, (row) => row.fund_pay),
    accountPay: sum(settled, (row) => row.acct_pay),
    hospitalPay: sum(settled, (row) => row.hosp_pay),
    selfPay: sum(settled, (row) => row.cash_pay),
    reference: settled
      .map((row) => row.setl_id)
      .join(',')
      .slice(0, REFERENCE_MAX),
  };
}

/** Prescriptions of months that are settled or in doubt. */
async function heldByMonths(ctx: Ctx, dpIds: readonly string[], orgIds: readonly OrgId[]): Promise<string[]> {
  if (dpIds.length === 0 || orgIds.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('insurance.settlement_prescription as held')
    .innerJoin('insurance.settlement as settlement', 'settlement.id', 'held.settlement_id')
    .select('held.dp_id')
    .where('held.dp_id', 'in', [...dpIds])
    .where('held.active', '=', true)
    .where('settlement.org_id', 'in', [...orgIds])
    .where('settlement.month', 'is not', null)
    .execute();
  return rows.map((row) => row.dp_id);
}

/** Service `charging.insured-settlement@1`. */
export const monthSettlementOf = (ctx: Ctx, clientOf: ClientOf): InsuredSettlement => ({
  settleMonth: (month) => settleMonth(ctx, clientOf, month),
  holds: (dpIds, orgIds) => heldByMonths(ctx, dpIds, orgIds),
});
