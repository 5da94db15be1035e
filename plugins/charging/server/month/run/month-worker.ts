import { AppError, EnvelopeCode, isAppError, type Money, type UserId } from '@nephra/plugin-sdk/contract';
import type { Lease, LeaseClaim, ServerContext } from '@nephra/plugin-sdk/server';
import { insuredSettlement } from '../../../contract/index.ts';
import { assertParts, insuredPayments } from '../../../domain/money/insured-parts.ts';
import type { SettledPayment } from '../../../contract/charge/payment-split.ts';
import { auditOfCharge } from '../../charge/bill-audit.ts';
import type { Bill } from '../../bills/bill-model.ts';
import { prescriptionsFor, provenTotal } from '../../charge/charge-proof.ts';
import { billQueues } from '../../drawer.repo.ts';
import { checkedPayments, readPayWays } from '../../pay-way.repo.ts';
import type { Cashier } from '../../charge/write-bill.ts';
import { fingerprintOf, monthHeads, settlementIdOf } from '../month-entries.ts';
import { personToWriteFor } from '../month-person.ts';
import { ACTIVE } from './month-run.repo.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { type MonthRunItemStored, monthRunItemTable, type MonthRunStored, monthRunTable } from '../../tables/month.table.ts';
import { billMonth, readyMonth } from './settle-month.command.ts';

type Ctx = ServerContext<ChargingTables>;

/** A run belongs to one process at a time. */
export const monthClaim: LeaseClaim = { table: 'charging.month_run', open: ACTIVE, order: 'started_at' };

/** How often a patient is tried again after a fault of ours (not a refusal). */
const MAX_ATTEMPTS = 3;

type Run = MonthRunStored;

/** The run that is in hand; nothing when it is over. */
const activeRun = (ctx: Ctx, runId: string): Promise<Run | undefined> =>
  monthRunTable
    .everywhere(ctx, 'work of a run goes on whoever is there, in every facility')
    .where('row.id', '=', runId)
    .where('row.state', 'in', [...ACTIVE])
    .executeTakeFirst();

/** Patients of the run whose turn is still to come. */
const waitingOf = (ctx: Ctx, run: Run) =>
  monthRunItemTable.everywhere(ctx, 'of a run that is worked on').where('row.runId', '=', run.id).where('row.state', '=', 'waiting');

/**
 * Works a run through, patient by patient, each in a transaction of its own: bill, states and the patient's row in the run are
 * written together or not at all, so a worker that dies at any moment leaves nobody charged twice and nobody forgotten.
 */
export async function workRun(ctx: Ctx, runId: string, lease: Lease): Promise<void> {
  for (;;) {
    await lease.keep();
    const run = await activeRun(ctx, runId);
    if (!run || lease.stopping()) return;
    if (run.state === 'cancelling') return await endCancelled(ctx, run);
    const next = await waitingOf(ctx, run).orderBy('row.seq').limit(1).executeTakeFirst();
    if (!next) return await endDone(ctx, run);
    await workItem(ctx, run, next);
  }
}

type Item = Pick<MonthRunItemStored, 'patientId' | 'fingerprint' | 'attempts'>;

async function endDone(ctx: Ctx, run: Run): Promise<void> {
  // rows: the run in hand, under its lease; no person works on it
  await ctx.db
    .updateTable('charging.month_run')
    .set({ state: 'done', ended_at: ctx.clock.now() })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .execute();
}

async function endCancelled(ctx: Ctx, run: Run): Promise<void> {
  const now = ctx.clock.now();
  await ctx.transaction(async () => {
    // rows: of the run in hand, under its lease; no person works on it
    await ctx.db
      .updateTable('charging.month_run_item')
      .set({ state: 'cancelled', ended_at: now })
      .where('run_id', '=', run.id)
      .where('state', '=', 'waiting')
      .execute();
    // rows: the run in hand, under its lease; no person works on it
    await ctx.db.updateTable('charging.month_run').set({ state: 'cancelled', ended_at: now }).where('id', '=', run.id).execute();
  });
}

const cashierOf = (run: Run): Cashier => ({ userId: run.userId as UserId, userName: run.userName, orgIds: [run.orgId] });

/** The desk charges meanwhile: its cashiers and the run take turns. */
const queuesOf = (run: Run) => ({ queue: billQueues(run.orgId, run.userId) });

const requestOf = (run: Run, item: Item) => ({
  orgIds: [run.orgId],
  patientId: item.patientId,
  month: run.month,
  fingerprint: item.fingerprint,
  takeIn: run.takeIn,
  cashier: cashierOf(run),
});

/** The patient's row of the run, locked; false when somebody else was faster. */
async function lockItem(ctx: Ctx, run: Run, item: Item): Promise<boolean> {
  const row = await waitingOf(ctx, run).where('row.patientId', '=', item.patientId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

async function finishItem(ctx: Ctx, run: Run, item: Item, bill: Bill): Promise<void> {
  // rows: of the run in hand, locked by `lockItem`
  await ctx.db
    .updateTable('charging.month_run_item')
    .set(
      monthRunItemTable.toSql({
        state: 'done',
        billId: bill.id,
        billNo: bill.billNo,
        amount: bill.total,
        error: '',
        errorParams: {},
        endedAt: ctx.clock.now(),
      }),
    )
    .where('run_id', '=', run.id)
    .where('patient_id', '=', item.patientId)
    .execute();
  const by = { userId: run.userId as UserId, userName: run.userName, orgId: run.orgId };
  await ctx.auditWork({ class: 'money', action: 'charge-month.run', by, ...auditOfCharge(bill, { month: run.month }) });
}

async function paySelf(ctx: Ctx, run: Run, total: Money): Promise<SettledPayment[]> {
  const language = run.language === 'zhtw' || run.language === 'en' ? run.language : 'zh';
  return checkedPayments(total, [{ payWay: run.payWay, amount: total, reference: run.reference }], await readPayWays(ctx.db, language));
}

/** What the insurer leaves to the patient is paid like the rest of the run; in cash when everybody else in it is insured too. */
const payOwnPart = (ctx: Ctx, run: Run, part: Money): Promise<SettledPayment[]> => paySelf(ctx, { ...run, payWay: run.payWay || 'cash' }, part);

const settleSelfPay = (ctx: Ctx, run: Run, item: Item): Promise<void> =>
  ctx.transaction(async () => {
    if (!(await lockItem(ctx, run, item))) return;
    const ready = await readyMonth(ctx, requestOf(run, item));
    const bill = await billMonth(ctx, ready, { payments: await paySelf(ctx, run, ready.total), cashier: cashierOf(run) });
    await finishItem(ctx, run, item, bill);
  }, queuesOf(run));

/**
 * Through the insurer: what goes on the account is stored first, then the insurer is asked outside of any transaction, then the bill of
 * exactly what he settled is written, whatever else came into the month meanwhile: his money has moved.
 */
async function settleInsured(ctx: Ctx, run: Run, item: Item): Promise<void> {
  const insurer = ctx.service(insuredSettlement);
  const prepared = await ctx.transaction(async () => {
    const ready = await readyMonth(ctx, requestOf(run, item));
    const { ids } = await personToWriteFor(ctx, item.patientId, [run.orgId]);
    const fingerprint = fingerprintOf(await monthHeads(ctx, { orgId: run.orgId, month: run.month, patientIds: ids }));
    // A way that nobody can pay by is refused before the insurer moves money.
    await payOwnPart(ctx, run, ready.total);
    // rows: of the run in hand, under its lease; no person works on it
    await ctx.db.updateTable('charging.month_run_item').set({ fingerprint }).where('run_id', '=', run.id).where('patient_id', '=', item.patientId).execute();
    return ready;
  });
  const dpIds = prepared.entries.map((one) => one.dpId);
  const outcome = await insurer.settleMonth({
    settlementId: settlementIdOf(run.month, dpIds),
    orgId: run.orgId,
    patientId: item.patientId,
    month: run.month,
    dpIds,
    total: prepared.total,
    by: { userId: run.userId as UserId, userName: run.userName },
  });
  if (outcome.kind === 'refused') throw new AppError('charging.insurer-refused', { params: { reason: outcome.reason.slice(0, 200) } });
  if (outcome.kind === 'unknown') throw new AppError('charging.insurer-silent');
  await ctx.transaction(async () => {
    if (!(await lockItem(ctx, run, item))) return;
    const entries = await prescriptionsFor(ctx, dpIds, [run.orgId]);
    const total = provenTotal(entries);
    assertParts(total, outcome);
    const payments = insuredPayments(outcome, outcome.reference, await payOwnPart(ctx, run, outcome.selfPay));
    const bill = await billMonth(ctx, { patient: prepared.patient, entries, total }, { payments, cashier: cashierOf(run), medInsMark: outcome.medInsMark });
    await finishItem(ctx, run, item, bill);
  }, queuesOf(run));
}

/** A refusal ends the patient's turn and says why; a fault of ours is tried again a few times. */
async function workItem(ctx: Ctx, run: Run, item: Item): Promise<void> {
  try {
    const insured = run.settleWay === 'insured' && (await personToWriteFor(ctx, item.patientId, [run.orgId])).patient.reimWay !== '0';
    await (insured ? settleInsured(ctx, run, item) : settleSelfPay(ctx, run, item));
  } catch (error) {
    // A database that is gone says nothing about the patient: the run waits until somebody takes it up again.
    if (isAppError(error) && error.code === EnvelopeCode.Unavailable) throw error;
    const refused = isAppError(error);
    if (!refused) ctx.log.error({ err: error, runId: run.id, patientId: item.patientId }, 'a patient of a month run failed');
    const over = refused || item.attempts + 1 >= MAX_ATTEMPTS;
    // rows: of the run in hand, under its lease; no person works on it
    await ctx.db
      .updateTable('charging.month_run_item')
      .set(
        monthRunItemTable.toSql({
          attempts: item.attempts + 1,
          error: refused ? error.key : 'charging.month-fault',
          errorParams: refused ? error.params : {},
          ...(over ? { state: 'failed', endedAt: ctx.clock.now() } : {}),
        }),
      )
      .where('run_id', '=', run.id)
      .where('patient_id', '=', item.patientId)
      .where('state', '=', 'waiting')
      .execute();
  }
}
