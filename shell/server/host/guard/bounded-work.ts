import { type Context, createContext, Script } from 'node:vm';

/** Work that stands still for longer than it may: it was ended in the midst. */
export class StoodTooLong extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super(`it took longer than ${ms} ms`);
    this.name = 'StoodTooLong';
    this.ms = ms;
  }
}

const CALL = new Script('work()');
let place: Context | undefined;

/**
 * Calculates on data of a package what may take for ever, such as a pattern with repeated groups, where it must be done in the server. The engine ends it,
 * wherever it is. The work may touch nothing that lives on: it is left as it stands.
 * @throws StoodTooLong, and what the work throws
 */
export function boundedWork<T>(ms: number, work: () => T): T {
  place ??= createContext({ work: undefined });
  const before: unknown = place.work;
  place.work = work;
  try {
    return CALL.runInContext(place, { timeout: ms }) as T;
  } catch (error) {
    throw (error as { readonly code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new StoodTooLong(ms) : error;
  } finally {
    place.work = before;
  }
}
