import { transform } from 'esbuild';
import type { SystemFile } from './to-system.ts';
import type { Piece, WebBundle } from './web-bundle.ts';
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

/** One style sheet per chunk, of the sources whose imports stand in it; so each source is in exactly one sheet. */
export async function stylesOfChunks(chunks: readonly SystemFile[], bundle: WebBundle, minify: boolean): Promise<ChunkStyles> {
  const files: StyleFile[] = [];
  const css: Record<string, string[]> = {};
  for (const chunk of chunks) {
    const sources = chunk.pieces
      .map((id) => bundle.pieces.get(id))
      .filter((piece): piece is Piece => piece !== undefined)
      .flatMap((piece) => piece.css);
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
