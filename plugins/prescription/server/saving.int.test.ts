import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../tests/support/plugin-host.ts';
import { type Prescription, prescriptionContract } from '../contract/index.ts';
import { body, line } from './prescription.fixture.ts';
import { actsOn, refusal, startHost, withLine, wuhan } from './prescription-host.fixture.ts';

const { routes } = prescriptionContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());
const { create, get, confirm } = actsOn(() => host);

describe('[7.7-01] adding a prescription', () => {
  it('[4-15] [6-09] new ones carry payStatus 9, rxStatus 0, the signed-in person and the server’s amounts', async () => {
    const rx = await create();
    expect(rx).toMatchObject({
      payStatus: 9,
      rxStatus: 0,
      dpType: 14,
      version: 1,
      workerId: 'user-doctor',
      workerName: '林医生',
      workerNo: '1001',
      creatorUserId: 'user-doctor',
      priceType: '3',
      patientName: '重庆测',
      westPrice: 115.5,
      diagTreatPrice: 620,
      assayPrice: 20,
      consumablesPrice: 220,
      totalPrice: 755.5,
      rxPrice: 755.5,
      lineCount: 4,
    });
    expect(rx.dpNumber).toMatch(/^CF20260302\d{4}$/);
    expect(rx.prescriptionDetailList[0]).toMatchObject({ drugNum: 3, drugNumUnit: '盒', price: 38.5, subTotal: 115.5, drugName: '骨化三醇软胶囊' });
    expect([rx.westDetailList.length, rx.diagTreatDetailList.length, rx.assayDetailList.length]).toEqual([1, 2, 1]);
  });

  it('amounts and names of the caller are not read', async () => {
    const forged = { ...line(), price: 0.01, subTotal: 0.01, drugName: '便宜药', drugNum: 1 };
    const rx = await create({ prescriptionDetailList: [forged] });
    expect(rx.prescriptionDetailList[0]).toMatchObject({ price: 38.5, subTotal: 115.5, drugName: '骨化三醇软胶囊' });
  });

  it('dialysis frequencies count the patient’s sessions from the day of the prescription', async () => {
    const everySession = line({
      drugId: 'drug-saline',
      onceUsing: 100,
      onceUsingUnit: 'ml',
      drugUsage: '404',
      drugInterval: 'hd',
      drugDays: 8,
      drugNumUnit: '袋',
    });
    const rx = await create({ prescriptionDetailList: [everySession] });
    expect(rx.sessionWeekdays).toEqual([1, 3, 5]);
    expect(rx.prescriptionDetailList[0]?.drugNum).toBe(4);
    const { count } = await host.call('prescription', routes.adviceCount, { params: { id: 'pat-1' } });
    expect(count).toBe(1);
  });

  it('price has 4 decimals, the subtotal 2, half up', async () => {
    const rx = await create({
      prescriptionDetailList: [line({ drugId: 'drug-saline', onceUsing: 100, onceUsingUnit: 'ml', drugUsage: '404', drugDays: 5, drugNumUnit: '袋' })],
    });
    expect(rx.prescriptionDetailList[0]).toMatchObject({ price: 3.1234, drugNum: 5, subTotal: 15.62 });
  });

  it('self-pay patients pay everything alone; what is not graded 甲 or 乙 is own pay for the insured too', async () => {
    expect((await create({ reimWay: '0' })).fulamtOwnpayAmtTotal).toBe(755.5);
    expect((await create()).fulamtOwnpayAmtTotal).toBe(0);
  });

  it('injection groups are put in order, their members follow the leader', async () => {
    const solvent = line({ drugId: 'drug-saline', onceUsing: 100, onceUsingUnit: 'ml', drugUsage: '404', drugDays: 3, drugNumUnit: '袋', isGroup: 5 });
    const drug = line({
      drugId: 'drug-penicillin',
      onceUsing: 0.48,
      onceUsingUnit: 'g',
      drugUsage: '403',
      drugInterval: 'bid',
      drugDays: 1,
      drugNumUnit: '支',
      isGroup: 5,
    });
    const rx = await create({ prescriptionDetailList: [solvent, line(), drug] });
    expect(
      rx.prescriptionDetailList.map(({ drugId, isGroup, drugUsage, drugInterval, drugDays, drugNum }) => [
        drugId,
        isGroup,
        drugUsage,
        drugInterval,
        drugDays,
        drugNum,
      ]),
    ).toEqual([
      ['drug-saline', 1, '404', 'qd', 3, 3],
      ['drug-penicillin', 1, '404', 'qd', 3, 3],
      ['drug-calcitriol', 0, '1', 'qd', 28, 3],
    ]);
    expect(await refusal(create({ prescriptionDetailList: [line({ isGroup: 1 }), line({ isGroup: 1 })] }))).toMatchObject({ key: 'prescription.group-route' });
  });

  it('[8-10] a quantity that cannot be computed is 0; such a line cannot be confirmed', async () => {
    const rx = await create(withLine({ onceUsingUnit: 'ml' }));
    expect(rx.prescriptionDetailList[0]).toMatchObject({ drugNum: 0, subTotal: 0 });
    expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.quantity-dimension' });
    const zero = await create(withLine({ manualNum: true, drugNum: 0 }));
    expect(await refusal(confirm(zero))).toMatchObject({ key: 'prescription.quantity-zero' });
  });

  it.each([
    ['negative quantity', { manualNum: true, drugNum: -1 }],
    ['a thousand million', { manualNum: true, drugNum: 1e9 }],
    ['negative dose', { onceUsing: -0.5 }],
    ['no whole days', { drugDays: 1.5 }],
  ])('%s is refused', async (_, over) => {
    expect(await refusal(create(withLine(over)))).toMatchObject({ code: EnvelopeCode.Invalid });
  });

  it('unknown items and items of another kind are refused', async () => {
    expect(await refusal(create(withLine({ drugId: 'nothing' })))).toEqual({ key: 'prescription.item-unknown', code: EnvelopeCode.NotFound });
    expect(await refusal(create(withLine({ kind: 'item' })))).toMatchObject({ key: 'prescription.item-unknown' });
  });

  it('text that looks like SQL or a script is stored as text', async () => {
    const nasty = `<img src=x onerror=alert(1)>'); drop table prescription.prescription; --`;
    const rx = await create({
      note: nasty,
      visit: nasty.slice(0, 60),
      diagnosis: [{ code: "x'--", name: nasty }],
      prescriptionDetailList: [line({ remark: nasty })],
    });
    const again = await get(rx.dpId ?? '');
    expect(again.note).toBe(nasty);
    expect(again.diagnosis).toEqual([{ code: "x'--", name: nasty }]);
    expect(again.prescriptionDetailList[0]?.remark).toBe(nasty);
    const found = await host.call('prescription', routes.query, { body: { keyword: `' or 1=1 --` } });
    expect(found.list).toEqual([]);
  });
});

describe('[7.7-01] changing and deleting', () => {
  it('[4-16] an update replaces the lines and answers the new state', async () => {
    const rx = await create();
    const { patientId: _patient, ...rest } = body({ prescriptionDetailList: [line({ drugDays: 14 })] });
    const changed: Prescription = await host.call('prescription', routes.update, { params: { dpId: rx.dpId }, body: { ...rest, version: rx.version } });
    expect(changed).toMatchObject({ dpId: rx.dpId, dpNumber: rx.dpNumber, version: 2, lineCount: 1, totalPrice: 77 });
  });

  it('a stale edit is refused and changes nothing', async () => {
    const rx = await create();
    const { patientId: _patient, ...rest } = body({ note: 'second' });
    await host.call('prescription', routes.update, { params: { dpId: rx.dpId }, body: { ...rest, version: 1 } });
    const late = host.call('prescription', routes.update, { params: { dpId: rx.dpId }, body: { ...rest, note: 'late', version: 1 } });
    expect(await refusal(late)).toEqual({ key: 'prescription.stale', code: EnvelopeCode.Conflict });
    expect((await get(rx.dpId ?? '')).note).toBe('second');
  });

  it('a line for a disease that the prescription does not name is refused, new or changed', async () => {
    const other = { prescriptionDetailList: [line({ diseCodg: 'I10.x00' })] };
    const unknown = { key: 'prescription.disease-unknown', code: EnvelopeCode.Invalid };
    expect(await refusal(create(other))).toEqual(unknown);
    const rx = await create();
    const { patientId: _patient, ...rest } = body(other);
    expect(await refusal(host.call('prescription', routes.update, { params: { dpId: rx.dpId }, body: { ...rest, version: rx.version } }))).toEqual(unknown);
    expect(await get(rx.dpId ?? '')).toMatchObject({ version: 1, lineCount: 4 });
  });

  it('a deleted one leaves the lists but not the data', async () => {
    const rx = await create();
    await host.call('prescription', routes.remove, { params: { id: rx.dpId }, query: { version: rx.version } });
    expect(await get(rx.dpId ?? '')).toMatchObject({ payStatus: 8, rxStatus: 9 });
    const list = await host.call('prescription', routes.ofPatient, { params: { id: 'pat-1' }, query: { pageSize: 500 } });
    expect(list.list.some((entry) => entry.dpId === rx.dpId)).toBe(false);
    expect(host.events.at(-1)).toMatchObject({ id: 'prescription.removed@1', payload: { dpId: rx.dpId } });
  });

  it('another facility’s prescription does not exist', async () => {
    const rx = await create();
    const gone = { key: 'prescription.not-found', code: EnvelopeCode.NotFound };
    expect(await refusal(get(rx.dpId ?? '', wuhan))).toEqual(gone);
    expect(await refusal(host.call('prescription', routes.remove, { params: { id: rx.dpId }, user: wuhan }))).toEqual(gone);
    expect(await refusal(create({}, wuhan))).toEqual({ key: 'prescription.patient-not-found', code: EnvelopeCode.NotFound });
    expect((await host.call('prescription', routes.query, { body: {}, user: wuhan })).list).toEqual([]);
    expect(await refusal(host.call('prescription', routes.drug, { query: { orgId: 'org-gz' }, user: wuhan }))).toMatchObject({
      key: 'prescription.facility-not-found',
    });
  });
});
