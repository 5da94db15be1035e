import type { BrowserStorage } from '../../storage/browser-storage.ts';

export interface IdleLimits {
  /** Minutes without work after which the screen locks; 0 = never. */
  readonly lockMinutes: number;
  /** Minutes without work after which the session is over. */
  readonly idleMinutes: number;
}

export interface IdleWatchOptions {
  readonly storage: BrowserStorage;
  readonly now: () => number;
  /** Runs something later; returns what cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  /** Null while nobody is signed in. */
  readonly limits: () => IdleLimits | null;
  readonly isLocked: () => boolean;
  /** Tells the server that the person is at work although no call shows it. */
  readonly tell: () => void;
  readonly lock: (minutes: number) => void;
  readonly end: (minutes: number) => void;
}

/** Where the tabs of one browser keep when their person last worked in any of them. */
const SHARED = 'lastActive';
/** Typing and reading are told this often at most; calls tell by themselves. */
const TELL_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

/**
 * Locks the screen when nobody works, and ends the session when nobody comes back: at the moments at which the server does it too,
 * without asking. Work is a call that the person caused, or a key, a click or a touch; what pages ask by themselves is none.
 */
export class IdleWatch {
  readonly #options: IdleWatchOptions;
  /** Last moment of work that the server knows. */
  #known = 0;
  #running = false;
  #cancelCheck: () => void = () => {};
  #cancelTell: (() => void) | null = null;

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** A session begins, or goes on after its lock. */
  start(): void {
    this.#running = true;
    this.#note();
    this.check();
  }

  stop(): void {
    this.#running = false;
    this.#cancelCheck();
    this.#cancelTell?.();
    this.#cancelTell = null;
    this.#options.storage.remove(SHARED);
  }

  /** A call of the person has left. */
  called(): void {
    if (!this.#running || this.#options.isLocked()) return;
    this.#cancelTell?.();
    this.#cancelTell = null;
    this.#note();
  }

  /** A key, a click, a touch. The server hears of it now, or in a moment when it heard of something just before. */
  worked(): void {
    if (!this.#running || this.#cancelTell !== null || this.#options.isLocked()) return;
    const wait = this.#known + TELL_EVERY_MS - this.#options.now();
    if (wait <= 0) this.#tell();
    else this.#cancelTell = this.#options.later(() => this.#tell(), wait);
  }

  /** Looks at the clock: when a limit is reached, and after the computer slept. */
  check(): void {
    this.#cancelCheck();
    const limits = this.#options.limits();
    if (!this.#running || limits === null) return;
    const { now, later, isLocked, lock, end, storage } = this.#options;
    const at = now();
    const rest = at - Math.max(this.#known, storage.getNumber(SHARED) ?? 0);
    const lockAfter =
      limits.lockMinutes > 0 && limits.lockMinutes < limits.idleMinutes && !isLocked() ? limits.lockMinutes * MINUTE_MS : Number.POSITIVE_INFINITY;
    const endAfter = limits.idleMinutes * MINUTE_MS;
    if (rest >= endAfter) {
      this.stop();
      end(limits.idleMinutes);
      return;
    }
    if (rest >= lockAfter) lock(limits.lockMinutes);
    this.#cancelCheck = later(() => this.check(), (rest >= lockAfter ? endAfter : Math.min(lockAfter, endAfter)) - rest);
  }

  #tell(): void {
    this.#cancelTell = null;
    if (!this.#running || this.#options.isLocked()) return;
    this.#note();
    this.#options.tell();
  }

  #note(): void {
    this.#known = this.#options.now();
    this.#options.storage.set(SHARED, this.#known);
  }
}

const SIGNS = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const;

/** Hears the signs of work in a page. Returns what ends it. */
export function hearWork(page: Document, watch: Pick<IdleWatch, 'worked' | 'check'>): () => void {
  const worked = () => watch.worked();
  const seen = () => {
    if (!page.hidden) watch.check();
  };
  for (const sign of SIGNS) page.addEventListener(sign, worked, { capture: true, passive: true });
  page.addEventListener('visibilitychange', seen);
  return () => {
    for (const sign of SIGNS) page.removeEventListener(sign, worked, { capture: true });
    page.removeEventListener('visibilitychange', seen);
  };
}
