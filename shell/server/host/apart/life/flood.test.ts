import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '@nephra/plugin-sdk/server';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ProcessEnd } from '../child-process.ts';
import type { DoorOwner } from '../doors/door.ts';
import { PackageProcess } from '../package-process.ts';
import type { MessageLimits } from './message-budget.ts';

// What a package would send that had found its way around the SDK: bytes of its own, straight into the channel.
const folder = mkdtempSync(path.join(tmpdir(), 'nephra-raw-'));
const running: PackageProcess[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.kill({ kind: 'stopped', detail: '' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MESSAGES = `
import { readSync, writeSync } from 'node:fs';
const frame = (head, more = 0) => {
  const text = Buffer.from(typeof head === 'string' ? head : JSON.stringify(head));
  const all = Buffer.alloc(8 + text.length);
  all.writeUInt32LE(4 + text.length + more, 0);
  all.writeUInt32LE(text.length, 4);
  text.copy(all, 8);
  return all;
};
const say = (bytes, pipe = 3) => { for (let at = 0; at < bytes.length; ) { try { at += writeSync(pipe, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; } } };
const tell = (o, ...a) => frame({ k: 'tell', o, a, f: { p: 1, s: 0 } });
const ask = (o, ...a) => frame({ k: 'ask', i: 7, o, a, f: { p: 1, s: 0 } });
const heard = Buffer.alloc(65536);
const hear = () => { for (;;) { try { return readSync(4, heard); } catch (error) { if (error.code !== 'EAGAIN') throw error; } } };
const stay = () => setInterval(() => undefined, 1000);
`;

interface Told {
  readonly end: Promise<ProcessEnd>;
  readonly warned: string[];
  readonly heard: () => number;
}

interface Given {
  readonly tells?: MessageLimits;
  readonly asks?: MessageLimits;
  readonly memoryMb?: number;
  /** Is called for each line of its log. */
  readonly line?: () => void;
  /** The answer to each question for a text. */
  readonly text?: string;
}

function runs(name: string, source: string, { text, memoryMb = 256, line, ...budgets }: Given = {}): Told {
  const program = path.join(folder, `${name}.mjs`);
  writeFileSync(program, MESSAGES + source);
  const warned: string[] = [];
  let heard = 0;
  const log = { debug: () => undefined, info: () => undefined, warn: (_fields: object, message: string) => warned.push(message), error: () => undefined };
  const said = (): void => {
    heard += 1;
    line?.();
  };
  const count = { debug: said, info: said, warn: () => undefined, error: () => undefined };
  const texts = [{ find: () => text }];
  const pageValues = () => new Promise(() => undefined);
  const owner = { pluginId: name, context: { log: count }, texts, pageValues, escaped: () => undefined } as unknown as DoorOwner;
  const clock = { now: () => new Date(0), steady: () => new Date(0) } as unknown as Clock;
  const limits = { memoryMb, hangSeconds: 60 };
  const fence = { before: [], network: false, endsWithServer: false };
  const one = new PackageProcess({
    program,
    limits,
    isSecondStart: false,
    fence,
    log,
    clock,
    inTransaction: () => false,
    wording: () => '1',
    ...budgets,
  });
  running.push(one);
  const end = new Promise<ProcessEnd>((over) => one.take(owner, over));
  return { end, warned, heard: () => heard };
}

it.each([
  ['a message of a name that there is not', "say(tell('nobody', 1)); stay();", /asked for nobody, which there is not/],
  ['one in the name of another package', "say(frame({ k: 'tell', o: 'log', a: [], f: { p: 9, s: 0 } })); stay();", /package 9, which is not there/],
  ['one longer than there may be', "say(frame('x', 64 * 1024 * 1024)); stay();", /says that it has 67108869 bytes/],
  ['one that is no message', "say(frame('no json')); stay();", /no JSON/],
  ['bytes of chance', 'say(Buffer.alloc(4096, 0xa5)); stay();', /says that it has/],
])('%s ends the process, and the reason says which', async (name, source, reason) => {
  expect(await runs(name.replaceAll(' ', '-'), source).end).toMatchObject({ kind: 'channel', detail: expect.stringMatching(reason) });
});

/** Less, and sooner over, than what counts elsewhere. */
const FEW: MessageLimits = { perSecond: 1_000, atOnce: 1_000, bytesOfOne: 16_384, patienceMs: 500 };

it('a flood of small messages and a few giant ones are listened to later, told once, and then ended', async () => {
  const small = runs('small', "const many = Buffer.concat(Array(500).fill(tell('log', 'info', {}, 'x'))); for (;;) say(many);", { tells: FEW });
  const giant = runs('giant', "const one = tell('log', 'info', {}, 'x'.repeat(16 * 1024 * 1024)); for (;;) say(one);", { tells: FEW });
  for (const { end, warned } of [small, giant]) {
    expect(await end).toMatchObject({ kind: 'channel', detail: `more than ${FEW.perSecond} messages a second that nobody asked for` });
    expect(warned.filter((line) => line.startsWith('a plugin says more than it may'))).toHaveLength(1);
  }
  // Each second lets more through, and a busy machine needs more of them until the end: far fewer than the millions that are sent.
  expect(small.heard()).toBeLessThan(30 * FEW.perSecond);
  // Counted by their bytes: by their number alone it would be as many as of the small ones.
  expect(giant.heard()).toBeLessThan(50);
});

it.each([
  ['requests', 'const many = Buffer.concat(Array(500).fill(ask("text", "zh", "x"))); for (;;) say(many);'],
  ['questions', 'const many = Buffer.concat(Array(500).fill(ask("text", "zh", "x"))); for (;;) say(many, 4);'],
])('a flood of %s that are answered at once is answered later, told once, and then ended', async (name, source) => {
  const { end, warned } = runs(`asks-${name}`, source, { asks: FEW });
  expect(await end).toMatchObject({ kind: 'channel', detail: `more than ${FEW.perSecond} requests a second without a pause` });
  expect(warned.filter((line) => line.startsWith('a plugin asks for more than it may'))).toHaveLength(1);
});

it('whoever waits for its answers is slowed down and gets every one', async () => {
  const asking = runs('waits', "for (let n = 0; n < 60; n += 1) { say(ask('text', 'zh', 'x'), 4); hear(); } say(tell('log', 'info', {}, 'x')); stay();", {
    // So few that a busy machine, too, asks for more.
    asks: { ...FEW, perSecond: 50, atOnce: 20, patienceMs: 60_000 },
    text: 'y',
  });
  await expect.poll(asking.heard).toBe(1);
  expect(asking.warned.filter((line) => line.startsWith('a plugin asks for more than it may'))).toHaveLength(1);
});

it.each([
  ['answers that it never reads', "for (;;) say(ask('text', 'zh', 'x'), 4);", { kind: 'hang', detail: 'it reads nothing any more' }],
  ['what is begun and never over', "for (;;) say(ask('setting', 'o'), 4);", { kind: 'channel', detail: 'more than 2000 requests are under way at once' }],
])('questions for %s end it', async (name, source, end) => {
  expect(await runs(name.replaceAll(' ', '-'), source, { text: 'x'.repeat(1024 * 1024) }).end).toMatchObject(end);
});

it('others have their turn between messages that came in one piece', async () => {
  const SAID = 60;
  let turn = 0;
  let isOver = false;
  const inTurn: number[] = [];
  const next = (): void => {
    turn += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const told = runs('pieces', `say(Buffer.concat(Array(${SAID}).fill(tell('log', 'info', {}, 'x')))); stay();`, {
    line: () => {
      inTurn[turn] = (inTurn[turn] ?? 0) + 1;
      const until = performance.now() + 1;
      while (performance.now() < until);
    },
  });
  await expect.poll(told.heard, { timeout: 60_000 }).toBe(SAID);
  isOver = true;
  // A turn is two milliseconds, and each of these takes one.
  expect(Math.max(...inTurn.filter((count) => count !== undefined))).toBeLessThanOrEqual(3);
});

it('memory that is none of its heap counts as well: one that fills it is ended by what it took', async () => {
  const { end } = runs('resident', 'const kept = Buffer.alloc(256 * 1024 * 1024, 1); setInterval(() => kept[0], 1000);', { memoryMb: 64 });
  expect(await end).toEqual({ kind: 'memory', detail: expect.stringMatching(/^[2-9]\d\d MB$/) });
});
