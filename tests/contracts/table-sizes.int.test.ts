import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedRecord } from '@nephra/plugin-sdk/server';
import { pluginFromSources } from '../support/inline-packages.ts';
import { tableSizesOf } from '../support/query-plans/table-sizes.ts';
import { ALL_PLUGINS, startTestServer, type TestServer } from '../support/server.ts';

/** From so many rows on a list is not sorted anew for every page. */
const MANY_ROWS = 2_000;

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

  it('a record whose table has many rows is named there, so that its orders have indexes: `list` of `defineTable`', async () => {
    const sizes = await tableSizesOf(ALL_PLUGINS);
    const halves = await Promise.all(ALL_PLUGINS.map(pluginFromSources));
    const served = halves.flatMap((half) => (half.server?.implementations ?? []).filter((one): one is ServedRecord => 'engine' in one));
    const engines = served.map(({ engine }) => engine.rows);
    expect(engines.length).toBeGreaterThanOrEqual(15);
    const many = engines.filter(({ table }) => (sizes.get(table.name)?.rows ?? 0) >= MANY_ROWS);
    expect(many.length).toBeGreaterThanOrEqual(5);
    expect(many.filter(({ record, table }) => table.options.list !== record).map(({ table }) => table.name)).toEqual([]);
    // Of what is named there, it is the record that the table is served by.
    expect(engines.filter(({ record, table }) => table.options.list && table.options.list !== record).map(({ table }) => table.name)).toEqual([]);
  });
});
