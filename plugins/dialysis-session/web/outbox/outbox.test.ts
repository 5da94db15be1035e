import { createFakeWebContext, type FakeWebContext } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionContract } from '../../contract/session.contract.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { SealedDrafts } from '../kept/sealed-drafts.ts';
import { BedsideOutbox } from './outbox.ts';

const { reading, event, end } = sessionContract.routes;
const done = { session: { id: 's1' }, repeated: false, clockOff: null, conflicts: [] } as unknown as ActReply;
const cut = () => {
  throw new ApiError({ code: 0, error: 'network', message: '' });
};
let ctx: FakeWebContext;
let at = 1_000_000;
let names = 0;
const boxes: BedsideOutbox[] = [];
const box = (): BedsideOutbox => {
  const made = new BedsideOutbox(
    ctx,
    new SealedDrafts(ctx),
    () => undefined,
    () => {
      names += 1;
      return `name-${names}`;
    },
  );
  boxes.push(made);
  return made;
};
const read = (outbox: BedsideOutbox, systolic: number) => outbox.enter('reading', { id: 's1' }, { fields: { systolic } }, '监测');
const sentOf = (route: typeof reading) =>
  ctx.http.callsOf(route).map(({ input }) => input.body as { fields: { systolic: number }; clientId: string; recordedAt: number; sentAt: number });

beforeEach(() => {
  vi.useFakeTimers();
  names = 0;
  at = 1_000_000;
  ctx = createFakeWebContext({ now: () => at });
});
afterEach(() => {
  for (const one of boxes.splice(0)) one.dispose();
  vi.useRealTimers();
});

describe('what is entered at the bedside', () => {
  it('goes out at once, and nothing of it stays on the device', async () => {
    ctx.http.answer(reading, done);
    const outbox = box();
    await expect(read(outbox, 120)).resolves.toMatchObject({ kind: 'done' });
    expect([outbox.entries.length, ctx.record.drafts.size]).toEqual([0, 0]);
  });

  it("is dated in whole milliseconds, whatever the device takes the server's clock for", async () => {
    ctx.http.answer(reading, done);
    at = 1_000_000.375;
    await read(box(), 120);
    expect(sentOf(reading)).toMatchObject([{ recordedAt: 1_000_000, sentAt: 1_000_000 }]);
  });

  it('waits through a cut, over a reload, and is sent in its order under its names with its age', async () => {
    ctx.http.answer(reading, cut);
    ctx.http.answer(event, cut);
    const before = box();
    await expect(read(before, 120)).resolves.toEqual({ kind: 'waiting' });
    at += 60_000;
    await expect(read(before, 118)).resolves.toEqual({ kind: 'waiting' });
    await expect(before.enter('event', { id: 's1' }, { fields: { kind: 'cramp' } }, '事件')).resolves.toEqual({ kind: 'waiting' });
    expect([before.waiting.length, before.cut, ctx.record.drafts.size]).toEqual([3, true, 3]);
    before.dispose();
    const sentBefore = ctx.http.calls.length;
    at += 600_000;
    ctx.http.answer(reading, done);
    ctx.http.answer(event, done);
    const after = box();
    await after.restore();
    await vi.waitFor(() => expect(after.entries).toHaveLength(0), { timeout: 60_000 });
    const later = ctx.http.calls.slice(sentBefore).filter(({ route }) => route.method === 'POST');
    expect(later.map(({ route }) => route.path)).toEqual([reading.path, reading.path, event.path]);
    expect(later.map(({ input }) => (input.body as { clientId: string }).clientId)).toEqual(['name-1', 'name-2', 'name-3']);
    expect(sentOf(reading).at(-2)).toMatchObject({ recordedAt: 1_000_000, sentAt: at });
    expect(ctx.record.drafts.size).toBe(0);
  });

  it('lets the person go on after a moment while the shell still tries', async () => {
    ctx.http.answer(reading, () => new Promise(() => undefined));
    const outbox = box();
    const entered = read(outbox, 120);
    await vi.advanceTimersByTimeAsync(2_500);
    await expect(entered).resolves.toEqual({ kind: 'waiting' });
    expect([outbox.waiting.length, ctx.record.drafts.size]).toEqual([1, 1]);
  });

  it('is tried again by itself, later and later, and at once when the network is back', async () => {
    ctx.http.answer(reading, cut);
    const outbox = box();
    await read(outbox, 120);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ctx.http.callsOf(reading)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ctx.http.callsOf(reading)).toHaveLength(2);
    ctx.http.answer(reading, done);
    outbox.wake();
    await vi.waitFor(() => expect(outbox.entries).toHaveLength(0), { timeout: 60_000 });
  });

  it('a rule that says no is told in the form and keeps nothing; of an entry that waited it stays with the sentence, and others go on', async () => {
    const refuse = () => {
      throw new ApiError({ code: 500, error: 'dialysis-session.guard.early-end', message: '请填写原因' });
    };
    ctx.http.answer(end, refuse);
    const outbox = box();
    await expect(outbox.enter('end', { id: 's1' }, { fields: {} }, '下机')).resolves.toMatchObject({ kind: 'refused', error: { message: '请填写原因' } });
    expect(ctx.record.drafts.size).toBe(0);
    ctx.http.answer(end, cut);
    ctx.http.answer(reading, cut);
    await outbox.enter('end', { id: 's1' }, { fields: {} }, '下机');
    await read(outbox, 110);
    ctx.http.answer(end, refuse);
    ctx.http.answer(reading, done);
    outbox.wake();
    await vi.waitFor(() => expect(outbox.waiting).toHaveLength(0), { timeout: 60_000 });
    expect(outbox.refused.map(({ reason }) => reason)).toEqual(['请填写原因']);
    await vi.waitFor(() => expect(ctx.record.drafts.size).toBe(1), { timeout: 60_000 });
    // Over a reload it waits for a person; sent again it is another act, for the server never does what it refused under its name.
    outbox.dispose();
    const sent = ctx.http.callsOf(end).length;
    const after = box();
    await after.restore();
    expect([after.refused.map(({ reason }) => reason), ctx.http.callsOf(end).length]).toEqual([['请填写原因'], sent]);
    const [left] = after.refused;
    if (left) await after.retry(left);
    await vi.waitFor(() => expect(after.refused).toHaveLength(1), { timeout: 60_000 });
    const endings = ctx.http.callsOf(end).map(({ input }) => input.body as { clientId: string; recordedAt: number });
    const [before, again] = endings.slice(-2);
    expect([again?.recordedAt, again?.clientId === before?.clientId, ctx.record.drafts.size]).toEqual([before?.recordedAt, false, 1]);
    const [last] = after.refused;
    if (last) after.discard(last);
    expect(ctx.record.drafts.size).toBe(0);
  });

  it('a session that ended loses nothing, and a fault that comes back does not hold up the rest for ever', async () => {
    ctx.http.refuse(reading, { error: 'core.login-needed', code: 600 });
    const outbox = box();
    await expect(read(outbox, 120)).resolves.toEqual({ kind: 'waiting' });
    ctx.http.refuse(reading, { error: 'core.fault', code: 599 });
    for (let time = 0; time < 6; time += 1) {
      outbox.wake();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(outbox.refused).toHaveLength(1);
    // What the server could not do may have been done by a copy that nobody heard of: it keeps its name.
    ctx.http.answer(reading, done);
    const [faulty] = outbox.refused;
    if (faulty) await outbox.retry(faulty);
    await vi.waitFor(() => expect(outbox.entries).toHaveLength(0), { timeout: 60_000 });
    expect(new Set(sentOf(reading).map(({ clientId }) => clientId)).size).toBe(1);
  });
});
