import { isEnCode, type Language } from '../../../contract/index.ts';
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
  if (kind === 'money' || kind === 'unitPrice' || kind === 'quantity') return String(value);
  if (kind !== 'instant') return value;
  const time = new Date(Number(value));
  const year = time.getUTCFullYear();
  return year < FIRST_YEAR || year > LAST_YEAR ? time.toISOString() : time;
}

export const fieldCell = (field: RecordField, value: unknown, language: Language): unknown =>
  field.kind === 'flag' || field.kind === 'choice' ? (value === '' ? '' : wordOf(field, value, language)) : cellValue(field.kind, value);

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
  if (typeof stored === 'string' && asRead(stored) === text.replace(/\r\n?/g, '\n')) return true;
  const read = readCell(field, text, language);
  if (!read || 'problem' in read) return false;
  return field.kind === 'instant' ? Math.abs(Number(read.value) - Number(stored)) < SECOND_MS : read.value === stored;
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
    case 'note':
      return { value: text };
    case 'code':
      return { value: isEnCode(text) || !isEnCode(narrow) ? text : narrow };
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
    case 'instant':
      return found(instantOf(narrow), 'instant');
    default:
      return found(decimalOf(narrow), 'number');
  }
}

const found = (value: unknown, problem: CellProblemKey): ReadCell => (value === undefined ? { problem } : { value });

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
