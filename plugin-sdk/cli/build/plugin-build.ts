import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../contract/menu.ts';
import type { PluginManifest } from '../../contract/manifest.ts';
import { planChunks } from './chunk-plan.ts';
import { stylesOfChunks } from './chunk-styles.ts';
import { foreignCode } from './copies.ts';
import { doorImports } from './door-imports.ts';
import type { Doors } from './door-names.ts';
import { manifestOf } from './manifest.ts';
import { brotliSize, integrityOf } from './package-files.ts';
import { evaluatePlugin } from './plugin-definition.ts';
import { BuildProblem } from './problem.ts';
import { schemaStub } from './schema-alias.ts';
import type { SdkLocation } from './sdk-location.ts';
import { bundleForNode } from './server-bundle.ts';
import { unservedNames } from './served-exports.ts';
import { leaveSharedToShell, sharedNames } from './shared-imports.ts';
import { toSystem } from './to-system.ts';
import { shortHash } from './web-assets.ts';
import { bundleForWeb } from './web-bundle.ts';

export interface PluginBuild {
  readonly manifest: PluginManifest;
  /** Everything in the package, `manifest.json` included. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** `<version>-<hash>`: name of the folder that holds this very content. */
  readonly folder: string;
  readonly manifestIntegrity: string;
  /** Brotli bytes of the entry and of each lazily loaded script with what only it needs. */
  readonly sizes: { readonly entry: number; readonly pages: Readonly<Record<string, number>> };
  readonly inputs: readonly string[];
}

export interface PluginOptions {
  /** Neither minified nor measured. */
  readonly development?: boolean;
  /** Shared name → what the shell serves of it; imports of anything else are refused. */
  readonly served?: Readonly<Record<string, readonly string[]>>;
}

interface WebHalf {
  readonly files: Map<string, Uint8Array>;
  readonly web?: PluginManifest['web'];
  readonly sizes: PluginBuild['sizes'];
  readonly inputs: readonly string[];
}

/** Builds one plugin from its sources into the files of its package. */
export async function buildPlugin(root: string, folder: string, sdk: SdkLocation, doors: Doors, options: PluginOptions = {}): Promise<PluginBuild> {
  if (!existsSync(path.join(folder, 'plugin.ts')))
    throw new BuildProblem(`${folder} has no plugin.ts, so it is no plugin. \`nephra-plugin create\` makes one.`);
  const { definition, inputs } = await evaluatePlugin(root, folder, sdk);
  const hasWeb = definition.pages?.length || definition.menuTypes?.length || definition.slots?.length || definition.activate;
  const web = hasWeb ? await buildWebHalf(root, folder, definition.dependsOn ?? [], sdk, doors, options) : noWebHalf();
  const files = web.files;

  const serverEntry = path.join(folder, 'server/index.ts');
  let server: PluginManifest['server'];
  const serverInputs: string[] = [];
  if (existsSync(serverEntry)) {
    const bundle = await bundleForNode({ root, entry: serverEntry, name: 'server' }, 'inside', sdk);
    const name = `server-${shortHash(bundle.code)}.mjs`;
    files.set(
      name,
      new TextEncoder().encode(new TextDecoder().decode(bundle.code).replace(/sourceMappingURL=server\.mjs\.map/, `sourceMappingURL=${name}.map`)),
    );
    files.set(`${name}.map`, bundle.map);
    server = { entry: name };
    serverInputs.push(...bundle.inputs);
  }

  const locales = {} as Record<Language, string>;
  for (const language of LANGUAGES) {
    const content = await readTexts(folder, language);
    locales[language] = `${language}-${shortHash(content)}.json`;
    files.set(locales[language], new TextEncoder().encode(content));
  }

  const manifest = manifestOf(definition, { web: web.web, server, locales, files });
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`);
  files.set('manifest.json', text);
  return {
    manifest,
    files,
    folder: `${manifest.version}-${shortHash(text, 10)}`,
    manifestIntegrity: integrityOf(text),
    sizes: web.sizes,
    inputs: [...new Set([...inputs, ...web.inputs, ...serverInputs, ...LANGUAGES.map((language) => path.join(folder, `locales/${language}.json`))])],
  };
}

async function readTexts(folder: string, language: Language): Promise<string> {
  const file = path.join(folder, `locales/${language}.json`);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BuildProblem(`${file} is missing; every plugin brings its texts in ${LANGUAGES.join(', ')}.`);
  });
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    throw new BuildProblem(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const noWebHalf = (): WebHalf => ({ files: new Map(), sizes: { entry: 0, pages: {} }, inputs: [] });

async function buildWebHalf(
  root: string,
  folder: string,
  dependsOn: readonly string[],
  sdk: SdkLocation,
  doors: Doors,
  { development = false, served = {} }: PluginOptions,
): Promise<WebHalf> {
  const bundle = await bundleForWeb({
    root,
    entries: { entry: path.join(folder, 'plugin.ts') },
    plugins: [doorImports(doors), schemaStub(sdk), leaveSharedToShell(doors, sdk)],
    development,
  });
  const foreign = foreignCode(bundle.inputs, { root, folder, dependsOn, sdk });
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
  const styles = await stylesOfChunks(chunks, bundle, !development);

  const files = new Map<string, Uint8Array>();
  for (const chunk of chunks) {
    files.set(chunk.fileName, chunk.code);
    files.set(`${chunk.fileName}.map`, chunk.map);
  }
  for (const style of styles.files) files.set(style.fileName, style.content);
  for (const [name, content] of bundle.assets) files.set(name, content);

  const size = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => brotliSize(files.get(name) ?? new Uint8Array())))).reduce((a, b) => a + b, 0);
  const entryFile = chunks.find((chunk) => chunk.chunk === 'entry')?.fileName ?? '';
  const lazy = chunks.filter((chunk) => chunk.fileName !== entryFile && chunk.pieces.some((id) => bundle.pieces.get(id)?.dynamic));
  const pages: Record<string, number> = {};
  for (const chunk of lazy) pages[chunk.chunk] = await size([chunk.fileName, ...(styles.css[chunk.fileName] ?? [])]);
  return {
    files,
    web: { entry: entryFile, css: Object.fromEntries(Object.entries(styles.css).map(([name, sheets]) => [name, [...sheets]])) },
    sizes: { entry: await size([entryFile, ...(styles.css[entryFile] ?? [])]), pages },
    inputs: bundle.inputs,
  };
}
