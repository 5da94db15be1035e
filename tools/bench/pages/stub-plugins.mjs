import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const sri = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const inAll = (zh, en) => ({ zh, zhtw: zh, en });

/** Writes one small but complete built plugin and answers its registry entry. */
function writeStub(folder, number) {
  const id = `stub-${number}`;
  const enCode = `stub.page${number}`;
  const target = path.join(folder, id);
  mkdirSync(target, { recursive: true });
  const files = {
    'entry.js': `System.register([], function (e) { return { setters: [], execute: function () { e('default', { id: '${id}', version: '1.0.0', pages: [{ enCode: '${enCode}', load: function () { return Promise.resolve({ Page: function () { return null; } }); } }] }); } }; });`,
    'zh.json': '{}',
    'zhtw.json': '{}',
    'en.json': '{}',
  };
  const manifest = {
    schema: 1,
    id,
    version: '1.0.0',
    sdk: '^1.0.0',
    name: inAll(`插件${number}`, `Plugin ${number}`),
    dependsOn: [],
    contributes: {
      pages: [enCode],
      menuTypes: [],
      slots: [],
      menus: [{ enCode, type: 2, title: inAll(`页面${number}`, `Page ${number}`), parent: 'extend' }],
      permissions: [],
    },
    outboundHosts: [],
    web: { entry: 'entry.js', css: {} },
    locales: { zh: 'zh.json', zhtw: 'zhtw.json', en: 'en.json' },
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, { integrity: sri(text), size: Buffer.byteLength(text) }])),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(target, name), text);
  writeFileSync(path.join(target, 'manifest.json'), JSON.stringify(manifest));
  return { id, source: target, enabled: true };
}

/** A registry with `count` stub plugins beside the standard ones; answers its file. */
export function registryWithStubs(count) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-stubs-'));
  const registry = JSON.parse(readFileSync('registry.json', 'utf8'));
  const standard = registry.plugins.map((entry) => ({ ...entry, source: path.resolve(entry.source) }));
  const file = path.join(folder, 'registry.json');
  const stubs = Array.from({ length: count }, (_, at) => writeStub(folder, at + 1));
  writeFileSync(file, JSON.stringify({ site: registry.site, plugins: [...standard, ...stubs] }));
  return file;
}
