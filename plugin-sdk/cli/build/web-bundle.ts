import { type BuildFailure, build, formatMessages, type Metafile, type Plugin } from 'esbuild';
import path from 'node:path';
import { BuildProblem } from './problem.ts';
import { shortHash, webAssets } from './chunks/web-assets.ts';

/** One script that esbuild made: all modules that are reached by the same entries. */
export interface Piece {
  readonly id: string;
  readonly code: string;
  readonly map: string;
  /** Name of the entry that it is; dynamic imports are entries too, named after their file. */
  readonly entry?: string;
  readonly dynamic: boolean;
  readonly imports: readonly { readonly id: string; readonly dynamic: boolean }[];
  readonly bytes: number;
  /** Style sheets whose import stands in this piece. */
  readonly css: readonly string[];
  readonly inputs: readonly string[];
  readonly exports: readonly string[];
}

export interface WebBundle {
  readonly pieces: ReadonlyMap<string, Piece>;
  /** Style sheet source → its text with addresses made relative to the output folder. */
  readonly css: ReadonlyMap<string, string>;
  /** Pictures and fonts by hashed name. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** Files that the result depends on, absolute. */
  readonly inputs: readonly string[];
}

export interface WebBundleOptions {
  readonly root: string;
  /** Entry name → module. */
  readonly entries: Readonly<Record<string, string>>;
  readonly plugins: readonly Plugin[];
  /** Export conditions under which packages are found, besides the usual ones. */
  readonly conditions?: readonly string[];
  readonly development?: boolean;
}

const OUT = 'nephra-out';

/** Runs esbuild and throws its messages as a problem of the author. */
export async function asProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors) throw error;
    const told = await formatMessages([...errors], { kind: 'error', color: false, terminalWidth: 160 });
    throw new BuildProblem(told.map((text) => text.trim()));
  }
}

/** esbuild marks the part of each source in a style sheet with a comment line that holds its path. */
export function splitStyles(text: string, sources: readonly string[]): Map<string, string> {
  const known = new Set(sources);
  const parts = new Map<string, string>();
  let current: string | undefined;
  let lines: string[] = [];
  const close = () => {
    if (current !== undefined) parts.set(current, `${lines.join('\n').trim()}\n`);
    lines = [];
  };
  for (const line of text.split('\n')) {
    const source = /^\/\* (.+) \*\/$/.exec(line)?.[1];
    if (source !== undefined && known.has(source)) {
      close();
      current = source;
    } else if (!line.startsWith('/*# sourceMappingURL=')) lines.push(line);
  }
  close();
  return parts;
}

/** First step of the chain: TypeScript and packages to ES modules, split where entries and dynamic imports part. */
export async function bundleForWeb({ root, entries, plugins, conditions = [], development = false }: WebBundleOptions): Promise<WebBundle> {
  const scriptAssets = new Map<string, Uint8Array>();
  const result = await asProblem(
    build({
      absWorkingDir: root,
      entryPoints: Object.entries(entries).map(([out, file]) => ({ in: file, out: entryFile(out) })),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outdir: OUT,
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      write: false,
      metafile: true,
      sourcemap: 'external',
      jsx: 'automatic',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
      // An own list replaces esbuild's default of `module`.
      conditions: ['module', ...conditions],
      // Constants and dead branches (warnings for developers) go here already: later, inside a loader's function, whole declarations stay.
      minifySyntax: !development,
      define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
      loader: { '.svg': 'file', '.png': 'file', '.jpg': 'file', '.gif': 'file', '.webp': 'file', '.woff': 'file', '.woff2': 'file', '.sql': 'text' },
      plugins: [...plugins, webAssets(scriptAssets)],
    }),
  );
  const texts = new Map<string, Uint8Array>(result.outputFiles.map((file) => [path.relative(root, file.path).split(path.sep).join('/'), file.contents]));
  const inputs = Object.keys(result.metafile.inputs)
    .filter((input) => !/^[\w-]+:/.test(input))
    .map((input) => path.resolve(root, input));
  return { ...readOutputs(result.metafile, texts, entries, scriptAssets), inputs };
}

/** Entry names hold slashes and scopes; files must not. */
const entryFile = (name: string): string => `entry-${shortHash(name)}`;

function readOutputs(
  meta: Metafile,
  texts: ReadonlyMap<string, Uint8Array>,
  entries: Readonly<Record<string, string>>,
  scriptAssets: Map<string, Uint8Array>,
): Omit<WebBundle, 'inputs'> {
  const decode = (id: string) => new TextDecoder().decode(texts.get(id));
  const entryByFile = new Map(Object.keys(entries).map((name) => [`${OUT}/${entryFile(name)}.js`, name]));
  const pieces = new Map<string, Piece>();
  const css = new Map<string, string>();
  const order: string[] = [];
  const assets = new Map(scriptAssets);

  for (const [id, output] of Object.entries(meta.outputs)) {
    if (id.endsWith('.map')) continue;
    if (id.endsWith('.css')) {
      const sources = Object.keys(output.inputs);
      for (const [source, text] of splitStyles(decode(id), sources)) css.set(source, text);
      order.push(...sources);
    } else if (id.endsWith('.js')) {
      const entry = entryByFile.get(id);
      const dynamic = entry === undefined && output.entryPoint !== undefined;
      pieces.set(id, {
        id,
        code: decode(id),
        map: decode(`${id}.map`),
        entry: entry ?? (dynamic ? path.basename(output.entryPoint ?? '').replace(/\.[cm]?[jt]sx?$/, '') : undefined),
        dynamic,
        imports: output.imports
          .filter((entryImport) => !entryImport.external && entryImport.path.endsWith('.js'))
          .map((entryImport) => ({ id: entryImport.path, dynamic: entryImport.kind === 'dynamic-import' })),
        bytes: output.bytes,
        css: [],
        inputs: Object.keys(output.inputs),
        exports: output.exports,
      });
    } else assets.set(path.basename(id), texts.get(id) ?? new Uint8Array());
  }
  // An entry's style sheet lists what it reaches in the order of the imports; the piece that holds the import owns the source.
  const rank = new Map([...new Set(order)].map((source, index) => [source, index]));
  for (const [id, piece] of pieces) {
    const own = piece.inputs.filter((input) => css.has(input)).sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    pieces.set(id, { ...piece, css: own });
  }
  return { pieces, css, assets };
}
