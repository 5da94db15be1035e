/** Source of the server half of a vendor's package with one route for each thing that must not take the hospital down, nor lead out of its process. */
export const hostilePackage = (id: string): string => `
import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
import { connect } from 'node:net';
const names = ['calm', 'late', 'text', 'exit', 'hold', 'leak', 'chatter', 'files', 'secret', 'exec', 'fetch', 'socket', 'inside', 'kill', 'flood', 'deep', 'never', 'tells', 'asks', 'rows', 'value', 'endless'];
const route = (path) => ({ method: 'GET', path, summary: 'fixture', need: 'public', audit: 'none', reply: {} });
const write = (path, body) => ({ ...route(path), method: 'POST', body, audit: 'write', retry: 'never', retryReason: 'a fixture' });
const redos = { type: 'object', properties: { text: { type: 'string', pattern: '(a+)+$' } } };
const contract = { name: '${id}', routes: { ...Object.fromEntries(names.map((name) => [name, route('/api/${id}/' + name)])), keep: write('/api/${id}/keep', {}), occupy: write('/api/${id}/occupy', {}), endlessly: write('/api/${id}/endlessly', {}), pattern: write('/api/${id}/pattern', redos) } };
const kept = [];
const told = async (act) => { try { return 'got ' + String(await act()).slice(0, 40); } catch (error) { return 'refused: ' + error.message; } };
const inside = async () => {
  const found = [];
  const ways = {
    binding: () => process.binding('fs'),
    builtin: () => process.getBuiltinModule('net'),
    pipe: () => new process.stdout.constructor({ fd: 1 }).connect,
    imported: async () => (await import('node:net')).Socket.prototype.connect,
    made: async () => (await new Function('return import("node:child_process")')()).spawn('id'),
    module: async () => (await import('node:module')).createRequire('file:///')('net').connect(1),
    worker: async () => new (await import('node:worker_threads')).Worker('1', { eval: true }),
    inspector: async () => (await import('node:inspector')).open(),
    wasi: async () => (await import('node:wasi')).WASI,
  };
  for (const [name, way] of Object.entries(ways)) { try { const got = await way(); if (got !== undefined) { if (typeof got === 'function') got(); found.push(name); } } catch {} }
  return found;
};
const statement = (ctx, sql) => ctx.db.executeQuery({ sql, parameters: [], query: { kind: 'RawNode', sqlFragments: [''], parameters: [] }, queryId: { queryId: '1' } });
export default {
  schema: '${id}',
  migrations: [{ name: '0001-thing', sql: 'create table ${id}.thing (id text)' }],
  implementations: [{ contract, handlers: {
    calm: async () => 'calm',
    never: () => new Promise(() => undefined),
    keep: async (_input, ctx) => { await ctx.db.insertInto('${id}.thing').values({ id: 'kept' }).execute(); await new Promise(() => undefined); },
    occupy: async (_input, ctx) => { await ctx.db.insertInto('${id}.thing').values({ id: 'occupied' }).execute(); for (;;) await ctx.db.selectFrom('${id}.thing as thing').select('thing.id').limit(1).execute(); },
    pattern: async () => 'passed',
    late: async () => { setTimeout(() => { throw new Error('thrown by a timer'); }, 5); return 'left a timer'; },
    text: async () => { Promise.reject('a text that nobody hears'); setImmediate(() => { throw 'a text'; }); return 'left a text'; },
    exit: async () => { process.exit(0); },
    hold: async () => { await null; for (;;) Math.random(); },
    leak: async () => { for (;;) { kept.push(new Array(100000).fill(kept.length)); if (kept.length % 20 === 0) await new Promise((done) => setTimeout(done, 1)); } },
    chatter: async (_input, ctx) => { for (let at = 0; at < 40000; at += 1) ctx.log.info({ at }, 'chatter line'); return 'chattered'; },
    files: () => told(() => readFileSync('/etc/passwd', 'utf8')),
    secret: async (_input, ctx) => told(() => readFileSync(ctx.settings.secret, 'utf8')),
    exec: () => told(() => execSync('id').toString()),
    fetch: async (_input, ctx) => told(async () => (await fetch(ctx.settings.address)).text()),
    socket: async (_input, ctx) => told(() => new Promise((done, fail) => { const one = connect(Number(new URL(ctx.settings.address).port), '127.0.0.1'); one.on('connect', () => done('connected')); one.on('error', fail); })),
    inside: async () => inside(),
    kill: async () => told(() => process.kill(process.ppid)),
    tells: async (_input, ctx) => { for (let at = 0; at < 1e6; at += 1) ctx.publish({ id: 'nobody@1' }, { at }); return 'told'; },
    asks: async (_input, ctx) => { for (;;) { for (let at = 0; at < 500; at += 1) ctx.outbound.allows('https://example.com/' + at); await new Promise((done) => setImmediate(done)); } },
    rows: async (_input, ctx) => (await statement(ctx, "select repeat('x', 1000) as text from generate_series(1, 80000)")).rows.length,
    value: async (_input, ctx) => (await statement(ctx, "select repeat('x', 70000000) as text")).rows.length,
    endless: async (_input, ctx) => (await statement(ctx, 'select count(*) from generate_series(1, 1000000000000)')).rows.length,
    endlessly: async (_input, ctx) => { await ctx.db.insertInto('${id}.thing').values({ id: 'endless' }).execute(); await statement(ctx, 'select count(*) from generate_series(1, 1000000000000)'); },
    flood: async () => 'x'.repeat(40 * 1024 * 1024),
    deep: async () => { const top = {}; let at = top; for (let n = 0; n < 500; n += 1) { at.in = {}; at = at.in; } return top; },
  } }],
};
`;
