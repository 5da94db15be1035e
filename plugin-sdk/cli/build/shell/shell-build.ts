import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { planChunks, reachedByBoth } from '../chunks/chunk-plan.ts';
import { type ChunkStyles, stylesOfChunks } from '../chunks/chunk-styles.ts';
import { doorImports } from '../doors/door-imports.ts';
import type { Doors } from '../doors/door-names.ts';
import { unservedNames } from '../doors/served-exports.ts';
import { type FileTable, type LibraryTable, scriptsFor, tableOf } from '../chunks/file-table.ts';
import { indexHtml, lateFiles } from './index-html.ts';
import { entryPiece, FRAME_NAME } from '../chunks/library-chunks.ts';
import { brotliSize, pageIntegrityOf } from '../package-files.ts';
import { pdfWithoutMadeCode } from './pdf-engine.ts';
import { BuildProblem } from '../problem.ts';
import { schemaStub } from '../doors/schema-alias.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { leaveSharedToShell, sharedNames } from '../doors/shared-imports.ts';
import { toSystem } from '../to-system.ts';
import { shortHash } from '../chunks/web-assets.ts';
import { asProblem, bundleForWeb } from '../web-bundle.ts';

export interface ShellSources {
  readonly root: string;
  readonly login: string;
  readonly shell: string;
  readonly boot: string;
  /** What runs inside the page itself. */
  readonly early: string;
  /** The service worker of pages that open without network. */
  readonly worker: string;
  readonly template: string;
  /** Folder of the library's files. */
  readonly assets: string;
}

/** At the root: a worker works for what lies below its own address. */
const WORKER_FILE = 'offline-worker.js';

/** What was built and what each step of a visit needs; for budgets. Brotli bytes. */
export interface WebReport {
  readonly files: Readonly<Record<string, number>>;
  /** Entry or lazy part → every file that must be there before it runs, style sheets included. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
}

export interface ShellBuild {
  /** Path below the web folder → content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly report: WebReport;
  readonly inputs: readonly string[];
}

/**
 * Builds the shell's own browser code: boot script, log-in page, shell, and the page that starts them. It takes the
 * shared modules from the library table like any plugin does.
 */
export async function buildShell(
  sources: ShellSources,
  built: LibraryTable,
  sdk: SdkLocation,
  doors: Doors,
  { development = false } = {},
): Promise<ShellBuild> {
  const bundle = await bundleForWeb({
    root: sources.root,
    entries: { login: sources.login, shell: sources.shell },
    plugins: [doorImports(doors), schemaStub(sdk), leaveSharedToShell(doors, sdk), pdfWithoutMadeCode],
    conditions: sdk.conditions,
    development,
  });
  const shared = sharedNames(doors);
  const login = entryPiece(bundle.pieces, 'login');
  const chunks = await toSystem({
    pieces: bundle.pieces,
    // What the shell has in common with the log-in page is there already when somebody has signed in.
    plan: planChunks(bundle.pieces, [
      { chunk: 'start', entries: [], pieces: reachedByBoth(bundle.pieces, 'login', 'shell') },
      { chunk: 'login', entries: ['login'] },
      { chunk: 'shell', entries: ['shell'] },
    ]),
    inputs: { login, shell: entryPiece(bundle.pieces, 'shell') },
    isExternal: (name) => shared.has(name),
    minify: !development,
  });
  const unserved = unservedNames(chunks, built.exports);
  if (unserved.length > 0) throw new BuildProblem(unserved);
  const { styles, library } = await joinFrameStyles(
    await stylesOfChunks(chunks, bundle, !development, { start: ['login', 'shell'] }),
    chunks.find(({ chunk }) => chunk === 'shell')?.fileName ?? '',
    built,
    sources.assets,
  );

  const assets = new Map<string, Uint8Array>([
    ...chunks.flatMap(({ fileName, code, map }) => [[fileName, code] as const, [`${fileName}.map`, map] as const]),
    ...bundle.assets,
  ]);
  for (const { fileName, content } of styles.files) assets.set(fileName, content);
  const [boot, early] = [await buildAlone(sources.root, sources.boot, development), await buildAlone(sources.root, sources.early, development)];
  const worker = await buildAlone(sources.root, sources.worker, development);
  const app = await tableOf(chunks, styles.css, assets, ['start', 'login', 'shell'], !development);

  const scriptOf = (chunk: string) => chunks.find((candidate) => candidate.chunk === chunk)?.fileName ?? '';
  const parts = {
    library,
    app,
    entries: { login: scriptOf('login'), shell: scriptOf('shell') },
    home: scriptOf('home.page'),
    texts: textFiles([...Object.keys(library.files), ...chunks.map(({ fileName }) => fileName)]),
  };
  const late = new TextEncoder().encode(JSON.stringify(lateFiles(parts)));
  const lateName = `late-${shortHash(late)}.json`;
  const html = indexHtml(await readFile(sources.template, 'utf8'), {
    ...parts,
    late: { fileName: lateName, integrity: pageIntegrityOf(late) },
    boot: { fileName: boot.fileName, integrity: pageIntegrityOf(boot.code) },
    early: early.script.trim(),
  });
  const page = new TextEncoder().encode(html);
  const bootSize = development ? 0 : await brotliSize(boot.code);
  const first = { 'index.html': development ? 0 : await brotliSize(page), [boot.fileName]: bootSize };
  const files = new Map<string, Uint8Array>([...assets].map(([name, content]) => [`assets/${name}`, content]));
  files.set(`assets/${lateName}`, late);
  files.set(`assets/${boot.fileName}`, boot.code).set(`assets/${boot.fileName}.map`, boot.map).set('index.html', page);
  // Browsers look for a newer one under the same address, so it bears no hash.
  files.set(WORKER_FILE, new TextEncoder().encode(worker.script));
  return {
    files,
    report: reportOf(
      chunks.map(({ chunk, fileName }) => [chunk, fileName] as const),
      library,
      app,
      first,
    ),
    inputs: [...new Set([...bundle.inputs, ...boot.inputs, ...early.inputs, ...worker.inputs, sources.template])],
  };
}

/**
 * The frame of the component library and the shell come together on every page after sign-in, so they come in one sheet. It
 * stands where the frame's stood, before those of lists and fields.
 */
async function joinFrameStyles(
  styles: ChunkStyles,
  shell: string,
  library: LibraryTable,
  assets: string,
): Promise<{ readonly styles: ChunkStyles; readonly library: LibraryTable }> {
  const frame = library.shared[FRAME_NAME] ?? '';
  const [frameSheet] = library.css[frame] ?? [];
  const [shellSheet] = styles.css[shell] ?? [];
  const own = styles.files.find(({ fileName }) => fileName === shellSheet);
  if (frameSheet === undefined || own === undefined) return { styles, library };
  const content = Buffer.concat([await readFile(path.join(assets, frameSheet)), own.content]);
  const fileName = `shell-${shortHash(content)}.css`;
  return {
    styles: { files: [...styles.files.filter((file) => file !== own), { fileName, content }], css: { ...styles.css, [shell]: [fileName] } },
    library: {
      ...library,
      css: { ...library.css, [frame]: [fileName] },
      sheets: library.sheets.map((sheet) => (sheet === frameSheet ? fileName : sheet)),
    },
  };
}

function reportOf(
  chunks: readonly (readonly [chunk: string, script: string])[],
  library: LibraryTable,
  app: FileTable,
  first: Readonly<Record<string, number>>,
): WebReport {
  const sizes = [...Object.entries(library.files), ...Object.entries(app.files)].map(([name, facts]) => [name, facts.brotli] as const);
  const filesFor = (script: string) => scriptsFor(script, library, app).flatMap((name) => [name, ...(app.css[name] ?? library.css[name] ?? [])]);
  return {
    files: { ...Object.fromEntries(sizes), ...first },
    steps: Object.fromEntries(chunks.map(([chunk, script]) => [chunk, [...new Set([...Object.keys(first), ...filesFor(script)])]])),
  };
}

/** Texts of the shell and of the components by language; simplified Chinese is part of the components. */
function textFiles(names: readonly string[]): Record<string, string[]> {
  const starting = (...starts: readonly string[]) => names.filter((name) => name.endsWith('.js') && starts.some((start) => name.startsWith(`${start}-`)));
  return { zh: starting('texts.zh'), zhtw: starting('texts.zhtw', 'zh_TW'), en: starting('texts.en', 'en_US') };
}

interface AloneScript {
  readonly fileName: string;
  readonly script: string;
  readonly code: Uint8Array;
  readonly map: Uint8Array;
  readonly inputs: readonly string[];
}

/** A script that runs before there is a module loader. */
async function buildAlone(root: string, entry: string, development: boolean): Promise<AloneScript> {
  const result = await asProblem(
    build({
      absWorkingDir: root,
      entryPoints: [entry],
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
  const fileName = `${path.basename(entry, '.ts')}-${shortHash(script)}.js`;
  return {
    fileName,
    script,
    code: new TextEncoder().encode(`${script}//# sourceMappingURL=${fileName}.map\n`),
    map: result.outputFiles.find((file) => file.path.endsWith('.map'))?.contents ?? new Uint8Array(),
    inputs: Object.keys(result.metafile.inputs).map((input) => path.resolve(root, input)),
  };
}
