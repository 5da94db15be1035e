import { matchesKeyword } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { fillSearchGrams } from './search-grams.ts';

const TABLES = ['core.org', 'core.department', 'core.position', 'core.role', 'core.user_account'] as const;

describe.each([
  ['demo data', true],
  ['an empty system', false],
])('search pieces of %s', (_name, demo) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ demo });
  });
  afterAll(() => server.close());

  const empty = async (table: (typeof TABLES)[number]) =>
    (await server.db.selectFrom(table).select('id').where(sql<boolean>`search_grams = '{}'`).execute()).length;

  it('are there after the first start', async () => {
    for (const table of demo ? TABLES : (['core.org', 'core.role', 'core.user_account'] as const)) {
      expect((await server.db.selectFrom(table).select('id').execute()).length, table).toBeGreaterThan(0);
      expect(await empty(table), table).toBe(0);
    }
  });
});

describe('rows from before', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const find = async (keyword: string) => {
    const condition = matchesKeyword('search_grams', keyword);
    const rows = await server.db
      .selectFrom('core.user_account')
      .select('account')
      .where(condition as NonNullable<typeof condition>)
      .execute();
    return rows.map((row) => row.account);
  };

  it('are filled batch by batch, the empty ones only, and found by name, account, pinyin and initials', async () => {
    await server.db
      .updateTable('core.user_account')
      .set({ search_grams: ['kept'] })
      .where('account', '=', 'nurse')
      .execute();
    const org = await server.db.selectFrom('core.org').select('id').limit(1).executeTakeFirstOrThrow();
    const people = Array.from({ length: 1203 }, (_, at) => ({
      id: `sim-${String(at).padStart(5, '0')}`,
      account: `sim${at}`,
      real_name: at === 1202 ? '欧阳重庆' : `测试${at}`,
      org_id: org.id,
      deleted_at: null,
    }));
    for (let at = 0; at < people.length; at += 300)
      await server.db
        .insertInto('core.user_account')
        .values(people.slice(at, at + 300))
        .execute();
    // Nothing to search in: stays empty and does not hold the others up.
    await server.db.updateTable('core.user_account').set({ real_name: '…', account: '-' }).where('id', '=', 'sim-00000').execute();

    expect(await fillSearchGrams(server.database)).toBe(1203);
    expect(await fillSearchGrams(server.database)).toBe(1);
    for (const keyword of ['欧阳', 'ouyang', 'oycq', 'sim1202']) expect(await find(keyword), keyword).toEqual(['sim1202']);
    expect(await find('kept')).toEqual([]);
    expect(
      (await server.db.selectFrom('core.user_account').select('search_grams').where('account', '=', 'nurse').executeTakeFirstOrThrow()).search_grams,
    ).toEqual(['kept']);
  });
});
