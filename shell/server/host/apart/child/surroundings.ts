import { AsyncLocalStorage } from 'node:async_hooks';
import type { AskFacts, DoorFacts } from '../wire/messages.ts';

/** In the course of what a package's code runs. */
export interface Surroundings {
  readonly p: number;
  readonly s: number;
  /** A transaction of the server runs there. */
  readonly transaction: boolean;
  readonly c?: number;
  /** False once the server has its answer. */
  live: boolean;
}

const store = new AsyncLocalStorage<Surroundings>();
let alone: Surroundings = { p: 0, s: 0, transaction: false, live: true };

/** Runs what the server asks for. @param before where the code was that handed in what is called */
export async function inSurroundings<T>(facts: Partial<AskFacts>, before: Surroundings | undefined, work: () => T): Promise<Awaited<T>> {
  const p = facts.p || (before?.p ?? alone.p);
  const c = facts.c ?? before?.c;
  const here: Surroundings = { p, s: Number(facts.s ?? 0), transaction: facts.x === true, live: true, ...(c === undefined ? {} : { c }) };
  try {
    return await store.run(here, work);
  } finally {
    here.live = false;
  }
}

/** Runs code of a package outside of every call. */
export const asPackage = <T>(p: number, work: () => T): T => {
  alone = { p, s: 0, transaction: false, live: true };
  return store.run(alone, work);
};

export const here = (): Surroundings | undefined => store.getStore();

/** Facts of what is asked for here. After the end of a call without a transaction it runs by itself, as it would in the server; of a transaction that is over nothing runs any more. */
export function doorFacts(c?: number): DoorFacts & Record<string, unknown> {
  const now = store.getStore() ?? alone;
  const s = now.live || now.transaction ? now.s : 0;
  const call = c ?? (now.live ? now.c : undefined);
  return { p: now.p, s, ...(call === undefined ? {} : { c: call }) };
}
