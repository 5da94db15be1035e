import { addMoney, AppError, dayOf, isAppError, type Money, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import type { InsuredMonth, InsuredOutcome, InsuredRehearsal, InsuredSettlement } from '../../../../charging/contract/index.ts';
import { type PatientFile, patientDirectory } from '../../../../patient/contract/index.ts';
import { type LedgerPrescription, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { withMappedCodes } from '../../catalogue/mapping/mapped-lines.query.ts';
import { resolveRow } from '../../resolver/resolve.ts';
import { giveUp } from '../flow/abandon.command.ts';
import { beginSettlement, settlementOf } from '../flow/begin.command.ts';
import { shownCertificate } from '../ledger/certificate.ts';
import type { ClientOf, Ctx, SettlementContext } from '../ledger/settlement-context.ts';
import { goOn } from '../flow/pre-settle.command.ts';
import { sendSettle } from '../flow/settle.command.ts';
import { monthSettlement, openMonthSettlements, type SettlementRow, withLease } from '../ledger/settlement.repo.ts';
import { sentence } from '../ledger/words.ts';

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

/** What a month run notes of a part is read much later, by anybody. */
const NOTED_IN = 'zh';
const reasonOf = (ctx: SettlementContext['ctx'], row: SettlementRow): string => sentence(ctx, row.problem, row.problemParams, NOTED_IN);

/** The settlement of a part: the one that was begun before, or a new one. */
async function begunPart(desk: SettlementContext, patient: PatientFile, month: InsuredMonth, part: Part): Promise<SettlementRow> {
  const { ctx, client } = desk;
  const orgId = month.orgId;
  const known = await monthSettlement(ctx, part.key);
  if (known) return known;
  const dpIds = part.prescriptions.map((one) => one.dpId);
  await settlementOf(desk, orgId, dpIds);
  const { adapter } = await client.connectionOf(orgId);
  // Card numbers are not kept, so the identity card it is wherever the region takes it.
  if (!adapter.rules.monthCertTypes.includes('02')) throw new AppError('insurance.month-needs-card');
  const certificate = await shownCertificate(ctx, { patientId: patient.patientId, orgId }, { mdtrt_cert_type: '02', mdtrt_cert_no: '' });
  return await beginSettlement(
    desk,
    { patient, prescriptions: part.prescriptions },
    { dpIds, certificate, insutype: '', accountUsed: '1', diseaseCode: '', diseaseName: '', month: { month: month.month, key: part.key } },
  );
}

/** A refused month comes free again, the patient may be at the desk tomorrow; why it was refused stays with what is answered. */
async function setFree(desk: SettlementContext, refused: SettlementRow): Promise<SettlementRow> {
  const { problem, problemParams } = refused;
  return { ...(await giveUp(desk, refused, { kind: 'month-refused' })), problem, problemParams };
}

/** Begins or goes on until the amounts are there. What the insurer refuses comes free again. */
async function workOutPart(desk: SettlementContext, begun: SettlementRow): Promise<SettlementRow> {
  return await withLease(desk.ctx, begun.id, async (row) => {
    if (DOUBTFUL_STATES.includes(row.state)) return await resolveRow(desk, row);
    if (!OPEN_STATES.includes(row.state)) return row;
    const ready = await goOn(desk, row);
    return ready.state === 'presettled' ? ready : await setFree(desk, ready);
  });
}

/** Begins or goes on, accepts what the insurer says, settles. Nobody is at the desk: the amounts are those of the insurer, the bill is the month's. */
async function settlePart(desk: SettlementContext, begun: SettlementRow): Promise<SettlementRow> {
  return await withLease(desk.ctx, begun.id, async (row) => {
    if (DOUBTFUL_STATES.includes(row.state)) return await resolveRow(desk, row);
    if (!OPEN_STATES.includes(row.state)) return row;
    const ready = await goOn(desk, row);
    if (ready.state !== 'presettled') return await setFree(desk, ready);
    const done = await sendSettle(desk, ready, { version: ready.version, payments: [], traceCodes: [] });
    return done.state === 'presettled' ? await setFree(desk, done) : done;
  });
}

const sum = (rows: readonly SettlementRow[], of: (row: SettlementRow) => Money): Money => addMoney(ZERO, ...rows.map(of));
/** A receipt prints no longer one. */
const REFERENCE_MAX = 64;

const deskFor = (ctx: Ctx, clientOf: ClientOf, { by, orgId }: Pick<InsuredMonth, 'by' | 'orgId'>): SettlementContext => ({
  ctx,
  client: clientOf(ctx),
  by: { ...by, orgIds: [orgId], language: 'zh' },
});

/** Gives up what was worked out for a patient's month and is not settled, but for the parts that are wanted. */
async function letGo(
  desk: SettlementContext,
  { orgId, patientId, month }: Pick<InsuredMonth, 'orgId' | 'patientId' | 'month'>,
  wanted: readonly string[],
): Promise<void> {
  for (const { id, monthKey } of await openMonthSettlements(desk.ctx, { orgId, patientId, month })) {
    if (wanted.includes(monthKey ?? '')) continue;
    await withLease(desk.ctx, id, async (row) => (OPEN_STATES.includes(row.state) ? await giveUp(desk, row, { kind: 'abandoned' }) : row));
  }
}

type PartsOutcome =
  | { readonly kind: 'done'; readonly rows: readonly SettlementRow[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown' };

/** Takes every part of a month, one after the other, to the state that is wanted. */
async function takeParts(
  desk: SettlementContext,
  month: InsuredMonth,
  wanted: 'presettled' | 'settled',
  take: (desk: SettlementContext, begun: SettlementRow, parts: number) => Promise<SettlementRow>,
): Promise<PartsOutcome> {
  const { ctx } = desk;
  const orgIds: readonly OrgId[] = [month.orgId];
  const patient = await ctx.service(patientDirectory).get(month.patientId, orgIds);
  const prescriptions = await withMappedCodes(ctx, month.orgId, await ctx.service(prescriptionLedger).getMany(month.dpIds, orgIds));
  if (!patient || prescriptions.length !== month.dpIds.length)
    return { kind: 'refused', reason: ctx.text('errors.insurance.prescription-not-found', {}, NOTED_IN) };
  const rows: SettlementRow[] = [];
  try {
    const { adapter } = await desk.client.connectionOf(month.orgId);
    const parts = partsOf(month.settlementId, prescriptions, adapter.rules.monthVisit);
    // Worked out when the month held other prescriptions: it would hold those that are still there.
    await letGo(
      desk,
      { ...month, patientId: patient.patientId },
      parts.map((part) => part.key),
    );
    for (const part of parts) {
      const row = await take(desk, await begunPart(desk, patient, month, part), parts.length);
      if (DOUBTFUL_STATES.includes(row.state)) return { kind: 'unknown' };
      if (row.state !== wanted && row.state !== 'settled') {
        const reason = reasonOf(ctx, row) || ctx.text('problem.month-refused', {}, NOTED_IN);
        const done = rows.filter((one) => one.state === 'settled').length;
        return { kind: 'refused', reason: done === 0 ? reason : ctx.text('problem.month-partly', { done, parts: parts.length, reason }, NOTED_IN) };
      }
      rows.push(row);
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Busy or in doubt: somebody may be settling just this; asking again tells.
    if (error.key === 'insurance.settlement-busy' || error.key === 'insurance.settlement-stale') return { kind: 'unknown' };
    return { kind: 'refused', reason: sentence(ctx, `errors.${error.key}`, error.params, NOTED_IN) };
  }
  return { kind: 'done', rows };
}

const amountsOf = (rows: readonly SettlementRow[]) => ({
  fundPay: sum(rows, (row) => row.fundPay),
  accountPay: sum(rows, (row) => row.acctPay),
  hospitalPay: sum(rows, (row) => row.hospPay),
  selfPay: sum(rows, (row) => row.cashPay),
});

async function settleMonth(ctx: Ctx, clientOf: ClientOf, month: InsuredMonth): Promise<InsuredOutcome> {
  const outcome = await takeParts(deskFor(ctx, clientOf, month), month, 'settled', settlePart);
  if (outcome.kind !== 'done') return outcome;
  const { rows } = outcome;
  return {
    kind: 'settled',
    medInsMark: rows.some((row) => row.medInsMark === '2') ? '2' : '1',
    ...amountsOf(rows),
    reference: rows
      .map((row) => row.setlId)
      .join(',')
      .slice(0, REFERENCE_MAX),
  };
}

async function rehearseMonth(ctx: Ctx, clientOf: ClientOf, month: InsuredMonth): Promise<InsuredRehearsal> {
  const desk = deskFor(ctx, clientOf, month);
  const outcome = await takeParts(desk, month, 'presettled', async (_desk, begun, parts) => {
    const row = await workOutPart(desk, begun);
    // A patient has one settlement at a time: where each session is one, it makes room for the next.
    if (parts > 1) await letGo(desk, month, []);
    return row;
  });
  if (outcome.kind !== 'done') return outcome;
  // What is paid for one session counts in the limits of the next, so several worked out apart are an estimate.
  return { kind: 'worked-out', exact: outcome.rows.length === 1, ...amountsOf(outcome.rows) };
}

/** Prescriptions of months that are settled or in doubt. */
async function heldByMonths(ctx: Ctx, dpIds: readonly string[], orgIds: readonly OrgId[]): Promise<string[]> {
  if (dpIds.length === 0 || orgIds.length === 0) return [];
  // rows: of the organisations that are asked for
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
  rehearseMonth: (month) => rehearseMonth(ctx, clientOf, month),
  letGoMonth: (month) => letGo(deskFor(ctx, clientOf, month), month, []),
  holds: (dpIds, orgIds) => heldByMonths(ctx, dpIds, orgIds),
});
