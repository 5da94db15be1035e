import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dispensingContract } from '../../../pharmacy/contract/index.ts';
import { prescriptionPaidBack } from '../../../prescription/contract/index.ts';
import { type BillRecord, type CancelBody, chargeContract, type RefundPreview } from '../../contract/index.ts';
import { cashier, type Desk, dialyserLot, lot, oneBox, oneDialyser, oneSession, openDesk, pharmacist, refusal, sideBySide } from '../../testing/desk.ts';
import { line } from '../../../prescription/server/prescription.fixture.ts';

const { routes } = chargeContract;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([lot({}), dialyserLot({})]);
});
afterAll(() => desk.host.close());

const call: Desk['host']['call'] = (plugin, route, given) => desk.host.call(plugin, route, { user: cashier, ...given });
const preview = (chargeId: string): Promise<RefundPreview> => call('charging', routes.refundPreview, { params: { id: chargeId } });
const refund = (chargeId: string, over: Partial<CancelBody> = {}): Promise<BillRecord> =>
  call('charging', routes.cancelBill, { body: { chargeId, reason: '不需要', ...over } });
const read = async (chargeId: string): Promise<BillRecord> => {
  const [bill] = (await call('charging', routes.chargeDetail, { query: { chargeIdList: chargeId } })).list;
  if (!bill) throw new Error('no such bill');
  return bill;
};
const payStatus = async (dpId: string | null): Promise<number | undefined> =>
  (await call('charging', routes.selfPayPreview, { params: { id: dpId } })).prescriptions[0]?.payStatus;
const threeBoxes = line({ manualNum: true, drugNum: 3 });
/** The detail of the nth line of a bill. */
const detail = (bill: BillRecord, at: number): string => bill.lines[at]?.detailId ?? '';

describe('[7.8-02] partial refund', () => {
  it('by lines and quantities, several times, until nothing is left; each by the ways it was paid', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes, oneSession] });
    const bill = await desk.charge(rx, {
      payments: [
        { payWay: 'cash', amount: 115.5, tendered: 200 },
        { payWay: 'wechat', amount: 400, reference: 'WX-9' },
      ],
    });
    const first = await refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum: 1 }], totalPrice: 38.5 });
    expect(first).toMatchObject({ state: 'refund', totalPrice: -38.5, counterBillNo: bill.billNo, reason: '不需要' });
    expect(first.lines).toMatchObject([{ drugNum: -1, subTotal: -38.5 }]);
    expect(first.payments.map((one) => [one.payWay, one.amount, one.reference])).toEqual([['wechat', -38.5, 'WX-9']]);
    expect(await payStatus(rx.dpId)).toBe(4);
    expect(await read(bill.chargeId)).toMatchObject({ state: 'partly', refundedPrice: 38.5, refunds: [{ billNo: first.billNo, totalPrice: -38.5 }] });
    expect((await preview(bill.chargeId)).lines[0]).toMatchObject({ refundedNum: 1, refundedPrice: 38.5, refundableNum: 2, block: '' });

    await refund(bill.chargeId, { lines: [{ detailId: detail(bill, 1), drugNum: 1 }] });
    expect(await payStatus(rx.dpId)).toBe(4);
    const last = await refund(bill.chargeId);
    expect(last.lines).toMatchObject([{ drugNum: -2, subTotal: -77 }]);
    expect(await payStatus(rx.dpId)).toBe(5);
    const whole = await read(bill.chargeId);
    expect(whole).toMatchObject({ state: 'cancelled', refundedPrice: 515.5 });
    expect(whole.counterBillNo.split('、')).toHaveLength(3);
    const details = await Promise.all(whole.refunds.map((one) => read(one.chargeId)));
    for (const [payWay, paid] of Object.entries({ cash: 115.5, wechat: 400 })) {
      const back = details.flatMap((one) => one.payments).filter((one) => one.payWay === payWay);
      expect(back.reduce((sum, one) => sum + Math.round(one.amount * 100), 0)).toBe(-Math.round(paid * 100));
    }
    expect(await refusal(refund(bill.chargeId))).toBe('charging.bill-cancelled');
    expect((await preview(bill.chargeId)).lines.every((one) => one.block === 'refunded')).toBe(true);
    expect(await desk.broken()).toEqual([]);
  });

  it('by the ways that the cashier chooses; a choice that does not fit changes nothing', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes] });
    const bill = await desk.charge(rx, {
      payments: [
        { payWay: 'cash', amount: 100 },
        { payWay: 'wechat', amount: 15.5, reference: 'WX-10' },
      ],
    });
    const one = { lines: [{ detailId: detail(bill, 0), drugNum: 1 }], totalPrice: 38.5 };
    const ways = (cash: number, wechat: number) => ({
      ...one,
      ways: [
        { payWay: 'cash', amount: cash },
        { payWay: 'wechat', amount: wechat },
      ],
    });
    expect(await refusal(refund(bill.chargeId, ways(20, 18.5)))).toBe('charging.refund-way-too-much');
    expect(await refusal(refund(bill.chargeId, ways(30, 8)))).toBe('charging.refund-ways-sum');
    expect(await refusal(refund(bill.chargeId, { ...one, ways: [{ payWay: 'card', amount: 38.5 }] }))).toBe('charging.refund-way-unknown');
    expect(await read(bill.chargeId)).toMatchObject({ state: 'charged' });
    const back = await refund(bill.chargeId, ways(38.5, 0));
    expect(back.payments.map((payment) => [payment.payWay, payment.amount])).toEqual([['cash', -38.5]]);
    const rest = await refund(bill.chargeId);
    expect(rest.payments.map((payment) => [payment.payWay, payment.amount])).toEqual([
      ['cash', -61.5],
      ['wechat', -15.5],
    ]);
    expect(await desk.broken()).toEqual([]);
  });

  it('all goods back and a treatment left: the pharmacy no longer sees the prescription', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes, oneSession] });
    const bill = await desk.charge(rx);
    const queue = () => call('pharmacy', dispensingContract.routes.patientList, { query: { stage: 'review', pageSize: 100 }, user: pharmacist });
    const waits = async () => (await queue()).list.some((one) => one.dpId === rx.dpId);
    const before = (await queue()).counts.review;
    await refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum: 1 }] });
    expect(await waits()).toBe(true);
    await refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum: 2 }] });
    expect(await waits()).toBe(false);
    expect((await queue()).counts.review).toBe(before - 1);
    expect(await payStatus(rx.dpId)).toBe(4);
    expect(await desk.broken()).toEqual([]);
  });

  it('moves only the prescriptions that give something back', async () => {
    const [a, b] = [await desk.prescribe({ prescriptionDetailList: [oneBox] }), await desk.prescribe({ prescriptionDetailList: [oneSession] })];
    const bill = await desk.charge(a, {
      prescriptions: [a, b].map((one) => ({ dpId: one.dpId ?? '', version: one.version })),
      totalPrice: 438.5,
      payments: [{ payWay: 'cash', amount: 438.5 }],
    });
    const session = bill.lines.find((one) => one.dpId === b.dpId)?.detailId ?? '';
    await refund(bill.chargeId, { lines: [{ detailId: session, drugNum: 1 }] });
    expect([await payStatus(a.dpId), await payStatus(b.dpId)]).toEqual([1, 5]);
    await refund(bill.chargeId);
    expect([await payStatus(a.dpId), await payStatus(b.dpId)]).toEqual([5, 5]);
    expect(await desk.broken()).toEqual([]);
  });

  it('gives nothing back for what is with the patient, and the rest at any time', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes, oneDialyser, oneSession] });
    const bill = await desk.charge(rx);
    const dpId = rx.dpId ?? '';
    for (const action of ['review', 'pick'] as const) await desk.act(dpId, action);
    expect(await refusal(refund(bill.chargeId))).toBe('charging.cancel-picked');
    expect((await preview(bill.chargeId)).lines.map((one) => one.block)).toEqual(['picked', 'picked', '']);
    await desk.act(dpId, 'dispense');
    expect(await refusal(refund(bill.chargeId))).toBe('charging.refund-with-patient');
    expect((await preview(bill.chargeId)).lines.map((one) => [one.withPatientNum, one.refundableNum, one.block])).toEqual([
      [3, 0, 'with-patient'],
      [1, 0, 'with-patient'],
      [0, 1, ''],
    ]);
    await refund(bill.chargeId, { lines: [{ detailId: detail(bill, 2), drugNum: 1 }] });
    expect(await payStatus(dpId)).toBe(4);

    // One box of three comes back.
    const { drugDetailList } = await desk.info(dpId);
    const capsules = drugDetailList.find((one) => one.taken === 60);
    await desk.act(dpId, 'return', { returns: [{ allocationId: capsules?.allocationId ?? '', quantity: 20, returned: 0 }] });
    const ask = (drugNum: number) => refusal(refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum }] }));
    expect(await ask(2)).toBe('charging.refund-with-patient');
    expect(await ask(1)).toBe('allowed');
    expect(await ask(1)).toBe('charging.refund-with-patient');
    expect(await desk.broken()).toEqual([]);
  });

  it('what was paid back is not handed out any more', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes, oneSession] });
    const bill = await desk.charge(rx);
    const dpId = rx.dpId ?? '';
    await refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum: 2 }] });
    const ask = (orgId: string) => desk.host.service(prescriptionPaidBack).linesOf(dpId, [orgId]);
    expect(await ask('org-gz')).toEqual([{ detailId: detail(bill, 0), quantity: 20_000 }]);
    expect(await ask('org-wh')).toEqual([]);
    for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(dpId, action);
    const info = await desk.info(dpId);
    expect(info.rxStatus).toBe(4);
    expect(info.drugDetailList.reduce((sum, share) => sum + share.taken, 0)).toBe(20);
    expect((await preview(bill.chargeId)).lines[0]).toMatchObject({ refundedNum: 2, withPatientNum: 1, refundableNum: 0, block: 'with-patient' });
    expect(await desk.broken()).toEqual([]);
  });

  it('refuses quantities that make no sense, another sum than was seen, and leaves nothing behind', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes] });
    const bill = await desk.charge(rx);
    const ask = (drugNum: number, detailId = detail(bill, 0)) => refusal(refund(bill.chargeId, { lines: [{ detailId, drugNum }] }));
    expect(await ask(4)).toBe('charging.refund-too-much');
    expect(await ask(1e7)).toBe('charging.refund-too-much');
    expect(await ask(0.5)).toBe('charging.refund-not-whole');
    expect(await ask(1, 'no-such-line')).toBe('charging.refund-line-unknown');
    for (const drugNum of [0, -1, 1e9]) expect(await ask(drugNum), String(drugNum)).toBe('core.invalid');
    expect(await refusal(refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum: 1 }], totalPrice: 40 }))).toBe('charging.refund-total-changed');
    expect(await read(bill.chargeId)).toMatchObject({ state: 'charged', refunds: [] });
    expect(await payStatus(rx.dpId)).toBe(1);
  });

  it('[M1] twenty cashiers who give back the same box at once give back what there is, and no more', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [threeBoxes] });
    const bill = await desk.charge(rx);
    const { done, refused } = await sideBySide(
      Array.from({ length: 20 }, () => () => refund(bill.chargeId, { lines: [{ detailId: detail(bill, 0), drugNum: 1 }] })),
    );
    expect(done).toBeGreaterThanOrEqual(1);
    expect(done).toBeLessThanOrEqual(3);
    expect(refused.every((key) => ['prescription.stale', 'charging.refund-too-much', 'charging.bill-cancelled'].includes(key))).toBe(true);
    expect((await read(bill.chargeId)).refundedPrice).toBe(38.5 * done);
    expect(await desk.broken()).toEqual([]);
  });

  it('the database itself refuses a second charge of a prescription and refunds above what was charged', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneBox] });
    const bill = await desk.charge(rx);
    const copy = (id: string, total: number, quantity: number, takesLast: boolean, detailId = detail(bill, 0)) =>
      desk.host.db.transaction(() =>
        desk.host.db.script(`
          insert into charging.bill (id, bill_no, kind, org_id, patient_id, patient_name, patient_sex, patient_age, outpatient_code, reim_way, total, west, diag_treat, assay,
            consumables, other, charged_at, business_day, cashier_id, cashier_name, reverses_id, line_count, takes_last)
            select '${id}', '${id}', 'refund', org_id, patient_id, 'n', 1, 1, '', '0', ${total}, ${total}, 0, 0, 0, 0, now(), '2026-03-02', 'u', 'u', id, 1, ${takesLast}
            from charging.bill where id = '${bill.chargeId}';
          insert into charging.bill_prescription values ('${id}', '${rx.dpId}', 'n', 'refund', 'w', ${total});
          insert into charging.payment (bill_id, seq, pay_way, amount, tendered, change) values ('${id}', 1, 'cash', ${total}, ${total}, 0);
          insert into charging.bill_line (bill_id, line_no, dp_id, dp_number, detail_id, drug_id, drug_name, drug_spec, drug_type, medical_ins_code, quantity, quantity_unit, price, sub_total)
            values ('${id}', 1, '${rx.dpId}', 'n', '${detailId}', 'd', 'd', '', '西药', '', ${quantity}, '盒', ${(total / quantity).toFixed(4)}, ${total});`),
      );
    await expect(copy('r-much', -77, -2, true)).rejects.toThrow('more than was charged');
    await expect(copy('r-other', -38.5, -1, false, 'another-line')).rejects.toThrow('more than was charged');
    await expect(copy('r-left', -38.5, -1, false)).rejects.toThrow('wrong about what is left');
    await expect(
      desk.host.db.script(`insert into charging.bill_prescription values ('${bill.chargeId}', '${rx.dpId}', 'n', 'charge', 'w', 38.5)`),
    ).rejects.toThrow();
    expect(await desk.broken()).toEqual([]);
  });
});
