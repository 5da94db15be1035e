import type { ZipParts } from '../../../../plugin-sdk/server/xlsx/read-zip.ts';
import type { DocxRelation } from './docx-relations.ts';

/** What browsers show; metafiles of Windows are not among it, and SVG can carry scripts. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

/** Path of a part that a relation of the text names. */
const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `word/${target}`);

/** Pictures of a document as addresses that hold them, by the id of their relation, as many as fit. */
export async function picturesOf(parts: ZipParts, relations: ReadonlyMap<string, DocxRelation>, mostBytes: number): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const byPath = new Map<string, string>();
  let left = mostBytes;
  for (const [id, { target, outside }] of relations) {
    const type = TYPES[target.split('.').at(-1)?.toLowerCase() ?? ''];
    if (outside || type === undefined) continue;
    const path = pathOf(target);
    const size = parts.unpackedSize(path);
    if (size === undefined) continue;
    let address = byPath.get(path);
    if (address === undefined) {
      if (size > left) continue;
      left -= size;
      address = `data:${type};base64,${(await parts.bytes(path)).toString('base64')}`;
      byPath.set(path, address);
    }
    found.set(id, address);
  }
  return found;
}
