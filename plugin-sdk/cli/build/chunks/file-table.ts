import { brotliSize, pageIntegrityOf } from '../package-files.ts';
import type { SystemFile } from '../to-system.ts';

export interface FileFacts {
  readonly integrity: string;
  readonly bytes: number;
  /** Bytes over the wire; 0 in a development build, which is not compressed. */
  readonly brotli: number;
}

/** Scripts and style sheets of one part of the shell, by hashed name below `/assets/`. */
export interface FileTable {
  readonly files: Readonly<Record<string, FileFacts>>;
  /** Script → scripts and shared names that must be there before it. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly css: Readonly<Record<string, readonly string[]>>;
  /** Style sheets in the order in which they must stand in the document. */
  readonly sheets: readonly string[];
}

/** The shared modules as built. Stays on disk, so that shell and plugins can be built without building these again. */
export interface LibraryTable extends FileTable {
  /** Shared name → script that holds it. */
  readonly shared: Readonly<Record<string, string>>;
  /** Shared name → what can be imported from it. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  readonly base: string;
}

/** @param order chunk names in the order of their style sheets; others come after */
export async function tableOf(
  chunks: readonly SystemFile[],
  css: Readonly<Record<string, readonly string[]>>,
  files: ReadonlyMap<string, Uint8Array>,
  order: readonly string[],
  compress: boolean,
): Promise<FileTable> {
  const rank = ({ chunk }: SystemFile) => (order.includes(chunk) ? order.indexOf(chunk) : order.length);
  const facts = await Promise.all(
    [...files]
      .filter(([name]) => /\.(js|css)$/.test(name))
      .map(async ([name, content]) => {
        const brotli = compress ? await brotliSize(content) : 0;
        return [name, { integrity: pageIntegrityOf(content), bytes: content.length, brotli }] as const;
      }),
  );
  return {
    files: Object.fromEntries(facts),
    needs: Object.fromEntries(chunks.map(({ fileName, imports, externals }) => [fileName, [...imports, ...externals]])),
    css,
    sheets: [...chunks].sort((a, b) => rank(a) - rank(b)).flatMap(({ fileName }) => css[fileName] ?? []),
  };
}

/** Every script that runs before or with this one, the script itself first. */
export function scriptsFor(start: string, library: LibraryTable, app: FileTable): string[] {
  const seen = new Set<string>();
  const open = [start];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const script = library.shared[name] ?? name;
    if (seen.has(script)) continue;
    seen.add(script);
    open.push(...(app.needs[script] ?? library.needs[script] ?? []));
  }
  return [...seen];
}
