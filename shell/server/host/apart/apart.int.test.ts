import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packedPlugin } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket } from '../../../../tests/support/socket-client.ts';
import { packageProgram } from './program.ts';

/** Two packages from outside: one keeps rows, the other asks it for them in transactions of its own. */
const KEEPER = `
import { Readable } from 'node:stream';
const row = (method, path, more = {}) => ({ method, path: '/api/keeper/' + path, summary: 'fixture', need: 'session', audit: method === 'GET' ? 'none' : 'write', reply: {}, ...more });
const write = { body: {}, retry: 'never', retryReason: 'a fixture' };
const contract = { name: 'keeper', routes: {
  count: row('GET', 'count'), facts: row('GET', 'facts'), file: row('GET', 'file', { raw: true }), rows: row('GET', 'rows'), values: row('GET', 'values'),
  add: row('POST', 'add', write), fail: row('POST', 'fail', write), nested: row('POST', 'nested', write), late: row('POST', 'late', write), die: row('POST', 'die', write),
  twice: row('POST', 'twice', write),
} };
const insert = (ctx, name) => ctx.db.insertInto('keeper.thing').values({ id: ctx.newId(), name }).execute();
const count = async (ctx) => Number((await ctx.db.selectFrom('keeper.thing as t').select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
let late;
const text = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 30 } } };
const frames = { name: 'keeper', hears: { KeepIt: { summary: 'keeps', need: 'session', audit: 'write', body: text, reply: 'keptIt' } }, pushes: { keptIt: { summary: 'echo', body: text }, keptNews: { summary: 'news', body: text } } };
export const heard = [];
export default {
  schema: 'keeper',
  migrations: [{ name: '0001-thing', sql: "create table keeper.thing (id text primary key, name text not null unique, bytes bytea, at timestamptz, amount bigint, facts jsonb)" }],
  services: [{ token: { id: 'keeper@1' }, create: (ctx) => ({ kind: 'open', add: (name) => insert(ctx, name), count: async () => count(ctx), again: async (work) => await work(await count(ctx)) }) }],
  subscribers: [{ token: { id: 'kept@1' }, handle: async ({ name }) => { heard.push(name); } }],
  jobs: [{ name: 'tidy', when: 'demand', run: async (ctx, run) => { run.progress(1, 2, 'half'); run.log('a line'); await insert(ctx, 'of the job'); if (run.signal.aborted) throw new Error('aborted'); } }],
  sockets: [{ frames, handlers: { KeepIt: async ({ name }, ctx) => {
    await insert(ctx, name);
    await ctx.socket.push({ person: ctx.user.userId }, frames, 'keptNews', { name: 'news of ' + name });
    if (name === 'unlucky') throw new Error('after the row and the push');
    ctx.audit({ subjectId: name });
    return { name: name + ' of ' + ctx.user.account };
  } } }],
  implementations: [{ contract, handlers: {
    count: async (_input, ctx) => ({ count: await count(ctx), heard }),
    add: async ({ body }, ctx) => { await insert(ctx, body.name); ctx.publish({ id: 'kept@1' }, { name: body.name }); ctx.audit({ subject: 'thing', subjectId: body.name, after: { name: body.name } }); return 'added'; },
    fail: async ({ body }, ctx) => { await insert(ctx, body.name); throw new Error('after the row'); },
    nested: async ({ body }, ctx) => ctx.transaction(async () => { await insert(ctx, body.name); return { inside: await count(ctx) }; }),
    twice: async ({ body }, ctx) => { await insert(ctx, body.name); await insert(ctx, body.name); },
    late: async ({ body }, ctx) => { late = (async () => { await new Promise((done) => setTimeout(done, 50)); try { await insert(ctx, body.name); return 'ran'; } catch (error) { return error.message; } })(); return 'left'; },
    die: async ({ body }, ctx) => { await insert(ctx, body.name); await new Promise(() => { for (;;) JSON.stringify(process.hrtime()); }); },
    facts: async (_input, ctx) => ({
      account: ctx.user.account, language: ctx.language, can: ctx.can('keeper:nothing'), scope: ctx.dataScope('keeper').kind, day: /^\\d{4}-\\d\\d-\\d\\d$/.test(ctx.clock.today()),
      text: ctx.text('greeting', { who: 'you' }), missing: ctx.text('nowhere'), sealed: ctx.secrets.open(ctx.secrets.seal('hidden')), number: (await ctx.numbers.next('keeper', { prefix: 'K', digits: 3 })),
      allows: ctx.outbound.allows('https://example.com/'), other: ctx.optionalService({ id: 'nobody@1' }) === undefined, late: await late, kind: ctx.service({ id: 'keeper@1' }).kind,
      grams: globalThis[Symbol.for('nephra.shared-modules@1')]('@nephra/plugin-sdk/server', ['searchGrams']).searchGrams('病区'),
      sent: await ctx.outbound.send({ url: 'https://example.com/', method: 'GET' }).then(() => 'sent', (error) => error.failure),
      menus: await ctx.menus.list(), none: await ctx.files.open('nowhere').then(() => 'opened', (error) => error.key ?? error.name),
    }),
    values: async (_input, ctx) => {
      const at = new Date('2026-01-02T03:04:05.678Z');
      await ctx.db.insertInto('keeper.thing').values({ id: ctx.newId(), name: 'values', bytes: Buffer.from([1, 2, 255]), at, amount: 9007199254740993n, facts: JSON.stringify({ $: ['date', 1], list: [null, 1.5] }) }).execute();
      const found = await ctx.db.selectFrom('keeper.thing as t').selectAll().where('t.name', '=', 'values').executeTakeFirstOrThrow();
      return { bytes: [...found.bytes], at: found.at instanceof Date && found.at.getTime() === at.getTime(), amount: found.amount, facts: found.facts };
    },
    rows: async (_input, ctx) => {
      let rows = 0; let batches = 0;
      for await (const one of ctx.db.selectFrom('keeper.thing as t').select('t.name').orderBy('t.name').stream(2)) { rows += 1; batches += 1; if (rows === 3) break; }
      return { rows, batches };
    },
    file: async () => ({ content: Readable.from([Buffer.alloc(300000, 97), Buffer.from('end')]), contentType: 'text/plain', fileName: 'long.txt' }),
  } }],
};
`;
const ASKER = `
const write = { body: {}, retry: 'never', retryReason: 'a fixture' };
const row = (method, path, more = {}) => ({ method, path: '/api/asker/' + path, summary: 'fixture', need: 'session', audit: method === 'GET' ? 'none' : 'write', reply: {}, ...more });
const contract = { name: 'asker', routes: { both: row('POST', 'both', write), back: row('GET', 'back') } };
export default {
  implementations: [{ contract, handlers: {
    both: async ({ body }, ctx) => { const keeper = ctx.service({ id: 'keeper@1' }); await keeper.add(body.name); if (body.fail) throw new Error('the whole is undone'); return { inside: await keeper.count() }; },
    back: async (_input, ctx) => ctx.service({ id: 'keeper@1' }).again((n) => ({ told: typeof n })),
  } }],
};
`;

let server: TestServer;
let doctor: TestClient;
beforeAll(async () => {
  await packageProgram();
  // One that loops has a tenth of a core where others want it: its end comes after six times the limit at the latest.
  server = await startTestServer({ config: { pluginHangSeconds: 2 } });
  const entry = (id: string, code: string, more: object = {}) => {
    const source = path.join(server.config.dataDir, `../${id}.tgz`);
    writeFileSync(
      source,
      packedPlugin({
        id,
        server: code,
        texts: { zh: { greeting: '你好 {{who}}' }, zhtw: { greeting: '你好 {{who}}' }, en: { greeting: 'Hello {{who}}' } },
        ...more,
      }),
    );
    return { id, source, enabled: true };
  };
  await server.writeRegistry({
    site: { name: 'x' },
    plugins: [{ ...entry('keeper', KEEPER, { jobs: ['tidy'], migrations: ['0001-thing'] }), jobs: ['tidy'] }, entry('asker', ASKER, { dependsOn: ['keeper'] })],
  });
  doctor = await server.signIn('doctor');
});
afterAll(async () => {
  await server?.close();
});
const count = async (): Promise<number> => (await doctor.get<{ count: number }>('/api/keeper/count')).data.count;

it('rows stand and fall with the call: a failure, a duplicate and another package are no exception', async () => {
  expect(await doctor.post('/api/keeper/add', { name: 'first' })).toMatchObject({ code: 200, data: 'added' });
  await expect.poll(async () => (await doctor.get<{ heard: string[] }>('/api/keeper/count')).data.heard).toEqual(['first']);
  expect((await doctor.post('/api/keeper/fail', { name: 'lost' })).code).toBe(599);
  expect((await doctor.post('/api/keeper/twice', { name: 'twin' })).extras?.error).toBe('core.duplicate');
  expect(await count()).toBe(1);
  expect(await doctor.post('/api/keeper/nested', { name: 'second' })).toMatchObject({ code: 200, data: { inside: 2 } });
  expect(await doctor.post('/api/asker/both', { name: 'third' })).toMatchObject({ code: 200, data: { inside: 3 } });
  expect((await doctor.post('/api/asker/both', { name: 'undone', fail: true })).code).toBe(599);
  expect(await doctor.get('/api/asker/back')).toMatchObject({ code: 200, data: { told: 'number' } });
  expect(await count()).toBe(3);
});

it('what comes after the end of a transaction is refused and never runs by itself', async () => {
  expect(await doctor.post('/api/keeper/late', { name: 'too late' })).toMatchObject({ data: 'left' });
  const { data } = await doctor.get<Record<string, unknown>>('/api/keeper/facts');
  expect(data).toMatchObject({ late: expect.stringContaining('over') });
  expect(await count()).toBe(3);
});

it('its context is that of the server: caller, rights, texts, secrets, numbers, outbound', async () => {
  const { data, code } = await doctor.get<Record<string, unknown>>('/api/keeper/facts', { 'x-language': 'en' });
  expect(code).toBe(200);
  expect(data).toMatchObject({
    account: 'doctor',
    language: 'en',
    can: false,
    scope: 'organisation',
    day: true,
    text: 'Hello you',
    missing: 'nowhere',
    sealed: 'hidden',
    number: expect.stringMatching(/^K\d{3}$/),
    allows: false,
    // By dictionaries that the program carries: its process may read no folder of packages.
    grams: expect.arrayContaining(['病区', 'bq', 'bin']),
    other: true,
    kind: 'open',
    sent: 'not-allowed',
    menus: [],
    none: 'core.file-missing',
  });
});

it('values of the database, streams of rows and files cross whole', async () => {
  expect((await doctor.get('/api/keeper/values')).data).toEqual({
    bytes: [1, 2, 255],
    at: true,
    amount: '9007199254740993',
    facts: { $: ['date', 1], list: [null, 1.5] },
  });
  expect((await doctor.get('/api/keeper/rows')).data).toEqual({ rows: 3, batches: 3 });
  const file = await server.server.app.inject({ method: 'GET', url: '/api/keeper/file', headers: { authorization: doctor.token } });
  expect(file.body.length).toBe(300_003);
  expect(await server.server.plugins.jobs.runNow('keeper.tidy')).toBe(true);
  expect(await count()).toBe(5);
});

it('a process that is ended in the middle of a transaction leaves none of its rows, and no lock', async () => {
  const died = await doctor.post('/api/keeper/die', { name: 'half' });
  expect(died.code).toBe(503);
  expect(died.msg).toContain('keeper');
  await expect.poll(() => count().catch(() => -1)).toBe(5);
  expect(await doctor.post('/api/keeper/add', { name: 'half' })).toMatchObject({ code: 200 });
});

it('frames of the socket reach it with their person, its pushes and its rows come out together or not at all, and shapes are judged', async () => {
  const before = await count();
  const client = await connectSocket(await server.server.listen(), doctor.token);
  try {
    const say = (body: object, ref: string) => client.socket.send(JSON.stringify({ ...body, method: 'KeepIt', token: doctor.token, ref }));
    say({ name: 'unlucky' }, 'r0');
    say({ name: 'x'.repeat(31) }, 'r1');
    say({ name: 'by frame' }, 'r2');
    expect(await client.frame('keptIt')).toEqual({ method: 'keptIt', ref: 'r2', name: 'by frame of doctor' });
    expect(await client.frame('keptNews')).toEqual({ method: 'keptNews', name: 'news of by frame' });
    const refused = () => client.frames.filter(({ method }) => method === 'refused');
    await expect
      .poll(() =>
        refused()
          .map(({ ref }) => ref)
          .toSorted(),
      )
      .toEqual(['r0', 'r1']);
    expect(refused().find(({ ref }) => ref === 'r1')).toMatchObject({ extras: { error: 'core.invalid', fields: [{ path: 'name' }] } });
    expect(await count()).toBe(before + 1);
  } finally {
    client.socket.terminate();
  }
});
