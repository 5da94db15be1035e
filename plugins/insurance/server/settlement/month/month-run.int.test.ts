import { workLeasedRow } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HospMonthBody, monthContract } from '../../../../charging/contract/index.ts';
import type { ChargingTables } from '../../../../charging/server/charging-tables.ts';
import { workRun, monthClaim } from '../../../../charging/server/month/run/month-worker.ts';
import { cashierOf, openSettleDesk, patientIdOf, RX_TOTAL, type SettleDesk } from '../../../testing/settle-desk.ts';

const { routes } = monthContract;
const PATIENTS = 14;
const user = cashierOf('guangdong');
/** Two sessions on the account; the insurer knows no filing of every seventh. */
const hasFiling = (n: number): boolean => n % 7 !== 6;
const UNMAPPED = 2;
const IN_DOUBT = 3;

let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: PATIENTS });
  await desk.rows("update patient.patient set patient_type = 'dialysis'");
  for (let n = 0; n < PATIENTS; n += 1) {
    for (const day of ['2026-03-03', '2026-03-05']) await desk.prescribe('guangdong', n, { day, onAccount: true, unmapped: n === UNMAPPED });
  }
});
afterAll(() => desk.close());

const hosp = (over: Partial<HospMonthBody> = {}) =>
  desk.host.call('charging', routes.hospMonth, {
    body: { month: '2026-03', dryRun: true, settleWay: 'insured', takeIn: false, payWay: 'cash', ...over },
    user,
  });
const dryRun = async () => {
  const { dryRun: planned } = await hosp();
  if (!planned) throw new Error('no dry run');
  const hints = planned.patients.flatMap(({ patientId, blockers }) => blockers.map(({ level, insurer }) => [patientId, level, insurer?.key, insurer?.params]));
  return { ...planned, hints };
};
const start = async (): Promise<string> => {
  const { run } = await hosp({ dryRun: false, fingerprint: (await dryRun()).fingerprint });
  if (!run) throw new Error('no run was started');
  return run.runId;
};
const work = (runId: string, owner: string, stopping = () => false): Promise<boolean> => {
  const ctx = desk.host.context<ChargingTables>('charging');
  return workLeasedRow(ctx, monthClaim, runId, { owner, leaseMs: 20_000, stopping }, (lease) => workRun(ctx, runId, lease));
};
const runOf = (runId: string) => desk.host.call('charging', routes.run, { params: { id: runId }, user });
const failed = async (runId: string) =>
  (await desk.host.call('charging', routes.runItems, { params: { id: runId }, query: { pageSize: 50, state: 'failed' }, user })).list.map((one) => [
    one.patientId,
    one.error,
  ]);
const platform = () => desk.sim.ledger().settlements.filter((one) => one.state === 'settled');
const billed = () =>
  desk.rows<{ bills: string; total: string }>("select count(*)::text as bills, sum(total)::text as total from charging.bill where med_ins_mark <> '0'");

describe('[7.8-01] [M2] the month of a whole centre through the insurer', () => {
  const monthOf = RX_TOTAL * 2;
  const bare = patientIdOf('guangdong', UNMAPPED);
  const doubtful = patientIdOf('guangdong', IN_DOUBT);
  const without = Array.from({ length: PATIENTS }, (_, n) => n)
    .filter((n) => !hasFiling(n))
    .map((n) => patientIdOf('guangdong', n))
    .sort();

  it('the dry run names what the insurer would stop at, before money moves', async () => {
    const atDesk = await desk.prescribe('guangdong', IN_DOUBT);
    const record = await desk.preSettle('guangdong', [atDesk]);
    desk.sim.control.faults([{ infno: ['2207', '2207A'], kind: 'cut', when: 'after' }]);
    expect((await desk.settle('guangdong', record)).state).toBe('unknown');
    const { hints, blockedCount, runCount } = await dryRun();
    expect(hints).toContainEqual([bare, 'block', 'unmapped', { count: 2, name: 'item-hd' }]);
    expect(hints).toContainEqual([doubtful, 'block', 'doubt', {}]);
    expect([blockedCount, runCount]).toEqual([2, PATIENTS - 2]);
    await desk.cycle();
    const later = (await dryRun()).hints;
    expect(later.filter(([, level]) => level === 'block').map(([patientId]) => patientId)).toEqual([bare]);
    // Nobody has asked for the filings of the others yet; that stops nothing.
    expect(new Set(later.filter(([patientId]) => patientId !== bare).map(([, level, key]) => `${level} ${key}`))).toEqual(new Set(['warn filing-unasked']));
  });

  it('a line that is down is a hint, a facility without one an obstacle', async () => {
    await desk.rows("update insurance.connection set enabled = false where org_id = 'org-gz'");
    const { hints, runCount } = await dryRun();
    expect([runCount, new Set(hints.map(([, level, key]) => `${level} ${key}`)).has('block not-connected')]).toEqual([0, true]);
    await desk.rows("update insurance.connection set enabled = true where org_id = 'org-gz'");
    expect((await dryRun()).runCount).toBe(PATIENTS - 1);
  });

  it('goes on where it stopped; a lost answer and a refusal leave one patient each, and a second run settles nobody twice', async () => {
    const before = platform().length;
    const runId = await start();
    let turns = 0;
    await work(runId, 'first', () => {
      turns += 1;
      return turns > 3;
    });
    expect(await runOf(runId)).toMatchObject({ state: 'running', done: 3 });
    desk.sim.control.faults([{ infno: ['2207', '2207A'], kind: 'cut', when: 'after', skip: 1, count: 1 }]);
    await work(runId, 'second');
    const open = await failed(runId);
    const lost = open.filter(([, error]) => error === 'charging.insurer-silent').map(([patientId]) => patientId);
    expect(lost).toHaveLength(1);
    expect(open.filter(([, error]) => error === 'charging.insurer-refused').map(([patientId]) => patientId)).toEqual(without);
    expect(await runOf(runId)).toMatchObject({ state: 'done', skipped: 1, done: PATIENTS - 2 - without.length });
    expect((await dryRun()).hints).toContainEqual([lost[0], 'warn', 'doubt', {}]);

    // What the insurer said about filings is known by now: the next run does not try those without one again.
    const { hints } = await dryRun();
    expect(
      hints
        .filter(([, level, key]) => level === 'block' && key === 'filing-missing')
        .map(([patientId]) => patientId)
        .sort(),
    ).toEqual(without);
    const again = await start();
    await work(again, 'third');
    expect([await failed(again), await runOf(again)]).toEqual([[], expect.objectContaining({ done: 1, skipped: 1 + without.length })]);
    // One settlement each, and every bill has its settlement.
    const settled = PATIENTS - 1 - without.length;
    expect(platform().length - before).toBe(settled);
    const [sum] = await billed();
    expect(sum).toEqual({ bills: String(settled + 1), total: (settled * monthOf + RX_TOTAL).toFixed(2) });
  });
});
