import { attribute, XmlScanner } from '../../../../plugin-sdk/server/xlsx/scan-xml.ts';
import type { ZipParts } from '../../../../plugin-sdk/server/xlsx/read-zip.ts';

/** Where relations of the text lead to, by id. */
export interface DocxRelation {
  readonly target: string;
  readonly outside: boolean;
}

export async function relationsOf(parts: ZipParts): Promise<ReadonlyMap<string, DocxRelation>> {
  const found = new Map<string, DocxRelation>();
  const path = 'word/_rels/document.xml.rels';
  if (!parts.has(path)) return found;
  const scanner = new XmlScanner({
    open(tag, attributes) {
      if (tag !== 'Relationship') return;
      found.set(attribute(attributes, 'Id') ?? '', {
        target: attribute(attributes, 'Target') ?? '',
        outside: attribute(attributes, 'TargetMode') === 'External',
      });
    },
    text: () => undefined,
    close: () => undefined,
  });
  for await (const piece of parts.text(path)) scanner.push(piece);
  return found;
}
