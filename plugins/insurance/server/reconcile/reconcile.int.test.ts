import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgId } from '@nephra/plugin-sdk/contract';
import { workLeasedRow } from '@nephra/plugin-sdk/server';
import { OWN_ROWS } from '../../../../tests/support/data-rights-matrix.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import chargingServer from '../../../charging/server/index.ts';
import patientServer from '../../../patient/server/index.ts';
import catalogueServer from '../../../catalogue/server/index.ts';
import prescriptionServer from '../../../prescription/server/index.ts';
import { reconcileContract } from '../../contract/index.ts';
import { refusal, silence, toldPlatform, zipOf } from '../catalogue/catalogue.fixture.ts';
import type { NationalClient } from '../client/national-client.ts';
import insuranceServer from '../index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { dayClaim, dayId } from './claimed-day.ts';
import { compareDay } from './compare-day.ts';
import { dueDays } from './reconcile.plugin.ts';

const ORG = 'org-gz' as OrgId;
const DAY = '2026-03-02';
const clerk = staff({ userId: 'user-clerk', userName: '医保员', roles: ['clerk'] });
const { routes } = reconcileContract;

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({
    patient: patientServer,
    catalogue: catalogueServer,
    prescription: prescriptionServer,
    charging: chargingServer,
    insurance: insuranceServer,
  });
});
afterAll(() => host?.close());
beforeEach(async () => {
  await host.db.script(
    'truncate insurance.reconcile_day, insurance.reconcile_group, insurance.reconcile_difference, insurance.settlement, insurance.visit, insurance.exchange, insurance.connection cascade',
  );
});

const ctx = () => host.context<InsuranceTables>('insurance');
const settled = (setlId: string, at = `${DAY}T03:00:00Z`) =>
  host.db.script(`insert into insurance.settlement (id, org_id, patient_id, patient_name, state, insutype, med_type, psn_no, med_ins_mark, total, acct_used_flag, cert_type, medfee, fund_pay, acct_pay,
    cash_pay, clr_type, clr_optins, setl_id, settled_at, operator_id, operator_name, language, lease_until, simulated, created_at)
    values ('id-${setlId}', '${ORG}', 'p-${setlId}', '张三', 'settled', '310', '14', 'P1', '1', 100, '1', '02', 100, 80, 5, 15, '11', '440100', '${setlId}', '${at}', 'u', 'u', 'zh',
    '2000-01-01', true, '${at}')`);

const result = (lines: readonly string[]) => ({ F9: zipOf({ 'r.txt': lines.join('\n') }) });
const equal = { stmtinfo: { stmt_rslt: '0', stmt_rslt_dscr: '对账相等' } };
/** Equal but for local employees' settlements. */
const unequal = (input: Readonly<Record<string, unknown>>) => {
  const { insutype, refd_setl_flag: refund } = input.data as Record<string, string>;
  return insutype === '310' && refund === '0' ? { stmtinfo: { stmt_rslt: '1', stmt_rslt_dscr: '笔数不同' } } : equal;
};
const details = () => ({ fileinfo: { file_qury_no: 'F9', filename: 'r.zip' } });

const holder = { owner: 'w', leaseMs: 60_000, stopping: () => false };
const compare = (client: NationalClient) =>
  workLeasedRow(ctx(), dayClaim, dayId(ORG, DAY), holder, (lease) => compareDay(ctx(), dayId(ORG, DAY), client, lease));
const run = async (client: NationalClient) => {
  await host.call('insurance', routes.run, { params: { day: DAY }, user: clerk });
  await compare(client);
  return await host.call('insurance', routes.record, { params: { day: DAY }, user: clerk });
};

describe('comparing a day with the platform', () => {
  it('is equal when every statement is; sums are those of the day', async () => {
    await settled('S1');
    await settled('S2', '2026-03-01T15:59:59Z');
    const platform = toldPlatform({ '3201': () => equal });
    const { day, groups, differences } = await run(platform.client);
    expect(day).toMatchObject({ state: 'equal', count: 1, medfee: 100, fund: 80, theirCount: 1, theirMedfee: 100, unexplained: 0, done: 4, total: 4 });
    expect(groups).toHaveLength(4);
    expect(differences).toEqual([]);
    expect(platform.asked[0]?.input.data).toMatchObject({
      insutype: '310',
      clr_type: '11',
      fixmedins_setl_cnt: 1,
      medfee_sumamt: 100,
      stmt_begndate: `${DAY} 00:00:00`,
    });
    const { list } = await host.call('insurance', routes.month, { query: { month: '2026-03' }, user: clerk });
    expect(list.map((one) => [one.day, one.state, one.count])).toEqual([
      ['2026-03-01', 'open', 1],
      [DAY, 'equal', 1],
    ]);
  });

  it('what only we have is looked up first, then goes to a review; cash is never given back by itself', async () => {
    await settled('S1');
    await settled('S2');
    const platform = toldPlatform(
      {
        '3201': unequal,
        '3202': details,
        '5203': (input) =>
          (input.data as { setl_id: string }).setl_id === 'S2' ? { setlinfo: { setl_id: 'S2', setl_time: '2026-03-01 23:59:58' } } : refusal('无此结算'),
      },
      result([]),
    );
    const { day, differences } = await run(platform.client);
    expect(day).toMatchObject({ state: 'unexplained', differences: 2, unexplained: 1 });
    expect(differences.map((row) => [row.setlId, row.kind, row.state, row.memo]).sort()).toEqual([
      ['S1', 'facility-only', 'handed', 'action:review'],
      ['S2', 'facility-only', 'explained', 'setl_time:2026-03-01 23:59:58'],
    ]);
    const row = await ctx().db.selectFrom('insurance.settlement').select('state').where('setl_id', '=', 'S1').executeTakeFirstOrThrow();
    expect(row.state).toBe('review');
    // The journal shows what is asked about a patient to whom the patient is shown.
    const asked = platform.asked.filter(({ infno }) => infno === '5203').map(({ subject }) => subject);
    expect(asked.map((subject) => subject?.patientId).sort()).toEqual(['p-S1', 'p-S2']);
    expect(asked[0]).toMatchObject({ patientName: '张三', settlementId: expect.any(String) });
  });

  /** One settlement that only the platform has. */
  const onlyThere = (says: Parameters<typeof toldPlatform>[0] = {}) =>
    toldPlatform({ '3201': unequal, '3202': details, '2601': () => ({}), ...says }, result(['P9\tM9\tS9\tMSG9\t1\t0\t机构无此记录']));
  const connect = (takeBack: boolean) =>
    host.db.script(`insert into insurance.connection (org_id, region, base_url, fixmedins_code, fixmedins_name, mdtrtarea_admvs, updated_at, updated_by, take_back_strangers)
      values ('${ORG}', 'test', 'http://127.0.0.1:1', 'H44SIM000001', 'x', '440100', '2026-01-01', 'u', ${takeBack})`);
  const decide = (id: string, body: { verdict: 'take-back' | 'other-system'; reason: string; version: number }, user = clerk) =>
    host.call('insurance', routes.decide, { params: { id }, body, user });

  it('what this system sent and only the platform has is taken back there by its message number', async () => {
    await host.db.script(`insert into insurance.exchange (id, org_id, infno, msgid, state, sent_at, due_at, operator_id, operator_name, source, request)
      values ('x9', '${ORG}', '2207', 'MSG9', 'unknown', '2026-03-02T03:00:00Z', '2026-03-02T03:02:00Z', 'u', 'u', 'server', '{}')`);
    const platform = onlyThere();
    const { day, differences } = await run(platform.client);
    expect(platform.asked.find((one) => one.infno === '2601')?.input.data).toEqual({ psn_no: 'P9', omsgid: 'MSG9', oinfno: '2207' });
    expect(differences).toMatchObject([{ kind: 'platform-only', setlId: 'S9', msgid: 'MSG9', state: 'explained', stranger: false }]);
    expect(day.state).toBe('explained');
    // Compared again it is gone.
    const again = await run(toldPlatform({ '3201': () => equal }).client);
    expect(again.day.state).toBe('equal');
    expect(again.differences[0]?.state).toBe('gone');
  });

  it('what this system never sent is left alone and listed; another facility’s message of the same number proves nothing', async () => {
    await connect(false);
    await host.db.script(`insert into insurance.exchange (id, org_id, infno, msgid, state, sent_at, due_at, operator_id, operator_name, source, request)
      values ('x9', 'org-wh', '2207', 'MSG9', 'success', '2026-03-02T03:00:00Z', '2026-03-02T03:02:00Z', 'u', 'u', 'server', '{}')`);
    const platform = onlyThere();
    const { day, differences } = await run(platform.client);
    expect(platform.count('2601')).toBe(0);
    expect(day).toMatchObject({ state: 'unexplained', unexplained: 1 });
    expect(differences).toMatchObject([{ kind: 'platform-only', setlId: 'S9', state: 'open', stranger: true, decision: '', memo: 'action:stranger' }]);
    const { id, version } = differences[0] ?? { id: '', version: 0 };
    // A note is no decision.
    await expect(host.call('insurance', routes.explain, { params: { id }, body: { note: '不清楚', version }, user: clerk })).rejects.toMatchObject({
      key: 'insurance.stranger-undecided',
    });
    const other = staff({ orgId: 'org-wh', orgIds: ['org-wh'] });
    const body = { verdict: 'other-system', reason: '住院系统的结算', version } as const;
    await expect(decide(id, body, other)).rejects.toMatchObject({ key: 'insurance.difference-missing' });
    await expect(decide(id, { ...body, reason: ' 无   ' })).rejects.toMatchObject({ key: 'insurance.proof-missing' });

    expect(await decide(id, body)).toMatchObject({ state: 'explained', decision: 'other-system', note: '住院系统的结算', noteUserName: '医保员' });
    expect(host.audits.at(-1)).toMatchObject({ entry: { subjectId: id, after: { verdict: 'other-system' }, note: '住院系统的结算' } });
    await expect(decide(id, body)).rejects.toMatchObject({ key: 'insurance.difference-stale' });
    await expect(decide(id, { ...body, version: version + 1 })).rejects.toMatchObject({ key: 'insurance.no-stranger' });
    const note = { note: '另一个理由', version: version + 1 };
    await expect(host.call('insurance', routes.explain, { params: { id }, body: note, user: clerk })).rejects.toMatchObject({ key: 'insurance.no-stranger' });
    // The next comparison finds it again and leaves the decision as it is.
    const again = await run(platform.client);
    expect(platform.count('2601')).toBe(0);
    expect(again.day.state).toBe('explained');
    expect(again.differences).toMatchObject([{ state: 'explained', decision: 'other-system', stranger: true, memo: 'action:other-system' }]);
  });

  it('where the site says that no other system settles there, it is taken back by itself', async () => {
    await connect(true);
    const platform = onlyThere();
    expect((await run(platform.client)).differences).toMatchObject([{ state: 'explained', stranger: false, memo: 'action:reversed' }]);
    expect(platform.count('2601')).toBe(1);
  });

  it('amounts that differ wait for a person; a note explains them and stays when the day is compared again', async () => {
    await settled('S1');
    const platform = toldPlatform({ '3201': unequal, '3202': details }, result(['P1\tM1\tS1\tMSG1\t1\t0\t金额不一致\t90.00\t70.00\t15.00']));
    const { day, differences } = await run(platform.client);
    expect(day).toMatchObject({ state: 'unexplained', theirMedfee: 90, theirFund: 70 });
    const [one] = differences;
    expect(one).toMatchObject({ kind: 'amounts', state: 'open', medfee: 100, theirMedfee: 90 });
    const body = { note: '已电话核实，次月更正', version: one?.version ?? 0 };
    const noted = await host.call('insurance', routes.explain, { params: { id: one?.id ?? '' }, body, user: clerk });
    expect(noted).toMatchObject({ state: 'explained', noteUserName: '医保员' });
    await expect(host.call('insurance', routes.explain, { params: { id: one?.id ?? '' }, body, user: clerk })).rejects.toMatchObject({
      key: 'insurance.difference-stale',
    });
    const other = staff({ orgId: 'org-wh', orgIds: ['org-wh'] });
    await expect(host.call('insurance', routes.explain, { params: { id: one?.id ?? '' }, body, user: other })).rejects.toMatchObject({
      key: 'insurance.difference-missing',
    });
    const again = await run(platform.client);
    expect(again.day.state).toBe('explained');
    expect(again.differences[0]?.note).toBe(body.note);
  });

  it('no answer: it waits and says so, and gives up after a while; a refusal is told', async () => {
    await settled('S1');
    const mute = toldPlatform({ '3201': () => silence });
    expect((await run(mute.client)).day).toMatchObject({ state: 'running', problem: 'insurance.reconcile-silent' });
    for (let round = 0; round < 4; round += 1) {
      host.time.now = new Date(host.time.now.getTime() + 1_000_000);
      await compare(mute.client);
    }
    expect((await host.call('insurance', routes.record, { params: { day: DAY }, user: clerk })).day.state).toBe('failed');
    expect((await run(toldPlatform({ '3201': () => refusal('未开通') }).client)).day).toMatchObject({ state: 'failed', problemParams: { reason: '未开通' } });
  });

  it.each(['2026-03-03', '2027-01-01', '2026-02-31'])('%s has not come or is none: it can be neither compared nor looked at', async (day) => {
    const wrong = { key: 'insurance.reconcile-day' };
    await expect(host.call('insurance', routes.run, { params: { day }, user: clerk })).rejects.toMatchObject(wrong);
    await expect(host.call('insurance', routes.record, { params: { day }, user: clerk })).rejects.toMatchObject(wrong);
  });
});

it('the job begins with the day before at the hour that the page of settings says', async () => {
  const before = host.time.now;
  await settled('S1');
  await host.db.script(`insert into insurance.connection (org_id, region, base_url, fixmedins_code, fixmedins_name, mdtrtarea_admvs, enabled, updated_at, updated_by)
    values ('${ORG}', 'test', 'http://127.0.0.1:1', 'H44SIM000001', 'x', '440100', true, '2026-01-01', 'u')`);
  const days = async (): Promise<string[]> => (await ctx().db.selectFrom('insurance.reconcile_day').select('day').execute()).map(({ day }) => day);
  // 02:30 in Asia/Shanghai.
  host.time.now = new Date('2026-03-02T18:30:00Z');
  host.setOnPage('insurance', '', { reconcileHour: 3 });
  await dueDays(ctx());
  expect(await days()).toEqual([]);
  host.setOnPage('insurance', '', { reconcileHour: 2 });
  await dueDays(ctx());
  expect(await days()).toEqual([DAY]);
  host.setOnPage('insurance', '', {});
  host.time.now = before;
});

it('[6-02] days are about everybody: whoever sees some of the patients only neither reads, compares nor decides on them', async () => {
  await settled('S1');
  const { list } = await host.call('insurance', routes.month, { query: { month: '2026-03' }, user: clerk });
  expect(list.map(({ medfee }) => medfee)).toContain(100);
  const narrowed = { user: clerk, dataScope: (menu: string) => (menu === 'his.patient' ? OWN_ROWS : ({ kind: 'organisation' } as const)) };
  const explained = { note: '平台来函', version: 1 };
  const decided = { verdict: 'other-system' as const, reason: '平台来函', version: 1 };
  for (const [name, call] of [
    ['month', () => host.call('insurance', routes.month, { query: { month: '2026-03' }, ...narrowed })],
    ['record', () => host.call('insurance', routes.record, { params: { day: DAY }, ...narrowed })],
    ['run', () => host.call('insurance', routes.run, { params: { day: DAY }, ...narrowed })],
    ['explain', () => host.call('insurance', routes.explain, { params: { id: 'any' }, body: explained, ...narrowed })],
    ['decide', () => host.call('insurance', routes.decide, { params: { id: 'any' }, body: decided, ...narrowed })],
  ] as const) {
    await expect(call(), name).rejects.toMatchObject({ key: 'insurance.needs-all-patients' });
  }
});
