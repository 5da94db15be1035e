import { type Frames, Type } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { frameSocket, MAX_ANSWER_MS } from './frame-socket.ts';

const frames = {
  name: 'chat',
  hears: {
    SendMessage: { summary: 'sends', need: 'session', audit: 'write', body: Type.Object({ toUserId: Type.String() }), reply: 'sendMessage' },
    UpdateReadMessage: { summary: 'marks', need: 'session', audit: 'none', body: Type.Object({ formUserId: Type.String() }) },
  },
  pushes: {
    sendMessage: { summary: 'echo', body: Type.Object({ toMessage: Type.String() }) },
    receiveMessage: { summary: 'comes', body: Type.Object({ formMessage: Type.String() }) },
  },
} as const satisfies Frames;

describe('the typed socket of a page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const refAt = (ctx: ReturnType<typeof createFakeWebContext>, at: number) => ctx.record.frames[at]?.ref;

  test('hears bodies of pushed frames until it ends, and that the server knows the page again', () => {
    const ctx = createFakeWebContext();
    const socket = frameSocket(ctx, frames);
    const heard: string[] = [];
    const end = socket.on('receiveMessage', ({ formMessage }) => heard.push(formMessage));
    const endConnected = socket.onConnected(() => heard.push('connected'));
    ctx.receive({ method: 'receiveMessage', formMessage: 'a' });
    ctx.receive({ method: 'greeted' });
    end();
    endConnected();
    ctx.receive({ method: 'receiveMessage', formMessage: 'b' });
    expect(heard).toEqual(['a', 'connected']);
    expect(ctx.live()).toEqual([]);
  });

  test('each frame gets its own answer, whatever comes between', async () => {
    const ctx = createFakeWebContext();
    const socket = frameSocket(ctx, frames);
    const [first, second, read] = [
      socket.send('SendMessage', { toUserId: 'u2' }),
      socket.send('SendMessage', { toUserId: 'u3' }),
      socket.send('UpdateReadMessage', { formUserId: 'u2' }),
    ];
    expect(ctx.record.frames.map(({ ref, ...frame }) => [typeof ref, frame])).toEqual([
      ['string', { method: 'SendMessage', toUserId: 'u2' }],
      ['string', { method: 'SendMessage', toUserId: 'u3' }],
      ['string', { method: 'UpdateReadMessage', formUserId: 'u2' }],
    ]);
    ctx.receive({ method: 'sendMessage', toMessage: 'from another window' });
    ctx.receive({ method: 'heard', ref: refAt(ctx, 2) });
    ctx.receive({ method: 'sendMessage', ref: refAt(ctx, 1), toMessage: 'second' });
    ctx.receive({ method: 'sendMessage', ref: refAt(ctx, 0), toMessage: 'first' });
    expect(await Promise.all([first, second, read])).toEqual([{ toMessage: 'first' }, { toMessage: 'second' }, undefined]);
    expect(ctx.live()).toEqual([]);
  });

  test('a refusal says what those of routes say', async () => {
    const ctx = createFakeWebContext();
    const sent = frameSocket(ctx, frames).send('SendMessage', { toUserId: '' });
    const fields = [{ path: 'toUserId', msg: '必填' }];
    ctx.receive({ method: 'refused', frame: 'SendMessage', ref: refAt(ctx, 0), code: 400, msg: '请更正', extras: { error: 'core.invalid', fields } });
    await expect(sent).rejects.toMatchObject({ name: 'ApiError', code: 400, error: 'core.invalid', message: '请更正', fields });
    expect(ctx.live()).toEqual([]);
  });

  test('no connection, one that was lost, and no answer: nobody knows, and nothing waits on', async () => {
    const away = createFakeWebContext({ language: 'en', sendSocket: () => false });
    await expect(frameSocket(away, frames).send('UpdateReadMessage', { formUserId: 'x' })).rejects.toMatchObject({
      error: 'network',
      message: 'No connection. Check the network and try again.',
    });
    const ctx = createFakeWebContext();
    const socket = frameSocket(ctx, frames);
    const lost = socket.send('UpdateReadMessage', { formUserId: 'x' });
    ctx.receive({ method: 'greeted' });
    await expect(lost).rejects.toMatchObject({ error: 'network' });
    const late = socket.send('UpdateReadMessage', { formUserId: 'x' });
    vi.advanceTimersByTime(MAX_ANSWER_MS);
    await expect(late).rejects.toMatchObject({ error: 'timeout' });
    expect([...away.live(), ...ctx.live()]).toEqual([]);
  });
});
