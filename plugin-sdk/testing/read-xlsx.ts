import type { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';

export interface XlsxCell {
  readonly type: 'text' | 'number' | 'empty';
  /** Text as it stands; digits of a number. */
  readonly value: string;
  /** Number format of its style, such as `4` (two decimals), `49` (text), `165` (own). */
  readonly format: number;
}

export interface XlsxSheet {
  readonly name: string;
  /** Rows that stay visible. */
  readonly frozenRows: number;
  readonly widths: readonly number[];
  readonly cells: readonly (readonly XlsxCell[])[];
  /** The cells as a person sees them: dates as `YYYY-MM-DD[ HH:mm:ss]`, numbers as their digits, empty cells as ''. */
  readonly rows: readonly (readonly string[])[];
}

const END_OF_DIRECTORY = 0x06054b50;
const DAY_MS = 86_400_000;
const EPOCH_DAYS = 25_569;

/** Reads back what `xlsxReply` answers; for tests of exports. @throws Error when it is no whole workbook. */
export async function readXlsx(content: Buffer | Readable): Promise<readonly XlsxSheet[]> {
  const parts = unzip(Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray()));
  const part = (path: string): string => {
    const text = parts.get(path);
    if (text === undefined) throw new Error(`the workbook has no ${path}`);
    return text;
  };
  const styles = part('xl/styles.xml');
  const own = new Map(all(styles, /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(([, id, code = '']) => [Number(id), code]));
  const formats = all(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '', /<xf numFmtId="(\d+)"/g).map(([, id]) => Number(id));
  const targets = new Map(
    all(part('xl/_rels/workbook.xml.rels'), /Id="(\w+)" Type="[^"]*\/worksheet" Target="([^"]+)"/g).map(([, id = '', path = '']) => [id, path]),
  );
  return all(part('xl/workbook.xml'), /<sheet name="([^"]*)" sheetId="\d+" r:id="(\w+)"/g).map(([, name = '', id = '']) =>
    readSheet(plain(name), part(`xl/${targets.get(id)}`), formats, own),
  );
}

const all = (text: string, pattern: RegExp): RegExpMatchArray[] => [...text.matchAll(pattern)];

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (xml: string): string => xml.replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => NAMED[name] ?? '').replace(/_x005F_/g, '_');

function readSheet(name: string, xml: string, formats: readonly number[], own: ReadonlyMap<number, string>): XlsxSheet {
  const cells = all(xml, /<row\b[^>]*>(.*?)<\/row>/gs).map(([, row = '']) =>
    all(row, /<c(?: s="(\d+)")?(?: t="(\w+)")?(?:\/>|>(.*?)<\/c>)/gs).map(([, style = '0', type, inside]): XlsxCell => {
      const format = formats[Number(style)] ?? 0;
      if (inside === undefined) return { type: 'empty', value: '', format };
      if (type === 'inlineStr') return { type: 'text', value: plain(/<t[^>]*>(.*)<\/t>/s.exec(inside)?.[1] ?? ''), format };
      return { type: 'number', value: /<v>(.*)<\/v>/.exec(inside)?.[1] ?? '', format };
    }),
  );
  const shown = ({ type, value, format }: XlsxCell): string => {
    const code = type === 'number' ? (own.get(format) ?? '') : '';
    if (!code.startsWith('yyyy')) return value;
    const iso = new Date(Math.round((Number(value) - EPOCH_DAYS) * DAY_MS)).toISOString();
    return code.includes('hh') ? iso.slice(0, 19).replace('T', ' ') : iso.slice(0, 10);
  };
  return {
    name,
    frozenRows: Number(/<pane ySplit="(\d+)"[^>]*state="frozen"/.exec(xml)?.[1] ?? 0),
    widths: all(xml, /<col [^>]*width="([\d.]+)"/g).map(([, width]) => Number(width)),
    cells,
    rows: cells.map((row) => row.map(shown)),
  };
}

/** Parts of a zip by path, found through its directory as spreadsheets do. */
function unzip(bytes: Buffer): ReadonlyMap<string, string> {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error('not a whole zip file');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength, extraLength, noteLength, start] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const body = bytes.subarray(from, from + packed);
    parts.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), (bytes.readUInt16LE(at + 10) === 0 ? body : inflateRawSync(body)).toString('utf8'));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return parts;
}
