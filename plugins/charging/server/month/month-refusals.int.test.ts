import { fen, type OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insuredSettlement, monthContract } from '../../contract/index.ts';
import { cashier, dialyserLot, refusal, wuhanCashier } from '../../testing/desk.ts';
import { type MonthDesk, openMonthDesk } from '../../testing/month-desk.ts';

const { routes } = monthContract;
let desk: MonthDesk;
beforeAll(async () => {
  desk = await openMonthDesk([dialyserLot({})]);
});
afterAll(() => desk?.host.close());

/** An insurer who settles, and holds what `held` names. */
const held: string[] = [];
const insurer = {
  settleMonth: async () => ({
    kind: 'settled' as const,
    medInsMark: '1' as const,
    fundPay: fen(62_000),
    accountPay: fen(0),
    hospitalPay: fen(0),
    selfPay: fen(0),
    reference: 'SIM-SETL-1',
  }),
  holds: async (dpIds: readonly string[], orgIds: readonly OrgId[]) => dpIds.filter((dpId) => orgIds.includes('org-gz' as OrgId) && held.includes(dpId)),
};
const settleInsured = (month: string) =>
  refusal(desk.host.call('charging', routes.settleInsured, { body: { patientId: 'pat-1', month, fingerprint: 'x'.repeat(32) }, user: cashier }));
const act = (route: typeof routes.cancelRun | typeof routes.resumeRun, runId: string) =>
  desk.host.call('charging', route, { params: { id: runId }, user: cashier });
const runsOf = async (user: typeof cashier) =>
  (await desk.host.call('charging', routes.runs, { query: { month: '2026-03' }, user })).list.map(({ runId }) => runId);

describe('[7.8-01] what keeps a month from being run', () => {
  let runId: string;

  it('one that has not begun, or is closed, is not settled with an insurer', async () => {
    desk.host.provide(insuredSettlement, insurer);
    await desk.host.call('charging', routes.close, { body: { month: '2026-02' }, user: cashier });
    expect(await settleInsured('2026-04')).toBe('charging.month-future');
    expect(await settleInsured('2026-02')).toBe('charging.month-closed');
  });

  it('one that has not begun is neither run nor paid by the patient', async () => {
    expect(await refusal(desk.hosp({ month: '2026-04' }))).toBe('charging.month-future');
    expect(await refusal(desk.settle('pat-1', '2026-04'))).toBe('charging.month-future');
  });

  it('a run stays where it was stopped while no insurer can be asked', async () => {
    await desk.dispensed('2026-03-02');
    runId = (await desk.start({ settleWay: 'insured' })).runId;
    await act(routes.cancelRun, runId);
    await desk.work(runId);
    desk.host.provide(insuredSettlement, undefined as never); // as if the plugin had been switched off meanwhile
    expect(await refusal(act(routes.resumeRun, runId))).toBe('charging.no-insured-settlement');
    desk.host.provide(insuredSettlement, insurer);
    expect((await desk.run(runId)).state).toBe('cancelled');
  });

  it('another facility has no part in it', async () => {
    expect(await runsOf(cashier)).toEqual([runId]);
    expect(await runsOf(wuhanCashier)).toEqual([]);
  });

  it('what the insurer holds does not go off the account, and the patient does not pay it', async () => {
    const { dpId, version } = await desk.onDay('2026-03-05');
    await desk.record();
    held.push(dpId);
    const off = (month = '2026-03') =>
      desk.host.call('charging', routes.takeOff, { params: { id: 'pat-1' }, body: { month, prescriptions: [{ dpId, version: version + 1 }] }, user: cashier });
    expect(await refusal(off())).toBe('charging.month-with-insurer');
    expect(await refusal(desk.settle())).toBe('charging.insurer-in-doubt');
    held.length = 0;
    expect((await off()).taken.map((one) => one.dpId)).toEqual([dpId]);
  });

  it('nor does a run go on, or anything come off, once its month is closed', async () => {
    const { dpId, version } = await desk.onDay('2026-03-06');
    await desk.record();
    desk.host.time.now = new Date('2026-04-02T02:00:00Z');
    await desk.host.call('charging', routes.close, { body: { month: '2026-03', leaveReason: '留待核对' }, user: cashier });
    expect(await refusal(act(routes.resumeRun, runId))).toBe('charging.month-closed');
    const body = { month: '2026-03', prescriptions: [{ dpId, version: version + 1 }] };
    expect(await refusal(desk.host.call('charging', routes.takeOff, { params: { id: 'pat-1' }, body, user: cashier }))).toBe('charging.month-closed');
  });
});
