import { frameOf, type Frame } from './frames.ts';
import { type Act, References, type Within } from './references.ts';
import { pulledFrom, type Pull, streamOver } from './streams.ts';
import { type PackedValue, packValue, unpackValue, WireError } from './value-codec.ts';

/** What is asked for: a name of the contract between the two sides, or the number of a function that was lent. */
export type Op = string | number;
/** What goes with a request besides its arguments; plain JSON. */
export type Facts = Readonly<Record<string, unknown>>;

export interface PeerParts {
  readonly send: (frame: Buffer) => void;
  /** Sends what may travel with the next message. Default: at once */
  readonly hold?: (frame: Buffer) => void;
  /** Does what the other side asks for by name. */
  readonly answer: (op: string, given: readonly unknown[], facts: Facts) => unknown;
  /** Calls a function that was lent to the other side. @param within runs work in the surroundings in which it was lent */
  readonly call: (act: Act, given: readonly unknown[], facts: Facts, within: Within) => unknown;
  /** Goes around each call of a function that the other side lent, and knows its facts. */
  readonly calling: (ask: (facts: Facts) => Promise<unknown>) => Promise<unknown>;
  /** Puts something of its own around a function that the other side lent. */
  readonly around?: (id: number, act: (...given: unknown[]) => Promise<unknown>) => Act;
  readonly contextName?: (value: object) => unknown;
  readonly contextOf?: (name: unknown) => unknown;
  /** Requests that the other side may have under way at once. */
  readonly maxAsked: number;
  /** Functions that may be lent to it at once. */
  readonly maxLent: number;
}

/** What is done by calling the other side back, for as long as that takes. */
const AROUND: ReadonlySet<string> = new Set(['transaction', 'act']);

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };
interface Message {
  readonly k?: unknown;
  readonly i?: unknown;
  readonly o?: unknown;
  readonly a?: unknown;
  readonly f?: unknown;
  readonly v?: unknown;
}

const messageOf = (head: unknown): Message => (typeof head === 'object' && head !== null ? head : {});

/** Ends the waiting for an answer from outside: given what to call with the reason. @returns what takes it back */
export type Until = (cut: (reason: unknown) => void) => () => void;

/** What one value of a message lends or borrows, to be given back when its request is over. */
interface Loan {
  readonly lent: number[];
  readonly signals: (() => void)[];
}

/** One end of the channel between the server and a package's process. Both ends are the same; what they answer differs. */
export class Peer {
  readonly #parts: PeerParts;
  readonly #lent: References;
  readonly #waiting = new Map<number, Waiting>();
  readonly #signals = new Map<number, AbortController>();
  /** Values that came in an answer live as long as somebody here holds them. */
  readonly #forgotten = new FinalizationRegistry<number>((id) => this.#giveBack(id));
  #returned: number[] = [];
  #next = 1;
  #asked = 0;
  /** Of those, what waits for the other side again: a transaction, and what else calls it back. */
  #around = 0;
  #ended: unknown;

  constructor(parts: PeerParts) {
    this.#parts = parts;
    this.#lent = new References(parts.maxLent);
  }

  /** Requests of this side that have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Requests of the other side that have no answer yet. */
  get asked(): number {
    return this.#asked;
  }

  /** The other side waits for something that is to be done here. */
  get isOwing(): boolean {
    return this.#asked > this.#around;
  }

  async request(op: Op, given: readonly unknown[], facts: Facts = {}, until?: Until): Promise<unknown> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = this.#next++;
    const loan: Loan = { lent: [], signals: [] };
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const takeBack = until?.((reason) => this.#waiting.get(id)?.reject(reason));
    try {
      const { json, parts } = this.pack(given, loan);
      this.#send({ k: 'ask', i: id, o: op, a: json, f: facts }, parts);
      return await answered;
    } finally {
      takeBack?.();
      this.#waiting.delete(id);
      for (const one of loan.lent) this.#lent.takeBack(one);
      for (const end of loan.signals) end();
    }
  }

  /** Adds to what is under way here, in the order in which it is said: it has no answer, and travels with the next message. */
  note(op: string, given: readonly unknown[], facts: Facts = {}): void {
    if (this.#ended !== undefined) return;
    const { json, parts } = this.pack(given);
    const { hold, send } = this.#parts;
    (hold ?? send)(frameOf({ k: 'tell', o: op, a: json, f: facts }, parts));
  }

  /** Says something that has no answer. */
  tell(op: string, given: readonly unknown[], facts: Facts = {}): void {
    if (this.#ended !== undefined) return;
    const { json, parts } = this.pack(given);
    this.#send({ k: 'tell', o: op, a: json, f: facts }, parts);
  }

  isRequest(head: unknown): boolean {
    return messageOf(head).k === 'ask';
  }

  /** It is an answer that somebody here waits for. */
  isAwaited(head: unknown): boolean {
    const { k, i } = messageOf(head);
    return (k === 'answer' || k === 'refusal') && this.#waiting.has(Number(i));
  }

  /** @throws WireError for a message that nobody of ours has written */
  receive({ head, parts }: Frame): void {
    const message = messageOf(head);
    switch (message.k) {
      case 'ask':
        this.#asks(message, parts);
        break;
      case 'tell':
        this.#told(message, parts);
        break;
      case 'answer':
        this.settle(message.i, () => this.unpack(message.v, parts));
        break;
      case 'refusal':
        this.settle(message.i, () => {
          throw this.unpack(message.v, parts);
        });
        break;
      case 'abort':
        this.#signals.get(Number(message.i))?.abort(this.unpack(message.v, parts));
        break;
      case 'back':
        for (const id of Array.isArray(message.a) ? message.a : []) this.#lent.takeBack(Number(id));
        break;
      default:
        throw new WireError('a message of an unknown kind');
    }
  }

  /** A promise that `settle` fulfils, for what was begun by other means. */
  expect(): { readonly id: number; readonly answered: Promise<unknown> } {
    const id = this.#next++;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    return { id, answered };
  }

  /**
   * Sends the outcome of something that the other side expects under this number.
   * @throws WireError when it has too many requests under way
   */
  settleThere(id: number, outcome: Promise<unknown>): void {
    // Heard in any case: nobody else would hear of its failure.
    this.#settle(id, outcome, () => {
      this.#asked -= 1;
    });
    this.#begin();
  }

  settle(id: unknown, outcome: () => unknown): void {
    const waiting = this.#waiting.get(Number(id));
    if (!waiting) return;
    this.#waiting.delete(Number(id));
    try {
      waiting.resolve(outcome());
    } catch (error) {
      waiting.reject(error);
    }
  }

  /** Ends everything that waits. */
  end(reason: unknown): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    for (const controller of this.#signals.values()) controller.abort(reason);
    this.#signals.clear();
  }

  /** @param loan takes what is lent for the time of a request; without it, it is lent until the other side gives it back */
  pack(value: unknown, loan?: Loan): PackedValue {
    const lend = (act: (...given: never[]) => unknown): number => {
      const id = this.#lent.lend(act as Act);
      loan?.lent.push(id);
      return id;
    };
    return packValue(value, {
      functionId: lend,
      streamId: (stream) => this.#lent.lend(pulledFrom(stream) as Act),
      signalId: (signal) => this.#sendSignal(signal, loan),
      ...(this.#parts.contextName && { contextName: this.#parts.contextName }),
    });
  }

  /** @param loan takes what is borrowed for the time of a request; without it, it is given back when nobody here holds it */
  unpack(json: unknown, parts: readonly Uint8Array[], loan?: Loan): unknown {
    return unpackValue(json, parts, {
      functionOf: (id) => this.#functionOver(id, loan === undefined),
      streamOf: (id) => streamOver(this.#functionOver(id, true) as Pull),
      signalOf: (id, aborted) => this.#signalOver(id, aborted, loan),
      ...(this.#parts.contextOf && { contextOf: this.#parts.contextOf }),
    });
  }

  /** @throws WireError when it was taken back, or never lent */
  find(id: unknown): { readonly act: Act; readonly within: Within } {
    return this.#lent.find(id);
  }

  #asks(message: Message, parts: readonly Uint8Array[]): void {
    const id = Number(message.i);
    this.#begin();
    const loan: Loan = { lent: [], signals: [] };
    const isAround = AROUND.has(message.o as string);
    if (isAround) this.#around += 1;
    const over = (): void => {
      this.#asked -= 1;
      if (isAround) this.#around -= 1;
      for (const end of loan.signals) end();
    };
    let answer: unknown;
    try {
      answer = this.#run(message, parts, loan);
    } catch (error) {
      over();
      this.#sendOutcome('refusal', id, error);
      return;
    }
    if (!isPromise(answer)) {
      over();
      this.#sendOutcome('answer', id, answer);
      return;
    }
    this.#settle(id, answer, over);
  }

  #begin(): void {
    this.#asked += 1;
    if (this.#asked > this.#parts.maxAsked) throw new WireError(`more than ${this.#parts.maxAsked} requests are under way at once`);
  }

  #settle(id: number, outcome: PromiseLike<unknown>, over: () => void): void {
    outcome.then(
      (value) => {
        over();
        this.#sendOutcome('answer', id, value);
      },
      (error: unknown) => {
        over();
        this.#sendOutcome('refusal', id, error);
      },
    );
  }

  /** Nobody waits for what comes of it: what fails (a note for a call that is over) is nothing, unless none of ours can have sent it. */
  #told(message: Message, parts: readonly Uint8Array[]): void {
    try {
      const answer = this.#run(message, parts);
      if (isPromise(answer)) Promise.resolve(answer).catch(() => undefined);
    } catch (error) {
      if (error instanceof WireError) throw error;
    }
  }

  #run(message: Message, parts: readonly Uint8Array[], loan?: Loan): unknown {
    const given = this.unpack(message.a, parts, loan);
    if (!Array.isArray(given)) throw new WireError('a request without arguments');
    const facts = (typeof message.f === 'object' && message.f !== null ? message.f : {}) as Facts;
    if (typeof message.o === 'string') return this.#parts.answer(message.o, given, facts);
    const { act, within } = this.find(message.o);
    return this.#parts.call(act, given, facts, within);
  }

  #functionOver(id: number, untilForgotten: boolean): Act {
    const ask = (...given: unknown[]): Promise<unknown> => this.#parts.calling((facts) => this.request(id, given, facts));
    const act: Act = this.#parts.around ? this.#parts.around(id, ask) : ask;
    if (untilForgotten) this.#forgotten.register(act, id);
    return Object.assign(act, { [LENT]: id });
  }

  #sendSignal(signal: AbortSignal, loan: Loan | undefined): number {
    const id = this.#next++;
    const abort = (): void => {
      if (this.#ended !== undefined) return;
      const { json, parts } = this.pack(signal.reason);
      this.#send({ k: 'abort', i: id, v: json }, parts);
    };
    signal.addEventListener('abort', abort, { once: true });
    loan?.signals.push(() => signal.removeEventListener('abort', abort));
    return id;
  }

  #signalOver(id: number, aborted: boolean, loan: Loan | undefined): AbortSignal {
    const controller = new AbortController();
    if (aborted) controller.abort();
    else if (loan) {
      this.#signals.set(id, controller);
      loan.signals.push(() => this.#signals.delete(id));
    }
    return controller.signal;
  }

  #sendOutcome(kind: 'answer' | 'refusal', id: number, outcome: unknown): void {
    if (this.#ended !== undefined) return;
    try {
      const { json, parts } = this.pack(outcome);
      this.#send({ k: kind, i: id, v: json }, parts);
    } catch (error) {
      // Too long or no value: whoever waits must hear of it.
      const { json, parts } = this.pack(error);
      this.#send({ k: 'refusal', i: id, v: json }, parts);
    }
  }

  #giveBack(id: number): void {
    if (this.#ended !== undefined) return;
    this.#returned.push(id);
    if (this.#returned.length > 1) return;
    queueMicrotask(() => {
      const ids = this.#returned;
      this.#returned = [];
      if (this.#ended === undefined) this.#send({ k: 'back', a: ids });
    });
  }

  #send(head: object, parts: readonly Uint8Array[] = []): void {
    this.#parts.send(frameOf(head, parts));
  }
}

/** Number of a function of the other side. */
export const LENT = Symbol('lent');

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { readonly then?: unknown }).then === 'function';
