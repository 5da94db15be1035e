import { XmlScanner } from '../../../../plugin-sdk/server/xlsx/scan-xml.ts';
import { unreadable, ZipParts } from '../../../../plugin-sdk/server/xlsx/read-zip.ts';
import { DocxBody } from './docx-body.ts';
import { numberingOf } from './docx-numbering.ts';
import { picturesOf } from './docx-pictures.ts';
import { relationsOf } from './docx-relations.ts';
import { stylesOf } from './docx-styles.ts';

export interface DocxLimits {
  /** Bytes that the parts which are read may unpack to. */
  readonly unpackedBytes: number;
  /** Characters of the HTML, pictures left aside; what comes later is cut off. */
  readonly chars: number;
  /** Bytes of all pictures together; one that does not fit any more is left out. */
  readonly pictureBytes: number;
}

/** A text document as a page shows it. */
export interface DocxContent {
  /** Every text in it is escaped, and its links lead to web pages and mail alone; it goes through the cleaner of the page all the same. */
  readonly html: string;
  /** The document goes on behind the last paragraph. */
  readonly cut: boolean;
  /** Pictures that are not shown: too large, or of a kind that browsers do not know. */
  readonly picturesLeftOut: number;
}

const BODY = 'word/document.xml';

/**
 * Reads the text of a .docx that came from outside: headings, paragraphs with their looks, numbered lists, tables, links and pictures. Left out are
 * headers and footers, footnotes, comments, what was struck as a tracked change, charts and formulas. Nothing is fetched and nothing is calculated.
 * @throws AppError `core.xlsx-unreadable`, `core.xlsx-too-large`: the caller says which kind of file it was
 */
export async function parseDocx(content: Buffer, limits: DocxLimits): Promise<DocxContent> {
  const parts = new ZipParts(content, limits.unpackedBytes);
  if (!parts.has(BODY)) throw unreadable();
  const relations = await relationsOf(parts);
  const pictures = await picturesOf(parts, relations, limits.pictureBytes);
  const body = new DocxBody({ styles: await stylesOf(parts), numbering: await numberingOf(parts), relations, pictures, chars: limits.chars });
  const scanner = new XmlScanner(body);
  for await (const piece of parts.text(BODY)) {
    scanner.push(piece);
    if (body.full) break;
  }
  if (!body.full) scanner.end();
  return { html: body.html(), cut: body.full, picturesLeftOut: body.picturesLeftOut };
}
