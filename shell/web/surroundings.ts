import type { HttpClientOptions } from './net/http-client.ts';

/** What the shell needs from the browser; tests hand in their own. */
export interface Surroundings {
  readonly page: Document;
  readonly view: Window & typeof globalThis;
  /** HTTP client made by a test. */
  readonly transport?: HttpClientOptions['instance'];
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
