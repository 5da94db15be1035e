import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import type { Log } from '@nephra/plugin-sdk/server';
import { type BeatFinding, BeatWatch } from './watches/beat-watch.ts';
import { lowerPriority } from './life/priority.ts';
import { SleepWatch, threadState } from './watches/sleep-watch.ts';
import { ToilWatch } from './watches/toil-watch.ts';
import type { OsFence } from './os-fence.ts';

/**
 * How a process ended.
 * - `stopped`: the server wanted it; `exit`: it left by itself; `crash`: a fault of it or of its engine
 * - `hang`: it answered no beat; `memory`: it took more than it may; `channel`: it sent what no package sends
 */
export type EndKind = 'stopped' | 'exit' | 'crash' | 'hang' | 'memory' | 'channel';

export interface ProcessEnd {
  readonly kind: EndKind;
  readonly detail: string;
}

export interface ProcessLimits {
  /** Of its heap; the whole process may take half as much again and what an empty one takes. */
  readonly memoryMb: number;
  /** Without an answer to a beat, after which it counts as held if it calculated meanwhile. */
  readonly hangSeconds: number;
}

export interface ChildProcessParts {
  /** File of the program that it runs. */
  readonly program: string;
  readonly limits: ProcessLimits;
  /** It runs below the server from its first moment: nobody waits for a package that ended and starts again as others wait for theirs. */
  readonly isSecondStart: boolean;
  readonly fence: OsFence;
  readonly log: Log;
  /** What came through the channel, and through the one of questions that it waits for standing still. */
  readonly heard: Hearing;
  readonly heardAtOnce: Hearing;
  readonly beat: () => void;
  /** Whether an answer of it is waited for, and how many there have been. */
  readonly asked: () => { readonly isAsked: boolean; readonly answers: number };
  readonly ended: (end: ProcessEnd) => void;
}

/** @param done is called when what had no time is done @returns whether all of it is done already; if not, no more is read until then */
type Hearing = (chunk: Buffer, done: () => void) => boolean;

const BEAT_MS = 1_000;
/** Between two looks for whom it works. */
const LOOK_MS = 100;
/** What a process takes before it has loaded anything. */
const EMPTY_MB = 96;
/** Bytes that lie ready for a process that does not read. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
const STDERR_KEPT = 4_000;
const PAGE_MB = 4_096 / 1_048_576;
/** Of the system's count of processor time, in a second. */
const TICKS = 100;

/** Node's own names of its model of permissions, by what this Node calls it. */
const permissionFlag = (): string => (process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission');

/** A process of a package from outside: without environment, files, network, further processes and threads; with limits of memory and of standing still. */
export class ApartChild {
  readonly #parts: ChildProcessParts;
  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  readonly #questions: Duplex;
  readonly #beat: NodeJS.Timeout;
  readonly #watch: BeatWatch;
  readonly #looks: NodeJS.Timeout;
  readonly #toil = new ToilWatch();
  readonly #sleep = new SleepWatch();
  #end: ProcessEnd | undefined;
  /** Pipes of which something is not done yet. */
  readonly #undone = new Set<Duplex>();
  #heldBack: NodeJS.Timeout | undefined;
  #heldUntil = 0;
  #isBehind = false;
  #stderr = '';

  constructor(parts: ChildProcessParts) {
    this.#parts = parts;
    this.#watch = new BeatWatch(parts.limits.hangSeconds);
    const [command = '', ...words] = [...parts.fence.before, process.execPath, ...flagsOf(parts)];
    this.#child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env: {}, cwd: '/' });
    if (parts.isSecondStart) lowerPriority(this.pid, 'package');
    this.#channel = this.#child.stdio[3] as Duplex;
    this.#questions = this.#child.stdio[4] as Duplex;
    this.#channel.on('data', (chunk: Buffer) => this.#hear(this.#channel, parts.heard, chunk));
    this.#questions.on('data', (chunk: Buffer) => this.#hear(this.#questions, parts.heardAtOnce, chunk));
    // A pipe that breaks is told by the end of the process.
    for (const pipe of [this.#channel, this.#questions]) pipe.on('error', () => undefined);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_KEPT);
    });
    this.#child.once('error', (error) => this.#over({ kind: 'crash', detail: error.message }));
    this.#child.once('close', (code, signal) => this.#over(this.#endOf(code, signal)));
    this.#beat = setInterval(() => void this.#look(), BEAT_MS);
    this.#beat.unref();
    this.#looks = setInterval(() => void this.#lookForWhom(), LOOK_MS);
    this.#looks.unref();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Megabytes that it takes, and took at most; 0 where the system does not tell. */
  async memory(): Promise<{ readonly nowMb: number; readonly peakMb: number }> {
    const text = await readFile(`/proc/${this.pid}/status`, 'utf8').catch(() => '');
    const mb = (name: string): number => Math.round(Number(text.split(`${name}:`)[1]?.trim().split(' ')[0] ?? 0) / 1_024);
    return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') };
  }

  /** Megabytes that it takes; 0 where the system does not tell. */
  async memoryMb(): Promise<number> {
    const text = await readFile(`/proc/${this.pid}/statm`, 'utf8').catch(() => '');
    return Math.round(Number(text.split(' ')[1] ?? 0) * PAGE_MB);
  }

  /** Milliseconds for which it has done nothing at all, as far as this was asked. @param isOwed the server has something to do for it */
  asleepMs(isOwed: boolean): number {
    const isUnread = performance.now() < this.#heldUntil || this.#undone.size > 0 || this.#channel.writableLength > 0;
    return this.#sleep.look(performance.now(), threadState(this.#status()), isOwed || isUnread);
  }

  /** In one go: it comes out of memory, and whoever asks must decide before anything else happens. */
  #status(): string {
    try {
      return readFileSync(`/proc/${this.pid}/status`, 'utf8');
    } catch {
      return '';
    }
  }

  send(frame: Buffer): void {
    if (this.#end) return;
    this.#channel.write(frame);
    this.#endUnread(this.#channel);
  }

  sendAtOnce(frame: Buffer): void {
    if (this.#end) return;
    this.#questions.write(frame);
    this.#endUnread(this.#questions);
  }

  /** Reads nothing of what it says for a while: it waits in its pipes, and so does the process when they are full. */
  holdBack(ms: number): void {
    const until = performance.now() + ms;
    if (this.#end || until <= this.#heldUntil) return;
    this.#heldUntil = until;
    const pipes = [this.#channel, this.#questions];
    for (const pipe of pipes) pipe.pause();
    clearTimeout(this.#heldBack);
    this.#heldBack = setTimeout(() => {
      this.#heldBack = undefined;
      for (const pipe of pipes) this.#listen(pipe);
    }, ms);
    this.#heldBack.unref();
  }

  #hear(pipe: Duplex, heard: Hearing, chunk: Buffer): void {
    const isDone = heard(chunk, () => {
      this.#undone.delete(pipe);
      this.#listen(pipe);
    });
    if (isDone || this.#end) return;
    this.#undone.add(pipe);
    pipe.pause();
  }

  #listen(pipe: Duplex): void {
    if (this.#end || this.#heldBack || this.#undone.has(pipe)) return;
    pipe.resume();
  }

  alive(): void {
    this.#watch.answered();
  }

  /** A package of it is loaded: from now on it is watched and runs below the server. Until then it does not: on a busy machine it would not be there in time. */
  loaded(): void {
    this.#watch.begin();
    lowerPriority(this.pid, this.#isBehind ? 'behind-packages' : 'package');
  }

  kill(end: ProcessEnd): void {
    if (this.#end) return;
    this.#over(end);
  }

  #over(end: ProcessEnd): void {
    if (this.#end) return;
    this.#end = end;
    clearInterval(this.#beat);
    clearInterval(this.#looks);
    clearTimeout(this.#heldBack);
    this.#child.kill('SIGKILL');
    this.#channel.destroy();
    this.#questions.destroy();
    this.#parts.ended(end);
  }

  #endUnread(pipe: Duplex): void {
    if (pipe.writableLength > MAX_UNREAD_BYTES) this.kill({ kind: 'hang', detail: 'it reads nothing any more' });
  }

  /** Counted in beats of the server, not in seconds: while the server itself stands, nobody can answer it. */
  async #look(): Promise<void> {
    const [processor, mb] = await Promise.all([this.#processorSeconds(), this.memoryMb()]);
    if (this.#end) return;
    if (mb > this.#parts.limits.memoryMb * 1.5 + EMPTY_MB) this.kill({ kind: 'memory', detail: `${mb} MB` });
    else this.#judge(this.#watch.judge(BEAT_MS / 1_000, processor));
  }

  #judge(found: BeatFinding): void {
    if (found === 'held') {
      this.kill({ kind: 'hang', detail: '' });
      return;
    }
    if (found === 'calculates') this.#goBehind();
    this.#parts.beat();
  }

  /** While it calculates and answers nobody, what others have to do goes before that: it may never end. Whoever answers again is like any other. */
  async #lookForWhom(): Promise<void> {
    const { isAsked } = this.#parts.asked();
    const processorSeconds = isAsked ? await this.#processorSeconds() : undefined;
    if (this.#end) return;
    const found = this.#toil.judge({ ...this.#parts.asked(), atMs: performance.now(), processorSeconds });
    if (found === 'toils') this.#goBehind();
    else if (found === 'serves' && this.#isBehind) {
      this.#isBehind = false;
      lowerPriority(this.pid, 'package');
    }
  }

  #goBehind(): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    lowerPriority(this.pid, 'behind-packages');
  }

  /** Seconds of a processor that it used until now; undefined where the system does not tell. */
  async #processorSeconds(): Promise<number | undefined> {
    const text = await readFile(`/proc/${this.pid}/stat`, 'utf8').catch(() => '');
    // The name of a program stands in brackets and may hold anything; 12 fields after it are its ticks as user and in the system.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks / TICKS : undefined;
  }

  #endOf(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
    const last = this.#stderr.trim().split('\n').slice(-3).join(' ').slice(0, 300);
    if (/heap out of memory|allocation failed/i.test(this.#stderr)) return { kind: 'memory', detail: `${this.#parts.limits.memoryMb} MB` };
    if (signal === null && code === 0) return { kind: 'exit', detail: last };
    return { kind: 'crash', detail: `${signal ?? `code ${code}`} ${last}`.trim() };
  }
}

const flagsOf = ({ program, limits }: ChildProcessParts): string[] => [
  permissionFlag(),
  `--allow-fs-read=${program}`,
  '--experimental-vm-modules',
  '--no-warnings',
  '--no-addons',
  `--max-old-space-size=${limits.memoryMb}`,
  program,
];
