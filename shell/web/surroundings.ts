import type { EarlyStart } from './boot/early-start.ts';
import type { HttpClientOptions } from './net/http-client.ts';

/** What the shell needs from the browser; tests hand in their own. */
export interface Surroundings {
  readonly page: Document;
  readonly view: Window & typeof globalThis;
  /** HTTP client made by a test. */
  readonly transport?: HttpClientOptions['instance'];
  /** What the page had asked for before the shell was there. */
  readonly early?: EarlyStart;
  /** SystemJS as the boot script set it up. */
  readonly modules: ModuleLoader;
  /** Empty, or the address of another server that speaks the same calls. */
  readonly apiBase: string;
  readonly now: () => number;
  readonly random: () => number;
  /** Runs something later; returns what cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
}

export function browserSurroundings(apiBase: string): Surroundings {
  return {
    page: document,
    view: window,
    ...(globalThis.nephraEarly === undefined ? {} : { early: globalThis.nephraEarly }),
    modules: System,
    apiBase,
    now: Date.now,
    random: Math.random,
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  };
}
