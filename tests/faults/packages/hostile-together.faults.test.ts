import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../shell/server/db/index.ts';
import { longRun } from '../../support/cases/effort.ts';
import { addressOf, openTestDatabase, testEngine } from '../../support/databases/test-database.ts';
import { packedPlugin } from '../../support/processes/fixture-plugin.ts';
import { hostilePackage } from '../../support/processes/hostile-package.ts';
import { ONE_CALL } from '../../support/processes/one-call-connection.ts';
import { quickFolder } from '../../support/processes/quick-folder.ts';
import { type RunningSystem, startSystem } from '../../support/processes/running-system.ts';

/** Lines of the table that end a process, hold it, or flood: each in a package of its own, all at once. */
const LINES = {
  never: undefined,
  keep: {},
  hold: undefined,
  leak: undefined,
  chatter: undefined,
  tells: undefined,
  asks: undefined,
  occupy: {},
  endless: undefined,
  endlessly: {},
  flood: undefined,
  late: undefined,
  pattern: { text: `${'a'.repeat(60)}!` },
};
/** Calls of each line, one after another; what never answers is waited for each time. */
const callsOf = (line: string): number => (line === 'never' ? 3 : 6);

const GOOD = `
const route = (path) => ({ method: 'GET', path, summary: 'fixture', need: 'public', audit: 'none', reply: {} });
const write = { method: 'POST', body: {}, audit: 'write', retry: 'never', retryReason: 'a fixture' };
const contract = { name: 'good', routes: { calm: route('/api/good/calm'), add: { ...route('/api/good/add'), ...write }, count: route('/api/good/count') } };
export default {
  schema: 'good',
  migrations: [{ name: '0001-thing', sql: 'create table good.thing (id serial primary key)' }],
  implementations: [{ contract, handlers: {
    calm: async () => 'good',
    add: async (_input, ctx) => { await ctx.db.insertInto('good.thing').defaultValues().execute(); return 'added'; },
    count: async (_input, ctx) => Number((await ctx.db.selectFrom('good.thing').select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n),
  } }],
};
`;

const folder = quickFolder('nephra-hostile-');
let options: NonNullable<Parameters<typeof startSystem>[0]>;
let system: RunningSystem | undefined;
let database: Database | undefined;

beforeAll(async () => {
  if (!longRun) return;
  const entry = (id: string, server: string): object => {
    const source = path.join(folder, `${id}.tgz`);
    writeFileSync(source, packedPlugin({ id, server, settings: { type: 'object' }, migrations: ['0001-thing'] }));
    return { id, source, enabled: true };
  };
  const registry = path.join(folder, 'registry.json');
  const hostile = Object.keys(LINES).map((line) => entry(line, hostilePackage(line)));
  writeFileSync(registry, JSON.stringify({ site: { name: '测试' }, plugins: [entry('good', GOOD), ...hostile] }));
  const limits = { PLUGIN_HANG_SECONDS: '2', PLUGIN_CALL_SECONDS: '30', PLUGIN_MEMORY_MB: '256', PLUGIN_TRANSACTION_SECONDS: '1' };
  database = testEngine === 'postgres' ? await openTestDatabase() : undefined;
  const where: Readonly<Record<string, string>> = database ? { DATABASE_URL: await addressOf(database) } : {};
  options = {
    demo: false,
    dataDir: path.join(folder, 'data'),
    env: { REGISTRY_FILE: registry, ...limits, ...where, RATE_PER_MINUTE: '1000000' },
    shortLived: true,
  };
  system = await startSystem(options);
});
afterAll(async () => {
  await system?.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(at: string, body?: object): Promise<{ readonly code: number; readonly data: unknown; readonly msg: string }> {
  const write = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${system?.url}/api/${at}`, { ...write, headers: { ...ONE_CALL, ...(body && { 'content-type': 'application/json' }) } });
  return (await answer.json()) as { code: number; data: unknown; msg: string };
}

it.runIf(longRun)(
  'every line of the table at once, again and again: no call of another package fails, no row of it is lost, and the server starts healthy with all',
  async () => {
    const attacks = Object.entries(LINES).map(async ([line, body]) => {
      for (let call = 0; call < callsOf(line); call += 1) {
        const { code } = await ask(`${line}/${line}`, body);
        // waits: while its process is down it is refused at once, and the line would be over before the others
        if (code !== 200) await pause(500);
      }
    });
    let isOver = false;
    const over = Promise.all(attacks).finally(() => {
      isOver = true;
    });
    const failed: string[] = [];
    let added = 0;
    const others = [undefined, {}, undefined, {}].map(async (body) => {
      while (!isOver) {
        const answer = await ask(body ? 'good/add' : 'good/calm', body);
        if (answer.code !== 200) failed.push(answer.msg);
        else if (body) added += 1;
        // waits: it asks as people do
        await pause(50);
      }
    });
    await over;
    await Promise.all(others);
    expect(failed).toEqual([]);
    expect(await ask('good/count')).toMatchObject({ code: 200, data: added });
    await system?.stop();
    system = await startSystem(options);
    expect(await ask('good/count')).toMatchObject({ code: 200, data: added });
  },
  900_000,
);
