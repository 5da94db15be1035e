import { fen } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { describe, expect, it } from 'vitest';
import { chargeContract } from '../../contract/index.ts';
import { billRecord, pageOf, preview, queueRow, ways } from '../charging.fixture.ts';
import { DeskStore } from './desk.store.ts';
import { PaymentStore } from './payment.store.ts';

const { routes } = chargeContract;

function desk(shown = preview()) {
  const ctx = createFakeWebContext();
  ctx.http.answer(routes.patientList, pageOf([queueRow()]));
  ctx.http.answer(routes.selfPayPreview, shown);
  ctx.http.answer(routes.chargeWay, { list: ways });
  ctx.http.answer(routes.selfPay, billRecord());
  return { ctx, store: new DeskStore(ctx) };
}
const paymentOf = (store: DeskStore): PaymentStore => {
  if (store.state.kind !== 'open') throw new Error(`nothing in hand: ${store.state.kind}`);
  return store.state.payment;
};
const keys = (ctx: ReturnType<typeof desk>['ctx']) => ctx.http.callsOf(routes.selfPay).map((call) => call.options.idempotencyKey);

describe('[7.8-07] the charge desk', () => {
  it('takes a prescription in hand and proposes cash for the whole amount', async () => {
    const { store } = desk();
    await store.open('rx-1');
    const payment = paymentOf(store);
    expect(payment.rows.map((row) => row.amount)).toEqual([8050, null, null]);
    expect([payment.open, payment.problem, store.chargeable]).toEqual([0, null, true]);
    payment.set('cash', { tendered: fen(10_000) });
    expect(payment.change).toBe(1_950);
  });

  it('charges what it shows, with versions and the total that were seen', async () => {
    const { ctx, store } = desk();
    await store.open('rx-1');
    paymentOf(store).set('cash', { amount: fen(3_050), tendered: fen(5_000) });
    paymentOf(store).set('wechat', { amount: fen(5_000), reference: ' WX1 ' });
    await store.charge();
    expect(ctx.http.callsOf(routes.selfPay)[0]?.input).toEqual({
      params: { id: 'rx-1' },
      body: {
        prescriptions: [{ dpId: 'rx-1', version: 3 }],
        totalPrice: 80.5,
        payments: [
          { payWay: 'cash', amount: 30.5, tendered: 50 },
          { payWay: 'wechat', amount: 50, reference: 'WX1' },
        ],
      },
    });
    expect(store.state).toMatchObject({ kind: 'charged', bill: { billNo: 'SFGZ2026030200001' } });
  });

  it('does not charge while the rows do not add up, or a price has changed', async () => {
    const { ctx, store } = desk();
    await store.open('rx-1');
    paymentOf(store).set('cash', { amount: fen(8_000) });
    expect(paymentOf(store).problem?.key).toBe('charging.payment-sum');
    await store.charge();
    const changed = desk(preview({ priceChanges: [{ detailId: 'd1', drugName: 'x', was: 38.5, now: 40 }] }));
    await changed.store.open('rx-1');
    await changed.store.charge();
    expect([ctx.http.callsOf(routes.selfPay).length, changed.ctx.http.callsOf(routes.selfPay).length]).toEqual([0, 0]);
  });

  it('[M1] a second press while the first is under way does nothing', async () => {
    const { ctx, store } = desk();
    await store.open('rx-1');
    await Promise.all([store.charge(), store.charge(), store.charge()]);
    expect(ctx.http.callsOf(routes.selfPay)).toHaveLength(1);
  });

  it('[M1] after a lost answer the same act goes out again under the same name', async () => {
    const { ctx, store } = desk();
    await store.open('rx-1');
    ctx.http.refuse(routes.selfPay, { error: 'timeout', code: 0 });
    await store.charge();
    expect(store.fault).toEqual({ kind: 'unknown' });
    ctx.http.answer(routes.selfPay, billRecord());
    await store.charge();
    expect(new Set(keys(ctx)).size).toBe(1);
    expect(store.state.kind).toBe('charged');
  });

  it('another payment, or a clear refusal, is another act', async () => {
    const { ctx, store } = desk();
    await store.open('rx-1');
    ctx.http.refuse(routes.selfPay, { error: 'timeout', code: 0 });
    await store.charge();
    paymentOf(store).payAllBy('wechat');
    await store.charge();
    ctx.http.refuse(routes.selfPay, { error: 'charging.stale', code: 409, message: '已修改' });
    await store.charge();
    await store.charge();
    const [first, second, third, fourth] = keys(ctx);
    expect([first === second, second === third, third === fourth]).toEqual([false, true, false]);
    expect(store.fault).toEqual({ kind: 'refused', text: '已修改', stale: true });
  });

  it('[M5] reads the prescription again when it was changed meanwhile', async () => {
    const { ctx, store } = desk();
    await store.open('rx-1');
    ctx.http.answer(routes.selfPayPreview, preview({ prescriptions: [queueRow({ version: 4 })] }));
    await store.reload();
    expect(store.fault).toBeNull();
    await store.charge();
    expect(ctx.http.callsOf(routes.selfPay)[0]?.input.body).toMatchObject({ prescriptions: [{ version: 4 }] });
  });

  it('puts another prescription of the patient on the same bill and takes it off again', async () => {
    const { ctx, store } = desk(preview({ others: [queueRow({ dpId: 'rx-2' })] }));
    await store.open('rx-1');
    ctx.http.answer(routes.selfPayPreview, preview({ prescriptions: [queueRow(), queueRow({ dpId: 'rx-2', version: 1 })] }));
    await store.toggle('rx-2');
    expect(ctx.http.callsOf(routes.selfPayPreview).at(-1)?.input).toEqual({ params: { id: 'rx-1' }, query: { with: 'rx-2' } });
    await store.toggle('rx-2');
    expect(ctx.http.callsOf(routes.selfPayPreview).at(-1)?.input.query).toEqual({});
  });

  it('a late answer for a patient who is gone is dropped', async () => {
    const { ctx, store } = desk();
    const release: (() => void)[] = [];
    ctx.http.answer(routes.selfPayPreview, ({ params }) => new Promise((done) => release.push(() => done(preview({ patientName: params.id })))));
    const slow = store.open('rx-1');
    const quick = store.open('rx-2');
    for (const one of release.reverse()) one();
    await Promise.all([slow, quick]);
    expect(store.state).toMatchObject({ kind: 'open', dpId: 'rx-2', preview: { patientName: 'rx-2' } });
  });

  it('shows why a prescription could not be read', async () => {
    const { ctx, store } = desk();
    ctx.http.refuse(routes.selfPayPreview, { error: 'charging.not-found', code: 404 });
    await store.open('rx-1');
    expect(store.state).toMatchObject({ kind: 'failed', error: expect.any(ApiError) });
    store.clear();
    expect([store.state.kind, store.openId]).toEqual(['empty', null]);
  });
});

describe('payment rows', () => {
  it('pay all by one way, fill the rest with another, ask for a reference', () => {
    const payment = new PaymentStore(fen(8_050), ways);
    payment.payAllBy('card');
    expect(payment.problem?.key).toBe('charging.payment-reference-missing');
    payment.set('card', { amount: fen(5_000), reference: '6222' });
    expect(payment.open).toBe(3_050);
    payment.payRestBy('wechat');
    expect([payment.open, payment.problem]).toEqual([0, null]);
    payment.set('wechat', { amount: fen(3_051) });
    expect(payment.open).toBe(-1);
  });

  it('what is typed into one way leaves the rest to the way that stood for the whole bill', () => {
    const payment = new PaymentStore(fen(8_050), ways);
    payment.payAllBy('wechat');
    payment.set('cash', { amount: fen(5_000) });
    expect(payment.rows.map((row) => row.amount)).toEqual([5_000, 3_050, null]);
    payment.set('cash', { amount: fen(9_000) });
    expect(payment.rows.map((row) => row.amount)).toEqual([9_000, null, null]);
    payment.set('cash', { amount: null });
    expect(payment.rows.map((row) => row.amount)).toEqual([null, 8_050, null]);
    payment.set('wechat', { amount: fen(8_000) });
    payment.set('cash', { amount: fen(10) });
    expect(payment.open).toBe(40);
  });

  it('a bill of nothing needs no row', () => {
    const payment = new PaymentStore(fen(0), ways);
    expect([payment.toWire(), payment.problem]).toEqual([[], null]);
  });
});
