import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEngine } from '../../../../../tests/support/databases/test-database.ts';
import { packedPlugin } from '../../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../../tests/support/server.ts';
import { packageProgram } from '../program.ts';

/** A package whose route, service, event and job never end, in a transaction and outside of one. */
const SLEEPER = `
const row = (method, path, more = {}) => ({ method, path: '/api/sleeper/' + path, summary: 'fixture', need: 'session', audit: method === 'GET' ? 'none' : 'write', reply: {}, ...more });
const write = { body: {}, retry: 'never', retryReason: 'a fixture' };
const redos = { type: 'object', required: ['text'], properties: { text: { type: 'string', pattern: '(a+)+$' } } };
const contract = { name: 'sleeper', routes: {
  never: row('GET', 'never'), row: row('POST', 'row', write), waits: row('GET', 'waits'), go: row('GET', 'go'), count: row('GET', 'count'), shout: row('POST', 'shout', write),
  shaped: row('GET', 'shaped', { query: { type: 'object', properties: { n: { type: 'integer' }, text: { type: 'string', maxLength: 5 } }, required: ['text'] } }),
  costly: row('POST', 'costly', { ...write, body: redos }), wrong: row('GET', 'wrong', { reply: { type: 'string' } }), touch: row('POST', 'touch', write),
} };
const never = () => new Promise(() => undefined);
let go; let outcome = 'waits';
export default {
  schema: 'sleeper',
  migrations: [{ name: '0001-thing', sql: 'create table sleeper.thing (id text primary key)' }],
  services: [{ token: { id: 'sleeper@1' }, create: () => ({ never }) }],
  subscribers: [{ token: { id: 'shouted@1' }, handle: never }],
  jobs: [{ name: 'sleep', when: 'demand', run: never }],
  implementations: [{ contract, handlers: {
    never,
    row: async (_input, ctx) => { await ctx.db.insertInto('sleeper.thing').values({ id: ctx.newId() }).execute(); await never(); },
    waits: async (_input, ctx) => { await new Promise((done) => { go = done; }); outcome = await ctx.db.selectFrom('sleeper.thing as t').select('t.id').execute().then(() => 'ran', (error) => error.message); },
    go: async () => { const had = go; go = undefined; had?.(); return { waits: had !== undefined, outcome }; },
    touch: async (_input, ctx) => { await ctx.db.updateTable('sleeper.thing as t').set({ id: 'row' }).where('t.id', '=', 'row').execute(); return 'touched'; },
    count: async (_input, ctx) => (await ctx.db.selectFrom('sleeper.thing as t').select('t.id').execute()).length,
    shout: async (_input, ctx) => { ctx.publish({ id: 'shouted@1' }, {}); },
    shaped: async ({ query }) => query,
    costly: async ({ body }) => body,
    wrong: async () => 7,
  } }],
};
`;
const CALLER = `
const contract = { name: 'caller', routes: { service: { method: 'GET', path: '/api/caller/service', summary: 'fixture', need: 'session', audit: 'none', reply: {} } } };
export default { implementations: [{ contract, handlers: { service: async (_input, ctx) => ctx.service({ id: 'sleeper@1' }).never() } }] };
`;

/** What never ends has little; healthy calls have what the product gives them: on a busy machine a package's process has a tenth of a core. */
const SHORT_SECONDS = 2;
const LIMITS = { pluginTransactionSeconds: SHORT_SECONDS + 1, pluginHangSeconds: 2, pluginJobMinutes: 1 / 60 };

let server: TestServer;
let doctor: TestClient;
const put = async (): Promise<void> => {
  const entry = (id: string, code: string, more: object = {}) => {
    const source = path.join(server.config.dataDir, `../${id}.tgz`);
    writeFileSync(source, packedPlugin({ id, server: code, ...more }));
    return { id, source, enabled: true };
  };
  await server.writeRegistry({
    site: { name: 'x' },
    plugins: [
      { ...entry('sleeper', SLEEPER, { jobs: ['sleep'], migrations: ['0001-thing'] }), jobs: ['sleep'] },
      entry('caller', CALLER, { dependsOn: ['sleeper'] }),
    ],
  });
};
beforeAll(async () => {
  await packageProgram();
  server = await startTestServer({ config: LIMITS });
  await put();
  doctor = await server.signIn('doctor');
});
afterAll(async () => {
  await server?.close();
});
const sleeper = () => server.server.plugins.host.snapshot.live.find(({ id }) => id === 'sleeper')?.apart;
/** The limit is read at each call: this one has little time, all that leads to it has as long as ever. @param label of what never ends */
const shortly = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
  const { config } = server.server.core.parts;
  const usual = config.pluginCallSeconds;
  const get = (): number => (sleeper()?.underWay.some((one) => one.includes(label)) ? SHORT_SECONDS : usual);
  Object.defineProperty(config, 'pluginCallSeconds', { get, configurable: true });
  return await work().finally(() => Object.defineProperty(config, 'pluginCallSeconds', { value: usual, writable: true, enumerable: true }));
};
/** Places of what is said of it. */
const told = async (kind: string): Promise<string[]> =>
  ((await server.server.plugins.reports.latest()).get('sleeper') ?? []).filter((one) => one.kind === kind).map(({ where }) => where);
const back = () => expect.poll(async () => (await doctor.get('/api/sleeper/count')).code).toBe(200);

it('a shape is judged in its process: what it refuses, turns into numbers and leaves out is as ever', async () => {
  expect(await doctor.get('/api/sleeper/shaped?n=3&text=abc&more=1')).toMatchObject({ code: 200, data: { n: 3, text: 'abc' } });
  const refused = await doctor.get('/api/sleeper/shaped?text=abcdef');
  expect(refused).toMatchObject({ code: 400, extras: { error: 'core.invalid', fields: [{ path: 'text' }] } });
  expect(refused.msg).toContain('5');
  expect(await doctor.get('/api/sleeper/wrong')).toMatchObject({ code: 599 });
});

it('who called for a read and left ends it: what its handler asks for afterwards is refused', async () => {
  const caller = new AbortController();
  const left = server.server.app.inject({ method: 'GET', url: '/api/sleeper/waits', headers: { authorization: doctor.token }, signal: caller.signal });
  const over = left.then(
    () => 'answered',
    () => 'left',
  );
  // Its handler has begun once it can be let go; that is done after the caller has left.
  await expect
    .poll(async () => server.server.plugins.host.snapshot.live.find(({ id }) => id === 'sleeper')?.apart?.underWay)
    .toContain('GET /api/sleeper/waits');
  caller.abort();
  expect(await over).toBe('left');
  await expect.poll(async () => (await doctor.get<{ outcome: string }>('/api/sleeper/go')).data.outcome).toContain('over');
});

it('a route in a transaction, and one outside, are answered by name; the transaction is rolled back and its connection given back', async () => {
  const [read, write] = await shortly('/api/sleeper/', () => Promise.all([doctor.get('/api/sleeper/never'), doctor.post('/api/sleeper/row', {})]));
  for (const answer of [read, write]) {
    expect(answer.code).toBe(503);
    // A transaction is ended sooner where somebody wants the one connection of the embedded engine meanwhile.
    expect(answer.msg).toMatch(answer === read ? new RegExp(`“sleeper”.* ${SHORT_SECONDS} 秒`) : /“sleeper”.* [\d.]+ 秒/);
  }
  // Both are on record, whatever was rolled back; one that was ended sooner is not waited for.
  const places = ['GET /api/sleeper/never', ...(testEngine === 'postgres' ? ['POST /api/sleeper/row'] : [])];
  await expect.poll(() => told('not-answered')).toEqual(expect.arrayContaining(places));
  // A transaction that was ended sooner counts beside its call: that may have been the third.
  await expect.poll(() => doctor.get('/api/sleeper/count')).toMatchObject({ code: 200, data: 0 });
  await expect.poll(() => server.server.core.parts.database.load).toMatchObject({ inUse: 0, queued: 0 });
});

// On the embedded engine nothing can be locked beside the one connection.
it.runIf(testEngine === 'postgres')('one that others keep waiting, by a lock, is answered by name and not to blame: it is never ended for it', async () => {
  const { database } = server.server.core.parts;
  const before = (await sleeper()?.process())?.pid;
  await database.script("insert into sleeper.thing values ('row')");
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  let locked: Promise<void> | undefined;
  // Whoever came before the lock would not have to wait for it.
  await new Promise<void>((isLocked, refused) => {
    locked = database.transaction(async () => {
      await database.script("update sleeper.thing set id = 'row' where id = 'row'");
      isLocked();
      await opened;
    });
    locked.catch(refused);
  });
  const place = 'POST /api/sleeper/touch';
  const answers = shortly(place, () => Promise.all(Array.from({ length: 3 }, () => doctor.post('/api/sleeper/touch', {}))));
  // Their answers wait for the end of their statements: behind the lock that would be the limit of any statement, half a minute.
  await expect.poll(async () => (await told('not-answered')).filter((one) => one === place)).toHaveLength(3);
  open();
  await locked;
  expect((await answers).map(({ code }) => code)).toEqual([503, 503, 503]);
  await expect.poll(async () => (await doctor.post('/api/sleeper/touch', {})).data).toBe('touched');
  expect((await sleeper()?.process())?.pid).toBe(before);
});

it('an event and a job that never end are let go; the third thing that it does not answer ends its process', async () => {
  await shortly('shouted@1', async () => {
    expect((await doctor.post('/api/sleeper/shout', {})).code).toBe(200);
    await server.server.plugins.events.settled('sleeper');
  });
  await back();
  // The job waits a second, is given up and fails.
  await server.server.plugins.jobs.runNow('sleeper.sleep');
  const reports = async () => (await server.server.plugins.reports.latest()).get('sleeper') ?? [];
  await expect.poll(async () => (await reports()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['not-answered', 'hang']));
  expect((await reports()).find(({ kind }) => kind === 'not-answered')?.message).toMatch(/^It did not answer within [\d.]+ s\.$/);
});

it('a service is answered by the name of the plugin that offers it', async () => {
  const answer = await shortly('sleeper@1', () => doctor.get('/api/caller/service'));
  expect(answer.code).toBe(503);
  expect(answer.msg).toContain('“sleeper”');
  expect(answer.msg).toContain('sleeper@1');
});

it('a pattern that takes for ever is its own process, and its end: others are answered meanwhile', async () => {
  expect(await doctor.post('/api/sleeper/costly', { text: 'aaa' })).toMatchObject({ code: 200 });
  const held = shortly('POST /api/sleeper/costly', () => doctor.post('/api/sleeper/costly', { text: `${'a'.repeat(60)}!` }));
  expect((await doctor.get('/api/health')).code).not.toBe(503);
  expect((await held).code).toBe(503);
  await back();
});
