import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { MenuContribution, PluginManifest } from '@nephra/plugin-sdk/contract';
import { integrityOf } from '../../../shell/server/host/manifest.ts';

export interface FixtureOptions {
  readonly id: string;
  readonly version?: string;
  readonly sdk?: string;
  readonly dependsOn?: readonly string[];
  readonly menus?: readonly MenuContribution[];
  readonly pages?: readonly string[];
  /** enCode → list that its page begins with. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly permissions?: PluginManifest['contributes']['permissions'];
  readonly settings?: unknown;
  readonly privileges?: PluginManifest['privileges'];
  /** Source text of server.mjs; plain JavaScript that needs nothing but Node. */
  readonly server?: string;
  readonly texts?: Readonly<Record<string, unknown>>;
  /** `GET /api/…` of its routes, as a builder notes them. */
  readonly routes?: readonly string[];
  readonly outboundHosts?: readonly string[];
  /** Names of its jobs and migrations, as a builder notes them. */
  readonly jobs?: readonly string[];
  readonly migrations?: readonly string[];
  /** What its sources take of others, by door, as a builder notes it. */
  readonly uses?: PluginManifest['uses'];
  /** More files of the package. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Source of a server half with one route, as a builder would leave it: self-contained.
 * @param reply expression for the answer; `ctx` and `input` are in scope
 */
export const serverSource = (path: string, reply: string, more = ''): string => `
const any = { type: 'object', properties: {} };
const contract = { name: 'fixture', routes: { read: { method: 'GET', path: '${path}', summary: 'fixture', need: 'session', audit: 'none', reply: {} } } };
export default {
  implementations: [{ contract, handlers: { read: async (input, ctx) => (${reply}) } }],
  ${more}
};
`;

const serverOf = ({ routes, jobs, migrations }: FixtureOptions): NonNullable<PluginManifest['server']> => ({
  entry: 'server.mjs',
  ...(routes && { routes: [...routes] }),
  ...(jobs && { jobs: jobs.map((name) => ({ name, title: { zh: name, zhtw: name, en: name } })) }),
  ...(migrations && { migrations: [...migrations] }),
});

/** Files of a package, `manifest.json` included, like the builder makes them. */
export function fixtureFiles(options: FixtureOptions): Map<string, string> {
  const files = new Map<string, string>(Object.entries(options.files ?? {}));
  files.set('entry.js', `System.register([], function (e) { return { execute: function () { e('default', { id: '${options.id}' }); } }; });`);
  for (const language of ['zh', 'zhtw', 'en']) files.set(`${language}.json`, JSON.stringify(options.texts?.[language] ?? {}));
  if (options.server !== undefined) files.set('server.mjs', options.server);
  const name = { zh: `插件${options.id}`, zhtw: `外掛${options.id}`, en: `Plugin ${options.id}` };
  const manifest: PluginManifest = {
    schema: 1,
    id: options.id,
    version: options.version ?? '1.0.0',
    sdk: options.sdk ?? '^1.0.0',
    name,
    dependsOn: [...(options.dependsOn ?? [])],
    contributes: {
      pages: [...(options.pages ?? [])],
      menuTypes: [],
      slots: [],
      menus: [...(options.menus ?? [])],
      permissions: [...(options.permissions ?? [])],
    },
    settings: options.settings,
    outboundHosts: [...(options.outboundHosts ?? [])],
    ...(options.privileges ? { privileges: [...options.privileges] } : {}),
    web: { entry: 'entry.js', css: {}, ...(options.lists && { lists: { ...options.lists } }) },
    ...(options.uses && { uses: options.uses }),
    ...(options.server === undefined ? {} : { server: serverOf(options) }),
    locales: { zh: 'zh.json', zhtw: 'zhtw.json', en: 'en.json' },
    files: Object.fromEntries([...files].map(([file, content]) => [file, { integrity: integrityOf(content), size: Buffer.byteLength(content) }])),
  };
  return new Map([...files, ['manifest.json', JSON.stringify(manifest)]]);
}

/** Writes a package into a folder, replacing what was there. */
export function writePackage(folder: string, options: FixtureOptions): string {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of fixtureFiles(options)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

/** Writes a plugin as the builder leaves it: a versioned folder and `current.json` beside it. */
export function writeBuilt(buildDir: string, options: FixtureOptions): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...fixtureFiles(options)]))
    .digest('hex')
    .slice(0, 10);
  const folder = `${options.version ?? '1.0.0'}-${hash}`;
  const place = path.join(buildDir, 'plugins', options.id);
  writePackage(path.join(place, folder), options);
  writeFileSync(path.join(place, 'current.json'), JSON.stringify({ id: options.id, version: options.version ?? '1.0.0', folder }));
  return path.join(place, folder);
}

export interface TarEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** `0` file, `5` folder, `2` symbolic link. */
  readonly type?: string;
  readonly size?: number;
}

/** A packed archive with entries exactly as given, sound or not. */
export function tarGz(entries: readonly TarEntry[]): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, content = '', type = '0', size } of entries) {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write((size ?? bytes.length).toString(8).padStart(11, '0'), 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\u000000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    blocks.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** Packs a package the way vendors send it. */
export const packedPlugin = (options: FixtureOptions): Buffer =>
  tarGz([...fixtureFiles(options)].map(([name, content]) => ({ name: `package/${name}`, content })));
