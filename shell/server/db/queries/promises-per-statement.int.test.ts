import { createHook } from 'node:async_hooks';
import { type Given, prepared } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';

/** Promises that are made while `work` runs, those that `await` makes for itself, too. */
async function promisesOf(work: () => Promise<unknown>): Promise<number> {
  let made = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'PROMISE') made += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return made;
}

const STATEMENTS = 50;
const addOne = prepared((_db: Kysely<object>, given: Given<{ n: number }>) => sql<{ sum: number }>`select ${given('n')}::int + 1 as sum`);

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase([]);
});
afterAll(() => db?.close());

// On Node 20 each promise of the server is looked after for whoever keeps something for its call; on the builder's own way a statement takes 33.
test(`a prepared statement in a transaction is a few promises on ${testEngine}`, async () => {
  const tables = db.kyselyFor<object>();
  const statements = async (): Promise<void> => {
    for (let n = 0; n < STATEMENTS; n += 1) await addOne(tables, { n });
  };
  await db.transaction(async () => {
    await statements();
    expect(await promisesOf(statements)).toBeLessThanOrEqual(STATEMENTS * 14);
  });
});
