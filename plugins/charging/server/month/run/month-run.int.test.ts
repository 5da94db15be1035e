import { fen } from '@nephra/plugin-sdk/contract';
import { abandonedRows } from '@nephra/plugin-sdk/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type InsuredMonthBlocker,
  insuredMonthChecks,
  insuredSettlement,
  type InsuredOutcome,
  type InsuredRehearsal,
  monthContract,
} from '../../../contract/index.ts';
import { cashier, dialyserLot, oneDialyser, refusal, sideBySide, wuhanCashier } from '../../../testing/desk.ts';
import { type MonthDesk, openMonthDesk } from '../../../testing/month-desk.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { monthClaim } from './month-worker.ts';

const { routes } = monthContract;

let desk: MonthDesk;
beforeEach(async () => {
  desk = await openMonthDesk([dialyserLot({})]);
});
afterEach(async () => {
  expect(await desk.broken()).toEqual([]);
  await desk.host.close();
});

const items = async (runId: string, query: Record<string, unknown> = {}) =>
  (await desk.host.call('charging', routes.runItems, { params: { id: runId }, query, user: cashier })).list;
const act = (route: typeof routes.cancelRun | typeof routes.resumeRun, runId: string, user = cashier) =>
  desk.host.call('charging', route, { params: { id: runId }, user });
const bills = () => desk.sqlRows<{ patient_id: string; total: string }>('select patient_id, total::text as total from charging.bill order by bill_no');
/** So many dialysis patients with one session each on the account. */
async function crowd(count: number): Promise<void> {
  const columns = `org_id, patient_sex, birthday, patient_type, reim_way, diagnosis, weekdays, infected`;
  for (let at = 1; at <= count; at += 1) {
    await desk.host.db.script(
      `insert into patient.patient (id, patient_name, outpatient_code, ${columns}) select 'many-${at}', '患者${at}', 'MZ9${String(at).padStart(3, '0')}', ${columns} from patient.patient where id = 'pat-2'`,
    );
    await desk.onDay('2026-03-02', `many-${at}`);
  }
}

describe('[7.8-01] a whole centre', () => {
  it('a dry run lists obstacles first and changes nothing', async () => {
    await desk.dispensed('2026-03-02');
    await desk.onDay('2026-03-03', 'pat-2', [oneDialyser]);
    const { dryRun } = await desk.hosp();
    expect(dryRun).toMatchObject({ runCount: 1, runPrice: 620, blockedCount: 1 });
    expect(dryRun?.patients.map(({ patientId, runs }) => [patientId, runs])).toEqual([
      ['pat-2', false],
      ['pat-1', true],
    ]);
    expect(dryRun?.patients[0]?.blockers.map((one) => one.kind)).toEqual(['waiting', 'notDispensed']);
    expect(await bills()).toEqual([]);
    expect(await desk.sqlRows('select id from charging.month_run')).toEqual([]);
  });

  it('settles everybody that the dry run showed, takes in what waits when told, and leaves out who is blocked', async () => {
    await desk.dispensed('2026-03-02');
    await desk.onDay('2026-03-04');
    await desk.onDay('2026-03-03', 'pat-2', [oneDialyser]);
    const run = await desk.start({ takeIn: true });
    expect(run).toMatchObject({ state: 'running', total: 2, waiting: 1, skipped: 1 });
    await desk.work(run.runId);
    expect(await desk.run(run.runId)).toMatchObject({ state: 'done', done: 1, skipped: 1, waiting: 0, donePrice: 1020 });
    expect(await items(run.runId)).toMatchObject([
      { patientId: 'pat-1', state: 'done', amount: 1020, billNo: 'SFGZ2026032000001' },
      { patientId: 'pat-2', state: 'skipped', error: 'charging.month-blocked-notDispensed' },
    ]);
    expect(await bills()).toEqual([{ patient_id: 'pat-1', total: '1020.00' }]);
    expect(desk.host.audits.filter((one) => one.route === 'charge-month.run')).toMatchObject([{ entry: { subject: 'charging.bill', patientId: 'pat-1' } }]);
  });

  it('a file that was merged since is left out, without a word of the file that is left: nobody knows who will read it', async () => {
    await desk.dispensed('2026-03-02');
    const run = await desk.start({ takeIn: true });
    await desk.host.db.script("update patient.patient set merged_into = 'pat-2' where id = 'pat-1'");
    await desk.work(run.runId);
    const [item] = await items(run.runId);
    expect(item).toMatchObject({ patientId: 'pat-1', error: 'charging.patient-merged-unnamed' });
    expect(JSON.stringify(item)).not.toContain('王小明');
    expect(await bills()).toEqual([]);
  });

  it('is refused when anything changed since the dry run, without a payment way, and when nobody can be settled', async () => {
    expect(await refusal(desk.start())).toBe('charging.month-nothing-to-run');
    await desk.dispensed('2026-03-02');
    const { dryRun } = await desk.hosp();
    const real = { dryRun: false, fingerprint: dryRun?.fingerprint };
    expect(await refusal(desk.hosp({ ...real, payWay: undefined }))).toBe('charging.month-pay-way');
    expect(await refusal(desk.hosp({ ...real, payWay: 'insurance-fund' }))).toBe('charging.payment-way-unknown');
    expect(await refusal(desk.hosp({ ...real, takeIn: true }))).toBe('charging.month-changed');
    expect(await refusal(desk.hosp({ dryRun: false }))).toBe('charging.month-changed');
    await desk.onDay('2026-03-06', 'pat-2');
    expect(await refusal(desk.hosp(real))).toBe('charging.month-changed');
    expect(await refusal(desk.hosp({ orgId: 'org-wh' }))).toBe('charging.other-org');
  });

  it('two at once: one runs, the other is refused', async () => {
    await desk.dispensed('2026-03-02');
    const { dryRun } = await desk.hosp();
    const start = () => desk.hosp({ dryRun: false, fingerprint: dryRun?.fingerprint });
    const { done, refused } = await sideBySide([start, start, start]);
    expect([done, refused]).toEqual([1, ['charging.month-run-busy', 'charging.month-run-busy']]);
    const close = desk.host.call('charging', routes.close, { body: { month: '2026-02' }, user: cashier });
    expect(await refusal(close)).toBe('allowed');
    const [run] = (await desk.host.call('charging', routes.runs, { query: { month: '2026-03' }, user: cashier })).list;
    expect((await desk.host.call('charging', routes.books, { query: { month: '2026-03' }, user: cashier })).list[0]?.activeRunId).toBe(run?.runId);
  });

  it('two workers on one run settle nobody twice', async () => {
    await crowd(6);
    const run = await desk.start({ takeIn: true });
    await Promise.all([desk.work(run.runId), desk.work(run.runId), desk.work(run.runId)]);
    await desk.work(run.runId);
    expect(await desk.run(run.runId)).toMatchObject({ state: 'done', done: 6 });
    expect(await bills()).toHaveLength(6);
  });

  it('is stopped after the patient in hand, goes on where it was, and finishes without a double or lost line', async () => {
    await crowd(5);
    const run = await desk.start({ takeIn: true });
    await desk.work(run.runId, 2);
    expect(await desk.run(run.runId)).toMatchObject({ state: 'running', done: 2, waiting: 3 });
    expect(await refusal(act(routes.resumeRun, run.runId))).toBe('charging.month-run-not-cancelled');
    expect(await act(routes.cancelRun, run.runId)).toMatchObject({ state: 'cancelling' });
    await act(routes.cancelRun, run.runId);
    await desk.work(run.runId);
    expect(await desk.run(run.runId)).toMatchObject({ state: 'cancelled', done: 2, cancelled: 3, waiting: 0 });
    expect(await act(routes.resumeRun, run.runId)).toMatchObject({ state: 'running', waiting: 3 });
    await desk.work(run.runId);
    expect(await desk.run(run.runId)).toMatchObject({ state: 'done', done: 5, cancelled: 0 });
    expect(await bills()).toHaveLength(5);
    expect(await refusal(act(routes.cancelRun, run.runId, wuhanCashier))).toBe('charging.run-not-found');
  });

  it('a worker that died is taken for dead after its lease, and the run goes on', async () => {
    await crowd(3);
    const run = await desk.start({ takeIn: true });
    const ctx = desk.host.context<ChargingTables>('charging');
    expect(await abandonedRows(ctx, monthClaim)).toEqual([run.runId]);
    await ctx.db
      .updateTable('charging.month_run')
      .set({ lease_owner: 'gone', lease_until: new Date(desk.host.time.now.getTime() + 20_000) })
      .execute();
    expect(await abandonedRows(ctx, monthClaim)).toEqual([]);
    await desk.work(run.runId);
    expect(await desk.run(run.runId)).toMatchObject({ done: 0 });
    desk.host.time.now = new Date(desk.host.time.now.getTime() + 21_000);
    expect(await abandonedRows(ctx, monthClaim)).toEqual([run.runId]);
    await desk.work(run.runId);
    expect(await desk.run(run.runId)).toMatchObject({ state: 'done', done: 3 });
  });

  it('who failed keeps the reason and is settled by a new run over them', async () => {
    await crowd(2);
    const run = await desk.start({ takeIn: true });
    await desk.onDay('2026-03-05', 'many-2');
    await desk.work(run.runId);
    expect(await items(run.runId, { state: 'failed' })).toMatchObject([{ patientId: 'many-2', error: 'charging.month-changed' }]);
    const again = await desk.start({ takeIn: true, patientIds: ['many-2'] });
    expect(again).toMatchObject({ total: 1, waiting: 1 });
    await desk.work(again.runId);
    expect(await bills()).toEqual([
      { patient_id: 'many-1', total: '400.00' },
      { patient_id: 'many-2', total: '800.00' },
    ]);
  });
});

describe('[7.8-01] POST month: insured', () => {
  const settle = async (patientId = 'pat-1') => {
    const { fingerprint } = await desk.sheet(patientId);
    return await desk.host.call('charging', routes.settleInsured, { body: { patientId, month: '2026-03', fingerprint }, user: cashier });
  };

  it('is refused with a sentence while no insurance plugin is on', async () => {
    await desk.dispensed('2026-03-02');
    expect(await refusal(settle())).toBe('charging.no-insured-settlement');
    expect(await refusal(desk.hosp({ settleWay: 'insured' }))).toBe('charging.no-insured-settlement');
  });

  describe('with an insurer', () => {
    const asked: string[] = [];
    let outcome: InsuredOutcome;
    beforeEach(() => {
      asked.length = 0;
      outcome = {
        kind: 'settled',
        medInsMark: '1',
        fundPay: fen(50_000),
        accountPay: fen(10_000),
        hospitalPay: fen(0),
        selfPay: fen(2_000),
        reference: 'SIM-SETL-1',
      };
      desk.host.provide(insuredSettlement, {
        settleMonth: async ({ settlementId }) => {
          asked.push(settlementId);
          return outcome;
        },
      });
    });

    it('charges through it: fund, account and own part on one bill', async () => {
      await desk.dispensed('2026-03-02');
      const run = await settle();
      expect(run).toMatchObject({ patientId: 'pat-1', settleWay: 'insured', total: 1 });
      await desk.work(run.runId);
      expect(await desk.run(run.runId)).toMatchObject({ state: 'done', done: 1, donePrice: 620 });
      expect(await desk.sqlRows('select med_ins_mark, total::text as total from charging.bill')).toEqual([{ med_ins_mark: '1', total: '620.00' }]);
      expect(await desk.sqlRows('select pay_way, amount::text as amount from charging.payment order by seq')).toEqual([
        { pay_way: 'insurance-fund', amount: '500.00' },
        { pay_way: 'insurance-account', amount: '100.00' },
        { pay_way: 'cash', amount: '20.00' },
      ]);
    });

    it('a dry run lists what the insurer would stop at, and leaves out who is blocked; self-pay is not asked about', async () => {
      await desk.dispensed('2026-03-02');
      await desk.onDay('2026-03-02', 'pat-2');
      await desk.record('pat-2');
      const questions: unknown[] = [];
      desk.host.provide(insuredMonthChecks, {
        blockersOf: async ({ patients, month }): Promise<InsuredMonthBlocker[]> => {
          questions.push([month, patients.map((one) => [one.patientId, one.dpIds.length])]);
          return [
            { patientId: 'pat-1', key: 'filing-expired', level: 'block', params: { disease: '透析', date: '2026-02-28' } },
            { patientId: 'pat-1', key: 'unmapped', level: 'warn', params: { count: 1, name: '透析器' } },
          ];
        },
      });
      const { dryRun } = await desk.hosp({ settleWay: 'insured' });
      expect(questions).toEqual([['2026-03', [['pat-1', 1]]]]);
      expect(dryRun?.patients.map((one) => [one.patientId, one.runs])).toEqual([
        ['pat-1', false],
        ['pat-2', true],
      ]);
      expect(dryRun?.patients[0]?.blockers.filter((one) => one.kind === 'insurer').map((one) => [one.level, one.insurer])).toEqual([
        ['block', { key: 'filing-expired', params: { disease: '透析', date: '2026-02-28' } }],
        ['warn', { key: 'unmapped', params: { count: 1, name: '透析器' } }],
      ]);
      expect(await refusal(settle())).toBe('charging.month-blocked-insurer');
      const run = await desk.start({ settleWay: 'insured' });
      expect(await items(run.runId, { state: 'skipped' })).toMatchObject([{ patientId: 'pat-1', error: 'charging.month-blocked-insurer' }]);
      questions.length = 0;
      expect((await desk.hosp({ settleWay: 'selfpay' })).dryRun?.runCount).toBe(2);
      expect(questions).toEqual([]);
    });

    it('the bill is of what he settled, whatever came into the month meanwhile', async () => {
      await desk.dispensed('2026-03-02');
      desk.host.provide(insuredSettlement, {
        settleMonth: async () => {
          await desk.onDay('2026-03-09');
          return outcome;
        },
      });
      const run = await settle();
      await desk.work(run.runId);
      expect(await desk.run(run.runId)).toMatchObject({ state: 'done', done: 1, donePrice: 620 });
      expect((await desk.sheet()).waitingPrice).toBe(400);
    });

    it('no answer settles nothing; asked again it is the same settlement', async () => {
      await desk.dispensed('2026-03-02');
      const answered = outcome;
      outcome = { kind: 'unknown' };
      const first = await settle();
      await desk.work(first.runId);
      expect(await items(first.runId)).toMatchObject([{ state: 'failed', error: 'charging.insurer-silent' }]);
      outcome = { kind: 'refused', reason: '待遇未生效' };
      const second = await settle();
      await desk.work(second.runId);
      expect(await items(second.runId)).toMatchObject([{ error: 'charging.insurer-refused', errorParams: { reason: '待遇未生效' } }]);
      outcome = { ...answered, ...(answered.kind === 'settled' ? { selfPay: fen(1) } : {}) };
      const third = await settle();
      await desk.work(third.runId);
      expect(await items(third.runId)).toMatchObject([{ error: 'charging.insurer-sum' }]);
      expect(await bills()).toEqual([]);
      outcome = answered;
      const last = await settle();
      await desk.work(last.runId);
      expect(await bills()).toHaveLength(1);
      expect(new Set(asked).size).toBe(1);
    });

    it('says beforehand who would pay what, by the same id, and the own part goes by the way that was chosen', async () => {
      await desk.dispensed('2026-03-02');
      const released: unknown[] = [];
      desk.host.provide(insuredSettlement, {
        rehearseMonth: async ({ settlementId, total }) => {
          asked.push(settlementId);
          return { kind: 'worked-out', exact: true, fundPay: fen(50_000), accountPay: fen(10_000), hospitalPay: fen(0), selfPay: fen(total - 60_000) };
        },
        letGoMonth: async ({ by: _by, ...of }) => void released.push(of),
        settleMonth: async ({ settlementId }) => {
          asked.push(settlementId);
          return outcome;
        },
      });
      const { fingerprint, blockers } = await desk.sheet();
      // The notice that it would be paid by the patient alone belongs to the other way.
      expect(blockers.map((one) => one.kind)).not.toContain('insured');
      const month = { patientId: 'pat-1', month: '2026-03', fingerprint };
      const rehearse = (body = month) => desk.host.call('charging', routes.rehearseInsured, { body, user: cashier });
      expect(await rehearse()).toEqual({ totalPrice: 620, fundPay: 500, accountPay: 100, hospitalPay: 0, selfPay: 20, exact: true });
      expect(await bills()).toEqual([]);
      expect(await refusal(rehearse({ ...month, fingerprint: 'x'.repeat(32) }))).toBe('charging.month-changed');
      const letGo = () => desk.host.call('charging', routes.letGoInsured, { body: { patientId: 'pat-1', month: '2026-03' }, user: cashier });
      expect(await letGo()).toBeNull();
      expect(released).toEqual([{ orgId: 'org-gz', patientId: 'pat-1', month: '2026-03' }]);
      const settleBy = (over: object) => desk.host.call('charging', routes.settleInsured, { body: { ...month, ...over }, user: cashier });
      expect(await refusal(settleBy({ payWay: 'no-such-way' }))).not.toBe('allowed');
      await desk.host.db.script("update charging.pay_way set needs_reference = true where code = 'card'");
      expect(await refusal(settleBy({ payWay: 'card' }))).toBe('charging.payment-reference-missing');
      const run = await settleBy({ payWay: 'card', reference: 'SIM-POS-1' });
      await desk.work(run.runId);
      expect(await desk.sqlRows("select pay_way, amount::text as amount, reference from charging.payment where pay_way = 'card'")).toEqual([
        { pay_way: 'card', amount: '20.00', reference: 'SIM-POS-1' },
      ]);
      expect(new Set(asked).size).toBe(1);
    });

    it('a rehearsal that is refused says why, and one that adds up to another sum is refused', async () => {
      await desk.dispensed('2026-03-02');
      let rehearsal: InsuredRehearsal = { kind: 'refused', reason: '待遇未生效' };
      desk.host.provide(insuredSettlement, { settleMonth: async () => outcome, rehearseMonth: async () => rehearsal });
      const { fingerprint } = await desk.sheet();
      const rehearse = () =>
        refusal(desk.host.call('charging', routes.rehearseInsured, { body: { patientId: 'pat-1', month: '2026-03', fingerprint }, user: cashier }));
      expect(await rehearse()).toBe('charging.insurer-refused');
      rehearsal = { kind: 'unknown' };
      expect(await rehearse()).toBe('charging.insurer-silent');
      rehearsal = { kind: 'worked-out', exact: true, fundPay: fen(1), accountPay: fen(0), hospitalPay: fen(0), selfPay: fen(0) };
      expect(await rehearse()).toBe('charging.insurer-sum');
      desk.host.provide(insuredSettlement, { settleMonth: async () => outcome });
      expect(await rehearse()).toBe('charging.no-insured-settlement');
    });

    it('who is not insured is not asked for', async () => {
      await desk.onDay('2026-03-02', 'pat-2');
      await desk.record('pat-2');
      expect(await refusal(settle('pat-2'))).toBe('charging.month-not-insured');
      const run = await desk.start({ settleWay: 'insured' });
      await desk.work(run.runId);
      expect(await bills()).toEqual([{ patient_id: 'pat-2', total: '400.00' }]);
      expect(asked).toEqual([]);
    });
  });
});
