import { AppError, EnvelopeCode } from '../../contract/errors.ts';
import { type CellFormats, formatsOf } from './cell-formats.ts';
import { attribute, XmlScanner } from './scan-xml.ts';
import { unreadable, ZipParts } from './read-zip.ts';

export interface XlsxLimits {
  /** Rows that are not empty, the heading included. */
  readonly rows: number;
  /** Columns that are looked at; what stands further right is left out. */
  readonly columns: number;
  /** Bytes that the whole file may unpack to. Default 100 MB. */
  readonly unpackedBytes?: number;
}

export interface SheetRow {
  /** As the spreadsheet counts, from 1. */
  readonly number: number;
  /** What a person sees, without blanks around it: dates as `YYYY-MM-DD[ HH:mm:ss]`, empty cells as ''. */
  readonly cells: readonly string[];
}

export interface SheetContent {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

/** The beginning of one sheet of a workbook, to be looked at. */
export interface SheetPart extends SheetContent {
  /** Names of all visible sheets, in their order. */
  readonly sheets: readonly string[];
  /** There are rows behind the last one. */
  readonly moreRows: boolean;
  /** There are cells to the right of the last column. */
  readonly moreColumns: boolean;
}

const UNPACKED_BYTES = 100 * 1_048_576;
/** Characters of all texts that cells share. */
const SHARED_CHARS = 20_000_000;
/** More does not fit into a cell. */
const CELL_CHARS = 32_767;

/**
 * Reads the first visible sheet of an .xlsx that came from outside: texts and numbers as a person sees them; of a formula the result that
 * was stored with it, nothing is calculated. Memory grows with the rows that are kept, not with what the file claims to hold. Works in the
 * thread that calls it; `readSheet` is for what a person uploads.
 * @throws AppError `core.xlsx-unreadable`, `core.xlsx-too-large`, `core.xlsx-too-many-rows`
 */
export async function parseSheet(content: Buffer, limits: XlsxLimits): Promise<SheetContent> {
  const { parts, sheets, read } = await openWorkbook(content, limits);
  const [first] = sheets;
  if (!first) throw unreadable();
  const reader = await read();
  const scanner = new XmlScanner(reader);
  for await (const piece of parts.text(first.path)) scanner.push(piece);
  scanner.end();
  return { name: first.name, rows: reader.rows };
}

/**
 * The beginning of a visible sheet, to be looked at: where `parseSheet` refuses a sheet that is too long, this one stops reading.
 * @param at place of the sheet among the visible ones, from 0; one that is not there counts as the first
 * @throws AppError `core.xlsx-unreadable`, `core.xlsx-too-large`
 */
export async function parseSheetPart(content: Buffer, at: number, limits: XlsxLimits): Promise<SheetPart> {
  const { parts, sheets, read } = await openWorkbook(content, limits);
  const sheet = sheets[at] ?? sheets[0];
  if (!sheet) throw unreadable();
  const reader = await read({ cut: true });
  const scanner = new XmlScanner(reader);
  for await (const piece of parts.text(sheet.path)) {
    scanner.push(piece);
    if (reader.moreRows) break;
  }
  return { name: sheet.name, rows: reader.rows, sheets: sheets.map(({ name }) => name), moreRows: reader.moreRows, moreColumns: reader.moreColumns };
}

async function openWorkbook(content: Buffer, limits: XlsxLimits) {
  const parts = new ZipParts(content, limits.unpackedBytes ?? UNPACKED_BYTES);
  const { sheets, epoch1904 } = await visibleSheets(parts);
  const read = async ({ cut = false } = {}): Promise<SheetReader> => {
    const shared = parts.has('xl/sharedStrings.xml') ? await sharedTexts(parts) : [];
    const formats = await formatsOf(parts.has('xl/styles.xml') ? parts.text('xl/styles.xml') : [], epoch1904);
    return new SheetReader(shared, formats, limits, cut);
  };
  return { parts, sheets, read };
}

async function visibleSheets(parts: ZipParts): Promise<{ sheets: { name: string; path: string }[]; epoch1904: boolean }> {
  const sheets: { name: string; link: string; hidden: boolean }[] = [];
  let epoch1904 = false;
  await scan(parts, 'xl/workbook.xml', (tag, attributes) => {
    if (tag === 'workbookPr') epoch1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '');
    if (tag !== 'sheet') return;
    sheets.push({
      name: attribute(attributes, 'name') ?? '',
      link: attribute(attributes, 'id') ?? '',
      hidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
    });
  });
  const targets = new Map<string, string>();
  await scan(parts, 'xl/_rels/workbook.xml.rels', (tag, attributes) => {
    if (tag === 'Relationship') targets.set(attribute(attributes, 'Id') ?? '', attribute(attributes, 'Target') ?? '');
  });
  const visible = sheets
    .filter((one) => !one.hidden)
    .map(({ name, link }) => {
      // One that leads nowhere is refused when it is read: a workbook may have others.
      const target = targets.get(link) ?? '';
      return { name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
    });
  return { sheets: visible, epoch1904 };
}

async function scan(parts: ZipParts, path: string, open: (tag: string, attributes: string) => void): Promise<void> {
  const scanner = new XmlScanner({ open, text: () => undefined, close: () => undefined });
  for await (const piece of parts.text(path)) scanner.push(piece);
}

/** Texts that cells point to by number. Readings for pronunciation (`rPh`) are no part of them. */
async function sharedTexts(parts: ZipParts): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let inText = false;
  let aside = 0;
  let chars = 0;
  const scanner = new XmlScanner({
    open(tag, _attributes, closed) {
      if (tag === 'si') text = '';
      if (closed) {
        if (tag === 'si') texts.push('');
        return;
      }
      if (tag === 'rPh') aside += 1;
      if (tag === 't') inText = aside === 0;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(tag) {
      if (tag === 't') inText = false;
      if (tag === 'rPh') aside -= 1;
      if (tag !== 'si') return;
      chars += text.length;
      if (chars > SHARED_CHARS) throw new AppError('core.xlsx-too-large', { code: EnvelopeCode.TooLarge });
      texts.push(text);
    },
  });
  for await (const piece of parts.text('xl/sharedStrings.xml')) scanner.push(piece);
  return texts;
}

/** 1 for A, 27 for AA; 0 when the address names no column. */
function columnOf(address: string): number {
  let column = 0;
  for (const sign of address) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column;
}

/** Spreadsheets write characters that XML does not like as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;

class SheetReader {
  readonly rows: SheetRow[] = [];
  readonly #shared: readonly string[];
  readonly #formats: CellFormats;
  readonly #limits: XlsxLimits;
  readonly #cut: boolean;
  moreRows = false;
  moreColumns = false;
  #row: { number: number; cells: string[] } | undefined;
  #lastRow = 0;
  #column = 0;
  #type = 'n';
  #style = 0;
  #value = '';
  #taking = false;

  /** @param cut rows behind the last allowed one are left out instead of being refused */
  constructor(shared: readonly string[], formats: CellFormats, limits: XlsxLimits, cut = false) {
    this.#cut = cut;
    this.#shared = shared;
    this.#formats = formats;
    this.#limits = limits;
  }

  open(tag: string, attributes: string, closed: boolean): void {
    if (tag === 'row') {
      this.#lastRow = Number(attribute(attributes, 'r') ?? this.#lastRow + 1);
      this.#row = closed ? undefined : { number: this.#lastRow, cells: [] };
      this.#column = 0;
    } else if (tag === 'c') {
      this.#column = columnOf(attribute(attributes, 'r') ?? '') || this.#column + 1;
      this.#type = attribute(attributes, 't') ?? 'n';
      this.#style = Number(attribute(attributes, 's') ?? 0);
      this.#value = '';
    } else if (tag === 'v' || tag === 't') {
      this.#taking = !closed;
    }
  }

  text(text: string): void {
    if (this.#taking && this.#value.length < CELL_CHARS) this.#value += text;
  }

  close(tag: string): void {
    if (tag === 'v' || tag === 't') this.#taking = false;
    else if (tag === 'c') this.#keepCell();
    else if (tag === 'row') this.#keepRow();
  }

  #keepCell(): void {
    if (!this.#row || this.#value === '') return;
    if (this.#column > this.#limits.columns) {
      this.moreColumns = true;
      return;
    }
    const { cells } = this.#row;
    while (cells.length < this.#column - 1) cells.push('');
    cells[this.#column - 1] = this.#shown().trim().slice(0, CELL_CHARS);
  }

  #shown(): string {
    switch (this.#type) {
      case 's':
        return unescaped(this.#shared[Number(this.#value)] ?? '');
      case 'n':
        return this.#formats.shown(this.#value, this.#style);
      default:
        return unescaped(this.#value);
    }
  }

  #keepRow(): void {
    if (this.#row?.cells.some((cell) => cell !== '')) {
      const full = this.rows.length >= this.#limits.rows;
      if (full && !this.#cut) throw new AppError('core.xlsx-too-many-rows', { code: EnvelopeCode.TooLarge, params: { max: this.#limits.rows - 1 } });
      if (full) this.moreRows = true;
      else this.rows.push(this.#row);
    }
    this.#row = undefined;
  }
}
