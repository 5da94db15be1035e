import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgId } from '@nephra/plugin-sdk/contract';
import { patientBilling, patientContract } from '../../../patient/contract/index.ts';
import { prescriptionContract } from '../../../prescription/contract/index.ts';
import { type Desk, oneSession, openDesk, refusal } from '../../testing/desk.ts';
import { actor, insuredDesk } from '../../testing/insured-desk.ts';

const { routes } = patientContract;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.host.close());

const later = () => {
  desk.host.time.now = new Date(desk.host.time.now.getTime() + 60_000);
};
const versionOf = async (id: string): Promise<number> => (await desk.host.call('patient', routes.file, { params: { id } })).version;
const merge = async () => {
  const body = { from: 'pat-2', version: await versionOf('pat-1'), fromVersion: await versionOf('pat-2'), reason: '重复建档' };
  return desk.host.call('patient', routes.merge, { params: { id: 'pat-1' }, body });
};
const lastMerge = async () => {
  const [last] = (await desk.host.call('patient', routes.merges, { params: { id: 'pat-1' } })).list;
  if (!last) throw new Error('no merge');
  return last;
};
const undo = async () => desk.host.call('patient', routes.separate, { params: { id: (await lastMerge()).id }, body: { reason: '合并错误' } });
const rxOf = async (patientId: string) =>
  (await desk.host.call('prescription', prescriptionContract.routes.ofPatient, { params: { id: patientId } })).list.map(({ dpId }) => dpId);

describe('a patient merged meanwhile', () => {
  it('prescriptions and bills are found under the file that is left; new ones for the other are refused; the way back closes with the first write', async () => {
    const rx = await desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneSession] });
    await desk.charge(rx);
    const preview = await desk.host.call('patient', routes.mergePreview, { params: { id: 'pat-1' }, query: { from: 'pat-2' } });
    expect(preview.records).toEqual([
      { kind: 'prescription', count: 1 },
      { kind: 'bill', count: 1 },
    ]);

    later();
    await merge();
    expect(await rxOf('pat-1')).toEqual([rx.dpId]);
    expect((await desk.host.call('patient', routes.billed, {})).list).toMatchObject([{ patientId: 'pat-1', billCount: 1 }]);
    expect(await refusal(desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneSession] }))).toBe('prescription.patient-merged');

    later();
    expect((await lastMerge()).canUndo).toBe(true);
    await undo();
    expect(await rxOf('pat-1')).toEqual([]);
    expect(await rxOf('pat-2')).toEqual([rx.dpId]);

    later();
    await merge();
    later();
    await desk.prescribe({ patientId: 'pat-1', prescriptionDetailList: [oneSession] });
    expect((await lastMerge()).canUndo).toBe(false);
    expect(await refusal(undo())).toBe('patient.separate-late');
    expect(await desk.broken()).toEqual([]);
  });
});

describe('a file out of use', () => {
  it('[M1] nothing of it is settled with an insurer', async () => {
    const { bills } = insuredDesk(desk);
    const { dpId } = await desk.prescribe({ prescriptionDetailList: [oneSession] });
    const check = () => refusal(bills.check({ dpIds: [dpId ?? ''], by: actor }));
    const turn = async (enableMark: 0 | 1) =>
      desk.host.call('patient', routes.state, { params: { id: 'pat-1' }, body: { enableMark, version: await versionOf('pat-1') } });
    expect(await check()).toBe('allowed');
    await turn(0);
    expect(await check()).toBe('charging.patient-gone');
    await turn(1);
    expect(await check()).toBe('allowed');
  });
});

describe('how many bills a patient has', () => {
  it('is counted in the facilities that are asked for', async () => {
    const counts = (orgId: string) =>
      desk.host.service(patientBilling).billCounts({
        patientIds: ['pat-1', 'pat-2'],
        orgIds: [orgId as OrgId],
        rightsOn: (menu) => ({ menu, userId: 'user-cashier', orgId: 'org-gz', orgIds: ['org-gz', 'org-wh'], scope: { kind: 'organisation' } }),
      });
    expect(await counts('org-gz')).toEqual([{ patientId: 'pat-2', billCount: 1 }]);
    expect(await counts('org-wh')).toEqual([]);
  });
});
