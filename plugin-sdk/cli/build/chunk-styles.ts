import { transform } from 'esbuild';
import type { SystemFile } from './to-system.ts';
import type { WebBundle } from './web-bundle.ts';
import { shortHash } from './web-assets.ts';

export interface StyleFile {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export interface ChunkStyles {
  readonly files: readonly StyleFile[];
  /** Script file → its style sheets. */
  readonly css: Readonly<Record<string, readonly string[]>>;
}

/**
 * One style sheet per chunk, of the sources whose imports stand in it; so each source is in exactly one sheet.
 * @param carriers chunks without a sheet of their own → the chunks that carry their sources, to save a request
 */
export async function stylesOfChunks(
  chunks: readonly SystemFile[],
  bundle: WebBundle,
  minify: boolean,
  carriers: Readonly<Record<string, readonly string[]>> = {},
): Promise<ChunkStyles> {
  const sourcesOf = ({ pieces }: SystemFile): string[] => pieces.flatMap((id) => bundle.pieces.get(id)?.css ?? []);
  const files: StyleFile[] = [];
  const css: Record<string, string[]> = {};
  for (const chunk of chunks) {
    if (carriers[chunk.chunk]) continue;
    const carried = chunks.filter((other) => carriers[other.chunk]?.includes(chunk.chunk));
    const sources = [...carried, chunk].flatMap(sourcesOf);
    if (sources.length === 0) continue;
    const text = sources.map((source) => bundle.css.get(source) ?? '').join('');
    const { code } = await transform(text, { loader: 'css', minify, charset: 'utf8', legalComments: 'none' });
    if (code.trim() === '') continue;
    const fileName = `${chunk.chunk}-${shortHash(code)}.css`;
    files.push({ fileName, content: new TextEncoder().encode(code) });
    css[chunk.fileName] = [fileName];
  }
  return { files, css };
}
