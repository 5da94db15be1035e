import type { Clock, Log } from '@nephra/plugin-sdk/server';
import { ApartChild, type ProcessEnd, type ProcessLimits } from './child-process.ts';
import type { DoorOwner } from './doors/door.ts';
import type { OsFence } from './os-fence.ts';
import { ProcessDoor } from './process-door.ts';
import { MAX_TELLS_PER_SECOND, TellBudget } from './life/tell-budget.ts';
import { FrameCutter, frameOf } from './wire/frames.ts';
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
  readonly #budget = new TellBudget(() => performance.now());
  readonly #log: Log;
  #next = 1;
  #end: ProcessEnd | undefined;
  /** Bytes of a message that is not whole yet. */
  #unheard = 0;
  #hasTold = false;

  constructor({ program, limits, isSecondStart, fence, log, clock, inTransaction, wording }: ProcessParts) {
    this.#log = log;
    this.door = new ProcessDoor({
      send: (frame) => this.#child.send(frame),
      clock,
      inTransaction,
      wording,
      owners: this.#owners,
      alive: () => this.#child.alive(),
    });
    const frames = new FrameCutter();
    const questions = new FrameCutter();
    this.#child = new ApartChild({
      program,
      limits,
      isSecondStart,
      fence,
      log,
      heard: (chunk) =>
        this.#guarded(() => {
          const arrived = frames.push(chunk);
          // Those of one piece share its bytes; a long one comes in many pieces and is the only one that is whole at its end.
          const bytes = this.#unheard + chunk.length;
          this.#unheard = arrived.length === 0 ? bytes : 0;
          for (const frame of arrived) {
            this.#count(frame.head, bytes / arrived.length);
            if (!this.over) this.door.peer.receive(frame);
          }
        }),
      heardAtOnce: (chunk) =>
        this.#guarded(() => {
          for (const { head, parts } of questions.push(chunk)) this.#answerAtOnce(head, parts);
        }),
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

  /** What was asked for has limits of its own; what nobody asked for has this one. */
  #count(head: unknown, bytes: number): void {
    if (this.door.peer.isAskedFor(head)) return;
    const found = this.#budget.note(bytes);
    if (found.kind === 'fine') return;
    if (found.kind === 'flood') {
      this.#child.kill({ kind: 'channel', detail: `more than ${MAX_TELLS_PER_SECOND} messages a second that nobody asked for` });
      return;
    }
    this.#child.holdBack(found.ms);
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#log.warn(
      { plugins: this.packages, perSecond: MAX_TELLS_PER_SECOND },
      'a plugin says more than it may (log, events, audit): it is listened to later, and ended if it goes on',
    );
  }

  /** Whatever a process sends, the worst that comes of it is its own end. */
  #guarded(hear: () => void): void {
    try {
      hear();
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
