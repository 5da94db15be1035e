import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/databases/test-database.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './core/log.ts';
import { coreMigrations } from './core/core-migrations.ts';
import type { Database } from './db/index.ts';
import { createServer } from './index.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** The same database, whose every answer is slow; `answered` is called for each. */
function slowly(database: Database, answered: () => void): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await turns(20);
      answered();
      return result;
    },
  };
  const kyselyFor = () => database.kyselyFor<Record<string, never>>().withPlugin(plugin);
  return new Proxy(database, {
    get: (target, key) => {
      if (key === 'kyselyFor') return kyselyFor;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('a server that is closed', () => {
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    database = await openTestDatabase([coreMigrations]);
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-close-'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves no work behind in the database, even when it has only just begun', async () => {
    let [closed, answersAfter] = [false, 0];
    const slow = slowly(database, () => {
      if (closed) answersAfter += 1;
    });
    const config = { ...readConfig({ DATA_DIR: folder, BUILD_DIR: folder, REGISTRY_FILE: path.join(folder, 'registry.json') }), mode: 'test' as const };
    const server = await createServer({ config, database: slow, log: createLog('silent'), keepDatabaseOpen: true });
    await server.close();
    closed = true;
    await database.script('select 1');
    await turns(100);
    expect(answersAfter).toBe(0);
  });
});
