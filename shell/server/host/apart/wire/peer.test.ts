import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FrameCutter } from './frames.ts';
import { Outbox } from './outbox.ts';
import { Peer, type PeerParts } from './peer.ts';
import { WireError } from './value-codec.ts';

type Answers = PeerParts['answer'];

/** Two ends over a pipe that delivers later. */
function pair(left: Answers, right: Answers): readonly [Peer, Peer] {
  const make = (answer: Answers, send: (frame: Buffer) => void): Peer =>
    new Peer({ send, answer, call: (act, given) => act(...given), calling: (ask) => ask({}), maxAsked: 50, maxLent: 50 });
  const over = (to: () => Peer) => {
    const cutter = new FrameCutter();
    return (frame: Buffer): void =>
      queueMicrotask(() => {
        for (const one of cutter.push(frame)) to().receive(one);
      });
  };
  const one: Peer = make(
    left,
    over(() => other),
  );
  const other: Peer = make(
    right,
    over(() => one),
  );
  return [one, other];
}

const nothing: Answers = () => undefined;
const parts: PeerParts = { send: () => undefined, answer: nothing, call: () => undefined, calling: (ask) => ask({}), maxAsked: 50, maxLent: 50 };
const headOf = (frame: Buffer | undefined): { readonly k?: string; readonly i?: number } =>
  (new FrameCutter().push(frame ?? Buffer.alloc(0))[0]?.head ?? {}) as object;

it('asks, is asked back while it waits, and hears refusals', async () => {
  const [host, child] = pair(
    (op, [n]) => (op === 'double' ? Number(n) * 2 : undefined),
    async (op, [n, act]) => {
      if (op === 'fail') throw new RangeError('not this');
      return [await child.request('double', [n]), await (act as (n: unknown) => Promise<unknown>)(n)];
    },
  );
  expect(await host.request('work', [4, (n: number) => n + 1])).toEqual([8, 5]);
  await expect(host.request('fail', [])).rejects.toMatchObject({ name: 'RangeError', message: 'not this' });
});

it('a function that went with a request is over with it; a stream goes piece by piece', async () => {
  let kept: (() => Promise<unknown>) | undefined;
  const [host] = pair(nothing, (op, [given]) => {
    if (op === 'keep') kept = given as typeof kept;
    return op === 'read' ? Readable.from(['a', 'b'.repeat(600_000), 'c']) : undefined;
  });
  await host.request('keep', [() => 1]);
  await expect(kept?.()).rejects.toThrow('after the call');
  expect((await text((await host.request('read', [])) as Readable)).length).toBe(600_002);
});

it('a signal that is given up is heard there, and the end of the channel by everybody who waits', async () => {
  const heard: string[] = [];
  const [host] = pair(nothing, (_op, [signal]) => {
    (signal as AbortSignal).addEventListener('abort', () => heard.push(String((signal as AbortSignal).reason)));
    return new Promise(() => undefined);
  });
  const given = new AbortController();
  const waiting = expect(host.request('wait', [given.signal])).rejects.toThrow('over');
  given.abort('enough');
  await expect.poll(() => heard).toEqual(['enough']);
  host.end(new Error('over'));
  await waiting;
  await expect(host.request('more', [])).rejects.toThrow('over');
});

it('whatever is received, only a WireError comes of it', () => {
  const [host] = pair(nothing, nothing);
  const head = fc.record(
    {
      k: fc.constantFrom('ask', 'tell', 'answer', 'refusal', 'abort', 'back', 'else', 7),
      i: fc.jsonValue(),
      o: fc.oneof(fc.constantFrom('x', 1, 2), fc.jsonValue()),
      a: fc.jsonValue(),
      f: fc.jsonValue(),
      v: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(head, fc.jsonValue()), (message) => {
      try {
        host.receive({ head: JSON.parse(JSON.stringify(message)) as unknown, parts: [] });
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
    }),
  );
});

it('a flood of requests that never end is over at the limit; of those that are answered at once every one is answered', () => {
  let sent = 0;
  const parts = { send: () => (sent += 1), call: () => undefined, calling: (ask: Parameters<PeerParts['calling']>[0]) => ask({}), maxAsked: 50, maxLent: 50 };
  const host = new Peer({ ...parts, answer: (op) => (op === 'never' ? new Promise(() => undefined) : op) });
  const ask = (o: string, i: number) => host.receive({ head: { k: 'ask', i, o, a: [], f: {} }, parts: [] });
  for (let at = 0; at < 10_000; at += 1) ask('now', at);
  expect(sent).toBe(10_000);
  for (let at = 0; at < 50; at += 1) ask('never', at);
  expect(() => ask('never', 51)).toThrow(WireError);
});

it('a flood of answers, refusals, ends and returns of what never was: none counts as asked for, and nobody who waits is touched', async () => {
  const [host] = pair(nothing, () => new Promise(() => undefined));
  const waiting = host.request('wait', []);
  let settled = false;
  const over = waiting
    .catch(() => undefined)
    .finally(() => {
      settled = true;
    });
  const id = fc.oneof(
    fc.integer({ min: 1_000 }),
    fc.string().map((text) => `x${text}`),
    fc.constantFrom(null, -1, 0.5, '__proto__', {}, []),
  );
  const message = fc.record({
    k: fc.constantFrom('answer', 'refusal', 'abort', 'back', 'tell'),
    i: id,
    o: fc.constant('nothing'),
    a: fc.array(id),
    v: fc.jsonValue(),
  });
  fc.assert(
    fc.property(message, fc.integer({ min: 1, max: 50 }), (head, times) => {
      for (let at = 0; at < times; at += 1) {
        expect(host.isRequest(head) || host.isAwaited(head)).toBe(false);
        try {
          host.receive({ head, parts: [] });
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }
    }),
  );
  await new Promise<void>((done) => queueMicrotask(done));
  expect(settled).toBe(false);
  host.end(new Error('over'));
  await over;
});

it('an answer, or an argument, that would be waited for by itself is refused: nobody who has a limit of time is handed on to it', async () => {
  const sent: Buffer[] = [];
  const taken: unknown[] = [];
  const host = new Peer({ ...parts, send: (frame) => void sent.push(frame), answer: (_op, given) => void taken.push(given) });
  const endless = Object.fromEntries([['then', { $: ['function', 1] }]]);
  for (const v of [endless, { $: ['object', endless] }]) {
    const asked = host.request('route', []);
    host.receive({ head: { k: 'answer', i: headOf(sent.pop()).i, v }, parts: [] });
    await expect(asked).rejects.toThrow(WireError);
  }
  host.receive({ head: { k: 'ask', i: 9, o: 'publish', a: ['beds.moved@1', { deep: [endless] }] }, parts: [] });
  expect([taken, headOf(sent.pop()).k]).toEqual([[], 'refusal']);
});

/** A side whose writes are kept, and what it holds until the code at work comes to its pause. */
function writer() {
  const [written, pauses]: [Buffer[], (() => void)[]] = [[], []];
  const outbox = new Outbox(
    (bytes) => written.push(bytes),
    (write) => pauses.push(write),
  );
  const answer: Answers = () => {
    peer.note('audit', [{ subject: 'bed' }]);
    peer.note('message', ['saved']);
    return 'done';
  };
  const peer: Peer = new Peer({ ...parts, answer, send: (frame) => outbox.send(frame), hold: (frame) => outbox.hold(frame) });
  const heard = () => new FrameCutter().push(Buffer.concat(written)).map(({ head }) => (head as { readonly o?: unknown }).o ?? 'answer');
  const pause = (): void => {
    for (const write of pauses.splice(0)) write();
  };
  return { peer, outbox, written, heard, pause };
}

it('what a call adds to its entry and its sentence is written once, with its answer, in the order in which it was said', () => {
  const { peer, written, heard, pause } = writer();
  peer.receive({ head: { k: 'ask', i: 1, o: 'route', a: [], f: {} }, parts: [] });
  pause();
  // Three messages in one write; said at once, each was one.
  expect([written.length, heard()]).toEqual([1, ['audit', 'message', 'answer']]);
});

it('a note goes at the next pause of the code at work at the latest, and before a question that is asked beside the channel', () => {
  const { peer, outbox, written, pause } = writer();
  peer.note('audit', [1]);
  expect(written).toHaveLength(0);
  pause();
  expect(written).toHaveLength(1);
  peer.note('audit', [2]);
  outbox.flush();
  expect(written).toHaveLength(2);
  pause();
  expect(written).toHaveLength(2);
  peer.note('audit', ['x'.repeat(100_000)]);
  expect(written).toHaveLength(3);
});
