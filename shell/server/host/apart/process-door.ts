import { type CallContext, type Clock, type HomeReader, textsIn } from '@nephra/plugin-sdk/server';
import { spokenTag } from '../../i18n/spoken.ts';
import { callDoor } from './doors/call-door.ts';
import type { Asker, Door, DoorOwner } from './doors/door.ts';
import { plainDoor } from './doors/plain-door.ts';
import { servicesDoor } from './doors/services-door.ts';
import { sqlDoor } from './doors/sql-door.ts';
import { outsideOfCalls, type Scope, Scopes } from './scopes.ts';
import type { AskFacts } from './wire/messages.ts';
import { type Facts, isPromise, Peer } from './wire/peer.ts';
import type { Act } from './wire/references.ts';
import { WireError } from './wire/value-codec.ts';

/** Requests of one process that are under way at once; who has more of them is out of control. */
const MAX_ASKED = 2_000;
const MAX_LENT = 20_000;
const DOOR: Door = { ...plainDoor, ...sqlDoor, ...callDoor, ...servicesDoor };

export interface ProcessDoorParts {
  readonly send: (frame: Buffer) => void;
  readonly clock: Clock;
  readonly inTransaction: () => boolean;
  /** Changes when wordings of the site do. */
  readonly wording: () => string;
  /** Packages of the process by their number in it. */
  readonly owners: ReadonlyMap<number, DoorOwner>;
  /** It answers a beat. */
  readonly alive: () => void;
}

/** The server's end of the channel to one process: answers what its packages ask for, each within what its own context allows, and asks them. */
export class ProcessDoor {
  readonly peer: Peer;
  readonly #parts: ProcessDoorParts;
  readonly #scopes = new Scopes();

  constructor(parts: ProcessDoorParts) {
    this.#parts = parts;
    this.peer = new Peer({
      send: parts.send,
      maxAsked: MAX_ASKED,
      maxLent: MAX_LENT,
      answer: (op, given, facts) => this.answer(op, given, facts),
      call: (act, given, facts) => this.#within(facts, () => act(...given)),
      calling: (ask) => this.ask(0, undefined, ask),
      contextOf: (name) => this.#contextOf(name),
    });
  }

  /** Does what a process asks for by name. @throws WireError for what there is not */
  answer(op: string, given: readonly unknown[], facts: Facts): unknown {
    if (op === 'alive') return this.#parts.alive();
    const act = Object.hasOwn(DOOR, op) ? DOOR[op] : undefined;
    if (!act) throw new WireError(`a process asked for ${op.slice(0, 50)}, which there is not`);
    const asker = this.#askerOf(facts);
    return this.#within(facts, () => act(asker, ...(given as never[])));
  }

  /** Answers a question that the process waits for standing still. @returns what it is at once, or that it comes later under this number */
  answerAtOnce(message: { readonly i?: unknown; readonly o?: unknown; readonly a?: unknown; readonly f?: unknown }, parts: readonly Uint8Array[]): object {
    const { peer } = this;
    try {
      const given = peer.unpack(message.a, parts) as readonly unknown[];
      const facts = (message.f ?? {}) as Facts;
      const answer = typeof message.o === 'string' ? this.answer(message.o, given, facts) : this.#within(facts, () => peer.find(message.o).act(...given));
      if (!isPromise(answer)) return { v: answer };
      peer.settleThere(Number(message.i), Promise.resolve(answer));
      return { later: true };
    } catch (error) {
      if (error instanceof WireError) throw error;
      return { e: error };
    }
  }

  /** Asks a package of the process; what it asks for meanwhile runs where this was called. */
  async ask<T>(p: number, ctx: CallContext<never> | undefined, work: (facts: Facts) => Promise<T>): Promise<T> {
    const scope = this.#scopes.open(this.#parts.inTransaction(), ctx);
    try {
      const answer = await work(this.#factsOf(p, scope));
      if (scope.failure) throw scope.failure.error;
      return answer;
    } finally {
      this.#scopes.close(scope);
    }
  }

  end(reason: unknown): void {
    this.#scopes.clear();
    this.peer.end(reason);
  }

  times(): readonly [number, number] {
    const { clock } = this.#parts;
    return [clock.now().getTime(), clock.steady().getTime()];
  }

  #factsOf(p: number, { id, ctx, transaction }: Scope): Facts {
    const facts: AskFacts = { p, s: id, x: transaction, t: this.times(), w: `${this.#parts.wording()} ${spokenTag()}`, ...(ctx && { c: id }) };
    return facts as unknown as Facts;
  }

  #askerOf({ p, c }: Facts): Asker {
    const owner = this.#parts.owners.get(Number(p));
    if (!owner) throw new WireError(`package ${String(p).slice(0, 20)}, which is not there, asked for something`);
    const scope = this.#scopes.find(c);
    return {
      owner,
      ctx: scope?.ctx,
      fails: (error) => {
        if (scope) scope.failure ??= { error };
      },
      lend: (ctx, work) => this.ask(Number(p), ctx, work),
    };
  }

  /** Runs what was asked for in the surroundings of the call that asks. */
  #within(facts: Facts, work: () => unknown): unknown {
    const { owner } = this.#askerOf(facts);
    if (Number(facts.s ?? 0) === 0) return outsideOfCalls(owner.pluginId, work);
    const scope = this.#scopes.find(facts.s);
    if (!scope) throw new Error('The transaction, or the call, in which this was to run is over.');
    return scope.run(work);
  }

  /** A context of the package that comes back as an argument is the server's own of it. */
  #contextOf(name: unknown): unknown {
    const { p, c, reader } = (typeof name === 'object' && name !== null ? name : {}) as Facts;
    const { owner, ctx } = this.#askerOf({ p, c });
    if (reader === undefined) return ctx ?? owner.context;
    const of = (this.peer.find(reader).act as Act)() as HomeReader;
    return { ...owner.context, ...of, text: textsIn(owner.context, of.language) };
  }
}
