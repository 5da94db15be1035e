import type { DataRights } from '@nephra/plugin-sdk/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, dialyserLot, lot, oneBox, oneDialyser, openDesk, pharmacist, refusal } from '../../charging/testing/desk.ts';
import { type PatientDirectory, patientDirectory } from '../../patient/contract/index.ts';
import { type OverrideInput, type Prescription, prescribingContract, prescriptionChecks, prescriptionContract } from '../../prescription/contract/index.ts';
import { body } from '../../prescription/server/prescription.fixture.ts';
import type { PrescriptionDb } from '../../prescription/server/tables.ts';
import { dispensingContract } from '../contract/index.ts';

const AGE_LIMIT = '第 1 行“骨化三醇软胶囊”不推荐用于 90 岁以下患者。';
let desk: Desk;
let directory: PatientDirectory;
beforeAll(async () => {
  desk = await openDesk([lot({ quantity: 2000 }), dialyserLot({ quantity: 400 })]);
  directory = desk.host.service(patientDirectory);
});
afterAll(() => desk.host.close());
afterEach(async () => {
  desk.host.provide(patientDirectory, directory);
  await ageLimit(0);
});

/** The catalogue learns that the capsules are not for people below this age. */
const ageLimit = (age: number) =>
  desk.host
    .context<PrescriptionDb>('prescription')
    .db.updateTable('prescription.catalogue')
    .set({ age_min: age })
    .where('drug_id', '=', 'drug-calcitriol')
    .execute();

/** An allergy is written into every file. */
const allergic = (to: string) =>
  desk.host.provide(patientDirectory, {
    ...directory,
    get: async (patientId, orgIds) => {
      const file = await directory.get(patientId, orgIds);
      return file && { ...file, allergies: [to] };
    },
  });

async function prescribed(overrides: OverrideInput[] = [], lines = [oneBox]): Promise<string> {
  const rx: Prescription = await desk.host.call('prescription', prescriptionContract.routes.create, { body: body({ prescriptionDetailList: lines }) });
  const confirmed: Prescription = await desk.host.call('prescription', prescriptionContract.routes.updateState, {
    body: { dpId: rx.dpId, rxStatus: 1, version: rx.version, overrides },
  });
  await desk.charge(confirmed);
  return confirmed.dpId ?? '';
}
const reasons = async (dpId: string) => {
  const { list } = await desk.host.call('prescription', prescribingContract.routes.overrides, { params: { id: dpId } });
  return list.map(({ stage, userName, reason }) => [stage, userName, reason]);
};

describe('[7.6-03] the prescription’s safety checks at review and at handing out', () => {
  it('an allergy that was found since stops both, whatever reason is given; the way back to the doctor stays open', async () => {
    const dpId = await prescribed();
    expect((await desk.info(dpId)).findingList).toEqual([]);
    allergic('骨化三醇');
    const { findingList } = await desk.info(dpId);
    expect(findingList).toMatchObject([
      { code: 'allergy', level: 'block', lines: [0], override: null, text: '患者对“骨化三醇”过敏，第 1 行“骨化三醇软胶囊”不能使用。' },
    ]);
    const insisting = { overrides: [{ key: findingList[0]?.key ?? '', reason: '坚持' }], reason: '坚持' };
    expect(await refusal(desk.act(dpId, 'review'))).toBe('prescription.allergy');
    expect(await refusal(desk.act(dpId, 'review', insisting))).toBe('prescription.allergy');

    desk.host.provide(patientDirectory, directory);
    await desk.act(dpId, 'review');
    await desk.act(dpId, 'pick');
    allergic('骨化三醇');
    expect(await refusal(desk.act(dpId, 'dispense', insisting))).toBe('prescription.allergy');
    expect((await desk.act(dpId, 'unpick')).rxStatus).toBe(2);
    expect(await reasons(dpId)).toEqual([]);

    desk.host.provide(patientDirectory, directory);
    const other = await prescribed();
    allergic('骨化三醇');
    expect(await desk.act(other, 'refuse', { reason: '过敏' })).toMatchObject({ rxStatus: 8, findingList: [] });
  });

  it('the doctor’s reason is shown and is enough for both', async () => {
    await ageLimit(90);
    const dpId = await prescribed([{ key: 'age-young:drug-calcitriol', reason: '病情需要' }]);
    expect((await desk.info(dpId)).findingList).toMatchObject([
      { code: 'age-young', level: 'reason', text: AGE_LIMIT, override: { stage: 'confirm', userName: '林医生', reason: '病情需要' } },
    ]);
    await desk.act(dpId, 'review');
    await desk.act(dpId, 'pick');
    expect(await desk.act(dpId, 'dispense')).toMatchObject({ rxStatus: 4, findingList: [] });
    expect(await reasons(dpId)).toEqual([['confirm', '林医生', '病情需要']]);
  });

  it('what became known since asks for the pharmacist’s reason; it is kept, and holds from review to handing out', async () => {
    const dpId = await prescribed();
    await ageLimit(90);
    const { findingList } = await desk.info(dpId);
    const overrides = [{ key: findingList[0]?.key ?? '', reason: ' 已与医生核对 ' }];
    expect(await refusal(desk.act(dpId, 'review'))).toBe('prescription.needs-reason');
    expect(await refusal(desk.act(dpId, 'review', { overrides: [{ key: 'something else', reason: '因为' }] }))).toBe('prescription.needs-reason');
    const after = await desk.act(dpId, 'review', { overrides });
    expect(after.findingList).toMatchObject([{ override: { stage: 'dispense', userName: '药师乙', reason: '已与医生核对' } }]);
    await desk.act(dpId, 'pick');
    expect((await desk.act(dpId, 'dispense')).rxStatus).toBe(4);
    expect(await reasons(dpId)).toEqual([['dispense', '药师乙', '已与医生核对']]);
  });

  it('what became known after the review is asked at handing out; a refused act keeps no reason', async () => {
    const dpId = await prescribed();
    await desk.act(dpId, 'review');
    await desk.act(dpId, 'pick');
    await ageLimit(90);
    const key = (await desk.info(dpId)).findingList[0]?.key ?? '';
    const overrides = [{ key, reason: '已与医生核对' }];
    expect(await refusal(desk.act(dpId, 'dispense'))).toBe('prescription.needs-reason');
    expect(await refusal(desk.act(dpId, 'dispense', { overrides, parts: [] }))).toBe('pharmacy.part-empty');
    expect(await reasons(dpId)).toEqual([]);
    expect((await desk.act(dpId, 'dispense', { overrides })).rxStatus).toBe(4);
    expect(await reasons(dpId)).toEqual([['dispense', '药师乙', '已与医生核对']]);
    const { db } = desk.host.context<PrescriptionDb>('prescription');
    await expect(db.deleteFrom('prescription.check_override').where('dp_id', '=', dpId).execute()).rejects.toThrow('append-only');
  });

  it('speaks the caller’s language, and calls lines as the screen numbers them', async () => {
    const dpId = await prescribed([], [oneDialyser, oneBox]);
    await ageLimit(90);
    const english = await desk.host.call('pharmacy', dispensingContract.routes.detail, { params: { id: dpId }, user: { ...pharmacist, language: 'en' } });
    expect(english.findingList[0]?.text).toMatch(/^Line 2.*90/);
    expect(english.prescriptionDetailList.map((line) => line.lineNo)).toEqual([1, 2]);
  });

  it('lines that do not count are left out, and the others keep their numbers', async () => {
    const dpId = await prescribed([], [oneDialyser, oneBox]);
    await ageLimit(90);
    const [first, second] = (await desk.info(dpId)).prescriptionDetailList.map((line) => line.detailId);
    const rights: DataRights = { menu: 'his.pharmacy', userId: 'u', orgId: 'org-gz', orgIds: ['org-gz'], scope: { kind: 'organisation' } };
    const found = (detailIds: string[]) => desk.host.service(prescriptionChecks).findings({ dpId, detailIds }, ['org-gz'], rights);
    expect(await found([first ?? ''])).toEqual([]);
    expect(await found([second ?? ''])).toMatchObject([{ lines: [1], params: { line: 2 } }]);
  });
});
