import path from 'node:path';
import type { PluginManifest } from '../../../contract/plugin/manifest.ts';
import { planChunks } from '../chunks/chunk-plan.ts';
import { sheetsByPage, stylesOfChunks } from '../chunks/chunk-styles.ts';
import { foreignCode } from '../doors/copies.ts';
import { doorImports } from '../doors/door-imports.ts';
import type { Doors } from '../doors/door-names.ts';
import { manifestOnly } from './manifest-only.ts';
import { brotliSize } from '../package-files.ts';
import { BuildProblem } from '../problem.ts';
import { schemaStub } from '../doors/schema-alias.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { unservedNames } from '../doors/served-exports.ts';
import { leaveSharedToShell, sharedNames } from '../doors/shared-imports.ts';
import { type SystemFile, toSystem } from '../to-system.ts';
import { bundleForWeb, type Piece } from '../web-bundle.ts';

/** Brotli bytes of the entry, and of each lazily loaded part with everything in the package that it needs besides. */
export interface PluginSizes {
  readonly entry: number;
  readonly pages: Readonly<Record<string, number>>;
}

export interface WebHalf {
  readonly files: Map<string, Uint8Array>;
  readonly web?: PluginManifest['web'];
  readonly sizes: PluginSizes;
  /** Module that plugin.ts loads on demand → what it exports. */
  readonly lazyExports: Readonly<Record<string, readonly string[]>>;
  /** The same modules → files of the package and shared modules that they run on; of two with one name, neither. */
  readonly lazyNeeds: Readonly<Record<string, readonly string[]>>;
  readonly inputs: readonly string[];
}

export interface WebHalfSource {
  readonly root: string;
  readonly folder: string;
  readonly dependsOn: readonly string[];
  readonly sdk: SdkLocation;
  readonly doors: Doors;
}

export interface WebHalfOptions {
  /** Neither minified nor measured. */
  readonly development?: boolean;
  /** Shared name → what the shell serves of it; imports of anything else are refused. */
  readonly served?: Readonly<Record<string, readonly string[]>>;
}

export const NO_WEB_HALF = (): WebHalf => ({ files: new Map(), sizes: { entry: 0, pages: {} }, lazyExports: {}, lazyNeeds: {}, inputs: [] });

/** Browser files of a plugin: `plugin.ts` as entry, one script per lazy page, one for what pages share. */
export async function buildWebHalf(source: WebHalfSource, { development = false, served = {} }: WebHalfOptions): Promise<WebHalf> {
  const { root, folder, sdk, doors } = source;
  const bundle = await bundleForWeb({
    root,
    entries: { entry: path.join(folder, 'plugin.ts') },
    plugins: [manifestOnly(), doorImports(doors), schemaStub(sdk), leaveSharedToShell(doors, sdk)],
    conditions: sdk.conditions,
    development,
  });
  const foreign = foreignCode(bundle.inputs, source);
  if (foreign.length > 0) throw new BuildProblem(foreign);

  const shared = sharedNames(doors);
  const entry = [...bundle.pieces.values()].find((piece) => piece.entry === 'entry' && !piece.dynamic);
  const chunks = await toSystem({
    pieces: bundle.pieces,
    plan: planChunks(bundle.pieces, [{ chunk: 'entry', entries: ['entry'] }]),
    inputs: { entry: entry?.id ?? '' },
    isExternal: (name) => shared.has(name),
    minify: !development,
  });
  const unserved = unservedNames(chunks, served);
  if (unserved.length > 0) throw new BuildProblem(unserved);
  const { files: sheets, css: perChunk } = await stylesOfChunks(chunks, bundle, !development);
  const css = sheetsByPage(chunks, bundle, perChunk);

  const files = new Map<string, Uint8Array>(bundle.assets);
  for (const { fileName, code, map } of chunks) files.set(fileName, code).set(`${fileName}.map`, map);
  for (const { fileName, content } of sheets) files.set(fileName, content);

  const lazy = (entry?.imports ?? []).filter(({ dynamic }) => dynamic).map(({ id }) => bundle.pieces.get(id));
  return {
    files,
    web: {
      entry: chunks.find(({ chunk }) => chunk === 'entry')?.fileName ?? '',
      css: Object.fromEntries(Object.entries(css).map(([name, needed]) => [name, [...needed]])),
    },
    sizes: development ? { entry: 0, pages: {} } : await sizesOf(chunks, css, files),
    lazyExports: Object.fromEntries(lazy.map((piece) => [piece?.entry ?? '', piece?.exports ?? []])),
    lazyNeeds: needsOf(
      chunks,
      lazy.filter((piece) => piece !== undefined),
    ),
    inputs: bundle.inputs,
  };
}

function needsOf(chunks: readonly SystemFile[], lazy: readonly Piece[]): Record<string, readonly string[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const collect = (chunk: SystemFile, seen: Set<string>): Set<string> => {
    if (chunk.chunk === 'entry' || seen.has(chunk.fileName)) return seen;
    seen.add(chunk.fileName);
    for (const name of chunk.externals) seen.add(name);
    for (const next of chunk.imports) {
      const found = byName.get(next);
      if (found) collect(found, seen);
    }
    return seen;
  };
  const once = lazy.filter(({ entry }) => lazy.filter((other) => other.entry === entry).length === 1);
  return Object.fromEntries(
    once.flatMap(({ id, entry = '' }) => {
      const chunk = chunks.find(({ pieces }) => pieces.includes(id));
      return chunk === undefined ? [] : [[entry, [...collect(chunk, new Set())]] as const];
    }),
  );
}

async function sizesOf(
  chunks: readonly SystemFile[],
  css: Readonly<Record<string, readonly string[]>>,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<PluginSizes> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map<string, number>();
  for (const { fileName } of chunks) {
    let bytes = 0;
    for (const name of [fileName, ...(css[fileName] ?? [])]) bytes += await brotliSize(files.get(name) ?? new Uint8Array());
    sizes.set(fileName, bytes);
  }
  const needs = (fileName: string, seen: Set<string>): Set<string> => {
    if (byName.get(fileName)?.chunk === 'entry' || seen.has(fileName)) return seen;
    seen.add(fileName);
    for (const next of byName.get(fileName)?.imports ?? []) needs(next, seen);
    return seen;
  };
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  const entry = chunks.find(({ chunk }) => chunk === 'entry');
  const parts = chunks.filter(({ chunk }) => chunk !== 'entry' && chunk !== 'common' && !chunk.startsWith('library'));
  return {
    entry: entry ? (sizes.get(entry.fileName) ?? 0) : 0,
    pages: Object.fromEntries(parts.map(({ chunk, fileName }) => [chunk, sum(needs(fileName, new Set()))])),
  };
}
