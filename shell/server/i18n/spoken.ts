import { AsyncContext } from '../async-context/async-context.ts';

/** Who is being answered, as far as it decides in which words. */
export interface Listener {
  /** Code of a language that the site added; empty: one of the three that the product brings. */
  readonly tag: string;
}

const listeners = new AsyncContext<Listener>();

/**
 * Answers somebody: whatever is looked up meanwhile is looked up in the listener's own language first. Handlers and rules go on to know three languages, and
 * nobody hands a fourth through.
 */
export const answering = <Result>(listener: Listener, work: () => Result): Result => listeners.run(listener, work);

/** Code of the site's language that is spoken now, or empty. */
export const spokenTag = (): string => listeners.get()?.tag ?? '';
