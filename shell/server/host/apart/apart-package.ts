import type { CallContext } from '@nephra/plugin-sdk/server';
import { TookTooLong, within } from '../guard/time-limit.ts';
import { messageOf, PluginProblem, type Reason } from '../views/reason.ts';
import { againUnavailable, PluginUnavailable } from '../views/plugin-unavailable.ts';
import type { ProcessEnd } from './child-process.ts';
import { CrashBook, Unanswered } from './life/restarts/crash-book.ts';
import type { DoorOwner } from './doors/door.ts';
import { type PackageProcess, ProcessOver } from './package-process.ts';
import { NotAnswered, patience, type PatienceSeconds } from './life/patience.ts';
import type { Description, LoadOrder, LoadProblem, Made } from './wire/messages.ts';
import { LENT, type Until } from './wire/peer.ts';

const STOP_SECONDS = 8;
const SECOND_START_PATIENCE = 2;
const MAX_NAMED = 3;

export interface ApartPackageParts {
  readonly order: LoadOrder;
  readonly owner: DoorOwner;
  /** The process that it runs in: one that is there, of its publisher, or a new one. */
  readonly process: (isSecondStart: boolean) => Promise<PackageProcess>;
  readonly startSeconds: number;
  /** Read at each call. */
  readonly patience: () => PatienceSeconds;
  /** Hears of each call that it did not answer in time. */
  readonly notAnswered: (error: NotAnswered) => void;
  /** Unused for this long, its process ends until somebody calls; packages with a `start` of their own stay. */
  readonly idleMinutes: number;
  /** Hears that somebody asks it for something, and that it ends. */
  readonly called: (apart: ApartPackage) => void;
  readonly ended: (end: ProcessEnd, underWay: string, nextMs: number | undefined) => void;
  /** It ended too often: it is not started again until an administrator lets it run. */
  readonly gaveUp: (end: ProcessEnd, underWay: string) => void;
}

/** How something is asked for. */
export interface Asking {
  readonly ctx?: CallContext<never>;
  /** What is at work, for the case that it never ends. */
  readonly label?: string;
  /** Which patience counts; without one it is waited for as long as it takes. */
  readonly waits?: keyof PatienceSeconds | 'for-ever';
  /** The caller of a read went away. */
  readonly gone?: AbortSignal | undefined;
}

interface Running {
  readonly process: PackageProcess;
  readonly p: number;
  readonly leave: () => void;
  readonly made: Made;
}

/** One version of a package from outside while it runs apart: started again when its process ends, at once on the next call when that was for want of use. */
export class ApartPackage {
  readonly #parts: ApartPackageParts;
  readonly #crashes = new CrashBook(() => performance.now());
  readonly #unanswered = new Unanswered(() => performance.now());
  readonly #underWay = new Map<symbol, string>();
  #running: Promise<Running> | undefined;
  #at: PackageProcess | undefined;
  #has: Description['has'] | undefined;
  #made: Made = { services: [], extensions: [] };
  #down: Reason | undefined;
  #again: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #restarts = 0;
  #isEnded = false;
  #isKnown = false;
  #hasRun = false;

  constructor(parts: ApartPackageParts) {
    this.#parts = parts;
  }

  /** It is not started again by itself. */
  get hasGivenUp(): boolean {
    return this.#crashes.isTooMany;
  }

  /** What it is at now, by name. */
  get underWay(): readonly string[] {
    return [...this.#underWay.values()];
  }

  /** Values of its services and additions as they were made first; functions in them are called by `callMade`. */
  get made(): Made {
    return this.#made;
  }

  /** Runs its module for the first time. @throws PluginProblem, and what the module throws */
  async load(): Promise<Description> {
    let described: Description | undefined;
    this.#running = this.#open((loaded) => {
      described = loaded;
    }, 'first');
    await this.#running;
    this.#has = described?.has;
    return described as Description; // `#open` has handed it in
  }

  /** What it says of itself is known from before: it runs when somebody calls. @param description one that can rest */
  takeAsKnown(description: Description): void {
    this.#has = description.has;
    this.#isKnown = true;
  }

  /** Makes its services and additions; its context must be there by now. One that is known has none. */
  async make(): Promise<void> {
    if (this.#isKnown) return;
    const running = await this.#ready();
    const made = (await this.#ask(running, 'make', [])) as Made;
    this.#made = made;
    this.#running = Promise.resolve({ ...running, made });
  }

  async start(): Promise<void> {
    if (this.#has?.start) await this.call('start', [], { waits: 'for-ever' }); // whoever starts it has a limit of its own
    this.#restIdle();
  }

  /** Asks it for something in the course of a call. @throws PluginUnavailable while it is down, and when it has not answered in time */
  async call(op: string, given: readonly unknown[], asking: Asking = {}): Promise<unknown> {
    const { ctx, label = op } = asking;
    return await this.#busy(label, async () => {
      const running = await this.#ready();
      return await this.#ask(running, op, given, ctx, this.#until(running, label, asking));
    });
  }

  /** Its process is there: for whoever takes a connection next, that others want, and would keep it while one starts. @throws PluginUnavailable */
  async awake(label: string): Promise<void> {
    await this.#busy(label, () => this.#ready());
  }

  /** A transaction of it asked the database for nothing and was rolled back: that counts as a call without an answer. */
  heldConnection(seconds: number): void {
    this.#noteUnanswered(new NotAnswered(this.#parts.order.pluginId, 'transaction', seconds));
  }

  /** Where it runs now; undefined: it rests, or is down. */
  async process(): Promise<PackageProcess | undefined> {
    const running = await this.#running?.catch(() => undefined);
    return running?.process.over === false ? running.process : undefined;
  }

  /** Milliseconds for which its process has done nothing at all; 0 while there is none. */
  asleepMs(): number {
    return this.#at?.over === false ? this.#at.asleepMs() : 0;
  }

  /** Times that it was started again since it was loaded, for whatever reason. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Calls a function of a service or an addition. @param path where it stands in what was made */
  async callMade(kind: keyof Made, path: readonly (string | number)[], given: readonly unknown[], label: string): Promise<unknown> {
    return await this.#busy(label, async () => {
      const running = await this.#ready();
      const { made, process } = running;
      let at: unknown = made[kind];
      for (const step of path) at = (at as Readonly<Record<string | number, unknown>> | undefined)?.[step];
      if (typeof at !== 'function') throw new TypeError(`${label} is no function any more`);
      const id = (at as { readonly [LENT]?: number })[LENT];
      if (id === undefined) throw new TypeError(`${label} is no function of its process`);
      // The process knows whose it is.
      return await process.door.ask(0, undefined, (facts) => process.door.peer.request(id, given, facts, this.#until(running, label, { waits: 'service' })));
    });
  }

  /** Ends it for good. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#parts.called(this);
    clearTimeout(this.#again);
    clearTimeout(this.#idle);
    const running = await this.#running?.catch(() => undefined);
    if (!running) return;
    try {
      if (this.#has?.stop && !running.process.over) await within(STOP_SECONDS, 'stop', this.#ask(running, 'stop', []));
    } finally {
      running.leave();
    }
  }

  async #busy<T>(label: string, work: () => Promise<T>): Promise<T> {
    const at = Symbol(label);
    this.#underWay.set(at, label);
    this.#parts.called(this);
    clearTimeout(this.#idle);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProcessOver) throw this.#unavailable();
      if (error instanceof NotAnswered) this.#noteUnanswered(error);
      throw againUnavailable(error);
    } finally {
      this.#underWay.delete(at);
      this.#restIdle();
    }
  }

  #ask({ process, p }: Running, op: string, given: readonly unknown[], ctx?: CallContext<never>, until?: Until): Promise<unknown> {
    return process.door.ask(p, ctx, (facts) => process.door.peer.request(op, given, facts, until));
  }

  #until({ process }: Running, label: string, { waits = 'call', gone }: Asking): Until | undefined {
    if (waits === 'for-ever') return undefined;
    const seconds = this.#parts.patience()[waits];
    return patience(seconds, () => new NotAnswered(this.#parts.order.pluginId, label, seconds, process.door.peer.asked > 0), gone);
  }

  /** What it does not answer is lost to its caller alone; one that does so again and again holds memory and hopes of others, and begins anew. */
  #noteUnanswered(error: NotAnswered): void {
    this.#parts.notAnswered(error);
    if (error.isOwed || !this.#unanswered.note()) return;
    void this.#running?.then(
      ({ process }) => process.kill({ kind: 'hang', detail: error.label }),
      () => undefined,
    );
  }

  async #ready(): Promise<Running> {
    if (this.#down) throw this.#unavailable();
    this.#running ??= this.#open(() => undefined, 'after-rest');
    const running = this.#running;
    try {
      return await running;
    } catch (error) {
      // The next call tries again: what kept it from starting may be over by then, a server without room for one more process above all.
      if (this.#running === running) this.#running = undefined;
      throw error;
    }
  }

  /** After its first start it is made and started again as well. After an end nobody waits for it: it starts below the server, and may take longer. */
  async #open(loaded: (description: Description) => void, start: 'first' | 'after-rest' | 'after-end'): Promise<Running> {
    const { order, owner } = this.#parts;
    const startSeconds = this.#parts.startSeconds * (start === 'after-end' ? SECOND_START_PATIENCE : 1);
    const whole = start !== 'first';
    const process = await this.#parts.process(start === 'after-end');
    this.#at = process;
    if (this.#hasRun) this.#restarts += 1;
    this.#hasRun = true;
    const taken = process.take(owner, (end) => this.#lost(end));
    const running: Running = { process, ...taken, made: { services: [], extensions: [] } };
    try {
      const answer = (await within(startSeconds, 'loading', this.#ask(running, 'load', [order]))) as Description | { readonly problem: LoadProblem };
      if ('problem' in answer) throw new PluginProblem('failed', answer.problem.key, answer.problem.params);
      loaded(answer);
      process.loaded();
      if (!whole) return running;
      const made = (await this.#ask(running, 'make', [])) as Made;
      if (answer.has.start) await within(startSeconds, 'start', this.#ask(running, 'start', []));
      return { ...running, made };
    } catch (error) {
      // One that is still at it is ended; others of its publisher are started again.
      if (error instanceof TookTooLong) process.kill({ kind: 'hang', detail: error.message });
      taken.leave();
      throw error;
    }
  }

  #lost(end: ProcessEnd): void {
    const wasLoading = this.#has === undefined;
    this.#running = undefined;
    clearTimeout(this.#idle);
    if (this.#isEnded || wasLoading || end.kind === 'stopped') return;
    const underWay = [...new Set(this.#underWay.values())].slice(-MAX_NAMED).join(', ');
    const pauseMs = this.#crashes.note();
    this.#down = { key: `apart-${end.kind}`, params: { place: underWay, detail: end.detail || '-' } };
    this.#parts.ended(end, underWay, pauseMs);
    if (pauseMs === undefined) {
      this.#parts.gaveUp(end, underWay);
      return;
    }
    this.#again = setTimeout(() => this.#startAgain(), pauseMs);
    this.#again.unref();
  }

  #startAgain(): void {
    this.#down = undefined;
    this.#running = this.#open(() => undefined, 'after-end');
    this.#running.catch((error: unknown) => {
      // Its process has told of its own end; a start that fails otherwise counts like one.
      if (!this.#down && !this.#isEnded) this.#lost({ kind: 'crash', detail: messageOf(error) });
    });
  }

  #unavailable(): PluginUnavailable {
    return new PluginUnavailable(this.#parts.order.pluginId, this.#down ?? { key: 'apart-stopped' });
  }

  #restIdle(): void {
    clearTimeout(this.#idle);
    if (this.#isEnded || this.#underWay.size > 0 || this.#has?.start !== false) return;
    this.#idle = setTimeout(() => void this.rest(), this.#parts.idleMinutes * 60_000);
    this.#idle.unref();
  }

  /** Ends its process until somebody calls; not while it is at something. */
  async rest(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    if (!running || this.#isEnded || this.#underWay.size > 0) return;
    this.#running = undefined;
    running.leave();
  }
}
