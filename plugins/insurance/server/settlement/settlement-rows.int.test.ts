import type { DataCondition, DataScope, OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashierOf, openSettleDesk, patientIdOf, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { connectionContract, registerContract, type SettlementRecord, settlementContract } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { advance, requireSettlement, findSettlement, holdersOf } from './ledger/settlement.repo.ts';

const { routes } = settlementContract;
let desk: SettleDesk;
let settled: SettlementRecord;
let theirs: SettlementRecord;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 3 });
  const presettled = async (region: 'guangdong' | 'hubei') => desk.preSettle(region, [await desk.prescribe(region, 1)]);
  settled = await desk.settle('guangdong', await presettled('guangdong'));
  theirs = await presettled('hubei');
});
afterAll(() => desk?.close());

const blind = () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) as const;

describe('[A4] settlements of others', () => {
  it('are neither listed nor counted', async () => {
    const { list, pagination } = await desk.call('hubei', routes.list);
    expect([list.map(({ id }) => id), pagination.total]).toEqual([[theirs.id], 1]);
  });

  it('of a hidden patient are in no list and in no number: a total would tell of them', async () => {
    const registers = registerContract.routes;
    await desk.call('guangdong', registers.analyse, { body: { dpIds: [...settled.dpIds] } });
    const ways: ((dataScope?: typeof blind) => Promise<{ list: readonly unknown[]; pagination: { total: number } }>)[] = [
      (dataScope) => desk.call('guangdong', routes.list, { dataScope }),
      (dataScope) => desk.call('guangdong', registers.list, { dataScope }),
      (dataScope) => desk.call('guangdong', registers.analyses, { dataScope }),
      (dataScope) => desk.call('guangdong', routes.list, { query: { keyword: settled.patientName }, dataScope }),
      (dataScope) => desk.call('guangdong', routes.list, { query: { patientId: settled.patientId }, dataScope }),
    ];
    for (const way of ways) {
      expect(await way()).toMatchObject({ list: [{}], pagination: { total: 1 } });
      expect(await way(blind)).toMatchObject({ list: [], pagination: { total: 0 } });
    }
  });

  it('are not begun, registered or asked for a hidden patient: the prescription is not there', async () => {
    const registers = registerContract.routes;
    const dpId = await desk.prescribe('guangdong', 2);
    const [body, params] = [{ dpIds: [dpId] }, { id: dpId }];
    const hidden = (menu: string): DataScope => (menu === 'his.patient' ? blind() : { kind: 'organisation' });
    const certificate = { mdtrt_cert_type: '02', mdtrt_cert_no: '' };
    const before = desk.sim.control.calls().length;
    const acts: [string, () => Promise<unknown>][] = [
      ['preSettle', () => desk.call('guangdong', routes.preSettle, { body: { ...body, certificate, acct_used_flag: '1' }, dataScope: hidden })],
      ['register', () => desk.call('guangdong', registers.register, { body: { ...body, certificate }, dataScope: hidden })],
      ['registerInfo', () => desk.call('guangdong', registers.registerInfo, { params, dataScope: hidden })],
      ['validByDpId', () => desk.call('guangdong', registers.validByDpId, { params, dataScope: hidden })],
      ['analyse', () => desk.call('guangdong', registers.analyse, { body, dataScope: hidden })],
    ];
    for (const [name, act] of acts) expect(await refusalOf(act()), name).toBe('insurance.prescription-not-found');
    expect([desk.sim.control.calls().length, await desk.payStatus(dpId)]).toEqual([before, 0]);
    expect((await desk.call('guangdong', registers.registerInfo, { params })).dpId).toBe(dpId);
  });

  it('that are in doubt are neither shown nor counted to whom the patient is hidden', async () => {
    const doubt = (state: string) => desk.host.db.script(`update insurance.settlement set state = '${state}', doubt_since = now() where id = '${theirs.id}'`);
    const seen = async (dataScope?: typeof blind) => [
      (await desk.call('hubei', routes.doubtful, { dataScope })).list.length,
      (await desk.call('hubei', connectionContract.routes.state, { dataScope })).doubtful,
    ];
    await doubt('review');
    expect([await seen(), await seen(blind)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    await doubt(theirs.state);
  });

  it('stay in the list when the file is closed or merged into another', async () => {
    const ids = async (dataScope?: () => DataScope) => (await desk.call('guangdong', routes.list, { dataScope })).list.map(({ id }) => id);
    const everyone: DataCondition = [{ logic: 'and', groups: [{ field: 'reimWay', type: 'String', op: 'NotEqual', value: 'nothing like it' }] }];
    const narrowed = (): DataScope => ({ kind: 'schemes', conditions: [everyone], userAndBelow: [] });
    const file = (change: string) => desk.host.db.script(`update patient.patient set ${change} where id = '${settled.patientId}'`);
    for (const change of ['enabled = false', `enabled = true, merged_into = '${patientIdOf('guangdong', 2)}'`, 'merged_into = null']) {
      await file(change);
      expect([await ids(), await ids(narrowed)], change).toEqual([[settled.id], [settled.id]]);
    }
  });

  it('are found by a name however many hidden files have it, too', async () => {
    const shown: DataCondition = [{ logic: 'and', groups: [{ field: 'classId', type: 'String', op: 'Equal', value: 'found' }] }];
    const narrowed = (menu: string): DataScope =>
      menu === 'his.patient' ? { kind: 'schemes', conditions: [shown], userAndBelow: [] } : { kind: 'organisation' };
    const columns = (
      await desk.rows<{ name: string }>(`select column_name as name from information_schema.columns
        where table_schema = 'patient' and table_name = 'patient' and is_generated = 'NEVER' and column_name not in ('id', 'outpatient_code', 'dialysis_no')`)
    ).map(({ name }) => name);
    await desk.host.db.script(`update patient.patient set search_grams = '{hz}' where id = '${settled.patientId}'`);
    await desk.host.db.script(`insert into patient.patient (id, outpatient_code, dialysis_no, ${columns.join()})
      select 'aa-' || n, 'XX' || n, '', ${columns.join()} from patient.patient, generate_series(1, 520) as n where id = '${settled.patientId}'`);
    await desk.host.db.script(`update patient.patient set shift_id = 'found' where id = '${settled.patientId}'`);
    const found = await desk.call('guangdong', routes.list, { query: { keyword: 'hz' }, dataScope: narrowed });
    expect(found).toMatchObject({ list: [{ id: settled.id }], pagination: { total: 1 } });
    await desk.host.db.script(
      `delete from patient.patient where id like 'aa-%'; update patient.patient set shift_id = '', search_grams = '{}' where id = '${settled.patientId}'`,
    );
  });

  it('open wherever they are listed: a file merged into one visible is visible, and no longer when it is taken apart', async () => {
    const kept = patientIdOf('guangdong', 2);
    const shown: DataCondition = [{ logic: 'and', groups: [{ field: 'classId', type: 'String', op: 'Equal', value: 'shown' }] }];
    const dataScope = (menu: string): DataScope =>
      menu === 'his.patient' ? { kind: 'schemes', conditions: [shown], userAndBelow: [] } : { kind: 'organisation' };
    await desk.host.db.script(`update patient.patient set shift_id = 'shown' where id = '${kept}'`);
    const merged = (into: string | null) =>
      desk.host.db.script(`update patient.patient set merged_into = ${into === null ? 'null' : `'${into}'`} where id = '${settled.patientId}'`);
    const listed = async () => (await desk.call('guangdong', routes.list, { dataScope })).list.map(({ id }) => id);
    const opened = () => refusalOf(desk.call('guangdong', routes.record, { params: { id: settled.id }, dataScope }));
    expect([await listed(), await opened()]).toEqual([[], 'insurance.settlement-not-found']);
    await merged(kept);
    expect([await listed(), await opened()]).toEqual([[settled.id], 'allowed']);
    await merged(null);
    expect([await listed(), await opened()]).toEqual([[], 'insurance.settlement-not-found']);
  });

  it('are refused for a merged file, which names the one that is left to whom it is shown', async () => {
    const [patientId, kept] = [patientIdOf('guangdong', 2), patientIdOf('guangdong', 0)];
    const mine: DataCondition = [{ logic: 'and', groups: [{ field: 'classId', type: 'String', op: 'Equal', value: 'mine' }] }];
    const narrowed = (menu: string): DataScope =>
      menu === 'his.patient' ? { kind: 'schemes', conditions: [mine], userAndBelow: [] } : { kind: 'organisation' };
    const file = (change: string) => desk.host.db.script(`update patient.patient set ${change} where id = '${patientId}'`);
    await file(`shift_id = 'mine'`);
    const held = await desk.preSettle('guangdong', [await desk.prescribe('guangdong', 2)]);
    await file(`merged_into = '${kept}'`);
    const cash = { payments: [{ payWay: 'cash', amount: held.psn_cash_pay }] };
    const amounts = { version: held.version, psn_cash_pay: held.psn_cash_pay, fund_pay_sumamt: held.fund_pay_sumamt, ...cash };
    const settle = (dataScope?: typeof narrowed) => refusalOf(desk.call('guangdong', routes.settle, { params: { id: held.id }, body: amounts, dataScope }));
    expect([await settle(), await settle(narrowed)]).toEqual(['charging.patient-merged', 'charging.patient-merged-unnamed']);
    await desk.call('guangdong', routes.abandon, { params: { id: held.id } });
    const certificate = { mdtrt_cert_type: '02', mdtrt_cert_no: '' };
    const body = { dpIds: held.dpIds, certificate, acct_used_flag: '1' };
    const begin = (dataScope?: typeof narrowed) => refusalOf(desk.call('guangdong', routes.preSettle, { body, dataScope }));
    expect([await begin(), await begin(narrowed)]).toEqual(['charging.patient-merged', 'charging.patient-merged-unnamed']);
    await file('merged_into = null');
  });

  it('are not found behind a bill, neither elsewhere nor without rights on the patient', async () => {
    const params = { id: settled.billId ?? '' };
    expect((await desk.call('guangdong', routes.byBill, { params })).id).toBe(settled.id);
    expect(await refusalOf(desk.host.call('insurance', routes.byBill, { params, user: cashierOf('hubei') }))).toBe('insurance.bill-without');
    expect(await refusalOf(desk.call('guangdong', routes.byBill, { params, dataScope: blind }))).toBe('insurance.settlement-not-found');
  });

  it('are not found by id or by prescription', async () => {
    const ctx = desk.host.context<InsuranceTables>('insurance');
    const found = async (...orgIds: OrgId[]) => [
      (await findSettlement(ctx, settled.id, orgIds))?.id,
      ...(await holdersOf(ctx, settled.dpIds, orgIds)).map(({ id }) => id),
    ];
    expect([await found('org-wh'), await found('org-wh', 'org-gz')]).toEqual([[undefined], [settled.id, settled.id]]);
  });

  it('do not crowd out the own, however many of them are in doubt', async () => {
    await desk.host.db.script(`
      insert into insurance.settlement
      select copy.* from insurance.settlement as one, generate_series(1, 500) as n, lateral jsonb_populate_record(
        null::insurance.settlement,
        to_jsonb(one) || jsonb_build_object('id', 'many-' || n, 'patient_id', 'many-' || n, 'state', 'review', 'chrg_bchno', '', 'bill_id', null,
          'setl_id', '', 'doubt_since', '2026-03-01T00:00:00Z')
      ) as copy where one.id = '${settled.id}';
      update insurance.settlement set state = 'review', doubt_since = '2026-03-20T02:00:00Z' where id = '${theirs.id}';`);
    expect((await desk.call('hubei', routes.doubtful)).list.map(({ id }) => id)).toEqual([theirs.id]);
    expect((await desk.call('hubei', connectionContract.routes.state)).doubtful).toBe(1);
  });
});

it('a settlement moves only as declared', async () => {
  const ctx = desk.host.context<InsuranceTables>('insurance');
  const row = await requireSettlement(ctx, settled.id, ['org-gz']);
  expect(await refusalOf(ctx.transaction(() => advance(ctx, row, 'presettled', {}, undefined)))).toBe('insurance.move');
  expect(await requireSettlement(ctx, settled.id, ['org-gz'])).toEqual(row);
});
