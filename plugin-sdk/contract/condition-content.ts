import { instantOf, DAY_MS, parseDay } from './time/business-time.ts';
import { CONDITION_CONTENTS, type ConditionOperator, type DataFieldType } from './data-condition.ts';
import { withoutTrailing } from './money/without-trailing.ts';

/** One of the contents that stand for facts of the caller. */
export type ConditionContent = (typeof CONDITION_CONTENTS)[number];

const PEOPLE: readonly ConditionContent[] = ['@userId', '@userAraSubordinates'];
const PLACES: readonly ConditionContent[] = ['@organizeId', '@organizationAndSuborganization'];

/** Contents of the caller that make sense for a field. */
export const CONTENTS_OF: Readonly<Record<DataFieldType, readonly ConditionContent[]>> = {
  String: [...PEOPLE, ...PLACES],
  User: PEOPLE,
  Organize: PLACES,
  Int32: [],
  Double: [],
  DateTime: [],
};

const SAME: readonly ConditionOperator[] = ['Equal', 'NotEqual', 'In'];
const ORDERED: readonly ConditionOperator[] = ['GreaterThan', 'GreaterThanOrEqual', 'LessThan', 'LessThanOrEqual'];

/** Comparisons that make sense for a field. Texts have no order here: each database sorts them its own way. */
export const OPERATORS_OF: Readonly<Record<DataFieldType, readonly ConditionOperator[]>> = {
  String: [...SAME, 'Contains'],
  User: SAME,
  Organize: SAME,
  Int32: [...SAME, ...ORDERED],
  Double: [...SAME, ...ORDERED],
  DateTime: ['Equal', 'NotEqual', ...ORDERED],
};

/** What a comparison compares with. */
export type ComparedContent =
  | { readonly kind: 'caller'; readonly content: ConditionContent }
  | { readonly kind: 'texts'; readonly values: readonly string[] }
  /** Decimal numbers as text, so that no digit is lost. */
  | { readonly kind: 'numbers'; readonly values: readonly string[] }
  /** The span of time that the text names, in milliseconds: a day, a minute, a second. `day` is set when it is a whole day. */
  | { readonly kind: 'time'; readonly from: number; readonly before: number; readonly day: string | undefined };

const isContent = (value: string): value is ConditionContent => (CONDITION_CONTENTS as readonly string[]).includes(value);

const listed = (value: string): string[] => [
  ...new Set(
    value
      .split(/[,，]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

function readNumber(text: string, type: 'Int32' | 'Double'): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === '' || (type === 'Int32' && text.includes('.'))) return undefined;
  const decimals = withoutTrailing(fraction, '0');
  const digits = `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
  const number = sign === '-' && digits !== '0' ? `-${digits}` : digits;
  return type === 'Int32' && Math.abs(Number(number)) > 2_147_483_647 ? undefined : number;
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

function readTime(text: string): ComparedContent | undefined {
  if (/^[1-9]\d{11,12}$/.test(text)) return { kind: 'time', from: Number(text), before: Number(text) + 1, day: undefined };
  const [, day, hour, minute, second] = TIME.exec(text) ?? [];
  if (day === undefined || day < '1000') return undefined;
  let start: number;
  try {
    start = parseDay(day);
  } catch {
    return undefined;
  }
  if (hour === undefined || minute === undefined) return { kind: 'time', from: start, before: start + DAY_MS, day };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const from = instantOf({ year, month, day: date, hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) });
  return { kind: 'time', from, before: from + (second === undefined ? 60_000 : 1000), day: undefined };
}

/**
 * Reads the content of a comparison by the type of its field. `In` takes several, separated by commas.
 * @returns undefined when the comparison does not suit the field or the text is no such value
 */
export function readContent(type: DataFieldType, operator: ConditionOperator, value: string): ComparedContent | undefined {
  if (!OPERATORS_OF[type].includes(operator)) return undefined;
  const text = value.trim();
  if (isContent(text)) return CONTENTS_OF[type].includes(text) && operator !== 'Contains' ? { kind: 'caller', content: text } : undefined;
  // A misspelt content must not count as a text that differs from everything.
  if (text === '' || text.startsWith('@') || text.includes('\0')) return undefined;
  if (type === 'DateTime') return readTime(text);
  const parts = operator === 'In' ? listed(text) : [text];
  if (parts.length === 0) return undefined;
  if (type !== 'Int32' && type !== 'Double') return { kind: 'texts', values: parts };
  const numbers = parts.flatMap((part) => readNumber(part, type) ?? []);
  return numbers.length === parts.length ? { kind: 'numbers', values: [...new Set(numbers)] } : undefined;
}
