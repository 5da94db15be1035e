import { DAY_MS, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dictionaryEntries } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { silentLog } from '../../../../tests/support/silent-log.ts';
import { prescribingContract, type Prescription, prescriptionContract } from '../../contract/index.ts';
import { addPrices } from '../../../catalogue/server/demo/demo-prices.ts';
import { body, line, MONDAY, once } from '../prescription.fixture.ts';
import { actsOn, refusal, startHost, withLine, wuhan } from './prescription-host.fixture.ts';

const { routes } = prescriptionContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());
const { create, get, confirm } = actsOn(() => host);

describe('[7.7-01] adding a prescription', () => {
  it('[4-15] [6-09] [9-04] new ones carry payStatus 9, rxStatus 0, the signed-in person and the server’s amounts', async () => {
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

  it('[3-11] [3-12] prescription and line carry every field of the specification, spelt as there', async () => {
    const rx = await create();
    const head =
      'dpId dpNumber dpType dpDate patientId patientName patientType outpatientCode reimWay visit diagnosis infectedHistory payStatus rxStatus rxPrice ' +
      'totalPrice priceType sortCode workerId workerName workerNo creatorUserId creatorUserName checkName sendName prescriptionDetailList westDetailList ' +
      'diagTreatDetailList assayDetailList westPrice diagTreatPrice assayPrice otherPrice consumablesPrice preselfpayAmtTotal fulamtOwnpayAmtTotal overlmtAmtTotal';
    const detail =
      'drugId drugName drugSpec drugForm drugType drugCategory medicalInsCode onceUsing dMin onceUsingUnit drugUsage drugInterval drugDirectoryType drugDays ' +
      'drugNum drugNumUnit price subTotal stockNumber stockUnit stockDmin drugNumber approvalNumber drugChangjia limitUseSign limitUseScope approvalMark ' +
      'preparaUnit isGroup enableMark overlmt_Amt preselfpay_Amt fulamt_Ownpay_Amt';
    expect(Object.keys(rx)).toEqual(expect.arrayContaining(head.split(' ')));
    expect(Object.keys(rx.prescriptionDetailList[0] ?? {})).toEqual(expect.arrayContaining(detail.split(' ')));
  });

  it('a day that the clock of a browser made up is refused with the server’s day, in new ones and in changes', async () => {
    const { now } = host.time;
    const at = (days: number) => ({ dpDate: now.getTime() + days * DAY_MS });
    const far = create(at(400));
    await expect(far).rejects.toMatchObject({
      key: 'prescription.day-out-of-reach',
      params: { today: '2026-03-02', day: '2027-04-06', from: '2025-12-30', until: '2026-04-02' },
    });
    expect((await refusal(create(at(-400)))).key).toBe('prescription.day-out-of-reach');
    const rx = await create(at(31));
    const { patientId: _patient, ...rest } = body(at(31));
    const change = (more: object) => host.call('prescription', routes.update, { params: { dpId: rx.dpId }, body: { ...rest, version: rx.version, ...more } });
    expect((await refusal(change(at(32)))).key).toBe('prescription.day-out-of-reach');
    // What was right when it was written stays as it is, whatever became of the clock.
    host.time.now = new Date(now.getTime() - 90 * DAY_MS);
    expect((await refusal(change({ note: 'the day stays' }))).key).toBe('allowed');
    host.time.now = now;
  });

  it('amounts and names of the caller are not read', async () => {
    const forged = { ...line(), price: 0.01, subTotal: 0.01, drugName: '便宜药', drugNum: 1 };
    const rx = await create({ prescriptionDetailList: [forged] });
    expect(rx.prescriptionDetailList[0]).toMatchObject({ price: 38.5, subTotal: 115.5, drugName: '骨化三醇软胶囊' });
  });

  it('[7.7-08] dialysis frequencies count the patient’s sessions from the day of the prescription', async () => {
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

  it('[8-10] a quantity that cannot be computed is logged and 0; such a line cannot be confirmed', async () => {
    const logged = vi.spyOn(silentLog, 'warn');
    const rx = await create(withLine({ onceUsingUnit: 'ml' }));
    expect(logged).toHaveBeenCalledWith(
      { faults: [expect.objectContaining({ index: 0, fault: 'dimension' })] },
      expect.stringContaining('computable quantity'),
    );
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

describe('[F33] the price of the day of treatment', () => {
  const on = async <T>(days: number, work: () => Promise<T>): Promise<T> => {
    const before = host.time.now;
    host.time.now = new Date(before.getTime() + days * DAY_MS);
    try {
      return await work();
    } finally {
      host.time.now = before;
    }
  };

  it('counts while one writes, copies and signs, whatever today is', async () => {
    await addPrices(host.context('catalogue'), [{ orgId: 'org-gz', drugId: 'item-hd', price: '450', dayOffset: 3 }]);
    const lines = { prescriptionDetailList: [once('item', 'item-hd', '次')] };
    const priced = ({ prescriptionDetailList: [one], totalPrice }: Prescription) => [one?.price, one?.packPrice, totalPrice];
    const [before, ahead] = [await create(lines), await create({ ...lines, dpDate: MONDAY + 3 * DAY_MS })];
    expect([priced(before), priced(ahead)]).toEqual([
      [400, 400, 400],
      [450, 450, 450],
    ]);
    await on(4, async () => {
      expect(await refusal(confirm(before))).toEqual({ key: 'allowed', code: EnvelopeCode.Ok });
      const late = await create(lines);
      expect(priced(late)).toEqual([400, 400, 400]);
      expect(priced(await create({ ...lines, dpDate: MONDAY + 4 * DAY_MS }))).toEqual([450, 450, 450]);
      const listed = async (query: object) => (await host.call('prescription', routes.item, { query: { keyword: '血液透析', ...query } })).list[0]?.price;
      expect([await listed({}), await listed({ date: '2026-03-04' }), await listed({ date: '2026-03-05' })]).toEqual([450, 400, 450]);
      expect(await refusal(listed({ date: '2026-02-30' }))).toMatchObject({ key: 'prescription.bad-day' });
      const pack = async (date: string) =>
        (await host.call('prescription', routes.packageDetail, { params: { id: 'pack-hd' }, query: { date } })).list.map(({ packPrice }) => packPrice);
      expect([await pack('2026-03-02'), await pack('')]).toEqual([
        [400, 220],
        [450, 220],
      ]);
      const { prices } = await host.call('prescription', prescribingContract.routes.check, {
        body: { patientId: 'pat-1', dpType: 14, dpDate: MONDAY, reimWay: '310', ...lines },
      });
      expect(prices).toEqual([{ drugId: 'item-hd', price: 400 }]);
      const copied = async (dpDate: number) =>
        (await host.call('prescription', prescribingContract.routes.copy, { params: { id: late.dpId }, body: { dpDate } })).list[0]?.packPrice;
      expect([await copied(MONDAY), await copied(MONDAY + 4 * DAY_MS)]).toEqual([400, 450]);
    });
  });
});

describe('[7.12-08] routes and frequencies that the site hid', () => {
  const { routes: prescribing } = prescribingContract;
  const hidden = new Set<string>();
  const hide = (...codes: string[]) => {
    for (const code of codes) hidden.add(code);
    onTestFinished(() => hidden.clear());
    const entry = (code: string, label: string) => ({ code, label, enabled: !hidden.has(code) });
    const kept = () => ({ drugUsage: [entry('1', 'SIM 口服'), entry('3', 'SIM 含服')], drugInterval: [entry('qd', 'SIM 每日'), entry('st', 'SIM 立即')] });
    host.provide(dictionaryEntries, { of: async (dictionary) => kept()[dictionary as 'drugUsage' | 'drugInterval'] });
  };
  const change = (rx: Prescription, lines: readonly object[]): Promise<Prescription> => {
    const { patientId: _patient, ...rest } = body();
    return host.call('prescription', routes.update, {
      params: { dpId: rx.dpId },
      body: { ...rest, version: rx.version, prescriptionDetailList: lines } as never,
    });
  };

  it('are for no new line: the refusal names line, drug and entry, and nothing is written', async () => {
    hide('1', 'qd');
    const { count: before } = await host.call('prescription', routes.adviceCount, { params: { id: 'pat-1' } });
    await expect(create(withLine({}))).rejects.toMatchObject({
      key: 'prescription.code-hidden',
      code: EnvelopeCode.Invalid,
      params: { line: 1, name: '骨化三醇软胶囊', entry: 'SIM 口服' },
      fields: [{ path: 'prescriptionDetailList.0.drugUsage' }],
    });
    const second = {
      prescriptionDetailList: [line({ drugUsage: '3', drugInterval: 'bid' }), line({ drugId: 'drug-saline', drugUsage: '3', drugNumUnit: '袋' })],
    };
    await expect(create(second)).rejects.toMatchObject({ params: { line: 2, entry: 'SIM 每日' }, fields: [{ path: 'prescriptionDetailList.1.drugInterval' }] });
    expect((await host.call('prescription', routes.adviceCount, { params: { id: 'pat-1' } })).count).toBe(before);
    const keep = (packageName: string) =>
      host.call('prescription', prescribing.createCustomPackage, { body: { packageName, scope: 'own', ...withLine({}) } as never });
    expect(await refusal(keep('SIM 停用用法'))).toMatchObject({ key: 'prescription.code-hidden' });
  });

  it('stay on lines that have them, which are saved and confirmed again; another drug or another code does not get them', async () => {
    const rx = await create(withLine({}));
    const pack = { packageName: 'SIM 旧用法', scope: 'own', ...withLine({}) };
    const kept = await host.call('prescription', prescribing.createCustomPackage, { body: pack as never });
    const other = await create(withLine({ drugUsage: '3' }));
    hide('1');
    const saved = await change(rx, [line({ drugDays: 14 })]);
    expect(saved.prescriptionDetailList[0]).toMatchObject({ drugUsage: '1', drugDays: 14 });
    expect(await refusal(change(saved, [line(), line({ drugId: 'drug-saline', drugNumUnit: '袋' })]))).toMatchObject({ key: 'prescription.code-hidden' });
    expect(await refusal(change(other, [line()]))).toMatchObject({ key: 'prescription.code-hidden' });
    expect((await get(other.dpId ?? '')).prescriptionDetailList[0]).toMatchObject({ drugUsage: '3' });
    expect((await confirm(saved)).rxStatus).toBe(1);
    const renamed = { params: { id: kept.packageId }, body: { ...pack, packageName: 'SIM 旧用法改名', version: kept.version } };
    expect(await host.call('prescription', prescribing.updateCustomPackage, renamed as never)).toMatchObject({ packageName: 'SIM 旧用法改名' });
  });

  it('do not stop treatments, goods and laboratory items, on whose lines nobody chooses a frequency', async () => {
    hide('1', 'st');
    expect(await create({ prescriptionDetailList: [once('item', 'item-hd', '次'), once('material', 'mat-dialyser', '个')] })).toMatchObject({ lineCount: 2 });
    expect(await refusal(create({ prescriptionDetailList: [once('item', 'item-hd', '次', { drugUsage: '1' })] }))).toMatchObject({
      key: 'prescription.code-hidden',
    });
  });
});
