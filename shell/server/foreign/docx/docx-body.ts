import { attribute, type XmlListener } from '../../../../plugin-sdk/server/xlsx/scan-xml.ts';
import type { DocxRelation } from './docx-relations.ts';
import { noteParagraphLook, noteRunLook, over, type ParagraphLooks, type RunLooks } from './docx-looks.ts';
import type { DocxNumbering } from './docx-numbering.ts';
import type { DocxStyles } from './docx-styles.ts';
import { DocxTable } from './docx-table.ts';
import { escapeHtml, linkStart, paragraphHtml, pictureHtml, runHtml } from './docx-markup.ts';

export interface DocxParts {
  readonly styles: DocxStyles;
  readonly numbering: DocxNumbering;
  readonly relations: ReadonlyMap<string, DocxRelation>;
  readonly pictures: ReadonlyMap<string, string>;
  readonly chars: number;
}

interface Paragraph {
  looks: ParagraphLooks;
  style?: string;
  html: string;
  /** Text boxes that are fastened to it. */
  after: string;
  linked: boolean;
  run?: RunLooks;
  runStyle?: string;
}

const PARTS = ['p', 'tbl', 'tc', 'txbxContent'] as const;
type Part = (typeof PARTS)[number];
const isPart = (tag: string): tag is Part => PARTS.some((part) => part === tag);

/** Boxes in boxes: more is no document that a person made. */
const MAX_DEPTH = 40;
/** English metric units of a pixel. */
const UNITS_PER_PIXEL = 9_525;

/** Hears the text of a document and writes it down as HTML. */
export class DocxBody implements XmlListener {
  readonly #parts: DocxParts;
  /** What stands around the paragraph that is read: the page, or cells and text boxes in it. */
  readonly #boxes: string[] = [''];
  readonly #tables: DocxTable[] = [];
  readonly #paragraphs: Paragraph[] = [];
  /** Parts that are open, the innermost last. */
  readonly #opened: Part[] = [];
  #properties: 'run' | 'paragraph' | undefined;
  #taking = false;
  /** Depth inside what is left out. */
  #skipped = 0;
  #pictureWidth: number | undefined;
  #chars = 0;
  picturesLeftOut = 0;
  full = false;

  constructor(parts: DocxParts) {
    this.#parts = parts;
  }

  html(): string {
    // Where the text was cut, the innermost part is closed first.
    for (let tag = this.#opened.at(-1); tag !== undefined; tag = this.#opened.at(-1)) this.#end(tag);
    return this.#boxes.join('');
  }

  open(tag: string, attributes: string, closed: boolean): void {
    if (this.full) return;
    if (this.#skipped > 0 || isLeftOut(tag)) {
      if (!closed) this.#skipped += 1;
      return;
    }
    if (closed && ENCLOSING.has(tag)) {
      if (tag === 'p') this.#add('<p><br></p>');
      return;
    }
    if (this.#openStructure(tag, attributes) || this.#openProperties(tag, attributes)) return;
    this.#openContent(tag, attributes);
  }

  text(text: string): void {
    if (this.full || this.#skipped > 0 || !this.#taking) return;
    this.#write(escapeHtml(text), text.length);
  }

  close(tag: string): void {
    if (this.full) return;
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (tag === 't') this.#taking = false;
    else if (tag === 'rPr' || tag === 'pPr') this.#properties = undefined;
    else if (tag === 'r') this.#endRun();
    else if (tag === 'hyperlink') this.#endLink();
    // What closes something else than was opened last is no part of a document.
    else if (tag === this.#opened.at(-1)) this.#end(tag as Part);
  }

  #end(tag: Part): void {
    this.#opened.pop();
    if (tag === 'p') this.#endParagraph();
    else if (tag === 'tc') this.#tables.at(-1)?.endCell(this.#boxes.pop() ?? '');
    else if (tag === 'tbl') this.#endTable();
    else this.#endBox();
  }

  get #paragraph(): Paragraph | undefined {
    return this.#paragraphs.at(-1);
  }

  #openStructure(tag: string, attributes: string): boolean {
    if (isPart(tag)) this.#opened.push(tag);
    if (tag === 'p') this.#paragraphs.push({ looks: {}, html: '', after: '', linked: false });
    else if (tag === 'r') {
      if (this.#paragraph) this.#paragraph.run = {};
    } else if (tag === 'tbl') this.#tables.push(new DocxTable());
    else if (tag === 'tr') this.#tables.at(-1)?.startRow();
    else if (tag === 'tc') {
      this.#tables.at(-1)?.startCell();
      this.#boxes.push('');
    } else if (tag === 'txbxContent') this.#boxes.push('');
    else if (tag === 'hyperlink') this.#startLink(attribute(attributes, 'id') ?? '');
    else return false;
    if (this.#boxes.length > MAX_DEPTH || this.#paragraphs.length > MAX_DEPTH) this.full = true;
    return true;
  }

  #openProperties(tag: string, attributes: string): boolean {
    const paragraph = this.#paragraph;
    if (tag === 'rPr') this.#properties = 'run';
    else if (tag === 'pPr') this.#properties = 'paragraph';
    else if (tag === 'gridSpan' || tag === 'vMerge') this.#tables.at(-1)?.note(tag, attribute(attributes, 'val'));
    else if (!this.#properties) return false;
    else if (!paragraph) return true;
    else if (tag === 'pStyle') paragraph.style = attribute(attributes, 'val');
    else if (tag === 'rStyle') paragraph.runStyle = attribute(attributes, 'val');
    else if (this.#properties === 'paragraph') noteParagraphLook(paragraph.looks, tag, attributes);
    // Properties of the mark that ends a paragraph are not those of a run.
    else if (paragraph.run) noteRunLook(paragraph.run, tag, attributes);
    return true;
  }

  #openContent(tag: string, attributes: string): void {
    if (tag === 't') this.#taking = true;
    else if (tag === 'br' || tag === 'cr') this.#write('<br>', 1);
    else if (tag === 'tab') this.#write('\u2003', 1);
    else if (tag === 'noBreakHyphen') this.#write('\u2011', 1);
    else if (tag === 'extent') this.#pictureWidth = Math.round(Number(attribute(attributes, 'cx') ?? 0) / UNITS_PER_PIXEL);
    else if (tag === 'blip' || tag === 'imagedata') this.#picture(attribute(attributes, tag === 'blip' ? 'embed' : 'id') ?? '');
  }

  #picture(id: string): void {
    const address = this.#parts.pictures.get(id);
    if (address === undefined) this.picturesLeftOut += 1;
    else this.#append(pictureHtml(address, this.#pictureWidth));
    this.#pictureWidth = undefined;
  }

  /** Text in the looks of the run that it stands in. */
  #write(html: string, chars: number): void {
    const paragraph = this.#paragraph;
    if (!paragraph) return;
    this.#chars += chars;
    if (this.#chars > this.#parts.chars) this.full = true;
    const { styles } = this.#parts;
    const own = styles.style(paragraph.style) ?? styles.basic;
    const looks = over(over(own?.run, styles.style(paragraph.runStyle)?.run ?? {}), paragraph.run ?? {});
    if (!looks.hidden) paragraph.html += runHtml(html, looks);
  }

  #startLink(id: string): void {
    this.#endLink();
    if (!this.#paragraph) return;
    this.#paragraph.linked = true;
    this.#append(linkStart(this.#parts.relations.get(id)));
  }

  #endLink(): void {
    if (!this.#paragraph?.linked) return;
    this.#paragraph.linked = false;
    this.#append('</a>');
  }

  #append(html: string): void {
    if (this.#paragraph) this.#paragraph.html += html;
  }

  #add(html: string): void {
    this.#boxes[this.#boxes.length - 1] += html;
    this.#chars += 8;
    if (this.#chars > this.#parts.chars) this.full = true;
  }

  #endRun(): void {
    if (!this.#paragraph) return;
    this.#paragraph.run = undefined;
    this.#paragraph.runStyle = undefined;
  }

  #endParagraph(): void {
    this.#endLink();
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    const { styles, numbering } = this.#parts;
    const looks = over((styles.style(paragraph.style) ?? styles.basic)?.paragraph, paragraph.looks);
    const label = looks.numbering ? numbering.next(looks.numbering.id, looks.numbering.level) : undefined;
    this.#add(paragraphHtml(paragraph.html, looks, label) + paragraph.after);
  }

  #endTable(): void {
    const table = this.#tables.pop();
    if (table) this.#add(table.html());
  }

  #endBox(): void {
    const box = this.#boxes.pop() ?? '';
    if (this.#paragraph) this.#paragraph.after += box;
    else this.#add(box);
  }
}

/** What was deleted as a tracked change, what older programs show in place of a newer part, comments, and properties of sections. */
const isLeftOut = (tag: string): boolean => LEFT_OUT.has(tag);
const LEFT_OUT = new Set(['del', 'moveFrom', 'Fallback', 'sectPr', 'instrText', 'delText', 'tblGrid', 'tblPr', 'pPrChange', 'rPrChange', 'oMath', 'oMathPara']);
/** Nothing follows one of these that is closed at once. */
const ENCLOSING = new Set(['p', 'r', 't', 'rPr', 'pPr', 'tbl', 'tr', 'tc', 'hyperlink', 'txbxContent']);
