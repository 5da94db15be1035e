import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stylesOfChunks } from './chunk-styles.ts';
import { doorImports } from './door-imports.ts';
import type { Doors } from './door-names.ts';
import { type FileTable, writeIndexHtml } from './index-html.ts';
import { brotliSize } from './package-files.ts';
import { schemaStub } from './schema-alias.ts';
import type { SdkLocation } from './sdk-location.ts';
import { serveShared } from './shared-imports.ts';
import { SDK_CONTRACT, SDK_WEB, SHARED_LIBRARIES } from './shared-names.ts';
import { planShell } from './shell-chunks.ts';
import { type SystemFile, toSystem } from './to-system.ts';
import { shortHash } from './web-assets.ts';
import { asProblem, bundleForWeb } from './web-bundle.ts';

export interface ShellSources {
  readonly root: string;
  readonly login: string;
  readonly shell: string;
  readonly boot: string;
  readonly template: string;
}

/** Sizes of what was built, for budgets and reports; brotli bytes. */
export interface WebReport {
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly brotli: number }>>;
  /** Entry → every file that must be there before it runs, style sheets included. */
  readonly entries: Readonly<Record<string, readonly string[]>>;
  /** Shared name → its file. */
  readonly shared: Readonly<Record<string, string>>;
}

export interface ShellBuild {
  /** Path below the web folder → content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly report: WebReport;
  readonly inputs: readonly string[];
}

/** Libraries whose default export plugins may use. */
const WITH_DEFAULT = new Set<string>(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'i18next', 'dayjs', 'axios']);
const ENTRY = 'nephra-served';

/** A module per shared name that gives everything that name has. */
function servedNames(files: ReadonlyMap<string, string>, sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-served',
    setup(setup) {
      setup.onResolve({ filter: /^served:/ }, ({ path: name }) => ({ path: name.slice('served:'.length), namespace: ENTRY }));
      setup.onLoad({ filter: /.*/, namespace: ENTRY }, ({ path: name }) => {
        const from = JSON.stringify(files.get(name) ?? name);
        return { contents: `export * from ${from};${WITH_DEFAULT.has(name) ? `export { default } from ${from};` : ''}`, resolveDir: sdk.folder };
      });
    },
  };
}

/** Builds the browser half of the shell with everything it serves to plugins. */
export async function buildShell(sources: ShellSources, sdk: SdkLocation, doors: Doors, options: { development?: boolean } = {}): Promise<ShellBuild> {
  const development = options.development ?? false;
  const sdkFiles = new Map([[SDK_CONTRACT, sdk.file('contract/index')], [SDK_WEB, sdk.file('web/index')], ...doors.shared]);
  const served = [...SHARED_LIBRARIES, ...sdkFiles.keys()];
  const bundle = await bundleForWeb({
    root: sources.root,
    entries: { login: sources.login, shell: sources.shell, ...Object.fromEntries(served.map((name) => [name, `served:${name}`])) },
    plugins: [servedNames(sdkFiles, sdk), doorImports(doors), doorTargets(sdkFiles), schemaStub(sdk), formWithoutFields(), serveShared(sdk)],
    development,
  });

  const widgets = [...doors.shared.keys()].filter((name) => name.includes('/widgets/'));
  const { plan, holds } = planShell(bundle.pieces, widgets, { login: 'login', shell: 'shell' });
  const pieceOf = (entry: string) => [...bundle.pieces.values()].find((piece) => piece.entry === entry && !piece.dynamic)?.id ?? '';
  const extra = new Map(
    [...holds].map(([chunk, names]) => [
      `names-of-${chunk}`,
      { chunk, code: names.map((name) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(pieceOf(name))};`).join('\n') },
    ]),
  );
  const chunks = await toSystem({
    pieces: bundle.pieces,
    plan,
    inputs: { ...Object.fromEntries([...holds.keys()].map((chunk) => [chunk, `names-of-${chunk}`])), login: pieceOf('login'), shell: pieceOf('shell') },
    extra,
    isExternal: () => false,
    minify: !development,
  });
  const styles = await stylesOfChunks(chunks, bundle, !development);

  const files = new Map<string, Uint8Array>();
  for (const chunk of chunks) {
    files.set(`assets/${chunk.fileName}`, chunk.code);
    files.set(`assets/${chunk.fileName}.map`, chunk.map);
  }
  for (const style of styles.files) files.set(`assets/${style.fileName}`, style.content);
  for (const [name, content] of bundle.assets) files.set(`assets/${name}`, content);

  const boot = await buildBoot(sources, development);
  files.set(`assets/${boot.fileName}`, boot.code);
  files.set(`assets/${boot.fileName}.map`, boot.map);
  const table = fileTable(chunks, styles.css, holds);
  const html = await writeIndexHtml(await readFile(sources.template, 'utf8'), { files, boot: boot.fileName, table });
  files.set('index.html', new TextEncoder().encode(html));

  const report = await reportOf(files, table, boot.fileName);
  return { files, report, inputs: [...new Set([...bundle.inputs, ...boot.inputs, sources.template])] };
}

/** Names of the doors' modules stand for their files, wherever they are imported. */
function doorTargets(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'nephra-door-targets',
    setup(setup) {
      setup.onResolve({ filter: /^@nephra\/plugin-sdk\/(ui|widgets)\/.|^@nephra\/plugin-sdk\/(contract|web)$/ }, ({ path: name }) => {
        const file = files.get(name);
        return file ? { path: file } : undefined;
      });
    },
  };
}

/** Semi's Form names all its field types, which would put date pickers and uploads into the tier of the frame. */
function formWithoutFields(): Plugin {
  return {
    name: 'nephra-form-frame',
    setup(setup) {
      setup.onLoad({ filter: /[\\/]semi-ui[\\/]lib[\\/]es[\\/]form[\\/]field\.js$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        const names =
          /export\s*\{([^}]+)\}/
            .exec(source)?.[1]
            ?.split(',')
            .map((name) => name.trim()) ?? [];
        return { contents: names.map((name) => `export const ${name} = undefined;`).join('\n') };
      });
    },
  };
}

async function buildBoot(sources: ShellSources, development: boolean): Promise<{ fileName: string; code: Uint8Array; map: Uint8Array; inputs: string[] }> {
  const result = await asProblem(
    build({
      absWorkingDir: sources.root,
      entryPoints: [sources.boot],
      bundle: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      minify: !development,
      sourcemap: 'external',
      outdir: 'nephra-out',
      write: false,
      metafile: true,
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
      conditions: ['nephra-source'],
    }),
  );
  const script = result.outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '';
  const map = result.outputFiles.find((file) => file.path.endsWith('.map'))?.contents ?? new Uint8Array();
  const fileName = `boot-${shortHash(script)}.js`;
  return {
    fileName,
    code: new TextEncoder().encode(`${script}//# sourceMappingURL=${fileName}.map\n`),
    map,
    inputs: Object.keys(result.metafile.inputs).map((input) => path.resolve(sources.root, input)),
  };
}

function fileTable(chunks: readonly SystemFile[], css: Readonly<Record<string, readonly string[]>>, holds: ReadonlyMap<string, readonly string[]>): FileTable {
  const byChunk = new Map(chunks.map((chunk) => [chunk.chunk, chunk]));
  const order = [...holds.keys(), 'login', 'shell'];
  const rank = (chunk: SystemFile) => (order.indexOf(chunk.chunk) < 0 ? order.length : order.indexOf(chunk.chunk));
  const sheets = [...chunks].sort((a, b) => rank(a) - rank(b)).flatMap((chunk) => css[chunk.fileName] ?? []);
  const shared = [...holds].flatMap(([chunk, names]) => names.map((name) => [name, byChunk.get(chunk)?.fileName ?? ''] as const));
  const entry = (name: string) => byChunk.get(name)?.fileName ?? '';
  return {
    entries: { login: entry('login'), shell: entry('shell') },
    imports: Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.imports])),
    shared: Object.fromEntries(shared),
    css,
    sheets,
    base: entry('base'),
  };
}

async function reportOf(files: ReadonlyMap<string, Uint8Array>, table: FileTable, boot: string): Promise<WebReport> {
  const sizes = await Promise.all(
    [...files]
      .filter(([name]) => !name.endsWith('.map'))
      .map(async ([name, content]) => [name, { bytes: content.length, brotli: await brotliSize(content) }] as const),
  );
  const needs = (start: string): string[] => {
    const scripts = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (scripts.has(name)) continue;
      scripts.add(name);
      open.push(...(table.imports[name] ?? []));
    }
    return ['index.html', `assets/${boot}`, ...[...scripts].flatMap((name) => [name, ...(table.css[name] ?? [])]).map((name) => `assets/${name}`)];
  };
  return {
    files: Object.fromEntries(sizes),
    entries: Object.fromEntries(Object.entries(table.entries).map(([name, file]) => [name, needs(file)])),
    shared: table.shared,
  };
}
