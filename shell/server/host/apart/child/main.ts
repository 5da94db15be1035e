import { boundedLog } from '../../guard/bounded-log.ts';
import { hearFrames } from './pipes.ts';
import { lockDown } from './lockdown.ts';
import { shareProcess } from './modules.ts';
import { LoadedHalf } from './package.ts';
import type { Stamps } from './package-context.ts';
import { setClocks } from './clock.ts';
import { serverPeer } from './server-peer.ts';
import type { GivenInput } from './shapes.ts';
import { asPackage, doorFacts, inSurroundings } from './surroundings.ts';
import type { AskFacts, CallerFacts, LoadOrder } from '../wire/messages.ts';
import type { JobRun } from '@nephra/plugin-sdk/server';
import { shareSdk } from '@nephra/plugin-sdk/shared';

/** Errors that escape within a minute, after which the process is of no use to anybody. */
const MAX_ESCAPED = 100;
const MINUTE_MS = 60_000;

const halves = new Map<number, LoadedHalf>();
const stamps: Stamps = { texts: '', services: 0 };

function halfOf({ p }: AskFacts): LoadedHalf {
  const half = halves.get(p);
  if (!half) throw new Error('The package is not loaded in this process.');
  return half;
}

const acts: Readonly<Record<string, (facts: AskFacts, ...given: never[]) => unknown>> = {
  load: async (facts, order: LoadOrder) => {
    const half = new LoadedHalf(peer, facts.p, order, stamps);
    const described = await asPackage(facts.p, () => half.load());
    halves.set(facts.p, half);
    return described;
  },
  unload: ({ p }) => void halves.delete(p),
  make: (facts) => halfOf(facts).make(),
  start: (facts) => halfOf(facts).start(),
  stop: (facts) => halfOf(facts).stop(),
  demo: (facts, data: unknown) => halfOf(facts).demo(data),
  route: (facts, at: number, name: string, input: GivenInput, caller: CallerFacts) => halfOf(facts).route(at, name, input, caller, facts),
  queues: (facts, at: number, name: string, input: GivenInput, caller: CallerFacts) => halfOf(facts).queues(at, name, input, caller, facts),
  frame: (facts, at: number, method: string, body: unknown, caller: CallerFacts) => halfOf(facts).frame(at, method, body, caller, facts),
  event: (facts, at: number, payload: unknown) => halfOf(facts).event(at, payload),
  job: (facts, at: number, run: JobRun) => halfOf(facts).job(at, run),
  beat: () => peer.tell('alive', []),
  services: (_facts, stamp: number) => {
    stamps.services = stamp;
  },
};

const peer = serverPeer((op, given, asked) => {
  const facts = asked as unknown as AskFacts;
  setClocks(facts.t);
  if (facts.w !== undefined) stamps.texts = facts.w;
  const act = acts[op];
  if (!act) throw new Error(`There is nothing called ${op} in this process.`);
  return op === 'beat' ? act(facts) : inSurroundings(facts, undefined, () => act(facts, ...(given as never[])));
});

const line = (level: string) => (fields: object, message: string) => peer.tell('log', [level, fields, message], doorFacts());
/** What is written past the log of a package: to the console, to the pipes. Lines beyond the limit stay here. */
const spoken = boundedLog({ debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }, () => performance.now());

const escaped: number[] = [];
function tellEscaped(error: unknown, kind: string): void {
  const now = performance.now();
  escaped.push(now);
  while ((escaped[0] ?? now) < now - MINUTE_MS) escaped.shift();
  peer.tell('escaped', [error, kind], doorFacts());
  if (escaped.length > MAX_ESCAPED) exit(70);
}
process.on('uncaughtException', (error) => tellEscaped(error, 'exception'));
process.on('unhandledRejection', (error) => tellEscaped(error, 'rejection'));

// Packages run on the SDK of this program, as those in the server on that of the server. The builder puts what is required here into the program, which
// may read no other file; it runs at the first call.
shareSdk({ pinyin: () => require('pinyin-pro') as typeof import('pinyin-pro') });
const exit = lockDown(spoken);
shareProcess();
hearFrames(
  (frame) => peer.receive(frame),
  () => exit(0),
);
