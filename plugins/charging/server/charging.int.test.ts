import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prescriptionContract } from '../../prescription/contract/index.ts';
import { patientBilling, patientContract } from '../../patient/contract/index.ts';
import { type BillRecord, type BillTotal, chargeContract, type SelfPayPreview, type SettleSheet } from '../contract/index.ts';
import { cashier, type Desk, oneBox, oneDialyser, oneSession, openDesk, refusal, sideBySide, wuhanCashier } from '../testing/desk.ts';

const { routes } = chargeContract;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.host.close());

const call: Desk['host']['call'] = (plugin, route, given) => desk.host.call(plugin, route, { user: cashier, ...given });
const preview = (dpId: string | null, withIds?: string): Promise<SelfPayPreview> =>
  call('charging', routes.selfPayPreview, { params: { id: dpId }, query: withIds ? { with: withIds } : {} });
const cancel = (chargeId: string, reason = '开错了'): Promise<BillRecord> => call('charging', routes.cancelBill, { body: { chargeId, reason } });

describe('[7.8-03] the queue at the desk', () => {
  it('shows confirmed prescriptions and forgets them once charged', async () => {
    const rx = await desk.prescribe();
    const before = await call('charging', routes.patientList, { query: { keyword: rx.dpNumber } });
    expect(before.list).toMatchObject([{ dpId: rx.dpId, totalPrice: 755.5, payStatus: 0, patientName: '重庆测' }]);
    const patients = await call('charging', routes.patients, {});
    expect(patients.list[0]).toMatchObject({ patientId: 'pat-1', prescriptionCount: 1, totalPrice: 755.5 });
    await desk.charge(rx);
    expect((await call('charging', routes.patientList, { query: { keyword: rx.dpNumber } })).pagination.total).toBe(0);
  });

  it('[A4] another facility sees nothing of it and cannot charge it', async () => {
    const rx = await desk.prescribe();
    expect((await call('charging', routes.patientList, { user: wuhanCashier, query: {} })).pagination.total).toBe(0);
    expect(await refusal(call('charging', routes.selfPayPreview, { user: wuhanCashier, params: { id: rx.dpId } }))).toBe('charging.not-found');
    expect(await refusal(desk.charge(rx, {}, wuhanCashier))).toBe('charging.not-found');
    await desk.charge(rx);
  });
});

describe('[7.8-07] self-pay charge', () => {
  it('previews lines, totals by type, and other prescriptions of the patient', async () => {
    const first = await desk.prescribe();
    const second = await desk.prescribe({ prescriptionDetailList: [oneSession] });
    const alone = await preview(first.dpId);
    expect(alone.totals).toEqual({ westPrice: 115.5, diagTreatPrice: 620, assayPrice: 20, consumablesPrice: 220, otherPrice: 0, totalPrice: 755.5 });
    expect(alone.sums.map((sum) => sum.drugType)).toEqual(['西药', '耗材', '治疗', '化验']);
    expect(alone.others.map((one) => one.dpId)).toEqual([second.dpId]);
    expect(alone.priceChanges).toEqual([]);
    const together = await preview(first.dpId, second.dpId ?? '');
    expect([together.totals.totalPrice, together.lines.length, together.others.length]).toEqual([1155.5, 5, 0]);

    const bill = await desk.charge(first, {
      prescriptions: [first, second].map((one) => ({ dpId: one.dpId ?? '', version: one.version })),
      totalPrice: 1155.5,
      payments: [
        { payWay: 'cash', amount: 155.5, tendered: 200 },
        { payWay: 'wechat', amount: 1000, reference: 'WX-1' },
      ],
    });
    expect(bill).toMatchObject({ state: 'charged', totalPrice: 1155.5, tendered: 1200, change: 44.5, medInsMark: '0', cashierName: '收费员甲', reason: '' });
    expect(bill.billNo).toMatch(/^SFGZ20260302\d{5}$/);
    expect(bill.dpNumbers).toHaveLength(2);
    expect(bill.payments).toEqual([
      { payWay: 'cash', payWayName: '现金', amount: 155.5, tendered: 200, change: 44.5, reference: '' },
      { payWay: 'wechat', payWayName: '微信', amount: 1000, tendered: 1000, change: 0, reference: 'WX-1' },
    ]);
    expect(desk.host.audits.at(-1)).toMatchObject({
      route: 'charge.selfPay',
      entry: { subject: 'charging.bill', subjectId: bill.chargeId, patientId: 'pat-1' },
    });
  });

  it('refuses a wrong sum, a stale version, another total, and leaves nothing behind', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    expect(await refusal(desk.charge(rx, { payments: [{ payWay: 'cash', amount: 38 }] }))).toBe('charging.payment-sum');
    expect(await refusal(desk.charge(rx, { payments: [{ payWay: 'gold', amount: 38.5 }] }))).toBe('charging.payment-way-unknown');
    expect(await refusal(desk.charge({ ...rx, version: rx.version - 1 }))).toBe('charging.stale');
    expect(await refusal(desk.charge(rx, { totalPrice: 38 }))).toBe('charging.total-changed');
    expect(await refusal(desk.charge(rx, { prescriptions: [{ dpId: 'no-such', version: 1 }] }))).toBe('charging.charge-empty');
    const bills = await call('charging', routes.bill, { query: { keyword: rx.dpNumber } });
    expect(bills.pagination.total).toBe(0);
    expect((await preview(rx.dpId)).prescriptions[0]).toMatchObject({ payStatus: 0, version: rx.version });
    await desk.charge(rx);
  });

  it('[M5] refuses a prescription that the doctor took back or changed meanwhile', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    await desk.host.call('prescription', prescriptionContract.routes.unConfirm, { params: { id: rx.dpId }, body: { version: rx.version } });
    expect(await refusal(desk.charge(rx))).toBe('charging.not-to-charge');
  });

  it('[M1] fifty cashiers at once charge a prescription exactly once', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const { done, refused } = await sideBySide(Array.from({ length: 50 }, () => () => desk.charge(rx)));
    expect(done).toBe(1);
    expect(new Set(refused).size).toBeGreaterThan(0);
    expect(refused.every((key) => ['charging.stale', 'charging.not-to-charge', 'prescription.stale'].includes(key))).toBe(true);
    expect((await call('charging', routes.bill, { query: { keyword: rx.dpNumber } })).pagination.total).toBe(1);
    expect(await desk.broken()).toEqual([]);
  });

  it('two cashiers who charge overlapping sets of a patient do not block each other for ever', async () => {
    const [a, b] = [await desk.prescribe({ prescriptionDetailList: [oneBox] }), await desk.prescribe({ prescriptionDetailList: [oneSession] })];
    const both = (order: (typeof a)[]) => ({
      prescriptions: order.map((one) => ({ dpId: one.dpId ?? '', version: one.version })),
      totalPrice: 438.5,
      payments: [{ payWay: 'card', amount: 438.5 }],
    });
    const { done } = await sideBySide([() => desk.charge(a, both([a, b])), () => desk.charge(b, both([b, a]))]);
    expect(done).toBe(1);
  });

  it('refuses a price that changed between save and charge, in a sentence that names it', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const setPrice = (price: string) =>
      desk.host.db.script(
        `insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
         values ('test-${price}', 'org-gz', 'drug-calcitriol', '2026-03-01', ${price}, 'x', 'x', now())`,
      );
    await setPrice('40');
    expect((await preview(rx.dpId)).priceChanges).toMatchObject([{ drugName: '骨化三醇软胶囊', was: 38.5, now: 40 }]);
    expect(await refusal(desk.charge(rx))).toBe('charging.price-changed');
    await setPrice('38.5');
    expect(await refusal(desk.charge(rx))).toBe('allowed');
  });

  it('[F33] a prescription of the old year is charged in the new one at the price of its day, beside one of today at today’s', async () => {
    const setPrice = (price: string, day: string) =>
      desk.host.db.script(
        `insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
         values ('year-${day}', 'org-gz', 'item-hd', '${day}', ${price}, 'x', 'x', now())`,
      );
    const before = desk.host.time.now;
    try {
      desk.host.time.now = new Date('2026-12-31T10:00:00Z');
      const old = await desk.prescribe({ dpDate: desk.host.time.now.getTime(), prescriptionDetailList: [oneSession, oneBox] });
      await setPrice('499', '2027-01-01');
      desk.host.time.now = new Date('2027-01-01T01:00:00Z');
      await desk.host.db.script("update catalogue.entry set enabled = false where drug_id = 'drug-calcitriol' and org_id = 'org-gz'");
      const late = await desk.prescribe({ dpDate: Date.parse('2026-12-31T12:00:00Z'), prescriptionDetailList: [oneSession] });
      const fresh = await desk.prescribe({ dpDate: desk.host.time.now.getTime(), prescriptionDetailList: [oneSession] });
      expect([old, late, fresh].map((rx) => rx.totalPrice)).toEqual([438.5, 400, 499]);
      const together = await preview(old.dpId, [late.dpId, fresh.dpId].join(','));
      expect([together.priceChanges, together.totals.totalPrice]).toEqual([[], 1337.5]);
      const all = { prescriptions: [old, late, fresh].map((one) => ({ dpId: one.dpId ?? '', version: one.version })), totalPrice: 1337.5 };
      expect(await refusal(desk.charge(old, { ...all, payments: [{ payWay: 'card', amount: 1337.5 }] }))).toBe('allowed');
    } finally {
      desk.host.time.now = before;
      await desk.host.db.script("update catalogue.entry set enabled = true where drug_id = 'drug-calcitriol' and org_id = 'org-gz'");
    }
  });

  it('offers payment ways, and names those a bill was paid with', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    expect((await call('charging', routes.chargeWay, { params: { id: rx.dpId } })).list.map((way) => way.payWay)).toEqual(['cash', 'wechat', 'alipay', 'card']);
    const bill = await desk.charge(rx, { payments: [{ payWay: 'alipay', amount: 38.5 }] });
    expect((await call('charging', routes.chargeWay, { params: { id: bill.chargeId } })).list).toMatchObject([{ payWay: 'alipay', amount: 38.5 }]);
  });
});

describe('[7.8-02] bills', () => {
  it('[7.8-06] cancels by a refund with negative entries; the bill itself stays as it was', async () => {
    const rx = await desk.prescribe();
    const bill = await desk.charge(rx, { payments: [{ payWay: 'cash', amount: 755.5, tendered: 800 }] });
    const refund = await cancel(bill.chargeId);
    expect(refund).toMatchObject({ state: 'refund', totalPrice: -755.5, reason: '开错了', counterBillNo: bill.billNo, change: 0 });
    expect(refund.billNo).toMatch(/^TFGZ20260302\d{5}$/);
    expect(refund.payments).toMatchObject([{ payWay: 'cash', amount: -755.5, tendered: -755.5, change: 0 }]);
    expect(refund.lines.map((one) => one.subTotal)).toEqual([-115.5, -220, -400, -20]);
    const details = await call('charging', routes.chargeDetail, { query: { chargeIdList: `${bill.chargeId},${refund.chargeId}` } });
    expect(details.list[0]).toEqual({
      ...bill,
      state: 'cancelled',
      counterBillNo: refund.billNo,
      refundedPrice: 755.5,
      refunds: [
        { chargeId: refund.chargeId, billNo: refund.billNo, totalPrice: -755.5, chargeTime: refund.chargeTime, cashierName: '收费员甲', reason: '开错了' },
      ],
    });
    expect((await preview(rx.dpId)).prescriptions[0]?.payStatus).toBe(5);
    expect(await refusal(cancel(bill.chargeId))).toBe('charging.bill-cancelled');
    expect(await refusal(cancel(refund.chargeId))).toBe('charging.bill-is-refund');
    expect(await refusal(desk.charge(rx))).toBe('charging.not-to-charge');
    expect(await desk.broken()).toEqual([]);
  });

  it('[M1] twenty cancels at once give the money back once', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const bill = await desk.charge(rx);
    const { done } = await sideBySide(Array.from({ length: 20 }, () => () => cancel(bill.chargeId)));
    expect(done).toBe(1);
    expect(await desk.broken()).toEqual([]);
  });

  it('needs a reason and a bill of the own facility', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const bill = await desk.charge(rx);
    expect(await refusal(cancel(bill.chargeId, '  '))).toBe('charging.reason-missing');
    expect(await refusal(call('charging', routes.cancelBill, { user: wuhanCashier, body: { chargeId: bill.chargeId, reason: 'x' } }))).toBe(
      'charging.bill-not-found',
    );
    expect(await refusal(call('charging', routes.chargeDetail, { user: wuhanCashier, query: { chargeIdList: bill.chargeId } }))).toBe(
      'charging.bill-not-found',
    );
    expect(await refusal(call('charging', routes.printSettle, { user: wuhanCashier, query: { chargeId: bill.chargeId } }))).toBe('charging.bill-not-found');
    expect((await call('charging', routes.bill, { user: wuhanCashier, query: {} })).pagination.total).toBe(0);
  });

  it('pages newest first; totals speak of all pages and follow every filter', async () => {
    const first = await call('charging', routes.bill, { query: { pageSize: 3 } });
    const second = await call('charging', routes.bill, { query: { pageSize: 3, currentPage: 2 } });
    expect(first.list).toHaveLength(3);
    expect(new Set([...first.list, ...second.list].map((row) => row.chargeId)).size).toBe(6);
    const times = [...first.list, ...second.list].map((row) => row.chargeTime);
    expect(times).toEqual([...times].sort((a, b) => b - a));

    const sums = async (query: Readonly<Record<string, unknown>>): Promise<BillTotal> => {
      const total = await call('charging', routes.billTotal, { query });
      if (total === null) throw new Error('too many bills to be added up');
      return total;
    };
    const all = await sums({});
    expect(all.netPrice).toBeCloseTo(all.chargedPrice + all.refundPrice, 6);
    expect(all.westPrice + all.diagTreatPrice + all.assayPrice).toBeCloseTo(all.netPrice, 6);
    expect(all.ways.reduce((sum, way) => sum + way.amount, 0)).toBeCloseTo(all.netPrice, 6);
    const refunds = await sums({ state: 'refund' });
    expect(refunds).toMatchObject({ chargedCount: 0, refundCount: all.refundCount, refundPrice: all.refundPrice });
    const cancelled = await call('charging', routes.bill, { query: { state: 'cancelled' } });
    expect(cancelled.pagination.total).toBe(all.refundCount);
    expect(cancelled.list.every((row) => row.state === 'cancelled')).toBe(true);
    const standing = await call('charging', routes.bill, { query: { state: 'charged' } });
    expect(standing.pagination.total).toBe(all.chargedCount - all.refundCount);
    const byAlipay = await call('charging', routes.bill, { query: { payWay: 'alipay' } });
    expect(byAlipay.list.every((row) => row.payments.some((payment) => payment.payWay === 'alipay'))).toBe(true);
    expect((await sums({ endDate: '2026-03-01' })).chargedCount).toBe(0);
    const lines = await call('charging', routes.billDetail, { query: { chargeId: first.list[0]?.chargeId ?? '' } });
    expect(lines.list.reduce((sum, row) => sum + row.subTotal, 0)).toBeCloseTo(first.list[0]?.totalPrice ?? Number.NaN, 6);
    expect((await call('charging', routes.bill, { query: { keyword: 'ccc' } })).pagination.total).toBe(0);
    expect((await call('charging', routes.bill, { query: { keyword: 'cqc' } })).pagination.total).toBeGreaterThan(0);
  });

  it('the database itself refuses to change or half-write money', async () => {
    const db = desk.host.db;
    await expect(db.script('update charging.bill set total = 0')).rejects.toThrow('append-only');
    await expect(db.script('delete from charging.payment')).rejects.toThrow('append-only');
    const columns =
      'bill_no, kind, org_id, patient_id, patient_name, patient_sex, patient_age, outpatient_code, reim_way, total, west, diag_treat, assay, consumables, other, charged_at, business_day, cashier_id, cashier_name';
    await expect(
      db.script(
        `insert into charging.bill (id, ${columns}) values ('half', 'X1', 'charge', 'org-gz', 'p', 'n', 1, 1, '', '0', 5, 5, 0, 0, 0, 0, now(), '2026-01-01', 'u', 'u')`,
      ),
    ).rejects.toThrow('does not add up');
  });
});

describe('[7.8-05] settlement sheet', () => {
  const print = async (chargeId: string): Promise<SettleSheet | undefined> => (await call('charging', routes.printSettle, { query: { chargeId } })).list[0];

  it('[3-14] [9-09] is a list whose first item carries medInsMark, fixmedinsName and fixmedinsCode', async () => {
    const rx = await desk.prescribe();
    const bill = await desk.charge(rx);
    expect(await print(bill.chargeId)).toMatchObject({
      medInsMark: '0',
      fixmedinsName: '测试医院',
      fixmedinsCode: 'H44SIM000001',
      facilityName: '测试血透中心(广州)',
      titleKind: 'hospital',
      titleName: '测试医院',
      totalCapitals: '柒佰伍拾伍元伍角整',
      workerNames: ['林医生'],
      diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
    });
    const detail = await call('charging', routes.printSettleDetail, { query: { chargeId: bill.chargeId } });
    expect(detail.list[0]?.lines).toHaveLength(4);
  });

  it('[9-09] a non-insured patient gets the facility name', async () => {
    const rx = await desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneDialyser] });
    const bill = await desk.charge(rx);
    expect(await print(bill.chargeId)).toMatchObject({ titleKind: 'facility', titleName: '测试血透中心(广州)' });
    const refund = await cancel(bill.chargeId);
    expect(await print(refund.chargeId)).toMatchObject({ totalCapitals: '负贰佰贰拾元整', state: 'refund' });
  });
});

describe('[7.6-06] patients who have bills', () => {
  it('are counted by the desk', async () => {
    const counts = await desk.host.service(patientBilling).billCounts({
      patientIds: ['pat-1', 'pat-2'],
      orgIds: ['org-gz'],
      rightsOn: (menu) => ({ menu, userId: 'user-doctor', orgId: 'org-gz', orgIds: ['org-gz'], scope: { kind: 'organisation' } }),
    });
    expect(counts.find((one) => one.patientId === 'pat-2')?.billCount).toBe(1);
    const listed = await desk.host.call('patient', patientContract.routes.billed, {});
    expect(listed.list.map((row) => row.patientId)).toContain('pat-1');
  });
});
