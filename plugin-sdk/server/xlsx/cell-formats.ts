import { attribute, XmlScanner } from './scan-xml.ts';

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets (1899-12-30) in days before 1970, and that of those that count from 1904. */
const EPOCH_DAYS = 25_569;
const EPOCH_1904_DAYS = 24_107;
const LAST_DAY = 2_958_466;
/** Built-in formats that show a day, also those of Chinese spreadsheets. */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** How numbers of a workbook look. */
export interface CellFormats {
  /** A number as a person sees it: a date as `YYYY-MM-DD[ HH:mm:ss]`, anything else as its digits. */
  shown(digits: string, style: number): string;
}

const DAY_SIGNS = /[yd年日]/i;

/** Whether a format code shows a day: year or day letters outside quotes, escapes and colours. One pass, whatever stands in it. */
export function showsDay(code: string): boolean {
  const last = { '"': code.lastIndexOf('"'), ']': code.lastIndexOf(']') };
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charAt(at);
    if (sign === '\\') {
      if (code[at + 1] !== '\n') at += 1;
    } else if (sign === '"' || sign === '[') {
      const end = sign === '"' ? '"' : ']';
      if (last[end] > at) at = code.indexOf(end, at + 1);
    } else if (DAY_SIGNS.test(sign)) return true;
  }
  return false;
}

/** @param styles XML of the part xl/styles.xml piece by piece; nothing when there is none */
export async function formatsOf(styles: AsyncIterable<string> | readonly string[], epoch1904: boolean): Promise<CellFormats> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  const scanner = new XmlScanner({
    open(tag, attributes) {
      if (tag === 'numFmt') codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
      else if (tag === 'cellXfs') inCells = true;
      else if (tag === 'xf' && inCells) formats.push(Number(attribute(attributes, 'numFmtId') ?? 0));
    },
    text: () => undefined,
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  for await (const piece of styles) scanner.push(piece);
  // Each code is looked at once, however many styles use it.
  const ownDates = new Set([...codes].filter(([, code]) => showsDay(code)).map(([id]) => id));
  const dates = formats.map((id) => isBuiltInDate(id) || ownDates.has(id));
  return { shown: (digits, style) => (dates[style] ? dateText(Number(digits), epoch1904) : numberText(digits)) };
}

function dateText(serial: number, epoch1904: boolean): string {
  if (!(serial >= 0 && serial < LAST_DAY)) return '';
  // A serial holds about a tenth of a millisecond; people type whole seconds.
  const seconds = Math.round((serial - (epoch1904 ? EPOCH_1904_DAYS : EPOCH_DAYS)) * (DAY_MS / 1_000));
  const iso = new Date(seconds * 1_000).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

/** `1.3800000001E10` is how some programs write a telephone number. */
function numberText(digits: string): string {
  if (/^-?\d+(?:\.\d+)?$/.test(digits)) return digits;
  const value = Number(digits);
  if (!Number.isFinite(value)) return digits;
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}
