import { fen, type OrgId, type Quantity } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prescriptionContract, prescriptionLedger } from '../../../prescription/contract/index.ts';
import { type BillRecord, chargeContract } from '../../contract/index.ts';
import { cashier, type Desk, dialyserLot, lot, oneBox, oneDialyser, oneSession, openDesk, refusal, sideBySide } from '../../testing/desk.ts';
import { actor, type InsuredDesk, insuredDesk } from '../../testing/insured-desk.ts';

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

const boxes = (drugNum: number) => ({ ...oneBox, drugNum });
type Lines = NonNullable<Parameters<Desk['prescribe']>[0]>['prescriptionDetailList'];
const prescribed = async (lines: Lines): Promise<string> => (await desk.prescribe({ prescriptionDetailList: lines })).dpId ?? '';
const found = async (dpId: string) => {
  const rx = await desk.host.service(prescriptionLedger).get(dpId, [ORG]);
  if (!rx) throw new Error(`no prescription ${dpId}`);
  return rx;
};
const lineOf = async (dpId: string, name: string) => {
  const line = (await found(dpId)).prescribedLines.find((one) => one.drugName.includes(name));
  if (!line) throw new Error(`no line ${name}`);
  return line.detailId;
};
const state = async (dpId: string) => {
  const rx = await found(dpId);
  return [rx.payStatus, rx.rxStatus];
};
async function charged(dpIds: readonly string[]): Promise<{ billId: string; billNo: string }> {
  await insured.hold(dpIds);
  return await chargeHeld(dpIds);
}
async function chargeHeld(dpIds: readonly string[]) {
  const { total } = await insured.bills.check({ dpIds, by: actor });
  const selfPay = fen(total - 1_000);
  return await insured.charge(dpIds, { fundPay: fen(1_000), accountPay: fen(0), selfPay, payments: selfPay > 0 ? [{ payWay: 'cash', amount: selfPay }] : [] });
}
type Back = readonly (readonly [detailId: string, units: number])[];
const wish = (back: Back) => back.map(([detailId, units]) => ({ detailId, quantity: (units * 10_000) as Quantity }));
const correct = (billId: string, back: Back) =>
  desk.host.db.transaction(() => insured.bills.correct({ billId, lines: wish(back), reason: '退一盒', by: actor }));
const ask = (billId: string, back: Back, orgIds = [ORG]) =>
  desk.host.db.transaction(() => insured.bills.assertCorrectable({ billId, lines: wish(back), orgIds }));
async function read(billId: string): Promise<BillRecord> {
  const [bill] = (await desk.host.call('charging', chargeContract.routes.chargeDetail, { query: { chargeIdList: billId }, user: cashier })).list;
  if (!bill) throw new Error(`no bill ${billId}`);
  return bill;
}
/** The pharmacy hands everything out. */
async function handOut(dpId: string): Promise<void> {
  for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(dpId, action);
}
/** Pieces that left the pharmacy. */
const taken = async (dpId: string): Promise<number> => (await desk.info(dpId)).drugDetailList.reduce((sum, one) => sum + one.taken, 0);
/** Whole boxes come back. */
async function bringBack(dpId: string, units: number): Promise<void> {
  const lots = (await desk.info(dpId)).drugDetailList.filter((one) => one.returnable > 0);
  const [first] = lots;
  if (!first) throw new Error('nothing may come back');
  await desk.act(dpId, 'return', { returns: [{ allocationId: first.allocationId, quantity: units, returned: first.returned }] });
}

describe('[7.3] part of an insured bill goes back: the bill is reversed, the rest is charged anew', () => {
  it('nothing handed out: the line loses what goes back, the rest waits at its price and is charged as what it is', async () => {
    const dpId = await prescribed([boxes(3), oneSession]);
    const { billId } = await charged([dpId]);
    const box = await lineOf(dpId, '骨化三醇');
    expect(await ask(billId, [[box, 1]])).toEqual({ back: 3_850, rest: 47_700, dpIds: [dpId] });
    const { billId: refundId, dpIds } = await correct(billId, [[box, 1]]);
    expect(dpIds).toEqual([dpId]);
    expect(await read(refundId)).toMatchObject({ state: 'refund', totalPrice: -515.5 });
    expect(await read(billId)).toMatchObject({ state: 'cancelled' });
    expect(await state(dpId)).toEqual([0, 1]);
    const rest = await found(dpId);
    expect(rest).toMatchObject({ totalPrice: 47_700, rounds: 1 });
    expect(rest.lines.map((line) => [line.quantity, line.subTotal])).toEqual([
      [20_000, 7_700],
      [10_000, 40_000],
    ]);
    const queue = await desk.host.call('charging', chargeContract.routes.patientList, { query: { keyword: rest.dpNumber }, user: cashier });
    expect(queue.list).toMatchObject([{ dpId, chargedBefore: true, totalPrice: 477 }]);
    const anew = await charged([dpId]);
    expect(await read(anew.billId)).toMatchObject({ state: 'charged', totalPrice: 477 });
    expect((await desk.info(dpId)).prescriptionDetailList.map((line) => line.drugName)).toEqual(['骨化三醇软胶囊']);
    await handOut(dpId);
    expect(await taken(dpId)).toBe(40);
  });

  it('handed out and one box brought back: what is with the patient stays, and is not handed out again', async () => {
    const dpId = await prescribed([boxes(3)]);
    const { billId } = await charged([dpId]);
    const box = await lineOf(dpId, '骨化三醇');
    await handOut(dpId);
    expect(await refusal(ask(billId, [[box, 1]]))).toBe('charging.refund-with-patient');
    await bringBack(dpId, 20);
    expect(await refusal(ask(billId, [[box, 2]]))).toBe('charging.refund-with-patient');
    await correct(billId, [[box, 1]]);
    expect(await state(dpId)).toEqual([0, 6]);
    expect(await desk.broken()).toEqual([]);
    await charged([dpId]);
    expect(await state(dpId)).toEqual([1, 6]);
    const { actionList } = await desk.info(dpId);
    expect(actionList).not.toContain('dispense');
    expect(actionList).not.toContain('pick');
  });

  it('part handed out: what waits at the counter goes back, the rest of the pharmacy’s work is right', async () => {
    const dpId = await prescribed([boxes(3)]);
    const { billId } = await charged([dpId]);
    const box = await lineOf(dpId, '骨化三醇');
    await desk.act(dpId, 'review');
    await desk.act(dpId, 'pick');
    expect(await refusal(ask(billId, [[box, 1]]))).toBe('charging.cancel-picked');
    await desk.act(dpId, 'dispense', { parts: [{ detailId: box, quantity: 20 }] });
    await desk.act(dpId, 'unpick');
    expect(await refusal(ask(billId, [[box, 3]]))).toBe('charging.refund-with-patient');
    await correct(billId, [[box, 1]]);
    expect(await state(dpId)).toEqual([0, 5]);
    expect(await refusal(desk.act(dpId, 'pick'))).not.toBe('allowed');
    await charged([dpId]);
    await desk.act(dpId, 'pick');
    await desk.act(dpId, 'dispense');
    expect(await state(dpId)).toEqual([1, 4]);
    expect(await taken(dpId)).toBe(40);
  });

  it('the last box that had to be handed out goes back: the pharmacy has nothing left to do', async () => {
    const dpId = await prescribed([boxes(2)]);
    const { billId } = await charged([dpId]);
    const box = await lineOf(dpId, '骨化三醇');
    await desk.act(dpId, 'review');
    await desk.act(dpId, 'pick');
    await desk.act(dpId, 'dispense', { parts: [{ detailId: box, quantity: 20 }] });
    await desk.act(dpId, 'unpick');
    await correct(billId, [[box, 1]]);
    await charged([dpId]);
    expect((await desk.info(dpId)).actionList).not.toContain('pick');
  });

  it('of two prescriptions one goes back whole: it is refunded, the other waits', async () => {
    const [drugs, session] = [await prescribed([boxes(1)]), await prescribed([oneSession, oneDialyser])];
    const { billId } = await charged([drugs, session]);
    const { dpIds } = await correct(billId, [[await lineOf(drugs, '骨化三醇'), 1]]);
    expect(dpIds).toEqual([session]);
    expect([(await state(drugs))[0], (await state(session))[0]]).toEqual([5, 0]);
    expect((await found(session)).totalPrice).toBe(62_000);
    await charged([session]);
  });

  it('everything goes back: nothing waits', async () => {
    const dpId = await prescribed([boxes(2), oneSession]);
    const { billId } = await charged([dpId]);
    const { dpIds } = await correct(billId, [
      [await lineOf(dpId, '骨化三醇'), 2],
      [await lineOf(dpId, '透析'), 1],
    ]);
    expect(dpIds).toEqual([]);
    expect((await state(dpId))[0]).toBe(5);
  });

  it('a line that went back whole is neither charged nor handed out any more', async () => {
    const dpId = await prescribed([boxes(1), oneDialyser]);
    const { billId } = await charged([dpId]);
    await correct(billId, [[await lineOf(dpId, '骨化三醇'), 1]]);
    expect((await found(dpId)).lines.map((line) => line.drugName)).toEqual(['高通透析器']);
    await charged([dpId]);
    expect((await desk.info(dpId)).prescriptionDetailList.map((line) => line.drugName)).toEqual(['高通透析器']);
    await handOut(dpId);
    expect((await desk.info(dpId)).drugDetailList.map((one) => one.drugName)).toEqual(['高通透析器']);
  });

  it('again after the rest was settled: each round takes from what is left', async () => {
    const dpId = await prescribed([boxes(3)]);
    const box = await lineOf(dpId, '骨化三醇');
    let { billId } = await charged([dpId]);
    await correct(billId, [[box, 1]]);
    ({ billId } = await charged([dpId]));
    expect(await refusal(ask(billId, [[box, 3]]))).toBe('charging.refund-too-much');
    await correct(billId, [[box, 1]]);
    expect((await found(dpId)).lines[0]).toMatchObject({ quantity: 10_000, subTotal: 3_850, prepQuantity: 200_000 });
    ({ billId } = await charged([dpId]));
    const { dpIds } = await correct(billId, [[box, 1]]);
    expect(dpIds).toEqual([]);
    expect((await state(dpId))[0]).toBe(5);
  });

  it('the rest is paid by the patient himself and then refunded in part: the pharmacy hands out what is left', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [boxes(3)] });
    const dpId = rx.dpId ?? '';
    const box = await lineOf(dpId, '骨化三醇');
    const { billId } = await charged([dpId]);
    await correct(billId, [[box, 1]]);
    const now = await found(dpId);
    const bill = await desk.charge({ ...rx, version: now.version, totalPrice: 77 });
    expect(bill).toMatchObject({ state: 'charged', totalPrice: 77 });
    await desk.host.call('charging', chargeContract.routes.cancelBill, {
      body: { chargeId: bill.chargeId, reason: '再退一盒', lines: [{ detailId: box, drugNum: 1 }] },
      user: cashier,
    });
    expect((await state(dpId))[0]).toBe(4);
    await handOut(dpId);
    expect(await taken(dpId)).toBe(20);
  });

  it('a price that changed since then does not stop the rest; the doctor cannot rewrite it, but may delete what nobody holds', async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [boxes(2)] });
    const dpId = rx.dpId ?? '';
    const { billId } = await charged([dpId]);
    await correct(billId, [[await lineOf(dpId, '骨化三醇'), 1]]);
    const price = (id: string, amount: string) =>
      desk.host.db.script(
        `insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
         values ('${id}', 'org-gz', 'drug-calcitriol', '2026-03-01', ${amount}, 'x', 'x', now())`,
      );
    await price('up-anew', '40');
    expect(await insured.bills.check({ dpIds: [dpId], by: actor })).toMatchObject({ total: 3_850 });
    await price('down-anew', '38.5');
    const { version } = await found(dpId);
    expect(await refusal(desk.host.call('prescription', prescriptionContract.routes.unConfirm, { params: { id: dpId }, body: { version } }))).toBe(
      'prescription.charged-before',
    );
    await desk.host.call('prescription', prescriptionContract.routes.remove, { params: { id: dpId }, query: { version } });
    expect((await state(dpId))[0]).toBe(8);
  });

  it('side by side one goes through; another facility, a self-pay bill and nonsense are refused and leave nothing', async () => {
    const dpId = await prescribed([boxes(3)]);
    const { billId } = await charged([dpId]);
    const box = await lineOf(dpId, '骨化三醇');
    expect(await refusal(ask(billId, [[box, 1]], ['org-wh' as OrgId]))).toBe('charging.bill-not-found');
    expect(await refusal(ask(billId, []))).toBe('charging.refund-empty');
    expect(await refusal(ask(billId, [['no-such', 1]]))).toBe('charging.refund-line-unknown');
    expect(await refusal(ask(billId, [[box, 4]]))).toBe('charging.refund-too-much');
    const alone = await desk.charge(await desk.prescribe({ patientId: 'pat-2', reimWay: '0', prescriptionDetailList: [oneSession] }));
    expect(await refusal(ask(alone.chargeId, [[box, 1]]))).toBe('charging.not-insured');
    expect(await sideBySide(Array.from({ length: 6 }, () => () => correct(billId, [[box, 1]])))).toMatchObject({ done: 1 });
    expect((await found(dpId)).lines[0]?.quantity).toBe(20_000);
  });
});
