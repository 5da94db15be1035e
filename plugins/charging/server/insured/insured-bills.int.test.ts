import { fen, type OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayStatus, prescriptionLedger } from '../../../prescription/contract/index.ts';
import { type BillRecord, chargeContract, shiftContract } from '../../contract/index.ts';
import { cashier, type Desk, dialyserLot, lot, oneBox, oneSession, openDesk, refusal, sideBySide } from '../../testing/desk.ts';
import { actor, type InsuredDesk, insuredDesk, settlementOf } from '../../testing/insured-desk.ts';

const ORG = 'org-gz' as OrgId;
let desk: Desk;
let insured: InsuredDesk;
beforeAll(async () => {
  desk = await openDesk([lot({}), dialyserLot({})]);
  insured = insuredDesk(desk);
});
afterAll(async () => {
  expect(await desk.broken()).toEqual([]);
  await desk.host.close();
});

type Lines = NonNullable<Parameters<Desk['prescribe']>[0]>['prescriptionDetailList'];
const prescribed = async (lines?: Lines): Promise<string> => (await desk.prescribe(lines ? { prescriptionDetailList: lines } : {})).dpId ?? '';
const check = (dpIds: readonly string[]) => insured.bills.check({ dpIds, by: actor });
const payStatus = async (dpId: string) => (await desk.host.service(prescriptionLedger).get(dpId, [ORG]))?.payStatus;
async function read(billId: string): Promise<BillRecord | undefined> {
  return (await desk.host.call('charging', chargeContract.routes.chargeDetail, { query: { chargeIdList: billId }, user: cashier })).list[0];
}

describe('[M1] an insured bill: check', () => {
  it('proves what the prescriptions cost, before and while the insurer is asked, and changes nothing', async () => {
    const dpId = await prescribed();
    expect(await check([dpId])).toEqual({ orgId: 'org-gz', patientId: 'pat-1', total: 75_550 });
    await insured.hold([dpId]);
    expect(await check([dpId])).toMatchObject({ total: 75_550 });
    await insured.charge([dpId]);
    expect(await refusal(check([dpId]))).toBe('charging.not-to-charge');
  });

  it('refuses what the desk refuses: nothing, unknown, another facility, two patients, a changed price', async () => {
    const [mine, other] = [await prescribed([oneBox]), (await desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneSession] })).dpId];
    expect(await refusal(check([]))).toBe('charging.charge-empty');
    expect(await refusal(check(['no-such']))).toBe('charging.not-found');
    expect(await refusal(insured.bills.check({ dpIds: [mine], by: { ...actor, orgIds: ['org-wh' as OrgId] } }))).toBe('charging.not-found');
    expect(await refusal(check([mine, other ?? '']))).toBe('charging.other-patient');
    const price = (id: string, amount: string) =>
      desk.host.db.script(
        `insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
         values ('${id}', 'org-gz', 'drug-calcitriol', '2026-03-01', ${amount}, 'x', 'x', now())`,
      );
    await price('up', '40');
    expect(await refusal(check([mine]))).toBe('charging.price-changed');
    await price('down', '38.5');
    expect(await refusal(check([mine]))).toBe('allowed');
  });

  it('payments must pay the patient’s part with ways that the desk offers', async () => {
    const pay = (payWay: string, amount: number) => refusal(insured.bills.checkPayments(fen(1_000), [{ payWay, amount: fen(amount) }], 'zh'));
    expect(await pay('cash', 1_000)).toBe('allowed');
    expect(await pay('cash', 999)).toBe('charging.payment-sum');
    expect(await pay('insurance-fund', 1_000)).toBe('charging.payment-way-unknown');
    expect(await refusal(insured.bills.checkPayments(fen(0), [], 'zh'))).toBe('allowed');
  });
});

describe('[M1] an insured bill: charge', () => {
  it.each([
    ['held', false],
    ['in doubt', true],
  ])('writes fund, account and own part of prescriptions that are %s', async (_, doubtful) => {
    const dpId = await prescribed();
    await insured.hold([dpId], doubtful);
    const { billId, billNo } = await insured.charge([dpId]);
    expect(billNo).toMatch(/^SFGZ20260302\d{5}$/);
    const bill = await read(billId);
    expect(bill).toMatchObject({ state: 'charged', medInsMark: '1', totalPrice: 755.5, cashierName: '收费员甲', change: 94.5 });
    expect(bill?.payments.map((one) => [one.payWay, one.payWayName, one.amount, one.tendered, one.reference])).toEqual([
      ['insurance-fund', '医保基金', 300, 300, 'SIM-SETL-1'],
      ['insurance-account', '医保个人账户', 50, 50, 'SIM-SETL-1'],
      ['cash', '现金', 405.5, 500, ''],
    ]);
    expect(await payStatus(dpId)).toBe(PayStatus.Charged);
    expect(desk.host.audits.at(-1)).toMatchObject({
      route: 'charging.insured-charge',
      entry: { subject: 'charging.bill', subjectId: billId, patientId: 'pat-1' },
    });
  });

  it('[M3] what the insurer pays is no cash in the drawer, and stands apart in closing, totals and filters', async () => {
    const shift = async () => await desk.host.call('charging', shiftContract.routes.takings, { user: cashier });
    const before = await shift();
    const dpId = await prescribed();
    await insured.hold([dpId]);
    const { billNo } = await insured.charge([dpId]);
    const now = await shift();
    expect(Math.round((now.cashExpected - before.cashExpected) * 100)).toBe(40_550);
    expect(Math.round((now.netPrice - before.netPrice) * 100)).toBe(75_550);
    const ways = now.ways.filter((way) => way.payWay.startsWith('insurance-')).map((way) => [way.payWay, way.payWayName, way.kind]);
    expect(ways).toEqual([
      ['insurance-fund', '医保基金', 'other'],
      ['insurance-account', '医保个人账户', 'other'],
    ]);
    const found = await desk.host.call('charging', chargeContract.routes.bill, { user: cashier, query: { payWay: 'insurance-account', keyword: billNo } });
    expect(found.list.find((one) => one.billNo === billNo)).toMatchObject({ simulated: false });
    expect(found.list.every((one) => one.payments.some((payment) => payment.payWay === 'insurance-account'))).toBe(true);
    const totals = await desk.host.call('charging', chargeContract.routes.billTotal, { user: cashier, query: { keyword: billNo } });
    expect(totals?.ways.map((way) => way.payWay)).toEqual(['cash', 'insurance-fund', 'insurance-account']);
    const offered = async (id: string) =>
      (await desk.host.call('charging', chargeContract.routes.chargeWay, { params: { id }, user: cashier })).list.map((way) => way.payWay);
    expect(await offered('0')).toEqual(['cash', 'wechat', 'alipay', 'card']);
    expect(await offered('all')).toEqual(['cash', 'wechat', 'alipay', 'card', 'insurance-fund', 'insurance-account', 'insurance-hospital']);
  });

  it('the insurer may pay everything', async () => {
    const dpId = await prescribed();
    await insured.hold([dpId]);
    const { billId } = await insured.charge([dpId], { medInsMark: '2', fundPay: fen(75_550), accountPay: fen(0), selfPay: fen(0), payments: [] });
    expect((await read(billId))?.payments.map((one) => one.payWay)).toEqual(['insurance-fund']);
  });

  it('a wrong sum, a way that is not on offer and a prescription that nobody holds are refused and leave nothing', async () => {
    const dpId = await prescribed();
    expect(await refusal(insured.charge([dpId]))).toBe('charging.not-to-charge');
    await insured.hold([dpId]);
    expect(await refusal(insured.charge([dpId], { fundPay: fen(30_001) }))).toBe('charging.insurer-sum');
    expect(await refusal(insured.charge([dpId], { fundPay: fen(-100), selfPay: fen(70_650) }))).toBe('charging.insurer-sum');
    expect(await refusal(insured.charge([dpId], { payments: [{ payWay: 'cash', amount: fen(1) }] }))).toBe('charging.payment-sum');
    expect(await refusal(insured.charge([dpId], { payments: [{ payWay: 'insurance-fund', amount: fen(40_550) }] }))).toBe('charging.payment-way-unknown');
    expect(await payStatus(dpId)).toBe(PayStatus.Settling);
    await insured.charge([dpId]);
  });

  it('twenty at once charge once, and two overlapping ones do not wait for each other for ever', async () => {
    const dpId = await prescribed();
    await insured.hold([dpId]);
    const { done, refused } = await sideBySide(Array.from({ length: 20 }, () => () => insured.charge([dpId])));
    expect(done).toBe(1);
    expect(refused.filter((key) => !['charging.not-to-charge', 'prescription.stale', 'prescription.pay-move'].includes(key))).toEqual([]);
    const [a, b] = [await prescribed([oneBox]), await prescribed([oneSession])];
    await insured.hold([a, b]);
    const parts = { fundPay: fen(43_850), accountPay: fen(0), selfPay: fen(0), payments: [] };
    expect((await sideBySide([() => insured.charge([a, b], parts), () => insured.charge([b, a], parts)])).done).toBe(1);
  });

  it('what is with the insurer cannot be charged self-pay, and the sentence says why', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    await insured.hold([rx.dpId ?? '']);
    expect(await refusal(desk.charge(rx))).toBe('charging.insurer-settling');
    const doubtful = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    await insured.hold([doubtful.dpId ?? ''], true);
    expect(await refusal(desk.charge(doubtful))).toBe('charging.insurer-in-doubt');
  });

  it('what fails after it in the same transaction takes the bill with it', async () => {
    const dpId = await prescribed();
    await insured.hold([dpId]);
    const late = desk.host.db.transaction(async () => {
      await insured.charge([dpId]);
      throw new Error('the settlement could not be stored');
    });
    await expect(late).rejects.toThrow('could not be stored');
    expect(await payStatus(dpId)).toBe(PayStatus.Settling);
    await insured.charge([dpId]);
  });
});

describe('[M1] an insured bill: reverse', () => {
  const charged = async (lines?: Lines) => {
    const dpId = await prescribed(lines);
    await insured.hold([dpId]);
    const parts = lines ? { fundPay: fen(30_000), accountPay: fen(5_000), selfPay: fen(5_000), payments: [{ payWay: 'cash', amount: fen(5_000) }] } : {};
    return { dpId, ...(await insured.charge([dpId], parts)) };
  };

  it('gives the whole bill back by the ways it was paid, under a number of its own', async () => {
    const { dpId, billId, billNo } = await charged();
    expect(await refusal(insured.bills.assertReversible(billId, [ORG]))).toBe('allowed');
    const refund = await insured.reverse(billId);
    expect(refund.billNo).toMatch(/^TFGZ20260302\d{5}$/);
    expect(await read(refund.billId)).toMatchObject({ state: 'refund', medInsMark: '1', totalPrice: -755.5, counterBillNo: billNo, reason: '患者要求撤销' });
    expect((await read(refund.billId))?.payments.map((one) => [one.payWay, one.amount, one.reference])).toEqual([
      ['insurance-fund', -300, 'SIM-SETL-1'],
      ['insurance-account', -50, 'SIM-SETL-1'],
      ['cash', -405.5, ''],
    ]);
    expect(await payStatus(dpId)).toBe(PayStatus.Refunded);
    expect(desk.host.audits.at(-1)).toMatchObject({ route: 'charging.insured-reverse', entry: { subjectId: refund.billId, before: { billNo } } });
    expect(await refusal(insured.bills.assertReversible(billId, [ORG]))).toBe('charging.bill-cancelled');
    expect(await refusal(insured.reverse(refund.billId))).toBe('charging.bill-is-refund');
  });

  it('twenty at once give it back once', async () => {
    const { billId } = await charged([oneSession]);
    const { done, refused } = await sideBySide(Array.from({ length: 20 }, () => () => insured.reverse(billId)));
    expect(done).toBe(1);
    expect(refused.filter((key) => !['charging.bill-cancelled', 'prescription.stale'].includes(key))).toEqual([]);
  });

  it('not while drugs are picked or with the patient; after they came back it goes', async () => {
    const { dpId, billId } = await charged();
    await desk.act(dpId, 'review');
    await desk.act(dpId, 'pick');
    expect(await refusal(insured.bills.assertReversible(billId, [ORG]))).toBe('charging.cancel-picked');
    await desk.act(dpId, 'dispense');
    expect(await refusal(insured.bills.assertReversible(billId, [ORG]))).toBe('charging.refund-with-patient');
    expect(await refusal(insured.reverse(billId))).toBe('charging.refund-with-patient');
    const returns = (await desk.info(dpId)).drugDetailList.map((one) => ({ allocationId: one.allocationId, quantity: one.taken, returned: 0 }));
    await desk.act(dpId, 'return', { returns });
    expect(await refusal(insured.reverse(billId))).toBe('allowed');
  });

  it('[M2] the desk refuses to take it back by hand and says what to do; the dialog knows it before', async () => {
    const { billId } = await charged();
    const cancel = () => refusal(desk.host.call('charging', chargeContract.routes.cancelBill, { user: cashier, body: { chargeId: billId, reason: '不要了' } }));
    const asked = async () => await desk.host.call('charging', chargeContract.routes.refundPreview, { user: cashier, params: { id: billId } });
    expect(await cancel()).toBe('charging.cancel-insured-off');
    expect(await asked()).toMatchObject({ insurer: 'off', setlId: '' });
    insured.settledBy([settlementOf(billId)]);
    expect(await cancel()).toBe('charging.cancel-insured');
    expect(await asked()).toMatchObject({ insurer: 'settled', setlId: 'SIM-SETL-1' });
    expect(await read(billId)).toMatchObject({ state: 'charged', simulated: true });
    const refund = await insured.reverse(billId);
    expect(await read(refund.billId)).toMatchObject({ state: 'refund', simulated: true });
    const own = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    const preview = await desk.host.call('charging', chargeContract.routes.refundPreview, { user: cashier, params: { id: own.chargeId } });
    expect(preview.insurer).toBe('none');
  });

  it('not of a bill without an insurer, and not from another facility', async () => {
    const bill = await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    expect(await refusal(insured.reverse(bill.chargeId))).toBe('charging.not-insured');
    const { billId } = await charged();
    expect(await refusal(insured.bills.assertReversible(billId, ['org-wh' as OrgId]))).toBe('charging.bill-not-found');
  });
});
