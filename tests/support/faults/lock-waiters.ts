import { expect, vi } from 'vitest';
import type { Database } from '../../../shell/server/db/index.ts';

/** A door that somebody opens. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export interface LockScene {
  /** Takes the lock that all want, in a transaction of somebody else. */
  readonly hold: () => Promise<unknown>;
  /** Calls that want it, all at once. */
  readonly acts: readonly (() => Promise<unknown>)[];
  /** Another user's call that wants no lock. */
  readonly read: () => Promise<unknown>;
  /** How many of the acts may have a connection while they wait; the rest stands in a queue without one. */
  readonly abreast?: number;
}

/**
 * On a server with many connections: somebody holds the lock, `acts` want it, and as long as they wait no more than `abreast` of them own a connection,
 * and the read is answered. Looks at what waits where, not at the clock.
 * @returns what the acts came to, in their order
 */
export async function expectWaitingWithoutConnections(db: Database, { hold, acts, read, abreast = 3 }: LockScene): Promise<PromiseSettledResult<unknown>[]> {
  const [has, may] = [gate(), gate()];
  const held = db.transaction(async () => {
    await hold();
    has.open();
    await may.opened;
  });
  // A lock that cannot be taken is told, not waited for.
  await Promise.race([has.opened, held]);
  let done = 0;
  const under = acts.map((act) => act().finally(() => (done += 1)));
  // An act that wants no lock after all, or is refused before it, would be waited for in vain.
  const early = Promise.race(under).then((answer) => {
    throw new Error(`an act ended before the lock was free: ${JSON.stringify(answer)}`);
  });
  early.catch(() => undefined);
  const all = Promise.allSettled(under);
  try {
    const standing = vi.waitUntil(
      async () => {
        const { waitingForLocks } = await db.stats();
        return db.load.queued === acts.length - abreast && waitingForLocks === abreast;
      },
      { timeout: 60_000 },
    );
    standing.catch(() => undefined);
    await Promise.race([standing, early]);
    // The holder, and the few that will have the lock next.
    expect(db.load).toMatchObject({ inUse: abreast + 1, waiting: { transactions: 0, statements: 0 } });
    await read();
    expect([done, db.load.queued]).toEqual([0, acts.length - abreast]);
  } finally {
    may.open();
    await Promise.allSettled([held, all]);
  }
  expect(db.load).toMatchObject({ queued: 0, inUse: 0 });
  return await all;
}
