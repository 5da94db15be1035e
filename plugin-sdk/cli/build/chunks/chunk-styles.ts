import { transform } from 'esbuild';
import { reach } from './chunk-plan.ts';
import type { SystemFile } from '../to-system.ts';
import type { WebBundle } from '../web-bundle.ts';
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
 * Style sheets of chunks that several pages share, told per page: a page that needs the shared script but none of its styles need not
 * fetch them. Chunks of no page keep theirs.
 */
export function sheetsByPage(chunks: readonly SystemFile[], { pieces }: WebBundle, css: ChunkStyles['css']): ChunkStyles['css'] {
  const dynamicOf = ({ pieces: ids }: SystemFile) => ids.filter((id) => pieces.get(id)?.dynamic);
  const styled = new Map<string, string>();
  for (const chunk of chunks) {
    if (dynamicOf(chunk).length > 0 || chunk.pieces.some((id) => pieces.get(id)?.entry !== undefined)) continue;
    for (const id of chunk.pieces) if ((pieces.get(id)?.css.length ?? 0) > 0) styled.set(id, chunk.fileName);
  }
  const shared = new Set(styled.values());
  return Object.fromEntries(
    chunks
      .map((chunk): [string, readonly string[]] => {
        const own = shared.has(chunk.fileName) ? [] : (css[chunk.fileName] ?? []);
        const reached = new Set(dynamicOf(chunk).flatMap((id) => [...reach(pieces, id)]));
        const from = new Set([...styled].filter(([id]) => reached.has(id)).map(([, fileName]) => fileName));
        return [chunk.fileName, [...[...from].flatMap((fileName) => css[fileName] ?? []), ...own]];
      })
      .filter(([, sheets]) => sheets.length > 0),
  );
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
