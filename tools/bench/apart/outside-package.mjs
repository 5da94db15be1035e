import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const sri = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/**
 * Writes a package from outside with a table of 20 rows, a route that reads them, and one for each thing that must harm nobody else.
 * @returns its entry for registry.json
 */
export function writeOutsidePackage(folder, id, entry = {}) {
  const target = path.join(folder, id);
  const schema = id.replaceAll('-', '_');
  mkdirSync(target, { recursive: true });
  const files = {
    'server.mjs': `
import { readFileSync } from 'node:fs';
const kept = [];
const route = (path, need) => ({ method: 'GET', path, summary: 'bench', need, audit: 'none', reply: {} });
const write = (name, body) => ({ ...route('/api/bench/${id}/' + name, 'session'), method: 'POST', body, audit: 'write', retry: 'never', retryReason: 'a fixture' });
const contract = { name: '${id}', routes: { rows: route('/api/bench/${id}/rows', 'session'), ...Object.fromEntries(['late', 'exit', 'chatter', 'console', 'flood', 'deep', 'files', 'never', 'hold', 'leak', 'tells', 'asks', 'endless'].map((name) => [name, route('/api/bench/${id}/' + name, 'session')])),
  keep: write('keep', {}), occupy: write('occupy', {}), pattern: write('pattern', { type: 'object', properties: { text: { type: 'string', pattern: '(a+)+$' } } }) } };
export default {
  schema: '${schema}',
  migrations: [{ name: '0001-thing', sql: \`create table ${schema}.thing (id text primary key, name text not null, amount bigint not null, day date not null, at timestamptz not null, note text);
    insert into ${schema}.thing select 'row ' || n, 'name of row ' || n, n * 100, '2026-01-01', '2026-01-01T08:00:00Z', null from generate_series(1, 20) as n\` }],
  implementations: [{ contract, handlers: {
    rows: async (_input, ctx) => ({ by: ctx.user.account, list: await ctx.db.selectFrom('${schema}.thing as row').select(['row.id', 'row.name', 'row.amount', 'row.day', 'row.at', 'row.note']).orderBy('row.id').limit(20).execute() }),
    late: async () => { setTimeout(() => { throw new Error('thrown by a timer'); }, 1); await new Promise((done) => setTimeout(done, 50)); },
    exit: async () => { process.exit(0); },
    chatter: async (_input, ctx) => { for (let at = 0; at < 40000; at += 1) ctx.log.info({ at }, 'chatter line'); },
    console: async () => { for (let at = 0; at < 40000; at += 1) console.log('chatter line', at); },
    tells: async (_input, ctx) => { for (let at = 0; at < 1e6; at += 1) ctx.publish({ id: 'nobody@1' }, { at }); },
    asks: async (_input, ctx) => { for (;;) { for (let at = 0; at < 500; at += 1) ctx.outbound.allows('https://example.com/' + at); await new Promise((done) => setImmediate(done)); } },
    flood: async () => 'x'.repeat(40 * 1024 * 1024),
    deep: async () => { const top = {}; let at = top; for (let n = 0; n < 500; n += 1) { at.in = {}; at = at.in; } return top; },
    files: async () => readFileSync('/etc/passwd', 'utf8'),
    never: () => new Promise(() => undefined),
    keep: async (_input, ctx) => { await ctx.db.updateTable('${schema}.thing').set({ note: 'kept' }).execute(); await new Promise(() => undefined); },
    occupy: async (_input, ctx) => { await ctx.db.updateTable('${schema}.thing').set({ note: 'occupied' }).execute(); for (;;) await ctx.db.selectFrom('${schema}.thing as row').select('row.id').limit(1).execute(); },
    endless: async (_input, ctx) => { await ctx.db.executeQuery({ sql: 'select count(*) from generate_series(1, 1000000000000)', parameters: [], query: { kind: 'RawNode', sqlFragments: [''], parameters: [] }, queryId: { queryId: '1' } }); },
    pattern: async () => 'passed',
    hold: async () => { await null; for (;;) Math.random(); },
    leak: async () => { for (;;) { kept.push(new Array(100000).fill(kept.length)); if (kept.length % 20 === 0) await new Promise((done) => setTimeout(done, 1)); } },
  } }],
};
`,
    'zh.json': '{}',
    'zhtw.json': '{}',
    'en.json': '{}',
  };
  const manifest = {
    schema: 1,
    id,
    version: '1.0.0',
    sdk: '^1.0.0',
    name: { zh: id, zhtw: id, en: id },
    dependsOn: [],
    contributes: { pages: [], menuTypes: [], slots: [], menus: [], permissions: [] },
    outboundHosts: [],
    server: { entry: 'server.mjs' },
    locales: { zh: 'zh.json', zhtw: 'zhtw.json', en: 'en.json' },
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, { integrity: sri(text), size: Buffer.byteLength(text) }])),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(target, name), text);
  writeFileSync(path.join(target, 'manifest.json'), JSON.stringify(manifest));
  return { id, source: target, enabled: true, ...entry };
}
