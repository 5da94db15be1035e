import { workLeasedRow } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingContract } from '../../contract/money/finding.contract.ts';
import { findingRunWaiting } from '../../contract/money/finding-run.contract.ts';
import { type MoneyHouse, openMoneyHouse } from '../money/money-house.fixture.ts';
import { findingsOfMonth, namedFindings } from '../money/findings.query.ts';
import { doctor, nurse, refusal } from '../session-house.fixture.ts';
import { findingClaim, workFindings } from './finding-run.ts';
import { LARGE } from './report.query.ts';

const { routes } = findingContract;
const MONTH = '2026-03';
const group = { ...nurse, orgIds: ['org-gz', 'org-wh'] as typeof nurse.orgIds };
let house: MoneyHouse;

const report = (user = group) => house.host.call('dialysis-session', routes.list, { query: { month: MONTH }, user });
const start = (user = group) => house.host.call('dialysis-session', routes.startRun, { body: { month: MONTH }, user });
const cancel = (id: string, user = group) => house.host.call('dialysis-session', routes.cancelRun, { params: { id }, user });
const runOf = (id: string, user = group) => house.host.call('dialysis-session', routes.run, { params: { id }, user });
const ctx = () => house.host.context('dialysis-session') as Parameters<typeof workFindings>[0];

/** Works on a run as a server does that stops after so many days. */
async function work(id: string, days = Number.POSITIVE_INFINITY): Promise<void> {
  let read = 0;
  const stopping = (): boolean => {
    read += 1;
    return read > days;
  };
  const holder = { owner: `worker-${days}`, leaseMs: 20_000, stopping };
  await workLeasedRow(ctx(), findingClaim, id, holder, (lease) => workFindings(ctx(), id, lease));
}

beforeAll(async () => {
  house = await openMoneyHouse();
  await house.acts.toClosed(house.slot('pat-1'));
  // As many treatments as make the month of two facilities a large one, without a second check and without a prescription.
  await house.host.db.script(
    `insert into dialysis_session.session (id, org_id, day, shift_id, slot_id, station_id, station_code, patient_id, origin, mode, state, sections, created_at, updated_at)
     select 'SIM-' || n, case when n % 2 = 0 then 'org-gz' else 'org-wh' end, date '2026-03-01' + n % 27, 'early', 'slot-' || n, 'S9', 'S9', 'pat-' || 1 + n % 2, 'board', 'HD', 5, '{}', now(), now()
     from generate_series(1, ${LARGE}) as n`,
  );
});
afterAll(() => house.host.close());

describe('findings of a large month', () => {
  it('are looked for in the background, once, and are those that were found at once', async () => {
    expect(await report()).toMatchObject({ large: true, madeAt: null, run: null, list: [], counts: {} });
    const run = await start();
    expect(run).toMatchObject({ state: 'running', daysRead: 0, days: 31, error: '' });
    expect((await start()).runId).toBe(run.runId);
    expect(house.host.events.filter(({ id }) => id === findingRunWaiting.id).map(({ payload }) => payload)).toEqual([{ runId: run.runId }]);
    await work(run.runId, 12);
    expect((await report()).run).toMatchObject({ runId: run.runId, state: 'running', daysRead: 12 });
    await work(run.runId);
    const { large, madeAt, run: over, month, ...found } = await report();
    expect([large, madeAt, month]).toEqual([true, run.startedAt, MONTH]);
    expect(over).toMatchObject({ runId: run.runId, state: 'done', daysRead: 31 });
    const atOnce = await findingsOfMonth(ctx(), { orgIds: group.orgIds, orgId: group.orgId, month: MONTH });
    expect(found).toEqual(await namedFindings(ctx(), group.orgIds, atOnce));
    expect(found.counts['second-check-missing']).toBe(LARGE);
    expect(new Set(found.list.map(({ patientName }) => patientName))).not.toContain('');
  });

  it('that were found stay until others are, and say when; a run that is cancelled or fails leaves them', async () => {
    const first = await report();
    house.pass(10);
    const again = await start();
    expect(again.runId).not.toBe(first.run?.runId);
    await work(again.runId, 3);
    expect((await cancel(again.runId)).state).toBe('cancelling');
    expect((await start()).runId).toBe(again.runId);
    await work(again.runId);
    expect(await runOf(again.runId)).toMatchObject({ state: 'cancelled', daysRead: 3, endedAt: expect.any(Number) });
    expect(await report()).toMatchObject({ madeAt: first.madeAt, held: first.held, run: { runId: again.runId, state: 'cancelled' } });
    // One that is over is not begun anew by whoever takes it up late.
    await work(again.runId);
    expect((await cancel(again.runId)).state).toBe('cancelled');

    const failing = await start();
    await house.host.db.script(`alter table dialysis_session.kit_line rename to kit_line_away`);
    await work(failing.runId);
    await house.host.db.script(`alter table dialysis_session.kit_line_away rename to kit_line`);
    expect(await runOf(failing.runId)).toMatchObject({ state: 'failed', error: expect.stringContaining('重新核查') });

    house.pass(10);
    const last = await start();
    await work(last.runId);
    expect(await report()).toMatchObject({ madeAt: last.startedAt, run: { runId: last.runId, state: 'done' } });
    expect(await house.desk.sqlRows('select id from dialysis_session.finding_run')).toEqual([{ id: last.runId }]);
  });

  it('are those of one person and of the facilities that he sees now', async () => {
    const { run } = await report();
    const doctorOfBoth = { ...doctor, orgIds: group.orgIds };
    expect(await report(doctorOfBoth)).toMatchObject({ large: true, run: null, list: [] });
    for (const act of [runOf, cancel]) expect(await refusal(act(run?.runId ?? '', doctorOfBoth))).toBe('dialysis-session.not-found');
    expect(await report({ ...group, orgIds: [...group.orgIds, 'org-nn'] as typeof group.orgIds })).toMatchObject({ large: true, run: null });
    // The month of one facility is never a large one.
    expect(await report(nurse)).toMatchObject({ large: false, madeAt: null, run: null, held: LARGE / 2 + 1 });
  });
});
