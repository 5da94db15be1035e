import { EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/plugin-host.ts';
import { patientContract } from '../../patient/contract/index.ts';
import patientServer from '../../patient/server/index.ts';
import { PayStatus, type Prescription, prescriptionContract, prescriptionLedger, prescriptionStock, RxStatus } from '../contract/index.ts';
import { body, catalogue, line, MONDAY, once, patients } from './prescription.fixture.ts';
import prescriptionServer from './index.ts';

const { routes } = prescriptionContract;
const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
const actor = { userId: 'user-cashier', userName: '收费员', orgIds: ['org-gz'] };

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer, prescription: prescriptionServer });
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await prescriptionServer.demo?.(catalogue, host.context('prescription'));
  });
});
afterAll(() => host.close());

const create = (over: Parameters<typeof body>[0] = {}, user = staff()): Promise<Prescription> =>
  host.call('prescription', routes.create, { body: body(over), user });
const get = (dpId: string, user = staff()): Promise<Prescription> => host.call('prescription', routes.detail, { params: { id: dpId }, user });
const confirm = (rx: Prescription): Promise<Prescription> =>
  host.call('prescription', routes.updateState, { body: { dpId: rx.dpId, rxStatus: 1, version: rx.version } });

/** Key and code of a refusal. */
async function refusal(act: Promise<unknown>): Promise<{ key: string; code: number }> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, code: error.code };
    throw error;
  }
  return { key: 'allowed', code: EnvelopeCode.Ok };
}
const withLine = (over: Parameters<typeof line>[0]) => ({ prescriptionDetailList: [line(over)] });

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

describe('[4-19] [7.7-05] [7.7-07] states', () => {
  it('confirm sends it to charging, un-confirm takes it back', async () => {
    const signed = await confirm(await create());
    expect(signed).toMatchObject({ payStatus: 0, rxStatus: 1 });
    expect(signed.confirmTime).toBe(MONDAY);
    expect(host.events.at(-1)).toMatchObject({ id: 'prescription.confirmed@1', payload: { totalPrice: 75550, version: signed.version } });
    const { patientId: _patient, ...rest } = body();
    expect(
      await refusal(host.call('prescription', routes.update, { params: { dpId: signed.dpId }, body: { ...rest, version: signed.version } })),
    ).toMatchObject({
      key: 'prescription.not-editable',
    });
    const back: Prescription = await host.call('prescription', routes.unConfirm, { params: { id: signed.dpId }, body: { version: signed.version } });
    expect(back).toMatchObject({ payStatus: 9, rxStatus: 0, confirmTime: null });
  });

  it('without lines, without diagnosis, with an item that is no longer sold or an allergy it is refused', async () => {
    expect(await refusal(confirm(await create({ prescriptionDetailList: [] })))).toMatchObject({ key: 'prescription.no-lines' });
    expect(await refusal(confirm(await create({ diagnosis: [] })))).toMatchObject({ key: 'prescription.no-diagnosis' });
    expect(await refusal(confirm(await create(withLine({ drugId: 'drug-off' }))))).toMatchObject({ key: 'prescription.item-disabled' });
    const penicillin = line({ drugId: 'drug-penicillin', onceUsing: 0.48, onceUsingUnit: 'g', drugUsage: '404', drugNumUnit: '支' });
    expect(await refusal(confirm(await create({ prescriptionDetailList: [penicillin] })))).toMatchObject({ key: 'prescription.allergy' });
  });

  it('a price that changed since saving must be seen before it is signed', async () => {
    const rx = await create({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [once('item', 'item-hd', '次')] });
    const catalogueTable = host.context<import('./tables.ts').PrescriptionDb>('prescription').db;
    const setPrice = (price: string) =>
      catalogueTable.updateTable('prescription.catalogue').set({ price }).where('org_id', '=', 'org-gz').where('drug_id', '=', 'item-hd').execute();
    await setPrice('410');
    expect(await refusal(confirm(rx))).toMatchObject({ key: 'prescription.price-changed' });
    await setPrice('400');
    expect(await confirm(rx)).toMatchObject({ rxStatus: 1 });
  });

  it('signing with an old version is refused', async () => {
    const rx = await create();
    expect(await refusal(confirm({ ...rx, version: 7 }))).toEqual({ key: 'prescription.stale', code: EnvelopeCode.Conflict });
  });
});

describe('prescription.ledger@1', () => {
  const ledger = () => host.service(prescriptionLedger);

  it('charging, dispensing, returning and refunding follow the tables and count versions', async () => {
    const signed = await confirm(await create());
    const dpId = signed.dpId ?? '';
    const waiting = await ledger().listToCharge({ orgIds: ['org-gz'], pageSize: 500 });
    expect(waiting.list.some((head) => head.dpId === dpId)).toBe(true);
    const read = await ledger().get(dpId, ['org-gz']);
    expect(read).toMatchObject({ totalPrice: 75550, payStatus: 0 });
    expect(read?.lines[0]).toMatchObject({ prepQuantity: 560_000, quantity: 30_000, subTotal: 11550, stockKept: true });

    let { version } = signed;
    const act = async (work: Promise<{ version: number }>) => {
      version = (await work).version;
    };
    await act(ledger().markCharged({ dpId, version, billId: 'bill-1', by: actor }));
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Approved, by: actor }));
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Picked, by: actor }));
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Dispensed, by: { ...actor, userName: '发药人' } }));
    expect(await refusal(ledger().markRefunded({ dpId, version, billId: 'bill-1', by: actor }))).toMatchObject({ key: 'prescription.drugs-out' });
    await act(ledger().setRxStatus({ dpId, version, to: RxStatus.Returned, by: actor }));
    await act(ledger().markRefunded({ dpId, version, billId: 'bill-1', by: actor }));
    expect(await get(dpId)).toMatchObject({ payStatus: 5, rxStatus: 7, checkName: '收费员', sendName: '发药人', version });
  });

  it('a second charge, an old version and another facility are refused', async () => {
    const signed = await confirm(await create());
    const change = { dpId: signed.dpId ?? '', version: signed.version, billId: 'b', by: actor };
    expect(await refusal(ledger().markCharged({ ...change, by: { ...actor, orgIds: ['org-wh'] } }))).toMatchObject({ key: 'prescription.not-found' });
    const { version } = await ledger().markCharged(change);
    expect(await refusal(ledger().markCharged(change))).toMatchObject({ key: 'prescription.stale' });
    expect(await refusal(ledger().markCharged({ ...change, version }))).toMatchObject({ key: 'prescription.pay-move' });
  });

  it('a refusal by the pharmacist needs a reason and leads back to the doctor', async () => {
    const signed = await confirm(await create());
    const change = { dpId: signed.dpId ?? '', version: signed.version, to: RxStatus.RefusedByPharmacist, by: actor };
    expect(await refusal(ledger().setRxStatus({ ...change, reason: '  ' }))).toMatchObject({ key: 'prescription.reason-needed' });
    const { version } = await ledger().setRxStatus({ ...change, reason: '剂量过大' });
    expect(await get(signed.dpId ?? '')).toMatchObject({ rxStatus: 8, refuseReason: '剂量过大' });
    const back: Prescription = await host.call('prescription', routes.unConfirm, { params: { id: signed.dpId }, body: { version } });
    expect(back).toMatchObject({ payStatus: 9, rxStatus: 0, refuseReason: '剂量过大' });
  });

  it('moves that belong to the doctor cannot be made through the ledger', async () => {
    const rx = await create();
    const change = { dpId: rx.dpId ?? '', version: rx.version, by: actor };
    expect(await refusal(ledger().setRxStatus({ ...change, to: RxStatus.Confirmed }))).toMatchObject({ key: 'prescription.rx-move' });
    expect(await refusal(ledger().setPayStatus({ ...change, to: PayStatus.ToCharge }))).toMatchObject({ key: 'prescription.pay-move' });
  });

  it('totals per patient', async () => {
    const totals = await ledger().patientTotals({ orgIds: ['org-gz'], patientIds: ['pat-2'] });
    expect(totals).toEqual([{ patientId: 'pat-2', count: 1, totalPrice: 40000, latest: MONDAY }]);
  });
});

describe('[7.7-02] [7.7-03] work area', () => {
  it('[4-17] a patient without a prescription on the day gets one without dpId that inherits from the patient', async () => {
    const { list } = await host.call('prescription', routes.tabs, { body: { patientId: 'pat-2', date: '2026-02-20' } });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      dpId: null,
      dpType: 14,
      payStatus: 9,
      rxStatus: 0,
      reimWay: '0',
      visit: 'V-1',
      infectedHistory: ['NEG'],
      diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
      dpDate: Date.parse('2026-02-20T02:00:00Z'),
    });
  });

  it('otherwise one tab per prescription of the day', async () => {
    const { list } = await host.call('prescription', routes.tabs, { body: { patientId: 'pat-2', date: '2026-03-02' } });
    expect(list.map(({ patientId, rxStatus }) => [patientId, rxStatus])).toEqual([['pat-2', 1]]);
  });

  it('today holds planned patients and those with prescriptions; dialysis and all are wider', async () => {
    const ask = async (query: Record<string, unknown>) =>
      (await host.call('prescription', routes.patients, { query })).list.map(({ patientId }) => patientId).sort();
    expect(await ask({ scope: 'today' })).toEqual(['pat-1', 'pat-2']);
    expect(await ask({ scope: 'today', date: '2026-03-03' })).toEqual([]);
    expect(await ask({ scope: 'dialysis', date: '2026-03-03' })).toEqual(['pat-1']);
    expect(await ask({ scope: 'all' })).toEqual(['pat-1', 'pat-2']);
    expect(await ask({ scope: 'all', keyword: 'cqc' })).toEqual(['pat-1']);
    expect(await ask({ scope: 'all', keyword: '小明' })).toEqual(['pat-2']);
    const today = await host.call('prescription', routes.patients, { query: { scope: 'today', keyword: '小明' } });
    expect(today.list[0]).toMatchObject({ prescriptionCount: 1, draftCount: 0 });
  });

  it('a day that does not exist is refused', async () => {
    expect(await refusal(host.call('prescription', routes.tabs, { body: { patientId: 'pat-1', date: '2026-02-30' } }))).toMatchObject({
      key: 'prescription.bad-day',
    });
  });

  it('[7.7-06] [3-15] day and month charges link both lists by dpId and dpNumber', async () => {
    const view = await host.call('prescription', routes.dayCharge, { query: { patientId: 'pat-2', date: '2026-03-02' } });
    expect(view.prescriptionParentList).toHaveLength(1);
    expect(view.prescriptionDetailList[0]).toMatchObject({
      dpId: view.prescriptionParentList[0]?.dpId,
      dpNumber: view.prescriptionParentList[0]?.dpNumber,
      subTotal: 400,
    });
    const month = await host.call('prescription', routes.monthCharge, { query: { patientId: 'pat-2', month: '2026-03' } });
    expect(month.prescriptionParentList).toHaveLength(1);
    const december = await host.call('prescription', routes.monthCharge, { query: { patientId: 'pat-2', month: '2025-12' } });
    expect(december.prescriptionParentList).toHaveLength(0);
  });
});

describe('[7.7-04] catalogues', () => {
  it('finds by name, pinyin initials and code, leaves disabled ones out', async () => {
    for (const keyword of ['骨化', 'ghsc', 'SIM-D-0001']) {
      const { list } = await host.call('prescription', routes.drug, { query: { keyword } });
      expect(
        list.map(({ drugId }) => drugId),
        keyword,
      ).toEqual(['drug-calcitriol']);
    }
    expect((await host.call('prescription', routes.drug, { query: { keyword: '停用' } })).list).toEqual([]);
    expect((await host.call('prescription', routes.material, {})).list).toHaveLength(1);
    expect((await host.call('prescription', routes.item, { query: { lab: 'true' } })).list.map(({ drugId }) => drugId)).toEqual(['lab-cbc']);
    expect((await host.call('prescription', routes.item, { query: { lab: 'false' } })).list.map(({ drugId }) => drugId)).toEqual(['item-hd']);
    expect((await host.call('prescription', routes.diagnosis, { query: { keyword: 'gxy' } })).list).toEqual([{ code: 'I10.x00', name: '原发性高血压' }]);
  });

  it('packages expand into lines at today’s prices', async () => {
    const { list } = await host.call('prescription', routes.packages, {});
    expect(list).toEqual([{ packageId: 'pack-hd', packageName: '血液透析套餐', note: '', lineCount: 2, totalPrice: 620 }]);
    const lines = await host.call('prescription', routes.packageDetail, { params: { id: 'pack-hd' } });
    expect(lines.list.map(({ drugId, drugNum, subTotal, packageId }) => [drugId, drugNum, subTotal, packageId])).toEqual([
      ['item-hd', 1, 400, 'pack-hd'],
      ['mat-dialyser', 1, 220, 'pack-hd'],
    ]);
    expect(await refusal(host.call('prescription', routes.packageDetail, { params: { id: 'none' } }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('stock stands beside kept items only while somebody keeps stock', async () => {
    const before = await host.call('prescription', routes.drug, { query: { keyword: '骨化' } });
    expect(before.list[0]).toMatchObject({ stockNumber: null, nearestExpiry: null });
    host.provide(prescriptionStock, {
      stockOf: async (_orgId, drugIds) =>
        drugIds.filter((id) => id === 'drug-calcitriol').map((drugId) => ({ drugId, available: 500_000 as never, nearestExpiry: '2026-06-30' })),
    });
    const after = await host.call('prescription', routes.drug, { query: { keyword: '骨化' } });
    expect(after.list[0]).toMatchObject({ stockNumber: 2.5, nearestExpiry: '2026-06-30' });
  });
});

describe('[7.6-07] the patient a prescription is for', () => {
  it('every read of a patient is on record with the patient’s id', async () => {
    await host.call('patient', patientContract.routes.file, { params: { id: 'pat-1' } });
    expect(host.audits.at(-1)).toMatchObject({ route: 'patient.file', entry: { patientId: 'pat-1' } });
  });
});
