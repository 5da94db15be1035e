import type { DataRights } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chargeContract, insuredBills } from '../../../charging/contract/index.ts';
import { cashier, type Desk, dialyserLot, lot, oneBox, oneDialyser, oneSession, openDesk, pharmacist, refusal } from '../../../charging/testing/desk.ts';
import { type PatientDirectory, patientDirectory } from '../../../patient/contract/index.ts';
import {
  type OverrideInput,
  PayStatus,
  type Prescription,
  prescribingContract,
  prescriptionChecks,
  prescriptionContract,
  prescriptionLedger,
} from '../../../prescription/contract/index.ts';
import { body, MONDAY } from '../../../prescription/server/prescription.fixture.ts';
import { dispensingContract, type UpdateStateBody } from '../../contract/index.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { updateState } from './update-state.command.ts';

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
const ageLimit = (age: number) => desk.host.db.script(`update catalogue.entry set age_min = ${age} where drug_id = 'drug-calcitriol'`);

/** An allergy is written into every file. */
const allergic = (to: string) =>
  desk.host.provide(patientDirectory, {
    ...directory,
    get: async (patientId, orgIds) => {
      const file = await directory.get(patientId, orgIds);
      return file && { ...file, allergies: [to] };
    },
  });

async function prescribed(overrides: OverrideInput[] = [], lines = [oneBox], dpDate = MONDAY): Promise<string> {
  const rx: Prescription = await desk.host.call('prescription', prescriptionContract.routes.create, { body: body({ dpDate, prescriptionDetailList: lines }) });
  const confirmed = await desk.confirm(rx, undefined, overrides);
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
    const { db } = desk.host.context<{ 'prescription.check_override': Record<'code' | 'dp_id' | 'reason' | 'stage' | 'user_name', string> }>('prescription');
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
    const dpId = await prescribed([], [oneDialyser, oneBox], MONDAY - 86_400_000);
    await ageLimit(90);
    const [first, second] = (await desk.info(dpId)).prescriptionDetailList.map((line) => line.detailId);
    const rights: DataRights = { menu: 'his.pharmacy', userId: 'u', orgId: 'org-gz', orgIds: ['org-gz'], scope: { kind: 'organisation' } };
    const found = (detailIds: string[]) => desk.host.service(prescriptionChecks).findings({ dpId, detailIds }, ['org-gz'], rights);
    expect(await found([first ?? ''])).toEqual([]);
    expect(await found([second ?? ''])).toMatchObject([{ lines: [1], params: { line: 2 } }]);
  });
});

const call: Desk['host']['call'] = (plugin, route, given) => desk.host.call(plugin, route, { user: pharmacist, ...given });
const id = (rx: Prescription): string => rx.dpId ?? '';
const paid = async (lines: Parameters<Desk['prescribe']>[0] = {}): Promise<Prescription> => {
  const rx = await desk.prescribe(lines);
  await desk.charge(rx);
  return rx;
};
/** The command with a context of its own: other settings or another person. */
const actAs = (over: Partial<RequestContext<PharmacyTables>>, act: UpdateStateBody) => {
  const ctx: RequestContext<PharmacyTables> = { ...desk.host.requestContext<PharmacyTables>('pharmacy', { user: pharmacist }), ...over };
  return desk.host.db.transaction(() => updateState(ctx, act));
};

describe('[7.6-03] two persons for controlled drugs', () => {
  it.each(['narcotic', 'psych2', 'toxic'])(
    'a controlled drug (%s) takes two persons without any setting, and one where the site says so',
    async (controlled) => {
      const rx = await paid({ prescriptionDetailList: [oneBox, oneDialyser] });
      await desk.host.db.script(`update prescription.detail set control_class = '${controlled}' where dp_id = '${id(rx)}' and kind = 'drug'`);
      await desk.act(id(rx), 'review');
      const picked = await desk.act(id(rx), 'pick');
      expect(picked).toMatchObject({ secondPerson: true, pickerName: '药师乙' });
      expect(picked.prescriptionDetailList.map((line) => line.controlClass)).toEqual([controlled, '']);
      const { version } = picked;
      const [box, dialyser] = picked.prescriptionDetailList;
      const dispense = (over: Parameters<typeof actAs>[0], more: Partial<UpdateStateBody> = {}) =>
        actAs(over, { dpId: id(rx), action: 'dispense', version, ...more });
      expect(await refusal(dispense({}))).toBe('pharmacy.second-person');
      expect(await refusal(dispense({}, { parts: [{ detailId: box?.detailId ?? '', quantity: 20 }] }))).toBe('pharmacy.second-person');
      if (controlled === 'toxic') expect(await refusal(dispense({ settings: { secondPersonDispenses: false } }))).toBe('allowed');
      else if (controlled === 'psych2') {
        const part = await dispense({}, { parts: [{ detailId: dialyser?.detailId ?? '', quantity: 1 }] });
        const other = await dispense({ user: { ...pharmacist, userId: 'user-other' } }, { version: part.version });
        expect(other.rxStatus).toBe(4);
      } else expect(await refusal(dispense({ user: { ...pharmacist, userId: 'user-other' } }))).toBe('allowed');
    },
  );

  it('a third who picks the rest does not free whoever picked the controlled part', async () => {
    const rx = await paid({ prescriptionDetailList: [oneBox] });
    await desk.host.db.script(`update prescription.detail set control_class = 'narcotic' where dp_id = '${id(rx)}'`);
    await desk.act(id(rx), 'review');
    const picked = await desk.act(id(rx), 'pick');
    await desk.host.db.script(`insert into pharmacy.dispensing_step (id, org_id, dp_id, action, rx_status, operator_id, operator_name, acted_at)
      values ('${id(rx)}-rest', 'org-gz', '${id(rx)}', 'pick', 3, 'user-other', '药师丙', '2026-03-02T03:00:00Z')`);
    const dispense = (userId: string) => actAs({ user: { ...pharmacist, userId } }, { dpId: id(rx), action: 'dispense', version: picked.version });
    expect(await refusal(dispense(pharmacist.userId))).toBe('pharmacy.second-person');
    expect(await refusal(dispense('user-other'))).toBe('allowed');
  });
});

describe('review before charging, where the site wants it', () => {
  const queueOf = (dpId: string) =>
    call('charging', chargeContract.routes.patientList, { query: { pageSize: 500 }, user: cashier }).then(({ list }) => list.find((row) => row.dpId === dpId));
  const atReview = async (dpId: string) =>
    (await call('pharmacy', dispensingContract.routes.patientList, { query: { stage: 'open', pageSize: 500 } })).list.some((row) => row.dpId === dpId);

  it('the desk shows why it waits, the pharmacy sees it unpaid, and after the review it is charged', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const treatment = await desk.prescribe({ prescriptionDetailList: [oneSession] });
    expect(await queueOf(id(rx))).toMatchObject({ chargeBar: '' });
    expect(await atReview(id(rx))).toBe(false);
    desk.host.configure('prescription', { reviewBeforeCharge: true });
    try {
      expect(await queueOf(id(rx))).toMatchObject({ chargeBar: 'not-reviewed' });
      expect(await queueOf(id(treatment))).toMatchObject({ chargeBar: '' });
      expect(await atReview(id(rx))).toBe(true);
      const preview = await call('charging', chargeContract.routes.selfPayPreview, { params: { id: id(rx) }, user: cashier });
      expect(preview.prescriptions).toMatchObject([{ chargeBar: 'not-reviewed' }]);
      expect(await refusal(desk.charge(rx))).toBe('charging.not-reviewed');
      const ledger = desk.host.service(prescriptionLedger);
      const by = { userId: cashier.userId, userName: cashier.userName, orgIds: ['org-gz' as const] };
      for (const to of [PayStatus.Settling, PayStatus.OnAccount]) {
        expect(await refusal(ledger.setPayStatus({ dpId: id(rx), version: rx.version, by, to }))).toBe('prescription.not-reviewed');
      }
      const insured = desk.host.service(insuredBills).check({ dpIds: [id(rx)], by });
      expect(await refusal(insured)).toBe('charging.not-reviewed');
      await desk.charge(treatment);
      await desk.act(id(rx), 'review');
      expect(await atReview(id(rx))).toBe(false);
      const seen = await queueOf(id(rx));
      expect(seen).toMatchObject({ chargeBar: '', rxStatus: 2 });
      await desk.charge({ ...rx, version: seen?.version ?? 0 });
    } finally {
      desk.host.configure('prescription', {});
    }
  });

  it('an approval that nobody paid goes back to the doctor with a reason; once paid it does not', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    expect((await desk.act(id(rx), 'review')).actionList).toEqual(['refuse']);
    expect((await desk.act(id(rx), 'refuse', { reason: '价格已变，请重新开具' })).rxStatus).toBe(8);
    const other = await paid({ prescriptionDetailList: [oneBox] });
    await desk.act(id(other), 'review');
    expect(await refusal(desk.act(id(other), 'refuse', { reason: '太迟' }))).toBe('pharmacy.state-changed');
  });
});
