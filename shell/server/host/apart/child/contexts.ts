/** Marks a context of a package: given away as an argument, the server takes its own of it. Spreading a context keeps the mark. */
export const CONTEXT = Symbol('context');

export interface ContextMark {
  readonly p: number;
  readonly c?: number;
  /** Number of the function that hands out the reader whose rights it has. */
  readonly reader?: unknown;
}
