import { type TSchema, Type } from 'typebox';
import { parseDay } from '../../time/business-time.ts';
import type { FieldKind } from '../field-kind.ts';

/**
 * How a list is narrowed by a field, and what its query then says: `value` one value; `holds` whether there is anything (`1`) or nothing (`0`); `range` what lies between
 * two values, both included, each of which may be left out (`5,10`, `2026-01-01,`); `several` rows that have any of the choices (`a,b`); `words` as `holds`, or a text
 * that stands in it, behind `~`. Empty: by nothing.
 */
export type FilterWay = 'value' | 'holds' | 'range' | 'several' | 'words';

const WAYS: Readonly<Record<string, FilterWay>> = {
  flag: 'value',
  choice: 'value',
  place: 'value',
  staff: 'value',
  relation: 'value',
  dictionary: 'value',
  address: 'value',
  files: 'holds',
  images: 'holds',
  signature: 'holds',
  int: 'range',
  decimal: 'range',
  money: 'range',
  unitPrice: 'range',
  quantity: 'range',
  day: 'range',
  month: 'range',
  instant: 'range',
  choices: 'several',
  richText: 'words',
};

/** How a list is narrowed by fields of a kind; undefined: it is not. */
export function filterWay(kind: string, of: Pick<FieldKind, 'plugin'> | undefined): FilterWay | undefined {
  if (of?.plugin) return of.plugin.filtered ? 'value' : undefined;
  return Object.hasOwn(WAYS, kind) ? WAYS[kind] : undefined;
}

/** What an end of a range looks like. */
const NUMBER_END = '-?\\d{1,15}(\\.\\d{1,8})?';
const ENDS: Readonly<Record<string, string>> = { day: '[1-9]\\d{3}-\\d{2}-\\d{2}', month: '[1-9]\\d{3}-(0[1-9]|1[0-2])', instant: '-?\\d{1,14}' };
/** Characters of texts that are looked for, and of choices in one query. */
const MAX_WORDS = 100;
const MAX_SEVERAL = 2_000;
/** What stands before a text that is looked for. */
export const WORDS_MARK = '~';
/** What tells choices apart, and the ends of a range. */
export const SEVERAL_MARK = ',';

/** One value; empty: none is asked for. */
const MEANT = Type.String({ maxLength: 64 });
const rangePattern = (kind: string): string => {
  const end = ENDS[kind] ?? NUMBER_END;
  return `^$|^(${end})?,(${end})?$`;
};

/** Member of the list's query for a field. */
export function filterSchema({ kind, of }: { readonly kind: string; readonly of: Pick<FieldKind, 'plugin'> }, own: TSchema): TSchema {
  switch (filterWay(kind, of)) {
    case 'holds':
      return Type.Union([Type.Literal('1'), Type.Literal('0'), Type.Literal('')]);
    case 'range':
      return Type.String({ maxLength: 64, pattern: rangePattern(kind) });
    case 'several':
      return Type.String({ maxLength: MAX_SEVERAL });
    case 'words':
      return Type.String({ maxLength: MAX_WORDS + WORDS_MARK.length, pattern: `^[01]?$|^${WORDS_MARK}` });
    default:
      return kind === 'flag' ? own : MEANT;
  }
}

/** Ends of a range, as they stand on the wire; `''`: open. */
export interface AskedRange {
  readonly from: string;
  readonly to: string;
}

const isDay = (text: string): boolean => {
  try {
    return parseDay(text) > Number.NEGATIVE_INFINITY;
  } catch {
    return false;
  }
};
const isText = (kind: string): boolean => kind === 'day' || kind === 'month';

/**
 * What a query means by a range. Ends that stand the wrong way round mean the same range.
 * @returns undefined: it is none, such as one that begins on 31 February
 */
export function readRange(kind: string, text: string): AskedRange | undefined {
  // pattern: of this file, anchored, and queries are at most 64 characters long
  if (!new RegExp(rangePattern(kind)).test(text)) return undefined;
  const [from = '', to = ''] = text.split(SEVERAL_MARK);
  if (kind === 'day' && [from, to].some((end) => end !== '' && !isDay(end))) return undefined;
  if (from === '' || to === '') return { from, to };
  const isTurned = isText(kind) ? from > to : Number(from) > Number(to);
  return isTurned ? { from: to, to: from } : { from, to };
}

/** The same range as a query says it; `''`: none is asked for. */
export const rangeText = ({ from, to }: AskedRange): string => (from === '' && to === '' ? '' : `${from}${SEVERAL_MARK}${to}`);
