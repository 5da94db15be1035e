import { quantityFromWire } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import { dispensingContract } from '../../contract/index.ts';
import { info, pageOf, queueRow, share } from '../pharmacy.fixture.ts';
import { DispensingStore } from './dispensing.store.ts';

const { routes } = dispensingContract;

function counter(shown = info()) {
  const ctx = createFakeWebContext();
  ctx.http.answer(routes.patientList, { ...pageOf([queueRow()]), counts: { review: 3, pick: 1, dispense: 0, rest: 0 } });
  ctx.http.answer(routes.detail, shown);
  ctx.http.answer(routes.updateState, info({ rxStatus: 2, version: 4, actionList: ['pick'] }));
  return { ctx, store: new DispensingStore(ctx) };
}
const acts = (ctx: ReturnType<typeof counter>['ctx']) => ctx.http.callsOf(routes.updateState);
const out = info({
  rxStatus: 4,
  actionList: ['return'],
  drugDetailList: [
    share({ allocationId: 'a1', taken: 40, quantity: 40, returnable: 40 }),
    share({ allocationId: 'a2', lotNo: 'SIM002', packSize: 1, quantity: 10, taken: 10, returned: 4, returnable: 6 }),
  ],
});

describe('[7.6-03] the dispensing counter', () => {
  it('[3-09] keeps the number at each stage beside the queue', async () => {
    const { store } = counter();
    await store.queue.start();
    expect(store.counts).toEqual({ review: 3, pick: 1, dispense: 0, rest: 0 });
    await store.queue.search({ stage: 'done' });
    expect(store.queue.filter.stage).toBe('done');
  });

  it('sends the version it shows, and shows what the server answers', async () => {
    const { ctx, store } = counter();
    await store.open('rx-1');
    await store.perform('review');
    expect(acts(ctx)[0]?.input.body).toEqual({ dpId: 'rx-1', version: 3, action: 'review' });
    expect(store.hand).toMatchObject({ kind: 'open', info: { rxStatus: 2, version: 4 } });
  });

  it('[M1] a second press while the first is under way does nothing; after a lost answer the same act goes out under the same name', async () => {
    const { ctx, store } = counter();
    await store.open('rx-1');
    ctx.http.refuse(routes.updateState, { error: 'network', code: 0 });
    await Promise.all([store.perform('review'), store.perform('review')]);
    expect(acts(ctx)).toHaveLength(1);
    expect(store.fault).toEqual({ kind: 'unknown' });
    ctx.http.answer(routes.updateState, info({ version: 4 }));
    expect(await store.perform('review')).toBe(true);
    expect(new Set(acts(ctx).map((call) => call.options.idempotencyKey)).size).toBe(1);
    await store.perform('review');
    expect(new Set(acts(ctx).map((call) => call.options.idempotencyKey)).size).toBe(2);
  });

  it('[M5] keeps a refusal visible until the prescription is read again', async () => {
    const { ctx, store } = counter();
    await store.open('rx-1');
    ctx.http.refuse(routes.updateState, { error: 'pharmacy.stale', code: 409, message: '刚被办理' });
    expect(await store.perform('review')).toBe(false);
    expect(store.fault).toEqual({ kind: 'refused', text: '刚被办理', stale: true });
    await store.reload();
    expect(store.fault).toBeNull();
  });

  it('counts a return per share and sends only what comes back, with what was returned before', async () => {
    const { ctx, store } = counter(out);
    await store.open('rx-1');
    store.startReturn();
    const { returning } = store;
    expect(returning?.problem).toBe('pharmacy.return-empty');
    returning?.set('a2', quantityFromWire(7));
    expect(returning?.problem).toBe('pharmacy.return-too-much');
    returning?.set('a2', quantityFromWire(6));
    expect(returning?.problem).toBe('pharmacy.return-opened');
    returning?.setIntact(true);
    expect(returning?.problem).toBeNull();
    await store.takeBack(' 停药 ');
    expect(acts(ctx)[0]?.input.body).toEqual({
      dpId: 'rx-1',
      version: 3,
      action: 'return',
      returns: [{ allocationId: 'a2', quantity: 6, returned: 4 }],
      intact: true,
      reason: '停药',
    });
    expect(store.returning).toBeNull();
  });

  it('can take everything back at once', async () => {
    const { store } = counter(out);
    await store.open('rx-1');
    store.startReturn();
    store.returning?.all();
    expect([...(store.returning?.amounts.values() ?? [])]).toEqual([400_000, 60_000]);
  });

  it('a late answer for a prescription that is no longer in hand is dropped', async () => {
    const { ctx, store } = counter();
    const release: (() => void)[] = [];
    ctx.http.answer(routes.detail, ({ params }) => new Promise((done) => release.push(() => done(info({ dpId: params.id })))));
    const slow = store.open('rx-1');
    const quick = store.open('rx-2');
    for (const one of release.reverse()) one();
    await Promise.all([slow, quick]);
    expect(store.openId).toBe('rx-2');
    store.clear();
    expect(store.openId).toBeNull();
  });
});
