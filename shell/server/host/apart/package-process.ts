import type { Clock, Log } from '@nephra/plugin-sdk/server';
import { ApartChild, type ProcessEnd, type ProcessLimits } from './child-process.ts';
import type { DoorOwner } from './doors/door.ts';
import type { OsFence } from './os-fence.ts';
import { ProcessDoor } from './process-door.ts';
import { ASKS, MessageBudget, type MessageLimits, TELLS, TELLS_OF_A_CALL } from './life/message-budget.ts';
import { type CountedFrame, CountedFrames } from './wire/counted-frames.ts';
import { Turns } from './life/turns.ts';
import { type Frame, frameIn, frameOf } from './wire/frames.ts';
import { WireError } from './wire/value-codec.ts';

export interface ProcessParts {
  readonly program: string;
  readonly limits: ProcessLimits;
  readonly isSecondStart: boolean;
  readonly fence: OsFence;
  readonly log: Log;
  readonly clock: Clock;
  readonly inTransaction: () => boolean;
  readonly wording: () => string;
  /** What it may say unasked, and what it may ask for. Default: `TELLS`, `ASKS` */
  readonly tells?: MessageLimits;
  readonly asks?: MessageLimits;
}

/** What is counted by itself, and what the log says of the first that is too much. */
interface Counted {
  readonly budget: MessageBudget;
  readonly perSecond: number;
  readonly what: string;
  readonly warning: string;
  hasTold: boolean;
}

/** The process in which something ran is over; who asked is told by the name of the package. */
export class ProcessOver extends Error {
  readonly end: ProcessEnd;

  constructor(end: ProcessEnd) {
    super(`The process of the package is over: ${end.kind} ${end.detail}`.trim());
    this.name = 'ProcessOver';
    this.end = end;
  }
}

/** One process with the packages that run in it: one, or those of one publisher. */
export class PackageProcess {
  readonly door: ProcessDoor;
  readonly #child: ApartChild;
  readonly #owners = new Map<number, DoorOwner>();
  readonly #losers = new Set<(end: ProcessEnd) => void>();
  readonly #tells: Counted;
  readonly #asks: Counted;
  readonly #log: Log;
  #next = 1;
  #answers = 0;
  #end: ProcessEnd | undefined;

  constructor({ program, limits, isSecondStart, fence, log, clock, inTransaction, wording, tells = TELLS, asks = ASKS }: ProcessParts) {
    this.#log = log;
    this.#tells = {
      ...{ ...counted(tells), what: 'messages a second that nobody asked for' },
      warning: 'a plugin says more than it may (log, events, audit): it is listened to later, and ended if it goes on',
    };
    this.#asks = {
      ...{ ...counted(asks), what: 'requests a second without a pause' },
      warning: 'a plugin asks for more than it may: it is answered later, and ended if it goes on',
    };
    this.door = new ProcessDoor({
      send: (frame) => this.#child.send(frame),
      clock,
      inTransaction,
      wording,
      owners: this.#owners,
      alive: () => this.#child.alive(),
    });
    this.#child = new ApartChild({
      program,
      limits,
      isSecondStart,
      fence,
      log,
      heard: this.#inTurns((frame, bytes) => {
        const kind = this.#kindOf(frame.head);
        this.#count(kind, bytes);
        if (!this.over) this.door.peer.receive(frame);
        return kind !== this.#tells;
      }),
      heardAtOnce: this.#inTurns((frame, bytes) => {
        this.#count(this.#asks, bytes);
        if (!this.over) this.#answerAtOnce(frame.head, frame.parts);
        return true;
      }),
      asked: () => ({ isAsked: this.door.peer.waiting > 0, answers: this.#answers }),
      beat: () => this.door.peer.tell('beat', [], { t: this.door.times() }),
      ended: (end) => this.#over(end),
    });
  }

  get pid(): number {
    return this.#child.pid;
  }

  get over(): boolean {
    return this.#end !== undefined;
  }

  /** Milliseconds for which it has done nothing at all, and the server had nothing to do for it. */
  asleepMs(): number {
    return this.#child.asleepMs(this.door.peer.isOwing);
  }

  /** Megabytes that it takes now, and took at most; 0 where the system does not tell. */
  async memory(): Promise<{ readonly nowMb: number; readonly peakMb: number }> {
    return await this.#child.memory();
  }

  /** Ids of the packages that run in it. */
  get packages(): readonly string[] {
    return [...this.#owners.values()].map(({ pluginId }) => pluginId);
  }

  /** Takes a package in. @param lost hears of the end of the process @returns its number in the process */
  take(owner: DoorOwner, lost: (end: ProcessEnd) => void): { readonly p: number; readonly leave: () => void } {
    const p = this.#next++;
    this.#owners.set(p, owner);
    this.#losers.add(lost);
    return {
      p,
      leave: () => {
        this.#owners.delete(p);
        this.#losers.delete(lost);
        if (this.#owners.size === 0) this.#child.kill({ kind: 'stopped', detail: '' });
        else this.door.peer.tell('unload', [], { p, s: 0 });
      },
    };
  }

  /** A package of it is loaded: what it does from now on is done below the server. */
  loaded(): void {
    this.#child.loaded();
  }

  kill(end: ProcessEnd): void {
    this.#child.kill(end);
  }

  #over(end: ProcessEnd): void {
    this.#end = end;
    this.door.end(new ProcessOver(end));
    for (const lost of [...this.#losers]) lost(end);
  }

  /** Undefined: an answer that somebody here waits for. */
  #kindOf(head: unknown): Counted | undefined {
    const { peer } = this.door;
    if (peer.isRequest(head)) return this.#asks;
    return peer.isAwaited(head) ? undefined : this.#tells;
  }

  #count(kind: Counted | undefined, bytes: number): void {
    if (!kind) {
      this.#answers += 1;
      this.#tells.budget.earn(TELLS_OF_A_CALL);
      return;
    }
    const found = kind.budget.note(bytes);
    if (found.kind === 'fine') return;
    if (found.kind === 'flood') {
      this.#child.kill({ kind: 'channel', detail: `more than ${kind.perSecond} ${kind.what}` });
      return;
    }
    this.#child.holdBack(found.ms);
    if (kind.hasTold) return;
    kind.hasTold = true;
    this.#log.warn({ plugins: this.packages, perSecond: kind.perSecond }, kind.warning);
  }

  /** What comes through one pipe, message by message. @param hear answers whether somebody waits for what comes of it */
  #inTurns(hear: (frame: Frame, bytes: number) => boolean): (chunk: Buffer, done: () => void) => boolean {
    const messages = new CountedFrames();
    const turns = new Turns<CountedFrame>({
      work: ({ body, bytes }) => this.#guarded(() => hear(frameIn(body), bytes)) ?? true,
      now: () => performance.now(),
      later: (next, restMs) => void (restMs === 0 ? setImmediate(next) : setTimeout(next, restMs)),
    });
    return (chunk, done) => {
      const isDone = turns.take(this.#guarded(() => messages.push(chunk)) ?? [], done);
      if (this.over) turns.drop();
      return isDone;
    };
  }

  /** Whatever a process sends, the worst that comes of it is its own end. */
  #guarded<T>(hear: () => T): T | undefined {
    if (this.over) return undefined;
    try {
      return hear();
    } catch (error) {
      this.#child.kill({ kind: 'channel', detail: error instanceof WireError ? error.message : String(error).slice(0, 200) });
    }
  }

  #answerAtOnce(head: unknown, parts: readonly Uint8Array[]): void {
    const { v, e, later } = this.door.answerAtOnce((head ?? {}) as object, parts) as { v?: unknown; e?: unknown; later?: boolean };
    if (later) {
      this.#child.sendAtOnce(frameOf({ later }));
      return;
    }
    try {
      const packed = this.door.peer.pack(e ?? v);
      this.#child.sendAtOnce(frameOf(e === undefined ? { v: packed.json } : { e: packed.json }, packed.parts));
    } catch (error) {
      const packed = this.door.peer.pack(error);
      this.#child.sendAtOnce(frameOf({ e: packed.json }, packed.parts));
    }
  }
}

const counted = (limits: MessageLimits) => ({ budget: new MessageBudget(limits, () => performance.now()), perSecond: limits.perSecond, hasTold: false });
