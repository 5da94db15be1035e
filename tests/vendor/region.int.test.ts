import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ConnectionRow, PersonInsurance, RegionRow, SettlementRecord } from '../../plugins/insurance/contract/index.ts';
import { type InsuranceSimulator, startInsuranceSimulator } from '../../tools/sim/insurance/index.ts';
import { type Hospital, openHospital, type Reply, type Staff } from './hospital.ts';
import { openWorkshop, type VendorProject } from './vendor-workshop.ts';

const PACKAGE = 'acme-island-1.0.0.tgz';
const STATION = 'island-station-7f3a';

let simulator: InsuranceSimulator;
let island: VendorProject;
let hospital: Hospital;
let admin: Staff;

beforeAll(async () => {
  simulator = await startInsuranceSimulator({ port: 0, controlToken: randomUUID() });
  island = openWorkshop(inject('workshop')).create('acme-island', 'region');
  hospital = await openHospital({
    also: [{ id: 'insurance', source: path.resolve('plugins/insurance'), enabled: true, outbound: [simulator.url] }],
  });
  admin = await hospital.signIn('admin');
});
afterAll(async () => {
  await hospital?.close();
  await simulator?.close();
});

const regions = async (): Promise<string[]> => (await admin.get<{ list: RegionRow[] }>('/api/medins/regions')).data.list.map(({ code }) => code);

/** @throws when the call was refused */
function dataOf<T>({ code, msg, data }: Reply<T>): T {
  if (code !== 200) throw new Error(msg);
  return data;
}

describe('[issue 5] a fourth region, made outside of this repository', () => {
  it('is written with the command line and the types of the SDK', () => {
    expect(island.nephra('test')).toMatchObject({ status: 0 });
    island.edit('server/island.adapter.ts', '...nationalRules,', "...nationalRules, monthVisit: 'fortnight',");
    expect(island.nephra('check')).toMatchObject({ status: 1, output: expect.stringContaining('\'"fortnight"\' is not assignable') });
    island.edit('server/island.adapter.ts', " monthVisit: 'fortnight',", '');
    // Nothing is packed that did not pass every check.
    expect(island.nephra('pack')).toMatchObject({ status: 0, output: expect.stringContaining(PACKAGE) });
  });

  it('appears among the regions without a restart, takes a connection, and passes the live checklist', async () => {
    expect(await regions()).toEqual([]);
    hospital.register({ id: 'acme-island', source: hospital.receive(path.join(island.folder, PACKAGE), 'acme-island.tgz'), enabled: true });
    await hospital.stateOf('acme-island', 'active');
    expect(await regions()).toEqual(['island']);

    const { list } = dataOf(await admin.get<{ list: ConnectionRow[] }>('/api/medins/connection'));
    const facility = list.find(({ orgName }) => orgName.includes('广州'));
    if (!facility) throw new Error('the demo hospital lost its first centre');
    const saved = await admin.send<ConnectionRow>('PUT', `/api/medins/connection/${facility.orgId}`, {
      region: 'island',
      baseUrl: `${simulator.url}/elsewhere`,
      fixmedinsCode: 'H46SIM000099',
      fixmedinsName: '海岛演示中心',
      mdtrtareaAdmvs: '460100',
      recerSysCode: 'SIM',
      infver: 'V1.0',
      values: {},
      secrets: { station: STATION },
      testRegion: true,
      simulated: true,
      enabled: true,
      version: facility.version,
    });
    expect(saved).toMatchObject({ code: 200, data: { region: 'island', secretsSet: ['station'] } });
    expect(JSON.stringify(saved)).not.toContain(STATION);
    const { lines } = dataOf(await admin.send<{ lines: { key: string; verdict: string }[] }>('POST', `/api/medins/connection/${facility.orgId}/check`));
    const verdicts = new Map(lines.map(({ key, verdict }) => [key, verdict]));
    for (const key of ['region', 'credentials', 'address', 'reachable', 'sign-in']) expect([key, verdicts.get(key)]).toEqual([key, 'ok']);
  });

  it('settles a prescription through it', async () => {
    const [doctor, cashier] = await Promise.all([hospital.signIn('doctor'), hospital.signIn('cashier')]);
    // Only dialysis patients have filed the chronic disease that this category needs.
    const patients = dataOf(
      await doctor.get<{ list: { patientId: string; reimWay: string; medInsMark: string; psn_no: string }[] }>(
        '/api/his/patient?patientType=dialysis&pageSize=100',
      ),
    ).list;
    const patient = patients.find(({ medInsMark, psn_no }) => medInsMark === '1' && !/(17|29|41|53)$/.test(psn_no));
    if (!patient) throw new Error('no insured patient in the demo hospital');
    const items = dataOf(
      await doctor.get<{ list: { kind: string; drugId: string; stockUnit: string; price: number; stockKept: boolean; drugDirectoryType: string }[] }>(
        '/api/his/prescription/prescriptionitem?pageSize=50',
      ),
    ).list;
    const chosen = items.filter(({ price, stockKept, drugDirectoryType }) => price > 0 && !stockKept && drugDirectoryType !== '丙').slice(0, 2);
    const saved = dataOf(
      await doctor.send<{ dpId: string; version: number }>('POST', '/api/his/prescription', {
        patientId: patient.patientId,
        dpType: 14,
        dpDate: Date.now(),
        reimWay: patient.reimWay,
        visit: '',
        diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
        infectedHistory: [],
        prescriptionDetailList: chosen.map(({ kind, drugId, stockUnit }) => ({
          kind,
          drugId,
          onceUsing: 0,
          onceUsingUnit: '',
          drugUsage: '',
          drugInterval: '',
          drugDays: 1,
          drugNum: 1,
          drugNumUnit: stockUnit,
          manualNum: true,
          isGroup: 0,
          approvalMark: 1,
        })),
      }),
    );
    dataOf(await doctor.send('PUT', '/api/his/prescription/Actions/UpdateState', { dpId: saved.dpId, rxStatus: 1, version: saved.version }));
    expect(dataOf(await cashier.send<PersonInsurance>('POST', `/api/medins/person/${patient.patientId}`, {})).psn_no).toBe(patient.psn_no);
    const before = dataOf(
      await cashier.send<SettlementRecord>('POST', '/api/medins/settlement', {
        dpIds: [saved.dpId],
        certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' },
        acct_used_flag: '0',
      }),
    );
    expect({ state: before.state, problem: before.problem }).toEqual({ state: 'presettled', problem: '' });
    const { amounts } = before;
    if (!amounts) throw new Error('2206 gave no amounts');
    const settled = await cashier.send<SettlementRecord>('POST', `/api/medins/settlement/${before.id}/settle`, {
      version: before.version,
      psn_cash_pay: amounts.psn_cash_pay,
      fund_pay_sumamt: amounts.fund_pay_sumamt,
      payments: amounts.psn_cash_pay > 0 ? [{ payWay: 'cash', amount: amounts.psn_cash_pay }] : [],
    });
    expect(settled).toMatchObject({ code: 200, data: { state: 'settled' } });
    expect(simulator.ledger().settlements.map(({ setlId }) => setlId)).toContain(settled.data.setl_id);
    // The sheet of the region, as its page prints it.
    const { list } = dataOf(await cashier.get<{ list: { chargeId: string; patientId: string; ownForm: boolean }[] }>('/api/his/charge/bill?pageSize=20'));
    const bill = list.find(({ patientId }) => patientId === patient.patientId);
    expect(bill).toMatchObject({ ownForm: true });
    const sheet = dataOf(
      await cashier.get<{ setl_id: string; titleName: string; fixmedinsCode: string; medfee_sumamt: number; parts: { amount: number }[] }>(
        `/api/acme-island/sheet/${bill?.chargeId}`,
      ),
    );
    // By the code that the facility was connected with: the slot of the region draws its button for it.
    expect(sheet).toMatchObject({ fixmedinsCode: 'H46SIM000099', titleName: '海岛医保结算单' });
    expect(sheet.setl_id).toBe(settled.data.setl_id);
    expect(sheet.parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(sheet.medfee_sumamt * 100));
    expect((await doctor.get(`/api/acme-island/sheet/${bill?.chargeId}`)).code).not.toBe(200);
  });

  it('switched off it takes its region away: nothing is sent, and the sentence says why', async () => {
    const calls = simulator.ledger().settlements.length;
    hospital.register({ id: 'acme-island', source: 'acme-island.tgz', enabled: false });
    await hospital.stateOf('acme-island', 'disabled');
    expect(await regions()).toEqual([]);
    const cashier = await hospital.signIn('cashier');
    const patients = dataOf(await cashier.get<{ list: { patientId: string }[] }>('/api/his/charge/patients?pageSize=20')).list;
    const answer = await cashier.send('POST', `/api/medins/person/${patients[0]?.patientId}`, {});
    expect(answer.code).not.toBe(200);
    expect(answer.msg).not.toBe('');
    expect(simulator.ledger().settlements).toHaveLength(calls);
  });
});
