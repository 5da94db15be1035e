import { isEnCode, type Language, type UploadedFile } from '../../../contract/index.ts';
import { deltaToText } from '../../../contract/rich-text/delta-to-text.ts';
import { sameValue } from '../record-values.ts';
import { dayText, type RecordField } from '../../../contract/record/index.ts';
import { instantFromWire } from '../../wire.ts';
import { keptInCell } from '../../xlsx/cell-xml.ts';
import type { XlsxKind } from '../../xlsx/xlsx-column.ts';
import type { CellProblemKey } from './sentences.ts';
import { valueOfWord, wordOf } from './words.ts';

const KINDS: Readonly<Record<string, XlsxKind>> = {
  int: 'integer',
  money: 'money',
  unitPrice: 'price',
  quantity: 'quantity',
  decimal: 'quantity',
  day: 'date',
  instant: 'datetime',
};

/** Kind of the cells of a field, or of a member that is shown beside the fields. */
export const cellKind = (kind: string): XlsxKind => KINDS[kind] ?? 'text';

/** Spreadsheets show days of these years all alike. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 9998;

/** A value of the wire as its cell takes it. */
export function cellValue(kind: string, value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (kind === 'money' || kind === 'unitPrice' || kind === 'quantity' || kind === 'decimal') return String(value);
  if (kind !== 'instant') return value;
  const time = new Date(Number(value));
  const year = time.getUTCFullYear();
  return year < FIRST_YEAR || year > LAST_YEAR ? time.toISOString() : time;
}

/** Words of several choices, names of several files. */
const JOINED: Readonly<Record<Language, string>> = { zh: '、', zhtw: '、', en: ', ' };
/** What people write between words of a cell. */
const BETWEEN = /[、，,;；\n]/;

export function fieldCell(field: RecordField, value: unknown, language: Language): unknown {
  switch (field.kind) {
    case 'flag':
    case 'choice':
      return value === '' ? '' : wordOf(field, value, language);
    case 'choices':
      return (value as readonly string[]).map((each) => wordOf(field, each, language)).join(JOINED[language]);
    case 'richText':
      return value === null ? '' : deltaToText(value);
    case 'signature':
      return (value as UploadedFile | null)?.name ?? '';
    case 'files':
    case 'images':
      return (value as readonly UploadedFile[]).map(({ name }) => name).join(JOINED[language]);
    default:
      return cellValue(field.kind, value);
  }
}

export type ReadCell = { readonly value: unknown } | { readonly problem: CellProblemKey } | undefined;

/** As the reader of workbooks gives it back. */
const asRead = (text: string): string => keptInCell(text).replace(/\r\n?/g, '\n').trim();
/** A cell of a datetime shows whole seconds; some programs round them, others cut them off. */
const SECOND_MS = 1_000;

/**
 * Whether a cell says what stands there already. What no rule of now would let through, what a cell cannot keep (blanks around a note, parts of a
 * second), and words that mean nothing are the same when they look the same.
 */
export function saysStored(field: RecordField, text: string, stored: unknown, language: Language): boolean {
  const cell = text.replace(/\r\n?/g, '\n');
  if (typeof stored === 'string' && asRead(stored) === cell) return true;
  // Words that mean nothing any more look the same, too.
  if (field.kind === 'choices' && asRead(String(fieldCell(field, stored, language))) === cell) return true;
  const read = readCell(field, text, language);
  if (!read || 'problem' in read) return false;
  return field.kind === 'instant' ? Math.abs(Number(read.value) - Number(stored)) < SECOND_MS : sameValue(read.value, stored);
}

/** Digits more than these are what a calculation left behind. */
const MAX_DIGITS = 15;

function decimalOf(text: string): number | undefined {
  const plain = text.replace(/[\s,¥$]/g, '');
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(plain)) return undefined;
  const value = Number(plain);
  if (!Number.isFinite(value)) return undefined;
  return plain.replace(/\D/g, '').length > MAX_DIGITS ? Number(value.toPrecision(MAX_DIGITS)) : value;
}

/** What a text of a cell means; undefined for an empty one where the kind has no empty text: it says nothing. */
export function readCell(field: RecordField, given: string, language: Language): ReadCell {
  const text = given.trim();
  // Full-width digits, letters and signs of Chinese keyboards.
  const narrow = text.normalize('NFKC');
  switch (field.kind) {
    case 'text':
      return { value: field.narrow ? narrow : text };
    case 'note':
      return { value: text };
    case 'code':
      return { value: isEnCode(text) || !isEnCode(narrow) ? text : narrow };
    case 'choices': {
      const words = narrow.split(BETWEEN).flatMap((word) => (word.trim() === '' ? [] : [valueOfWord(field, word, language)]));
      return found(words.includes(undefined) ? undefined : [...new Set(words)], 'choice');
    }
    case 'choice':
      return text === '' ? { value: '' } : found(valueOfWord(field, text, language) ?? valueOfWord(field, narrow, language), 'choice');
  }
  if (text === '') return undefined;
  switch (field.kind) {
    case 'flag':
      return found(valueOfWord(field, text, language) ?? valueOfWord(field, narrow, language), 'choice');
    case 'int': {
      const value = decimalOf(narrow);
      return found(value !== undefined && Number.isSafeInteger(value) ? value : undefined, 'integer');
    }
    case 'day':
      return found(dayText(narrow), 'day');
    case 'month':
      return found(monthOf(narrow), 'month');
    case 'instant':
      return found(instantOf(narrow), 'instant');
    default:
      return found(decimalOf(narrow), 'number');
  }
}

const found = (value: unknown, problem: CellProblemKey): ReadCell => (value === undefined ? { problem } : { value });

/** `2026-3`, `2026/03`, `2026年3月`, or any day of it. */
function monthOf(text: string): string | undefined {
  const [, year, month = ''] = /^(\d{4})[-/.年](\d{1,2})月?$/.exec(text) ?? [];
  const given = year === undefined ? dayText(text)?.slice(0, 7) : `${year}-${month.padStart(2, '0')}`;
  return given !== undefined && dayText(`${given}-01`) !== undefined ? given : undefined;
}

function instantOf(text: string): number | undefined {
  const [day = '', time, ...rest] = text.split(/[\sT]+/);
  const whole = dayText(day);
  if (whole === undefined || rest.length > 0 || !/^(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3}Z)?)?)?$/.test(time ?? '')) return undefined;
  try {
    return instantFromWire(time ? `${whole} ${time.padStart(time.indexOf(':') === 1 ? time.length + 1 : 0, '0')}` : whole).getTime();
  } catch {
    return undefined;
  }
}
