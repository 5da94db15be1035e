import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import { build } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtureProject, SAMPLE_PLUGIN } from '../../../../plugin-sdk/cli/build/fixture-project.ts';
import { integrityOf } from '../../../../plugin-sdk/cli/build/package-files.ts';
import { buildPlugin, type PluginBuild } from '../../../../plugin-sdk/cli/build/plugin/plugin-build.ts';
import { checkSdk } from '../manifest.ts';
import { PackageCache } from './package-cache.ts';
import { PluginProblem } from '../views/reason.ts';
import { silentLog } from '../../../../tests/support/silent-log.ts';

/** What these halves let tests look at. */
interface Half {
  readonly refuse: () => Error;
  readonly sql: unknown;
}

const SERVER = `import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
export default { ...defineServerPlugin({}), refuse: () => new AppError('sample.no'), known: isAppError, sql };`;

let place: string;
let built: PluginBuild;
/** The same half with an SDK of its own, as halves were before servers shared theirs. */
let alone: string;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'nephra-shared-'));
  const { 'server/migrations/0001-first.sql': _, ...sources } = SAMPLE_PLUGIN;
  const plugin = sources['plugin.ts']?.replace(/pages: \[.*\],/, '').replace(/menus: \[.*\],/, '') ?? '';
  const project = fixtureProject({ ...sources, 'plugin.ts': plugin, 'server/index.ts': SERVER });
  try {
    built = await buildPlugin(project.folder, project.folder, project.sdk, project.doors);
    const { outputFiles } = await build({
      absWorkingDir: project.folder,
      entryPoints: ['server/index.ts'],
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
      external: ['libpg-query'],
      conditions: ['nephra-source'],
    });
    alone = outputFiles[0]?.text ?? '';
  } finally {
    project.remove();
  }
});
afterAll(() => rmSync(place, { recursive: true }));

/** Writes a package as a vendor hands it in. */
function handIn(name: string, change: { code?: string; sharedSdk?: string | null } = {}): string {
  const folder = path.join(place, name);
  mkdirSync(folder);
  const entry = built.manifest.server?.entry ?? '';
  const files = new Map(built.files);
  if (change.code) files.set(entry, new TextEncoder().encode(change.code));
  const { sharedSdk: _, ...server } = built.manifest.server ?? { entry };
  const sharedSdk = change.sharedSdk === undefined ? built.manifest.server?.sharedSdk : (change.sharedSdk ?? undefined);
  const of = (content: Uint8Array) => ({ integrity: integrityOf(content), size: content.length });
  const listed = Object.fromEntries([...files].filter(([file]) => file !== 'manifest.json').map(([file, content]) => [file, of(content)]));
  const manifest = JSON.stringify({ ...built.manifest, server: { ...server, sharedSdk }, files: listed });
  files.set('manifest.json', new TextEncoder().encode(manifest));
  for (const [file, content] of files) writeFileSync(path.join(folder, file), content);
  return folder;
}

/** As the host does: find, look whether it fits, load. */
async function load(source: string): Promise<Half> {
  const shelf = new PackageCache(path.join(place, 'build'), path.join(place, 'data'), silentLog);
  const found = await shelf.find({ id: 'sample', source, enabled: true }, place);
  checkSdk(found.manifest);
  return (await shelf.load(found)).server as unknown as Half;
}

it('gives all halves the classes and functions of the server', async () => {
  const one = await load(handIn('one'));
  const other = await load(handIn('other', { code: `${new TextDecoder().decode(built.files.get(built.manifest.server?.entry ?? ''))}\n// another build` }));
  expect(one.refuse).not.toBe(other.refuse);
  expect(one.refuse()).toBeInstanceOf(AppError);
  expect(other.refuse()).toBeInstanceOf(AppError);
  expect(one.sql).toBe(other.sql);
});

it('runs a package of before, which carries an SDK of its own', async () => {
  const old = await load(handIn('old', { code: alone, sharedSdk: null }));
  expect(old.refuse()).not.toBeInstanceOf(AppError);
  expect(isAppError(old.refuse())).toBe(true);
});

it('refuses a half that was built for another major version, in a sentence with both, before any of it runs', async () => {
  const problem = await load(handIn('major', { sharedSdk: '2.0.0', code: 'globalThis.neverRun = true;' })).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(PluginProblem);
  expect((problem as PluginProblem).reason).toEqual({ key: 'sdk-shared', params: { built: '2.0.0', offered: '1.0.0' } });
  expect(globalThis).not.toHaveProperty('neverRun');
});

it('names what a half of a newer server uses and this one lacks', async () => {
  const newer = new TextDecoder().decode(built.files.get(built.manifest.server?.entry ?? '')).replaceAll('"defineServerPlugin"', '"defineTomorrow"');
  const problem = await load(handIn('newer', { code: newer, sharedSdk: '1.9.0' })).catch((error: unknown) => error);
  expect((problem as PluginProblem).reason).toEqual({
    key: 'load-failed',
    params: { reason: expect.stringContaining("it uses defineTomorrow of '@nephra/plugin-sdk/server', which the SDK 1.0.0 of this server does not have") },
  });
});
