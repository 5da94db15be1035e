import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresMissing } from '../../tools/test/machine.mjs';
import { longRun } from './cases/effort.ts';
import { statementsOf } from './count-statements.ts';
import { startPostgres } from './databases/postgres-server.ts';
import { templatesOf, tidyTemplates } from './databases/postgres-templates.ts';
import { startTestServer, type TestServer } from './server.ts';

describe('the demo stands in the template', () => {
  let server: TestServer;
  let asked: readonly string[];
  beforeAll(async () => {
    // Makes the template where no earlier run has kept it.
    await (await startTestServer({ plugins: ['patient'] })).close();
    asked = await statementsOf(async () => {
      server = await startTestServer({ plugins: ['patient'] });
    });
  });
  afterAll(() => server.close());

  /** What a test took away is brought back from the template as JSON, not filled in. */
  const fills = (statement: string): boolean =>
    /^insert into "(core"\."(org|user_account)"|patient")/.test(statement) && !statement.includes('json_populate_recordset');

  it('a server that begins over it fills in nobody', async () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(fills)).toEqual([]);
    const { rows } = await sql<{ patients: number; staff: number }>`
      select (select count(*)::int from patient.patient) as patients, (select count(*)::int from core.user_account) as staff`.execute(server.db);
    expect(rows[0]?.patients).toBeGreaterThan(10);
    expect(rows[0]?.staff).toBeGreaterThan(10);
  });
});

// A server of its own: on the one of the run it would drop what the files beside need.
it.runIf(longRun && !postgresMissing())('a run leaves the templates that were used last, so many, and no database of a test', async () => {
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  try {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    for (const name of ['template_a', 'template_b', 'template_c', 'template_d_unfinished', 'test_e']) await client.query(`create database ${name}`);
    const used = { template_a: '2026-03-03', template_b: '2026-03-01', template_c: '2026-03-02' };
    for (const [name, day] of Object.entries(used)) await client.query(`comment on database ${name} is '${day}'`);
    await client.end();
    await tidyTemplates(server, 2);
    expect(await templatesOf(server)).toEqual(['template_a', 'template_c']);
  } finally {
    await server.stop();
  }
});
