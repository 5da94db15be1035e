import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import { settlementContract } from '../../contract/index.ts';
import { settled } from '../insurance.fixture.ts';
import { CorrectStore } from './correct.store.ts';

const { routes } = settlementContract;
const wish = { billId: 'bill-1', lines: [{ detailId: 'd-1', drugNum: 1 }], totalPrice: 38.5, reason: '退一盒' };
const correction = { lines: [{ detailId: 'd-1', drugNum: 1 }], dpIds: ['rx-1'], successor: null };
function storeWith() {
  const ctx = createFakeWebContext();
  ctx.http.answer(routes.byBill, settled());
  return { ctx, http: ctx.http, store: new CorrectStore(ctx) };
}

describe('[7.3] part of a settled bill goes back', () => {
  it('asks for the settlement behind the bill, sends what was seen, and says what waits', async () => {
    const { http, store } = storeWith();
    http.answer(routes.correct, settled({ state: 'cancelled', correction }));
    expect(await store.send(wish)).toEqual(['rx-1']);
    expect(http.callsOf(routes.correct)[0]?.input).toEqual({
      params: { id: 'st-1' },
      body: { version: 6, reason: '退一盒', lines: [{ detailId: 'd-1', drugNum: 1 }], totalPrice: 38.5 },
    });
    expect([store.running, store.fault]).toEqual([false, null]);
  });

  it('[N1] after a lost answer the same act goes out again, with the version of the first press', async () => {
    const { http, store } = storeWith();
    http.refuse(routes.correct, { code: 0, error: 'timeout' });
    expect(await store.send(wish)).toBeUndefined();
    expect(store.fault?.kind).toBe('lost');
    http.answer(routes.byBill, settled({ state: 'cancelled', version: 9 }));
    http.answer(routes.correct, settled({ state: 'cancelled', correction }));
    expect(await store.send(wish)).toEqual(['rx-1']);
    const [first, second] = http.callsOf(routes.correct);
    expect(second?.input).toEqual(first?.input);
    expect(second?.options?.idempotencyKey).toBe(first?.options?.idempotencyKey);
  });

  it('[M2] without an answer of the insurer it is not asked for again; looking tells how it ended', async () => {
    const { http, store } = storeWith();
    http.answer(routes.correct, settled({ state: 'cancel-unknown', correction: { ...correction, dpIds: [] } }));
    expect(await store.send(wish)).toBeUndefined();
    expect([store.fault?.kind, store.waiting?.state]).toEqual(['doubtful', 'cancel-unknown']);
    store.forget();
    expect(store.fault?.kind).toBe('doubtful');
    http.answer(routes.record, settled({ state: 'cancelled', correction }));
    expect(await store.look()).toEqual(['rx-1']);
    expect(store.waiting).toBeNull();
  });

  it('what the insurer refuses stays as it was, in his words', async () => {
    const { http, store } = storeWith();
    http.answer(routes.correct, settled({ problem: '医保平台拒绝（2208）：已清算' }));
    expect(await store.send(wish)).toBeUndefined();
    expect(store.fault).toEqual({ kind: 'refused', text: '医保平台拒绝（2208）：已清算' });
    store.forget();
    expect(store.fault).toBeNull();
  });
});
