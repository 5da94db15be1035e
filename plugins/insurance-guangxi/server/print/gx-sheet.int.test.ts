import { fen } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeContract, type SettleSheet } from '../../../charging/contract/index.ts';
import { cashier, type Desk, oneSession, openDesk, refusal, wuhanCashier } from '../../../charging/testing/desk.ts';
import { type InsuredDesk, insuredDesk, settlementOf } from '../../../charging/testing/insured-desk.ts';
import { line } from '../../../prescription/server/prescription.fixture.ts';
import { type GxSheet, gxSheetContract } from '../../contract/index.ts';
import guangxi from '../index.ts';

let desk: Desk;
let insured: InsuredDesk;
beforeAll(async () => {
  desk = await openDesk([], { 'insurance-guangxi': guangxi });
  insured = insuredDesk(desk);
  await desk.host.db.script("update charging.facility set fixmedins_code = 'H45SIM000001' where org_id = 'org-gz'");
});
afterAll(() => desk.host.close());

const print = async (chargeId: string, over: Partial<Parameters<Desk['host']['call']>[2]> = {}): Promise<GxSheet | undefined> =>
  (await desk.host.call('insurance-guangxi', gxSheetContract.routes.printGx, { user: cashier, query: { chargeId }, ...over })).list[0];
const standard = async (chargeId: string, user = cashier): Promise<SettleSheet | undefined> =>
  (await desk.host.call('charging', chargeContract.routes.printSettle, { user, query: { chargeId } })).list[0];

describe('[7.8-05] the form of Guangxi', () => {
  it('shows fee categories of the national list; without an insurer the patient pays all', async () => {
    const bill = await desk.charge(await desk.prescribe({ prescriptionDetailList: [line({ manualNum: true, drugNum: 3 }), oneSession] }));
    const sheet = await print(bill.chargeId);
    expect(sheet?.categories.map((one) => [one.category, one.amount, one.fulamt_ownpay_amt, one.inscp_scp_amt])).toEqual([
      ['05', 400, 400, 0],
      ['09', 115.5, 115.5, 0],
    ]);
    expect(sheet).toMatchObject({
      medfee_sumamt: 515.5,
      fulamt_ownpay_amt: 515.5,
      fund_pay_sumamt: 0,
      psn_cash_pay: 515.5,
      psn_no: 'PSN1',
      titleKind: 'hospital',
      simulated: false,
    });
    expect(await refusal(print('no-such-bill'))).toBe('charging.bill-not-found');
    expect(await refusal(print(bill.chargeId, { user: wuhanCashier }))).toBe('charging.bill-not-found');
    expect(
      await refusal(
        print(bill.chargeId, { user: { ...cashier, userId: 'user-other' }, dataScope: () => ({ kind: 'schemes', conditions: [], userAndBelow: [] }) }),
      ),
    ).toBe('charging.bill-not-found');
  });

  it('[9-09] [M6] of an insured bill prints what the insurer says; a refund the same with negative figures', async () => {
    const rx = await desk.prescribe();
    const dpId = rx.dpId ?? '';
    await insured.hold([dpId]);
    const { billId } = await insured.charge([dpId]);
    const [first] = rx.prescriptionDetailList ?? [];
    const lines = [{ detailId: first?.detailId ?? '', fulamtOwnpay: fen(1_000), overlmt: fen(500), preselfpay: fen(250), inscp: fen(9_800) }];
    insured.settledBy([settlementOf(billId, { civilServantPay: fen(1_000), otherFundPay: fen(4_000), lines })]);
    const sheet = await print(billId);
    expect(sheet).toMatchObject({
      titleKind: 'insurer',
      titleName: '广西壮族自治区社会医疗保险费用结算单',
      mdtrt_id: 'SIM-MDTRT-1',
      setl_id: 'SIM-SETL-1',
      simulated: true,
      medfee_sumamt: 755.5,
      fund_pay_sumamt: 300,
      hifp_pay: 250,
      cvlserv_pay: 10,
      oth_pay: 40,
      psn_part_amt: 455.5,
      acct_pay: 50,
      psn_cash_pay: 405.5,
    });
    const parts = ['fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'inscp_scp_amt'] as const;
    expect(sheet && parts.reduce((sum, part) => sum + Math.round(sheet[part] * 100), 0)).toBe(75_550);
    expect(sheet?.categories.find((one) => one.category === '09')).toMatchObject({
      amount: 115.5,
      fulamt_ownpay_amt: 10,
      overlmt_selfpay: 5,
      preselfpay_amt: 2.5,
      inscp_scp_amt: 98,
    });
    const refund = await insured.reverse(billId);
    expect(await print(refund.billId)).toMatchObject({ simulated: true, medfee_sumamt: -755.5, fund_pay_sumamt: -300, hifp_pay: -250, psn_cash_pay: -405.5 });
  });

  it('[9-09] heads the standard sheet of the region in the language of the reader; withdrawn, the facility’s name does', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneSession] });
    await insured.hold([rx.dpId ?? '']);
    const { billId } = await insured.charge([rx.dpId ?? ''], { fundPay: fen(40_000), accountPay: fen(0), hospitalPay: fen(0), selfPay: fen(0), payments: [] });
    expect(await standard(billId)).toMatchObject({ titleKind: 'insurer', titleName: '广西壮族自治区社会医疗保险费用结算单' });
    expect(await standard(billId, { ...cashier, language: 'en' })).toMatchObject({ titleName: 'Guangxi Social Medical Insurance Settlement Sheet' });
    desk.host.withdrawExtensions('insurance-guangxi');
    expect(await standard(billId)).toMatchObject({ titleKind: 'facility', titleName: '测试血透中心(广州)' });
  });
});
