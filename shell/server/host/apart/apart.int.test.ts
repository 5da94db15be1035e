import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../../../../tests/support/faults/cut-call.ts';
import { packedPlugin } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket } from '../../../../tests/support/socket-client.ts';
import { packageProgram } from './program.ts';

/** Two packages from outside: one keeps rows, the other asks it for them in transactions of its own. */
const KEEPER = `
import { Readable } from 'node:stream';
const row = (method, path, more = {}) => ({ method, path: '/api/keeper/' + path, summary: 'fixture', need: 'session', audit: method === 'GET' ? 'none' : 'write', reply: {}, ...more });
const write = { body: {}, retry: 'never', retryReason: 'a fixture' };
const byId = { params: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } };
const contract = { name: 'keeper', routes: {
  count: row('GET', 'count'), facts: row('GET', 'facts'), file: row('GET', 'file', { raw: true }), rows: row('GET', 'rows'), values: row('GET', 'values'),
  add: row('POST', 'add', write), fail: row('POST', 'fail', write), nested: row('POST', 'nested', write), late: row('POST', 'late', write), die: row('POST', 'die', write),
  twice: row('POST', 'twice', write), upload: row('POST', 'upload', { ...write, encoding: 'multipart' }),
  store: row('POST', 'store', write), opened: row('GET', 'opened/{id}', byId), stored: row('GET', 'stored/{id}', { ...byId, raw: true }), ranged: row('GET', 'ranged/{id}', { ...byId, raw: true }), drop: row('POST', 'drop', write),
} };
const long = async function* (how) {
  for (let at = 0; at < 5; at += 1) {
    yield Buffer.alloc(200000, 97 + at);
    if (at === 1 && how === 'breaks') throw new Error('the source broke');
    if (at === 1 && how === 'waits') await new Promise(() => undefined);
  }
};
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
  jobs: [{ name: 'tidy', when: 'demand', run: async (ctx, run) => { run.progress(1, 2, 'half'); run.log('a line'); await insert(ctx, 'of the job'); await ctx.files.save({ name: 'job.txt', type: 'keeper-job', content: Buffer.from('of the job'), owner: { orgId: 'an organisation', userId: 'somebody' } }); run.log(JSON.stringify(await ctx.files.room())); if (run.signal.aborted) throw new Error('aborted'); } }],
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
    fail: async ({ body }, ctx) => { await insert(ctx, body.name); if (!body.entry) throw new Error('after the row'); ctx.audit({ after: { amount: 1n } }); return 'added'; },
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
    store: async ({ body }, ctx) => {
      const content = body.how === 'bytes' ? Buffer.from('a few') : Readable.from(long(body.how));
      const before = await ctx.files.room();
      const { fileId, ...saved } = await ctx.files.save({ name: 'of/' + (body.name ?? body.how + '.txt'), type: 'keeper', content, owner: { orgId: 'another', userId: 'another' } });
      if (body.how === 'fails') throw new Error('after the file');
      return { fileId, saved, more: (await ctx.files.room()).usedBytes - before.usedBytes };
    },
    opened: async ({ params }, ctx) => { const { content, ...facts } = await ctx.files.open(params.id); return { ...facts, text: [...new Set(Buffer.concat(await content.toArray()).toString())].join('') }; },
    stored: async ({ params }, ctx) => { const { content, name, contentType } = await ctx.files.open(params.id); return { content, contentType, fileName: name }; },
    ranged: async ({ params }, ctx) => { const { size, name, contentType } = await ctx.files.open(params.id); return { content: Buffer.alloc(0), contentType, fileName: name, ranged: { size, read: async (from, to) => Readable.from([Buffer.concat(await (await ctx.files.open(params.id)).content.toArray()).subarray(from, to + 1)]) } }; },
    drop: async ({ body }, ctx) => { await ctx.files.remove(body.id); await ctx.files.remove(body.id); if (body.fail) throw new Error('after the file'); return 'gone'; },
    upload: async ({ body }) => { const { name, size, extension } = body.file; return { name, size, extension, stored: await body.file.save('keeper'), fields: body.fields }; },
    file: async () => ({ content: Readable.from([Buffer.alloc(300000, 97), Buffer.from('end')]), contentType: 'text/plain', fileName: 'long.txt' }),
  } }],
};
`;
const ASKER = `
const byId = { params: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } };
const write = { body: {}, retry: 'never', retryReason: 'a fixture' };
const row = (method, path, more = {}) => ({ method, path: '/api/asker/' + path, summary: 'fixture', need: 'session', audit: method === 'GET' ? 'none' : 'write', reply: {}, ...more });
const contract = { name: 'asker', routes: { both: row('POST', 'both', write), back: row('GET', 'back'), look: row('GET', 'look/{id}', byId), take: row('POST', 'take', write), drop: row('POST', 'drop', write) } };
const look = (ctx, id) => ctx.files.open(id).then(({ name, content }) => { content.destroy(); return name; }, (error) => error.key);
export default {
  implementations: [{ contract, handlers: {
    both: async ({ body }, ctx) => { const keeper = ctx.service({ id: 'keeper@1' }); await keeper.add(body.name); if (body.fail) throw new Error('the whole is undone'); return { inside: await keeper.count() }; },
    look: ({ params }, ctx) => look(ctx, params.id),
    take: ({ body }, ctx) => look(ctx, body.id),
    drop: async ({ body }, ctx) => { await ctx.files.remove(body.id); return 'dropped'; },
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
  // Its entry of audit cannot be written down: what it did must not stand without it.
  expect((await doctor.post('/api/keeper/fail', { name: 'lost', entry: true })).code).toBe(599);
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

it('a process that has nothing to do is known to sleep: nobody waits long for a transaction that it keeps', async () => {
  const keeper = () => server.server.plugins.host.snapshot.live.find(({ id }) => id === 'keeper')?.apart;
  // Looked at as a transaction that others wait for is; a beat of each second wakes it.
  await expect.poll(() => keeper()?.asleepMs() ?? 0, { interval: 50 }).toBeGreaterThan(250);
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

const filesOnDisk = (): string[] =>
  readdirSync(path.join(server.config.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{32}/.test(name));
const records = async (type: string) =>
  await server.db.selectFrom('core.stored_file').select(['id', 'name', 'org_id', 'created_by']).where('type', '=', type).orderBy('created_at').execute();
const fetched = async (url: string, headers = {}) =>
  await server.server.app.inject({ method: 'GET', url, headers: { authorization: doctor.token, accept: 'application/octet-stream', ...headers } });

it('files that it saves belong to its caller and cross in pieces, both ways; it opens, measures and removes them', async () => {
  const before = filesOnDisk();
  const account = await server.db.selectFrom('core.user_account').select(['id', 'org_id']).where('account', '=', 'doctor').executeTakeFirstOrThrow();
  const stored = await doctor.post<{ fileId: string }>('/api/keeper/store', { how: 'pieces' });
  expect(stored).toMatchObject({
    code: 200,
    data: { saved: { name: 'pieces.txt', size: 1_000_000, contentType: 'text/plain; charset=utf-8' }, more: 1_000_000 },
  });
  const { fileId } = stored.data;
  // Whatever it says of the owner: within a call it is the caller's.
  expect(await records('keeper')).toEqual([{ id: fileId, name: 'pieces.txt', org_id: account.org_id, created_by: account.id }]);
  expect(await doctor.get(`/api/keeper/opened/${fileId}`)).toMatchObject({
    code: 200,
    data: { fileId, name: 'pieces.txt', size: 1_000_000, type: 'keeper', createdBy: account.id, text: 'abcde' },
  });
  expect((await fetched(`/api/keeper/stored/${fileId}`)).body).toBe('abcde'.replaceAll(/./g, (letter) => letter.repeat(200_000)));
  expect(await fetched(`/api/keeper/ranged/${fileId}`, { range: 'bytes=199998-200001' })).toMatchObject({ statusCode: 206, body: 'aabb' });

  const few = await doctor.post<{ fileId: string }>('/api/keeper/store', { how: 'bytes' });
  expect(few).toMatchObject({ code: 200, data: { saved: { size: 5 }, more: 5 } });
  expect((await doctor.post('/api/keeper/drop', { id: few.data.fileId, fail: true })).code).toBe(599);
  expect(await doctor.get(`/api/keeper/opened/${few.data.fileId}`)).toMatchObject({ code: 200, data: { text: 'a few' } });
  for (const id of [few.data.fileId, fileId]) expect(await doctor.post('/api/keeper/drop', { id })).toMatchObject({ code: 200, data: 'gone' });
  await expect.poll(filesOnDisk).toEqual(before);
  expect((await doctor.get(`/api/keeper/opened/${fileId}`)).extras?.error).toBe('core.file-missing');
});

it('outside of calls it says whose a file is; what came with a call it saves where it was received', async () => {
  // The job of above.
  expect(await records('keeper-job')).toMatchObject([{ org_id: 'an organisation', created_by: 'somebody' }]);
  const { body } = uploadBytes(doctor, { url: '/api/keeper/upload', fileName: '病区.txt', content: '甲'.repeat(200_000) });
  const uploaded = (await doctor.raw({ method: 'POST', url: '/api/keeper/upload', payload: body, headers: multipartHeaders })).json();
  expect(uploaded).toMatchObject({ code: 200, data: { name: '病区.txt', size: 600_000, extension: 'txt', stored: { name: '病区.txt', size: 600_000 } } });
  expect(await doctor.get(`/api/keeper/opened/${uploaded.data.stored.fileId}`)).toMatchObject({ code: 200, data: { text: '甲' } });
});

it('of another package, of the product, and of whoever does not call, it reaches no file by its id; what its caller has uploaded it keeps once a call writes', async () => {
  const nurse = await server.signIn('nurse');
  const upload = async (client: TestClient): Promise<string> => {
    const { body } = uploadBytes(client, { url: '/api/file/Uploader/annex', fileName: 'handed in.txt', content: 'a few words' });
    return (await client.raw({ method: 'POST', url: '/api/file/Uploader/annex', payload: body, headers: multipartHeaders })).json().data.fileId;
  };
  const look = async (client: TestClient, id: string) => (await client.get(`/api/asker/look/${id}`)).data;
  const isThere = async (id: string) => (await server.db.selectFrom('core.stored_file').select('plugin').where('id', '=', id).executeTakeFirst())?.plugin;
  const { fileId: ofKeeper } = (await doctor.post<{ fileId: string }>('/api/keeper/store', { how: 'bytes' })).data;
  const ofProduct = await server.server.core.files.forPlugin({ id: 'documents', isFromOutside: false }, { orgId: 'o', userId: 'u' }).save({
    ...{ name: 'ours.txt', type: 'document', content: Buffer.from('ours') },
  });
  for (const id of [ofKeeper, ofProduct.fileId]) {
    expect(await look(doctor, id)).toBe('core.file-missing');
    expect((await doctor.post('/api/asker/drop', { id })).data).toBe('dropped');
    expect(await isThere(id)).not.toBeUndefined();
  }
  expect((await doctor.post('/api/keeper/drop', { id: ofKeeper })).data).toBe('gone');
  expect(await isThere(ofKeeper)).toBeUndefined();

  // From before it was noted: whoever knew it opens it, and nobody's package takes it away.
  await server.db.updateTable('core.stored_file').set({ plugin: '*' }).where('id', '=', ofProduct.fileId).execute();
  expect(await look(doctor, ofProduct.fileId)).toBe('ours.txt');
  await doctor.post('/api/asker/drop', { id: ofProduct.fileId });
  expect(await isThere(ofProduct.fileId)).toBe('*');

  const handed = await upload(doctor);
  expect([await look(nurse, handed), await look(doctor, handed), await isThere(handed)]).toEqual(['core.file-missing', 'handed in.txt', '']);
  expect((await nurse.post('/api/asker/take', { id: handed })).data).toBe('core.file-missing');
  expect((await doctor.post('/api/asker/take', { id: handed })).data).toBe('handed in.txt');
  expect([await look(nurse, handed), await isThere(handed)]).toEqual(['handed in.txt', 'asker']);
  expect((await doctor.get(`/api/keeper/opened/${handed}`)).extras?.error).toBe('core.file-missing');
  expect((await doctor.post('/api/asker/drop', { id: handed })).data).toBe('dropped');
  expect(await isThere(handed)).toBeUndefined();
});

it('a file that breaks off, is no file, stands in a call that fails, or whose process ends leaves no record and nothing half', async () => {
  const there = async () => [await records('keeper'), filesOnDisk().toSorted()];
  const before = await there();
  expect((await doctor.post('/api/keeper/store', { how: 'breaks' })).code).toBe(599);
  expect((await doctor.post('/api/keeper/store', { how: 'fails' })).code).toBe(599);
  expect((await doctor.post('/api/keeper/store', { how: 'pieces', name: 'a.exe' })).extras?.error).toBe('core.file-type');
  const half = doctor.post('/api/keeper/store', { how: 'waits' });
  await expect.poll(() => filesOnDisk().some((name) => name.startsWith('incoming'))).toBe(true);
  const running = server.server.plugins.host.snapshot.live.find(({ id }) => id === 'keeper');
  (await running?.apart?.process())?.kill({ kind: 'crash', detail: 'of the test' });
  const ended = await half;
  expect(ended.code).toBe(503);
  expect(ended.msg).toContain('keeper');
  await expect.poll(there).toEqual(before);
});
