import { addMoney, AppError, EnvelopeCode, fen, moneyToText, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { type HospMonthBody, insuredSettlement, type MonthInsuredBody, type MonthRun, monthRunWaiting, type SettleWay } from '../../../contract/index.ts';
import { assertBegun } from '../../../domain/month/month.ts';
import { assertUnblocked, type Blocker, hasBlock } from '../../../domain/month/month-blockers.ts';
import { assertSeesWholeDesk } from '../../bills/bill-row-filter.ts';
import { checkedPayments, readPayWays } from '../../pay-way.repo.ts';
import { type Candidate, checkedCandidates, dryRunToWire, planFingerprint, quickCandidates, type RunPlan } from './month-dry-run.ts';
import { monthRunItemTable, monthRunTable } from '../../tables/month.table.ts';
import { assertMonthOpen } from './month-lock.ts';
import { assertPatientsSeen, personToWriteFor } from '../month-person.ts';
import { ACTIVE, readRun, seenRun } from './month-run.repo.ts';
import type { ChargingTables } from '../../charging-tables.ts';

type Ctx = RequestContext<ChargingTables>;

const CHUNK = 200;
const conflict = { code: EnvelopeCode.Conflict };

/** The facility that a call speaks of. @throws AppError `charging.other-org`. */
export function facilityOf(ctx: Ctx, orgId: string | undefined): OrgId {
  const asked = (orgId ?? ctx.user.orgId) as OrgId;
  if (!ctx.user.orgIds.includes(asked)) throw new AppError('charging.other-org', { code: EnvelopeCode.Forbidden });
  return asked;
}

/** @throws AppError `charging.no-insured-settlement` while no insurance plugin is on. */
export function assertInsurer(ctx: Ctx, way: SettleWay): void {
  if (way === 'insured' && !ctx.optionalService(insuredSettlement)) throw new AppError('charging.no-insured-settlement', { code: EnvelopeCode.Unavailable });
}

/** A payment way that cannot be used is refused before anybody is settled by it. */
async function assertPayWay(ctx: Ctx, { payWay, reference }: Pick<HospMonthBody, 'payWay' | 'reference'>): Promise<void> {
  if (!payWay) throw new AppError('charging.month-pay-way', { code: EnvelopeCode.Invalid });
  checkedPayments(fen(1), [{ payWay, amount: fen(1), reference }], await readPayWays(ctx.db, ctx.language));
}

const refusalOf = (blockers: readonly Blocker[]): { key: string; params: Record<string, string | number> } => {
  try {
    assertUnblocked(blockers);
  } catch (error) {
    if (error instanceof AppError) return { key: error.key, params: error.params };
    throw error;
  }
  return { key: '', params: {} };
};

interface NewRun {
  readonly plan: RunPlan;
  readonly patientId: string;
  readonly payWay: string;
  readonly reference: string;
  readonly fingerprint: string;
  readonly candidates: readonly Candidate[];
}

/** @throws AppError `charging.month-run-busy` (409): another run is under way; `charging.month-patient-busy` (409): a patient waits in another run. */
async function insertRun(ctx: Ctx, { plan, patientId, payWay, reference, fingerprint, candidates }: NewRun): Promise<string> {
  const now = ctx.clock.now();
  const made = await ctx.db
    .insertInto('charging.month_run')
    .values(
      monthRunTable.toSql({
        ...plan,
        id: ctx.newId(),
        state: 'running',
        patientId,
        payWay,
        reference,
        fingerprint,
        userId: ctx.user.userId,
        userName: ctx.user.userName,
        language: ctx.language,
        startedAt: now,
        endedAt: null,
        leaseOwner: '',
        leaseUntil: ctx.clock.steady(),
      }),
    )
    .onConflict((any) => any.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new AppError('charging.month-run-busy', conflict);
  const items = candidates.map((one, at) => {
    const refusal = refusalOf(one.blockers);
    const skipped = hasBlock(one.blockers);
    const { patientId, patientName, outpatientCode } = one.patient;
    return {
      runId: made.id,
      patientId,
      seq: at + 1,
      month: plan.month,
      patientName,
      outpatientCode,
      fingerprint: one.fingerprint,
      amount: one.amount,
      state: skipped ? ('skipped' as const) : ('waiting' as const),
      attempts: 0,
      billId: null,
      billNo: '',
      error: refusal.key,
      errorParams: refusal.params,
      endedAt: skipped ? now : null,
    };
  });
  for (let start = 0; start < items.length; start += CHUNK) {
    const chunk = items.slice(start, start + CHUNK);
    const kept = await ctx.db
      .insertInto('charging.month_run_item')
      .values(chunk.map(monthRunItemTable.toSql))
      .onConflict((any) => any.doNothing())
      .returning('patient_id')
      .execute();
    const lost = chunk.find((item) => !kept.some((one) => one.patient_id === item.patientId));
    if (lost) throw new AppError('charging.month-patient-busy', { ...conflict, params: { name: lost.patientName } });
  }
  ctx.publish(monthRunWaiting, { runId: made.id });
  return made.id;
}

const noteRun = (ctx: Ctx, run: MonthRun, act: string): void =>
  ctx.audit({
    subject: 'charging.month-run',
    subjectId: run.runId,
    after: { act, month: run.month, orgId: run.orgId, total: run.total, waiting: run.waiting },
  });

/** POST hospmonth: the dry run, or the run that was seen in it. */
export async function runHospMonth(ctx: Ctx, body: HospMonthBody) {
  assertSeesWholeDesk(ctx);
  const orgId = facilityOf(ctx, body.orgId);
  if (body.patientIds) await assertPatientsSeen(ctx, body.patientIds);
  const plan: RunPlan = { orgId, month: body.month, settleWay: body.settleWay, takeIn: body.takeIn, patientIds: body.patientIds };
  assertBegun(body.month, ctx.clock.today());
  await assertMonthOpen(ctx.db, orgId, body.month);
  assertInsurer(ctx, body.settleWay);
  if (body.dryRun) return { dryRun: dryRunToWire(plan, await checkedCandidates(ctx, plan)), run: null };

  const candidates = await quickCandidates(ctx, plan);
  const fingerprint = planFingerprint(plan, candidates);
  if (body.fingerprint !== fingerprint) throw new AppError('charging.month-changed', conflict);
  const runners = candidates.filter((one) => !hasBlock(one.blockers));
  if (runners.length === 0) throw new AppError('charging.month-nothing-to-run');
  if (runners.some((one) => body.settleWay === 'selfpay' || one.patient.reimWay === '0')) await assertPayWay(ctx, body);
  const runId = await insertRun(ctx, { plan, patientId: '', payWay: body.payWay ?? '', reference: body.reference ?? '', fingerprint, candidates });
  const run = await readRun(ctx, runId);
  noteRun(ctx, run, 'start');
  ctx.message('runStarted', { count: run.waiting, price: moneyToText(addMoney(ZERO, ...runners.map((one) => one.amount))) });
  return { dryRun: null, run };
}

interface InsuredCandidate {
  readonly plan: RunPlan;
  readonly candidate: Candidate;
}

/**
 * One patient whose month may go to the insurer.
 * @throws AppError `charging.no-insured-settlement`, `charging.month-not-insured`, and what settling a month refuses.
 */
export async function insuredCandidate(ctx: Ctx, { patientId, month, fingerprint }: MonthInsuredBody): Promise<InsuredCandidate> {
  assertSeesWholeDesk(ctx);
  assertInsurer(ctx, 'insured');
  const { patient } = await personToWriteFor(ctx, patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (patient.reimWay === '0') throw new AppError('charging.month-not-insured', { params: { name: patient.patientName } });
  assertBegun(month, ctx.clock.today());
  await assertMonthOpen(ctx.db, patient.orgId, month);
  const plan: RunPlan = { orgId: patient.orgId, month, settleWay: 'insured', takeIn: false, patientIds: [patientId] };
  const [candidate] = await checkedCandidates(ctx, plan);
  if (!candidate) throw new AppError('charging.month-nothing', { params: { name: patient.patientName } });
  if (candidate.fingerprint !== fingerprint) throw new AppError('charging.month-changed', conflict);
  assertUnblocked(candidate.blockers);
  return { plan, candidate };
}

/**
 * POST month: one patient through the insurer, as a run of one, because the insurer is asked outside of any transaction.
 * @throws AppError those of `insuredCandidate`, and `charging.month-pay-way` for a way that nobody can pay by.
 */
export async function settleMonthInsured(ctx: Ctx, body: MonthInsuredBody): Promise<MonthRun> {
  const { plan, candidate } = await insuredCandidate(ctx, body);
  const { patientId, fingerprint, payWay = 'cash', reference = '' } = body;
  await assertPayWay(ctx, { payWay, reference });
  const runId = await insertRun(ctx, { plan, patientId, payWay, reference, fingerprint, candidates: [candidate] });
  const run = await readRun(ctx, runId);
  noteRun(ctx, run, 'start');
  return run;
}

/** PUT hospmonth/{id}/Actions/Cancel: the patient in hand is finished, nobody else is begun. Cancelling twice is cancelling once. */
export async function cancelRun(ctx: Ctx, runId: string): Promise<MonthRun> {
  const run = await seenRun(ctx, runId);
  // rows: the run came through its door (`seenRun`)
  await ctx.db.updateTable('charging.month_run').set({ state: 'cancelling' }).where('id', '=', runId).where('state', '=', 'running').execute();
  ctx.publish(monthRunWaiting, { runId });
  noteRun(ctx, run, 'cancel');
  return await readRun(ctx, runId);
}

/** PUT hospmonth/{id}/Actions/Resume. @throws AppError `charging.needs-all-rows`, `charging.month-run-not-cancelled`, `charging.month-run-busy` (409), `charging.month-closed`. */
export async function resumeRun(ctx: Ctx, runId: string): Promise<MonthRun> {
  const run = await seenRun(ctx, runId);
  assertSeesWholeDesk(ctx);
  if (run.state !== 'cancelled') throw new AppError('charging.month-run-not-cancelled');
  await assertMonthOpen(ctx.db, run.orgId, run.month);
  assertInsurer(ctx, run.settleWay);
  const busy = await monthRunTable
    .select(ctx)
    .where('row.orgId', '=', run.orgId as OrgId)
    .where('row.patientId', '=', run.patientId ?? '')
    .where('row.state', 'in', [...ACTIVE])
    .executeTakeFirst();
  if (busy) throw new AppError('charging.month-run-busy', conflict);
  // rows: the run came through its door (`seenRun`)
  await ctx.db
    .updateTable('charging.month_run')
    .set({ state: 'running', ended_at: null, lease_owner: '', lease_until: ctx.clock.steady() })
    .where('id', '=', runId)
    .where('state', '=', 'cancelled')
    .execute();
  // rows: people of the run that came through its door
  await ctx.db
    .updateTable('charging.month_run_item')
    .set({ state: 'waiting', ended_at: null })
    .where('run_id', '=', runId)
    .where('state', '=', 'cancelled')
    .execute();
  ctx.publish(monthRunWaiting, { runId });
  noteRun(ctx, run, 'resume');
  return await readRun(ctx, runId);
}
