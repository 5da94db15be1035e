import { fen } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import { chargeContract } from '../../../../charging/contract/index.ts';
import { registerContract, settlementContract } from '../../../contract/index.ts';
import { analysis, pageOf, person, registerInfo, settled, settlement, ways } from '../../insurance.fixture.ts';
import { SettleFlowStore } from './flow.store.ts';

const { routes: register } = registerContract;
const { routes: settle } = settlementContract;

function flowWith(settlementId?: string) {
  const ctx = createFakeWebContext();
  const { http } = ctx;
  http.answer(register.registerInfo, registerInfo());
  http.answer(register.validByDpId, { valid: false, mdtrtId: '', visitId: null, reason: '' });
  http.answer(register.person, person());
  http.answer(register.analyse, analysis());
  http.answer(settle.preSettle, settlement());
  http.answer(settle.settle, settled());
  http.answer(settle.record, settlement());
  http.answer(settle.list, pageOf([]));
  http.answer(chargeContract.routes.chargeWay, { list: ways });
  const flow = new SettleFlowStore(ctx, { dpIds: ['rx-1'], patientId: 'pat-1', ...(settlementId ? { settlementId } : {}) });
  return { ctx, http, flow };
}
async function toPay() {
  const made = flowWith();
  const { flow } = made;
  await flow.open();
  await flow.readPerson();
  flow.toVisit();
  await Promise.resolve();
  while (flow.busy) await new Promise((done) => setImmediate(done));
  await flow.preSettle();
  flow.goTo('pay');
  return made;
}

describe('[7.3] one insured settlement', () => {
  it('goes from the person to the receipt: proposes insurance, disease and cash, sends what was seen', async () => {
    const { flow, http } = await toPay();
    expect(http.callsOf(register.person)[0]?.input).toEqual({ params: { id: 'pat-1' }, body: {} });
    expect(http.callsOf(settle.preSettle)[0]?.input.body).toEqual({
      dpIds: ['rx-1'],
      certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' },
      acct_used_flag: '1',
      insutype: '310',
      dise_codg: 'M07801',
      dise_name: '尿毒症透析',
    });
    flow.payment?.set('cash', { tendered: fen(10_000) });
    expect([flow.payment?.change, flow.payment?.problem]).toEqual([2_600, null]);
    await flow.settle();
    expect(http.callsOf(settle.settle)[0]?.input).toEqual({
      params: { id: 'st-1' },
      body: { version: 4, psn_cash_pay: 74, fund_pay_sumamt: 306, payments: [{ payWay: 'cash', amount: 74, tendered: 100 }] },
    });
    expect([flow.step, flow.settlement?.billNo]).toEqual(['done', 'SFGZ2026030200001']);
  });

  it('stops at the person while the file says somebody else, until the cashier confirms', async () => {
    const { flow, http } = flowWith();
    http.answer(register.person, person({ psn_name: '赵二', sameAsFile: false }));
    await flow.open();
    await flow.readPerson();
    flow.toVisit();
    expect([flow.step, flow.personAccepted]).toEqual(['person', false]);
    flow.confirmSame(true);
    flow.toVisit();
    expect(flow.step).toBe('visit');
  });

  it('asks anew who it is when the number changes', async () => {
    const { flow } = flowWith();
    await flow.open();
    await flow.readPerson();
    flow.type({ certNo: '440' });
    expect([flow.person, flow.personAccepted]).toEqual([null, false]);
  });

  it('[M1] a second press while the first is under way does nothing', async () => {
    const { flow, http } = await toPay();
    await Promise.all([flow.settle(), flow.settle(), flow.preSettle()]);
    expect([http.callsOf(settle.settle).length, http.callsOf(settle.preSettle).length]).toEqual([1, 1]);
  });

  it('[M1] [M2] after a lost answer the same act goes out again under the same name; after a refusal under another', async () => {
    const { flow, http } = await toPay();
    http.refuse(settle.settle, { error: 'timeout', code: 0 });
    await flow.settle();
    expect(flow.fault).toMatchObject({ kind: 'lost', call: 'settle' });
    http.refuse(settle.settle, { error: 'core.still-running', code: 409, message: '仍在处理' });
    await flow.settle();
    http.refuse(settle.settle, { error: 'insurance.platform-refused', code: 400, message: '平台：余额不足' });
    await flow.settle();
    expect(flow.fault).toMatchObject({ kind: 'refused', text: '平台：余额不足', error: 'insurance.platform-refused' });
    http.answer(settle.settle, settled());
    await flow.settle();
    const keys = http.callsOf(settle.settle).map((call) => call.options.idempotencyKey);
    expect([keys[0] === keys[1], keys[1] === keys[2], keys[2] === keys[3]]).toEqual([true, true, false]);
    expect(flow.step).toBe('done');
  });

  it('[M2] an unknown outcome locks the flow: no further settle leaves', async () => {
    const { flow, http } = await toPay();
    http.answer(settle.settle, settlement({ state: 'unknown', problem: '平台没有答复' }));
    await flow.settle();
    expect([flow.doubtful, flow.step]).toEqual([true, 'pay']);
    await flow.settle();
    expect(http.callsOf(settle.settle)).toHaveLength(1);
    http.answer(settle.record, settled());
    await flow.look();
    expect([flow.doubtful, flow.step]).toEqual([false, 'done']);
  });

  it('[N1] a platform that is away is an answer with a sentence; a stumbling server is none', async () => {
    let told = 0;
    const { ctx, http } = flowWith();
    const flow = new SettleFlowStore(ctx, { dpIds: ['rx-1'], patientId: 'pat-1' }, () => (told += 1));
    await flow.open();
    http.refuse(register.person, { error: 'insurance.line-down', code: 503, message: '医保线路中断，本次没有发送任何内容。' });
    await flow.readPerson();
    expect(flow.fault).toEqual({ kind: 'refused', call: 'person', text: '医保线路中断，本次没有发送任何内容。', error: 'insurance.line-down' });
    expect(told).toBe(1);
    http.refuse(register.person, { error: 'core.internal', code: 500, message: '系统异常' });
    await flow.readPerson();
    expect(flow.fault).toMatchObject({ kind: 'lost', call: 'person' });
  });

  it('credentials that cannot be read are told as such: reading again would change nothing', async () => {
    const { flow, http } = flowWith();
    await flow.open();
    http.refuse(register.person, { error: 'core.secret-broken', code: 500, message: '密文无法读取' });
    await flow.readPerson();
    expect(flow.fault).toEqual({ kind: 'refused', call: 'person', text: '密文无法读取', error: 'core.secret-broken' });
  });

  it('shows the platform’s own words when it stopped half way, and goes on from there', async () => {
    const { flow, http } = flowWith('st-1');
    http.answer(settle.record, settlement({ state: 'registered', amounts: null, lines: [] }));
    await flow.open();
    expect(flow.step).toBe('visit');
    http.answer(settle.preSettle, settlement({ state: 'registered', amounts: null, lines: [], problem: '平台：目录未对照' }));
    await flow.preSettle();
    expect(flow.fault).toMatchObject({ kind: 'refused', call: 'presettle', text: '平台：目录未对照' });
    http.answer(settle.preSettle, settlement());
    await flow.preSettle();
    expect([flow.step, flow.fault]).toEqual(['fees', null]);
  });

  it('keeps what was typed as a draft, but never the token of a voucher', async () => {
    const { ctx, flow } = flowWith();
    flow.type({ certType: '03', certNo: 'A1', cardSn: '77', useAccount: false });
    const again = new SettleFlowStore(ctx, { dpIds: ['rx-1'], patientId: 'pat-1' });
    expect(again.draft).toMatchObject({ certType: '03', certNo: 'A1', cardSn: '77', useAccount: false });
    flow.type({ certType: '01', certNo: 'token' });
    expect(new SettleFlowStore(ctx, { dpIds: ['rx-1'], patientId: 'pat-1' }).draft.certNo).toBe('');
    expect(JSON.stringify([...ctx.record.drafts])).not.toContain('token');
  });

  it('giving up takes the fees back and ends the draft', async () => {
    const { ctx, flow, http } = await toPay();
    http.answer(settle.abandon, settlement({ state: 'abandoned' }));
    expect(await flow.abandon()).toBe(true);
    expect([...ctx.record.drafts.keys()]).toEqual([]);
  });
});
