import { AppError, isAppError, moneyToWire, type OrgId } from '@nephra/plugin-sdk/contract';
import { type Lease, LeaseLost, type ServerContext } from '@nephra/plugin-sdk/server';
import { cellsOf } from '../../domain/catalogue/catalogue-layout.ts';
import {
  belongsTo,
  type DayRow,
  type Difference,
  differencesOf,
  type ResultRow,
  resultRowOf,
  type Statement,
  statementsOf,
  statementText,
  stateOf,
  sumsOf,
} from '../../domain/settlement/reconcile.ts';
import { zippedLines } from '../catalogue/download/catalogue-file.ts';
import { clockRefusal } from '../client/clock-refusal.ts';
import type { NationalClient, Outcome } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { daySettlements, recentKinds } from './day-settlements.query.ts';
import { claimedDay, type Day, nodeOf, subjectOf, word } from './claimed-day.ts';
import { noteDifference } from './note-difference.ts';
import { reconcileGroupTable } from '../tables/reconcile.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';
import { zipOne } from './zip-one.ts';

type Ctx = ServerContext<InsuranceTables>;

const BACK_OFF = [60, 300, 900] as const;
const WAITS = ['insurance.line-down', 'insurance.line-busy'];

class NoAnswer extends Error {}

/** Compares the day in hand. Nothing of it moves money by itself: what differs goes to the resolver, to a review, or to a person. */
export async function compareDay(ctx: Ctx, id: string, client: NationalClient, lease: Lease): Promise<void> {
  const day = await claimedDay(ctx, id);
  try {
    await compare(ctx, day, client, lease);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const silent = error instanceof NoAnswer;
    const told = isAppError(error) ? error : new AppError(silent ? 'insurance.reconcile-silent' : 'insurance.reconcile-fault');
    if (!silent && !isAppError(error)) ctx.log.error({ err: error, day: day.day }, 'a day could not be compared');
    const wait = silent || WAITS.includes(told.key) ? BACK_OFF[day.attempts] : undefined;
    await ctx.transaction(async () => {
      await lease.keep();
      await updateDay(ctx, day)
        .set({
          problem: told.key,
          problem_params: JSON.stringify(told.params),
          attempts: day.attempts + 1,
          ...(wait === undefined ? { state: 'failed' as const } : {}),
        })
        .execute();
    });
    if (wait !== undefined) await lease.giveBack(wait * 1000);
  }
}

// rows: a day of one facility: in hand under its lease, or of a difference that came through its door
const updateDay = (ctx: Ctx, { orgId, day }: Pick<Day, 'orgId' | 'day'>) =>
  ctx.db.updateTable('insurance.reconcile_day').where('org_id', '=', orgId).where('day', '=', day);

async function compare(ctx: Ctx, day: Day, client: NationalClient, lease: Lease): Promise<void> {
  const { orgId } = day;
  const { connection, adapter } = await client.connectionOf(orgId);
  const area = connection.mdtrtareaAdmvs;
  const ours = await daySettlements(ctx.db, orgId, day.day);
  const statements = statementsOf([...ours, ...(await recentKinds(ctx.db, orgId, day.day))], area);
  const differing: Statement[] = [];
  await setProgress(ctx, day, lease, 0, statements.length);
  // rows: of the day in hand, under its lease; no person works on it
  await ctx.db.deleteFrom('insurance.reconcile_group').where('org_id', '=', orgId).where('day', '=', day.day).execute();
  for (const [at, one] of statements.entries()) {
    if (lease.stopping()) return;
    const equal = await askTotals(
      ctx,
      day,
      client,
      one,
      ours.filter((row) => belongsTo(row, one, area)),
      adapter.rules.equalResults,
    );
    if (!equal) differing.push(one);
    await setProgress(ctx, day, lease, at + 1, statements.length);
  }
  // The details know no kind of insurance: one list for each kind of clearing and direction.
  const lists = new Map(differing.map((one) => [`${one.clrType}|${one.clrOptins}|${one.refund}`, one]));
  const found: Difference[] = [];
  for (const one of lists.values()) {
    const own = ours.filter((row) => belongsTo(row, { ...one, insutype: row.insutype }, area));
    const theirs = await askDetails(ctx, day, client, one, own);
    found.push(...differencesOf(own, theirs, adapter.rules.equalResults));
    await setProgress(ctx, day, lease, statements.length, statements.length);
  }
  const standing: string[] = [];
  for (const one of found) standing.push(await noteDifference(ctx, day, client, one));
  // rows: of the day in hand, under its lease; no person works on it
  await ctx.db
    .updateTable('insurance.reconcile_difference')
    .set({ state: 'gone' })
    .where('org_id', '=', orgId)
    .where('day', '=', day.day)
    .where('id', 'not in', standing.length > 0 ? standing : [''])
    .execute();
  await ctx.transaction(async () => {
    await lease.keep();
    await closeDay(ctx, orgId, day.day);
  });
}

/** State of a day from what stands; ends a comparison. */
export async function closeDay(ctx: Ctx, orgId: OrgId, day: string): Promise<void> {
  // rows: a day of one facility: in hand under its lease, or of a difference that came through its door
  const rows = await ctx.db.selectFrom('insurance.reconcile_difference').select('state').where('org_id', '=', orgId).where('day', '=', day).execute();
  const now = ctx.clock.now();
  await updateDay(ctx, { orgId, day })
    .set({ state: stateOf(rows.map((row) => row.state)), problem: '', problem_params: '{}', attempts: 0, compared_at: now })
    .execute();
}

const setProgress = (ctx: Ctx, day: Day, lease: Lease, done: number, total: number): Promise<void> =>
  ctx.transaction(async () => {
    await lease.keep();
    await updateDay(ctx, day).set({ done, total }).execute();
  });

const range = (day: string) => ({ stmt_begndate: `${day} 00:00:00`, stmt_enddate: `${day} 23:59:59` });

/** 3201. True when the platform says the same, or says nothing that could be compared further. */
async function askTotals(
  ctx: Ctx,
  day: Day,
  client: NationalClient,
  one: Statement,
  rows: readonly DayRow[],
  equalResults: readonly string[],
): Promise<boolean> {
  const sums = sumsOf(rows);
  const data = {
    insutype: one.insutype,
    clr_type: one.clrType,
    setl_optins: one.clrOptins,
    ...range(day.day),
    medfee_sumamt: moneyToWire(sums.medfee),
    fund_pay_sumamt: moneyToWire(sums.fund),
    acct_pay: moneyToWire(sums.account),
    fixmedins_setl_cnt: sums.count,
    refd_setl_flag: one.refund ? '1' : '0',
  };
  const outcome = await client.call('3201', { data }, subjectOf(day));
  if (outcome.kind === 'unknown') throw new NoAnswer(outcome.reason);
  const info = outcome.kind === 'success' ? nodeOf(outcome.output, 'stmtinfo') : {};
  const equal = outcome.kind === 'success' && equalResults.includes(word(info, 'stmt_rslt'));
  const result = outcome.kind === 'refused' ? 'refused' : equal ? 'equal' : 'differs';
  await ctx.db
    .insertInto('insurance.reconcile_group')
    .values(
      reconcileGroupTable.toSql(
        wholeCharacters({
          ...one,
          ...sums,
          orgId: day.orgId,
          day: day.day,
          rowsCount: sums.count,
          result,
          said: (outcome.kind === 'refused' ? outcome.reason : word(info, 'stmt_rslt_dscr')).slice(0, 300),
        }),
      ),
    )
    .execute();
  const clock = outcome.kind === 'refused' ? clockRefusal(outcome.reason) : undefined;
  if (clock) throw clock;
  if (outcome.kind === 'refused' && sums.count > 0) throw new AppError('insurance.reconcile-refused', { params: { reason: outcome.reason.slice(0, 200) } });
  return equal || outcome.kind === 'refused';
}

function certain<O extends Outcome>(outcome: O): Extract<O, { kind: 'success' }> {
  if (outcome.kind === 'unknown') throw new NoAnswer(outcome.reason);
  if (outcome.kind === 'refused') throw new AppError('insurance.reconcile-refused', { params: { reason: outcome.reason.slice(0, 200) } });
  return outcome as Extract<O, { kind: 'success' }>;
}

/** 9101, 3202, 9102: the platform's answer row by row. */
async function askDetails(ctx: Ctx, day: Day, client: NationalClient, one: Statement, rows: readonly DayRow[]): Promise<ResultRow[]> {
  const name = `${day.day.replaceAll('-', '')}_${one.clrType}_${one.refund ? 1 : 0}`;
  const uploaded = certain(await client.upload({ name: `${name}.zip`, content: zipOne(`${name}.txt`, statementText(rows)) }, subjectOf(day)));
  const sums = sumsOf(rows);
  const data = {
    setl_optins: one.clrOptins,
    file_qury_no: word(uploaded.output, 'file_qury_no') || word(nodeOf(uploaded.output, 'fsUploadOut'), 'file_qury_no'),
    ...range(day.day),
    medfee_sumamt: moneyToWire(sums.medfee),
    fund_pay_sumamt: moneyToWire(sums.fund),
    cash_payamt: moneyToWire(sums.cash),
    fixmedins_setl_cnt: sums.count,
    clr_type: one.clrType,
    refd_setl_flag: one.refund ? '1' : '0',
  };
  const compared = certain(await client.call('3202', { data }, subjectOf(day)));
  const info = nodeOf(compared.output, 'fileinfo');
  const file = await client.download({ fileQueryNo: word(info, 'file_qury_no'), fileName: word(info, 'filename'), facility: 'own' }, subjectOf(day));
  if (file.kind !== 'file') throw certain(file);
  const found: ResultRow[] = [];
  for await (const line of zippedLines(file.content)) {
    const row = resultRowOf(cellsOf(line));
    if (row) found.push(row);
  }
  ctx.log.debug({ rows: found.length, day: day.day }, 'the platform told its rows of a day');
  return found;
}
