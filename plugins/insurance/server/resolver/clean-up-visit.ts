import { isAppError } from '@nephra/plugin-sdk/contract';
import { type LeaseClaim, type LeasedWorker, leasedWorker } from '@nephra/plugin-sdk/server';
import { nextRound } from '../../domain/settlement/resolve-plan.ts';
import { saysSettled } from '../../domain/settlement/settle-checks.ts';
import type { Outcome } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ClientOf, type Ctx, type SettlementContext, deskFor } from '../settlement/ledger/settlement-context.ts';
import { addTrail, exchangeOf, LEASE_MS, type Step } from '../settlement/ledger/settlement.repo.ts';
import { saidNo, TIDY, type TidyStep } from '../visit/left-visit.ts';
import { askForVisit, lostRegistration, registeredNumber, visitSubject } from '../visit/visit-calls.ts';
import { visitTable } from '../tables/visit.table.ts';
import { changeVisit, VISIT_COLUMNS, type VisitRecord, visitInUse } from '../visit/visit.repo.ts';

type Row = VisitRecord;
const change = ({ ctx }: SettlementContext, visit: Row, changes: Parameters<typeof changeVisit>[2]): Promise<Row> => changeVisit(ctx, visit, changes);

/** Silence: the same message again, each time a little later. */
const later = (desk: SettlementContext, visit: Row, reason: string): Promise<Row> =>
  change(desk, visit, {
    tidyRounds: visit.tidyRounds + 1,
    nextTryAt: nextRound(desk.ctx.clock.steady(), visit.tidyRounds + 1),
    problem: `left.${visit.tidyStep}`,
    problemParams: { reason: reason.slice(0, 300) },
  });

/** Nothing more can be done without a person. */
const toPerson = (desk: SettlementContext, visit: Row, key: string, reason = ''): Promise<Row> =>
  change(desk, visit, { nextTryAt: null, tidyExchangeId: null, problem: `left.${key}`, problemParams: { reason: reason.slice(0, 300) } });

const go = (desk: SettlementContext, visit: Row, step: TidyStep, more: Parameters<typeof changeVisit>[2] = {}): Promise<Row> =>
  change(desk, visit, { ...more, tidyStep: step, tidyExchangeId: null, tidyRounds: 0 });

/** The settlement that was given up with it: the step belongs into its proof. */
async function prove({ ctx, by }: SettlementContext, visit: Row, step: Omit<Step, 'byName'>): Promise<void> {
  // rows: of a visit that was found for the organisations of whoever works on it
  const row = await ctx.db
    .selectFrom('insurance.settlement')
    .select('id')
    .where('visit_id', '=', visit.id)
    .where('state', '=', 'abandoned')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) await addTrail(ctx, row.id, { ...step, byName: by.userName });
}

/** Sends a step's message, or repeats the one that got no answer. Its number is on record before it leaves. */
async function ask(desk: SettlementContext, visit: Row, infno: string, data: Readonly<Record<string, unknown>>): Promise<Outcome> {
  return await desk.client.call(infno, { data }, visitSubject(desk, visit), {
    ...(visit.tidyExchangeId === null ? {} : { again: visit.tidyExchangeId }),
    async onJournalled({ exchangeId }) {
      await change(desk, visit, { tidyExchangeId: exchangeId });
    },
  });
}

/** 5201, else the lost 2201 once more: without the number nothing can be taken back. */
async function learnNumber(desk: SettlementContext, visit: Row): Promise<Row> {
  const { asked, number } = await askForVisit(desk, visit);
  if (number !== '') return await go(desk, visit, '2202', { mdtrtId: number });
  if (asked.kind === 'unknown' || (asked.kind === 'refused' && !saidNo(asked))) return await later(desk, visit, asked.reason);
  const again = await lostRegistration(desk, visit, ['unknown', 'sending']);
  if (again === undefined) return await toPerson(desk, visit, 'no-number');
  const outcome = await desk.client.call('2201', {}, visitSubject(desk, visit), { again });
  if (outcome.kind === 'success') {
    const found = registeredNumber(outcome.output);
    return found === '' ? await toPerson(desk, visit, 'no-number') : await go(desk, visit, '2202', { mdtrtId: found });
  }
  if (!saidNo(outcome)) return await later(desk, visit, outcome.reason);
  return await change(desk, visit, { ...TIDY, state: 'cancelled', cancelTime: desk.ctx.clock.now(), cancelReason: visit.tidyReason });
}

/** Settlements that are under way on it: taking back everything would take theirs too. */
// rows: of a visit that was found for the organisations of whoever works on it
const underWay = async ({ ctx }: SettlementContext, visit: Row): Promise<boolean> =>
  (await ctx.db
    .selectFrom('insurance.settlement')
    .select('id')
    .where('visit_id', '=', visit.id)
    .where('state', 'not in', ['abandoned', 'cancelled', 'settled'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

const ALL_BATCHES = '0000';

async function revoke(desk: SettlementContext, visit: Row): Promise<Row> {
  if (visit.tidyExchangeId === null && (await underWay(desk, visit))) return await later(desk, visit, 'in-use');
  const outcome = await ask(desk, visit, '2205', { mdtrt_id: visit.mdtrtId, chrg_bchno: ALL_BATCHES, psn_no: visit.psnNo });
  if (outcome.kind === 'unknown' || (outcome.kind === 'refused' && !saidNo(outcome))) return await later(desk, visit, outcome.reason);
  const inUse = await visitInUse(desk.ctx, visit.id);
  if (outcome.kind === 'refused' && saysSettled(outcome.reason) && !inUse) return await toPerson(desk, visit, 'settled', outcome.reason);
  // Any other refusal says that there is nothing to take back.
  await prove(desk, visit, { kind: 'fees-revoked', params: { batch: ALL_BATCHES }, exchange: exchangeOf(outcome, '2205') });
  if (visit.tidy === 'cancel' && !inUse) return await go(desk, visit, '2202');
  return await change(desk, visit, { ...TIDY, state: 'open' });
}

async function unregister(desk: SettlementContext, visit: Row): Promise<Row> {
  const outcome = await ask(desk, visit, '2202', { psn_no: visit.psnNo, mdtrt_id: visit.mdtrtId, ipt_otp_no: visit.iptOtpNo });
  if (outcome.kind === 'success') {
    const done = await change(desk, visit, { ...TIDY, state: 'cancelled', cancelTime: desk.ctx.clock.now(), cancelReason: visit.tidyReason });
    await prove(desk, visit, { kind: 'visit-cancelled', exchange: exchangeOf(outcome, '2202') });
    return done;
  }
  return saidNo(outcome) ? await toPerson(desk, visit, 'refused', outcome.reason) : await later(desk, visit, outcome.reason);
}

const STEPS: Readonly<Record<TidyStep, (desk: SettlementContext, visit: Row) => Promise<Row>>> = { '2201': learnNumber, '2205': revoke, '2202': unregister };

/** Goes as far as the platform answers. @returns the visit as it is now */
export async function cleanUpVisit(desk: SettlementContext, begun: Row): Promise<Row> {
  let visit = begun;
  while (visit.state === 'doubtful' && visit.tidyStep !== '') {
    const next = await STEPS[visit.tidyStep](desk, visit);
    if (next.tidyStep === visit.tidyStep) return next;
    visit = next;
  }
  return visit;
}

const LOOK_EVERY_SECONDS = 15;

/** Visits that are due to be taken back. */
const leftClaim: LeaseClaim = { table: 'insurance.visit', due: 'next_try_at', order: 'next_try_at' };

async function cleanUpDue(ctx: Ctx, clientOf: ClientOf, id: string): Promise<void> {
  // rows: of the visit in hand, under its lease; no person works on it
  const visit = visitTable.fromSql(await ctx.db.selectFrom('insurance.visit').select(VISIT_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow());
  if (visit.state !== 'doubtful') {
    await changeVisit(ctx, visit, TIDY);
    return;
  }
  const desk = deskFor(ctx, clientOf(ctx), { operatorId: visit.tidyById, operatorName: visit.tidyByName, orgId: visit.orgId, language: 'zh' });
  try {
    await cleanUpVisit(desk, visit);
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Line down, region off, or the message is still under way: it is not forgotten, and does not come first every time.
    await changeVisit(ctx, visit, {
      nextTryAt: nextRound(ctx.clock.steady(), 0),
      problem: 'left.waiting',
      ...(error.key === 'insurance.not-kept' ? { tidyExchangeId: null } : {}),
    });
  }
}

/** Takes back registrations that are due. */
export const leftVisitWorker = (clientOf: ClientOf): LeasedWorker<InsuranceTables> =>
  leasedWorker({
    name: 'left-visits',
    claim: leftClaim,
    run: (ctx, id) => cleanUpDue(ctx, clientOf, id),
    leaseMs: LEASE_MS,
    lookEverySeconds: LOOK_EVERY_SECONDS,
  });
