import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableSizesOf } from '../support/query-plans/table-sizes.ts';
import { ALL_PLUGINS, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let tables: readonly string[];
let declared: readonly string[];
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  const { rows } = await sql<{ name: string }>`select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(server.db);
  tables = rows.map(({ name }) => name);
  declared = [...(await tableSizesOf(ALL_PLUGINS)).keys()];
});
afterAll(() => server?.close());

describe('tables say how they grow', () => {
  it('every table of the database is declared: `tableSizes` of the plugin’s server definition, or shell/server/tables/table-sizes.ts', () => {
    expect(tables.filter((table) => !declared.includes(table))).toEqual([]);
    expect(tables.length).toBeGreaterThan(100);
  });

  it('no table is declared that is not there', () => {
    expect(declared.filter((table) => !tables.includes(table))).toEqual([]);
  });
});
