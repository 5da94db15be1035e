import type { DataScope } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type Desk, dialyserLot, lot, oneBox, oneDialyser, oneSession, openDesk, pharmacist, refusal } from '../../../charging/testing/desk.ts';
import type { Prescription } from '../../../prescription/contract/index.ts';
import { dispensingContract } from '../../contract/index.ts';

const { ofPatient } = dispensingContract.routes;
const wuhan = staff({ userId: 'user-wh', userName: '武汉药师', orgId: 'org-wh', orgIds: ['org-wh'], roles: ['pharmacist'] });

let desk: Desk;
let waiting: Prescription;
let given: Prescription;
let back: Prescription;
beforeAll(async () => {
  desk = await openDesk([lot({}), dialyserLot({})]);
  const paid = async (over: Parameters<Desk['prescribe']>[0]): Promise<Prescription> => {
    const rx = await desk.prescribe(over);
    await desk.charge(rx);
    return rx;
  };
  back = await paid({ prescriptionDetailList: [oneDialyser] });
  await desk.act(back.dpId ?? '', 'review');
  const picked = await desk.act(back.dpId ?? '', 'pick');
  await desk.act(back.dpId ?? '', 'dispense');
  const [share] = picked.drugDetailList;
  await desk.act(back.dpId ?? '', 'return', { returns: [{ allocationId: share?.allocationId ?? '', quantity: 1, returned: 0 }] });
  given = await paid({ prescriptionDetailList: [oneBox, oneDialyser, oneSession] });
  for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(given.dpId ?? '', action);
  waiting = await desk.prescribe({ prescriptionDetailList: [oneBox] });
  // Nothing of it comes out of the pharmacy.
  await paid({ prescriptionDetailList: [oneSession] });
  await desk.host.db.script(
    [back, given, waiting]
      .map(({ dpId }, at) => `update prescription.prescription set dp_date = '2026-03-0${at + 1} 10:00+08' where id = '${dpId}';`)
      .join('\n'),
  );
});
afterAll(() => desk.host.close());

const records = (over: Parameters<Desk['host']['call']>[2] = {}) =>
  desk.host.call('pharmacy', ofPatient, { user: pharmacist, params: { id: 'pat-1' }, ...over });

describe('what the pharmacy did for a patient', () => {
  it('newest prescription first: how far it is, what was done last, when and by whom, and what it holds', async () => {
    const { list, pagination } = await records();
    expect(pagination.total).toBe(3);
    expect(list.map(({ dpId, rxStatus, action, operatorName }) => [dpId, rxStatus, action, operatorName])).toEqual([
      [waiting.dpId, 1, '', ''],
      [given.dpId, 4, 'dispense', '药师乙'],
      [back.dpId, 7, 'return', '药师乙'],
    ]);
    expect(list[0]).toMatchObject({ payStatus: 0, actTime: null, drugNames: ['骨化三醇软胶囊'], drugCount: 1 });
    expect(list[1]).toMatchObject({ payStatus: 1, actTime: desk.host.time.now.getTime(), drugNames: ['骨化三醇软胶囊', '高通透析器'], drugCount: 2 });
    const second = await records({ query: { pageSize: 2, currentPage: 2 } });
    expect([second.list.map(({ dpId }) => dpId), second.pagination.total]).toEqual([[back.dpId], 3]);
    expect(desk.host.audits.at(-1)).toMatchObject({ route: 'dispensing.ofPatient', entry: { patientId: 'pat-1' } });
  });

  it('what was written in a file that was merged away is among those of the file that is left', async () => {
    type Files = { 'patient.patient': { id: string; merged_into: string | null } };
    const merge = (into: string | null) =>
      desk.host.context<Files>('patient').db.updateTable('patient.patient').set({ merged_into: into }).where('id', '=', 'pat-1').execute();
    await merge('pat-2');
    expect((await records({ params: { id: 'pat-2' } })).pagination.total).toBe(3);
    await merge(null);
    expect((await records({ params: { id: 'pat-2' } })).pagination.total).toBe(0);
  });

  it('another organisation’s patient, and one hidden from one, do not exist', async () => {
    expect(await refusal(records({ user: wuhan }))).toBe('pharmacy.patient-not-found');
    expect(await refusal(records({ params: { id: 'pat-wh' } }))).toBe('pharmacy.patient-not-found');
    const hidden = (menu: string): DataScope => (menu === 'his.patient' ? { kind: 'schemes', conditions: [], userAndBelow: [] } : { kind: 'organisation' });
    expect(await refusal(records({ dataScope: hidden }))).toBe('pharmacy.patient-not-found');
  });
});
