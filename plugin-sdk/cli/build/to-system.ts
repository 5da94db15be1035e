import { transform } from 'esbuild';
import { type OutputChunk, type Plugin, rollup } from 'rollup';
import type { ChunkPlan } from './chunks/chunk-plan.ts';
import { BuildProblem } from './problem.ts';
import type { Piece } from './web-bundle.ts';

export interface SystemFile {
  /** Name with content hash. */
  readonly fileName: string;
  readonly code: Uint8Array;
  /** Source map; beside the script as `<fileName>.map`. */
  readonly map: Uint8Array;
  readonly chunk: string;
  readonly imports: readonly string[];
  /** Shared names that it imports, and what of each (`*` = the whole). */
  readonly externals: readonly string[];
  readonly bindings: Readonly<Record<string, readonly string[]>>;
  readonly pieces: readonly string[];
}

export interface SystemOptions {
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly plan: ChunkPlan;
  /** Chunk → entry pieces that it is made for, each a start of the graph. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Modules that exist only to give names to chunks: id → code that imports pieces by id. */
  readonly extra?: ReadonlyMap<string, { readonly code: string; readonly chunk: string }>;
  readonly isExternal: (name: string) => boolean;
  readonly minify: boolean;
}

/** Second step of the chain: the pieces merged as planned, each chunk a minified System.register module with a hashed name. */
export async function toSystem({ pieces, plan, inputs, extra = new Map(), isExternal, minify }: SystemOptions): Promise<SystemFile[]> {
  const fromMemory: Plugin = {
    name: 'nephra-pieces',
    resolveId(id, importer) {
      if (pieces.has(id) || extra.has(id)) return id;
      if (isExternal(id)) return { id, external: true };
      if (importer === undefined) return null;
      const near = joined(importer, id);
      return pieces.has(near) ? near : null;
    },
    load(id) {
      const piece = pieces.get(id);
      if (piece) return { code: piece.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: piece.map };
      return extra.get(id)?.code ?? null;
    },
    async renderChunk(code, chunk) {
      if (!minify) return null;
      const result = await transform(code, {
        minify: true,
        target: 'es2022',
        sourcemap: 'external',
        charset: 'utf8',
        legalComments: 'none',
        sourcefile: chunk.fileName,
      });
      return { code: result.code, map: result.map };
    },
  };

  const bundle = await rollup({
    input: { ...inputs },
    plugins: [fromMemory],
    treeshake: false,
    preserveEntrySignatures: 'allow-extension',
    onLog(_level, log) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new BuildProblem(log.message);
    },
  });
  const { output } = await bundle.generate({
    format: 'system',
    sourcemap: true,
    sourcemapExcludeSources: false,
    // index.html names every file of the shell, and hashes do not compress: 36^6 tell the versions of one name apart.
    entryFileNames: '[name]-[hash:6].js',
    chunkFileNames: '[name]-[hash:6].js',
    hashCharacters: 'base36',
    manualChunks: (id) => plan.get(id) ?? extra.get(id)?.chunk,
  });
  await bundle.close();
  const encode = new TextEncoder();
  return output
    .filter((file): file is OutputChunk => file.type === 'chunk')
    .map((file) => ({
      fileName: file.fileName,
      code: encode.encode(file.code),
      map: encode.encode(file.map?.toString() ?? '{}'),
      chunk: file.name,
      imports: file.imports.filter((name) => !isExternal(name)),
      externals: file.imports.filter(isExternal),
      bindings: Object.fromEntries(Object.entries(file.importedBindings).filter(([name]) => isExternal(name))),
      pieces: Object.keys(file.modules),
    }));
}

/** `./b.js` seen from `out/a.js` → `out/b.js`. */
function joined(importer: string, id: string): string {
  const parts = importer.split('/').slice(0, -1);
  for (const part of id.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
