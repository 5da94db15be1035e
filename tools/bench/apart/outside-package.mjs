import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const sri = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/**
 * Writes a package from outside with a table of 20 rows, a route that reads them, and one that never ends.
 * @returns its entry for registry.json
 */
export function writeOutsidePackage(folder, id, entry = {}) {
  const target = path.join(folder, id);
  mkdirSync(target, { recursive: true });
  const files = {
    'server.mjs': `
const route = (path, need) => ({ method: 'GET', path, summary: 'bench', need, audit: 'none', reply: {} });
const contract = { name: '${id}', routes: { rows: route('/api/bench/${id}/rows', 'session'), hold: route('/api/bench/${id}/hold', 'session') } };
export default {
  schema: '${id}',
  migrations: [{ name: '0001-thing', sql: \`create table ${id}.thing (id text primary key, name text not null, amount bigint not null, day date not null, at timestamptz not null, note text);
    insert into ${id}.thing select 'row ' || n, 'name of row ' || n, n * 100, '2026-01-01', '2026-01-01T08:00:00Z', null from generate_series(1, 20) as n\` }],
  implementations: [{ contract, handlers: {
    rows: async (_input, ctx) => ({ by: ctx.user.account, list: await ctx.db.selectFrom('${id}.thing as row').select(['row.id', 'row.name', 'row.amount', 'row.day', 'row.at', 'row.note']).orderBy('row.id').limit(20).execute() }),
    hold: async () => { await null; for (;;) Math.random(); },
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
