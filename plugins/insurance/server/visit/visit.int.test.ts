import type { OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { registerContract, settlementContract } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { findVisit } from './visit.repo.ts';

const { routes } = registerContract;
let desk: SettleDesk;
let used = 0;
const nobody = (): number => {
  used += 1;
  return used % 7 === 6 ? nobody() : used;
};
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 30 });
});
afterEach(() => desk.sim.control.clearFaults());
afterAll(() => desk.close());

const card = { mdtrt_cert_type: '02', mdtrt_cert_no: '' } as const;
async function registered() {
  const n = nobody();
  const dpId = await desk.prescribe('guangdong', n);
  return { n, dpId, visit: await desk.call('guangdong', routes.register, { body: { dpIds: [dpId], certificate: card } }) };
}

describe('[7.3-05] [7.3-08] registration with the insurer', () => {
  it('[7.3-06] [7.3-10] registers once a day, lists it, and says so for the prescription', async () => {
    const n = nobody();
    const dpId = await desk.prescribe('guangdong', n);
    const valid = () => desk.call('guangdong', routes.validByDpId, { params: { id: dpId } });
    expect(await valid()).toEqual({ valid: false, mdtrtId: '', visitId: null, reason: '今天没有可用的医保就诊登记' });
    const visit = await desk.call('guangdong', routes.register, { body: { dpIds: [dpId], certificate: card } });
    expect(visit).toMatchObject({
      state: 'open',
      patientId: patientIdOf('guangdong', n),
      psn_no: psnNoOf('guangdong', n),
      dise_codg: 'M07801',
      reported: false,
    });
    expect((await desk.call('guangdong', routes.register, { body: { dpIds: [dpId], certificate: card } })).id).toBe(visit.id);
    expect(await valid()).toEqual({ valid: true, mdtrtId: visit.mdtrt_id, visitId: visit.id, reason: '' });
    expect((await desk.call('guangdong', routes.patientRegist, { params: { id: patientIdOf('guangdong', n) } })).list.map((one) => one.id)).toEqual([visit.id]);
    const { list } = await desk.call('guangdong', routes.list, {
      query: { patientId: patientIdOf('guangdong', n), startDate: '2026-03-20', endDate: '2026-03-20' },
    });
    expect(list.map((one) => one.mdtrt_id)).toEqual([visit.mdtrt_id]);
    expect((await desk.call('guangdong', routes.list, { query: { startDate: '2026-03-21' } })).list).toEqual([]);
  });

  it('[7.3-07] prepares the registration, identity masked, with what stands in its way', async () => {
    const n = nobody();
    const info = await desk.call('guangdong', routes.registerInfo, { params: { id: await desk.prescribe('guangdong', n, { unmapped: true }) } });
    expect(info).toMatchObject({ med_type: '14', data: { psn_no: psnNoOf('guangdong', n), insutype: '310', dept_name: '肾病学专业', dr_name: '林医生' } });
    expect(info.data.mdtrt_cert_no).toMatch(/^\d{6}\*{8}\d{4}$/);
    expect(info.blockers.map((one) => one.key)).toEqual(['unmapped']);
  });

  it('[7.3-11] reports category and diagnoses; [7.3-09] cancels an empty visit; [7.3-14] takes fees back first', async () => {
    const { visit } = await registered();
    const reported = await desk.call('guangdong', routes.reportVisit, {
      body: {
        visitId: visit.id,
        main_cond_dscr: '维持性血液透析',
        diagnosis: [{ diag_type: '1', diag_srt_no: 1, diag_code: 'N18.501', diag_name: '终末期肾病', vali_flag: '1' }],
      },
    });
    expect(reported.reported).toBe(true);
    expect(await desk.call('guangdong', routes.visitReport, { query: { visitId: visit.id } })).toMatchObject({
      main_cond_dscr: '维持性血液透析',
      diagnosis: [{ diag_code: 'N18.501' }],
    });
    const cancelled = await desk.call('guangdong', routes.cancel, { body: { visitId: visit.id, reason: '患者离开' } });
    expect(cancelled.state).toBe('cancelled');
    expect((await desk.call('guangdong', routes.cancelled)).list.map((one) => one.id)).toContain(visit.id);
    const other = await registered();
    const record = await desk.preSettle('guangdong', [other.dpId]);
    const end = () => desk.call('guangdong', routes.cancelRegister, { body: { visitId: other.visit.id, reason: '患者离开' } });
    expect(await refusalOf(end())).toBe('insurance.visit-in-use');
    await desk.call('guangdong', settlementContract.routes.abandon, { params: { id: record.id } });
    expect((await end()).state).toBe('cancelled');
  });

  it('tells in the insurer’s own words why it refused', async () => {
    desk.sim.control.faults([{ infno: '2201', kind: 'infcode', when: 'before', value: -1, text: '参保状态异常' }]);
    expect(await refusalOf(registered())).toBe('insurance.platform-refused');
    expect(await refusalOf(desk.call('guangdong', routes.register, { body: { dpIds: [await desk.prescribe('guangdong', 6)], certificate: card } }))).toBe(
      'insurance.no-filing',
    );
  });
});

describe('[7.3] a person and checks beforehand', () => {
  it('reads insurance, entitlements and filings', async () => {
    const n = nobody();
    const person = await desk.call('guangdong', routes.person, { params: { id: patientIdOf('guangdong', n) }, body: {} });
    expect(person).toMatchObject({ psn_no: psnNoOf('guangdong', n), sameAsFile: true });
    expect(person.insuinfo[0]).toMatchObject({ insutype: '310', insuplc_admdvs: '440100' });
    expect(person.filings.map((one) => one.opsp_dise_code)).toEqual(['M07801']);
    expect(person.trtinfo.length).toBeGreaterThan(0);
    expect(await refusalOf(desk.call('guangdong', routes.person, { params: { id: 'nobody' }, body: {} }))).toBe('insurance.patient-not-found');
  });

  it('[7.3-12] [7.3-13] checks prescriptions and keeps what came out, also that nothing came', async () => {
    const dpId = await desk.prescribe('guangdong', nobody());
    const row = await desk.call('guangdong', routes.analyse, { body: { dpIds: [dpId] } });
    expect(['clean', 'findings']).toContain(row.verdict);
    expect(await desk.call('guangdong', routes.analysis, { params: { id: row.id } })).toEqual(row);
    expect((await desk.call('guangdong', routes.analysis, { params: { id: dpId } })).id).toBe(row.id);
    desk.sim.control.faults([{ infno: '3101', kind: 'truncate' }]);
    expect((await desk.call('guangdong', routes.analyse, { body: { dpIds: [dpId] } })).verdict).toBe('failed');
    expect((await desk.call('guangdong', routes.analyses)).list).toHaveLength(2);
  });
});

describe('[A4] registrations of others', () => {
  it('another facility’s visits, persons and checks do not exist; data rights narrow the own ones', async () => {
    const { visit, n, dpId } = await registered();
    const user = cashierOf('hubei');
    const as = (route: Parameters<SettleDesk['call']>[1], given: object) => refusalOf(desk.host.call('insurance', route, { user, ...given }));
    expect(await as(routes.cancel, { body: { visitId: visit.id, reason: 'x' } })).toBe('insurance.visit-not-found');
    expect(await as(routes.cancelRegister, { body: { visitId: visit.id, reason: 'x' } })).toBe('insurance.visit-not-found');
    expect(await as(routes.visitReport, { query: { visitId: visit.id } })).toBe('insurance.visit-not-found');
    expect(await as(routes.validByDpId, { params: { id: dpId } })).toBe('insurance.prescription-not-found');
    expect(await as(routes.registerInfo, { params: { id: dpId } })).toBe('insurance.prescription-not-found');
    expect(await as(routes.person, { params: { id: patientIdOf('guangdong', n) }, body: {} })).toBe('insurance.patient-not-found');
    await desk.call('guangdong', routes.analyse, { body: { dpIds: [dpId] } });
    for (const route of [routes.list, routes.analyses]) {
      expect(await desk.host.call('insurance', route, { user })).toMatchObject({ list: [], pagination: { total: 0 } });
    }
    const dataScope = () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) as const;
    expect((await desk.call('guangdong', routes.list, { dataScope })).list).toEqual([]);
    expect(await refusalOf(desk.call('guangdong', routes.visitReport, { query: { visitId: visit.id }, dataScope }))).toBe('insurance.visit-not-found');
  });

  it('are not found by id, and one that lies elsewhere is not open here', async () => {
    const { visit, n } = await registered();
    const ctx = desk.host.context<InsuranceTables>('insurance');
    const found = async (...orgIds: OrgId[]) => (await findVisit(ctx, visit.id, orgIds))?.id;
    expect([await found('org-wh'), await found('org-wh', 'org-gz')]).toEqual([undefined, visit.id]);
    const open = async () => (await desk.call('guangdong', routes.patientRegist, { params: { id: patientIdOf('guangdong', n) } })).list.map(({ id }) => id);
    expect(await open()).toEqual([visit.id]);
    await desk.rows(`update insurance.visit set org_id = 'org-wh' where id = '${visit.id}'`);
    expect(await open()).toEqual([]);
  });
});
