import {
  AppError,
  EnvelopeCode,
  formatInstant,
  formatScaled,
  isEnCode,
  type Money,
  moneyFromWire,
  moneyToWire,
  parseDay,
  parseScaled,
  type Quantity,
  quantityFromWire,
  quantityToWire,
  type UnitPrice,
  unitPriceFromWire,
  unitPriceToWire,
} from '../../contract/index.ts';
import { instantFromWire } from '../wire.ts';

/** What a column holds at most; forms, schemas and rules read it from the table. Numbers are those of the wire. */
export interface ColumnLimits {
  /** Characters, not UTF-16 halves. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Digits in all and after the point, as in `numeric(14, 2)`. */
  readonly precision?: number;
  readonly scale?: number;
  readonly choices?: readonly string[];
}

/** One value in its three forms. None of the four knows of null: that is the column's matter. */
export interface Codec<Db, Value, Wire> {
  /** Takes what the driver gives, and what JSON and aggregates make of it: text, or a number for a number. */
  read(raw: unknown): Value;
  /** @throws RangeError for what the column cannot keep exactly */
  write(value: Value): Db;
  toWire(value: Value): Wire;
  /** @throws RangeError for what is none */
  fromWire(wire: Wire): Value;
  /** True where what the driver gives is the value already, so that rows need no reading. */
  readonly plain: boolean;
}

const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const refuse = (what: string): never => {
  throw new RangeError(what);
};

/** PostgreSQL keeps no NUL, and half a surrogate pair would come back as another character. */
function assertKeepable(text: string): string {
  if (text.includes('\u0000')) refuse('NUL in a text');
  // Few texts have any; looking for one takes a third of the time of looking for half of one.
  return SURROGATE.test(text) && LONE_SURROGATE.test(text) ? refuse('half a character in a text') : text;
}

const same = <T>(value: T): T => value;
const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw : refuse(`no text: ${typeof raw}`));

export const textCodec = <T extends string = string>(check: (text: string) => boolean, what: string): Codec<string, T, string> => {
  const checked = (text: string): T => (check(assertKeepable(textOf(text))) ? (text as T) : refuse(what));
  return { read: (raw) => textOf(raw) as T, write: checked, toWire: same, fromWire: checked, plain: true };
};

export const shorterThan =
  (maxLength: number) =>
  (text: string): boolean =>
    text.length <= maxLength || [...text].length <= maxLength;

export const codeCodec = (maxLength: number): Codec<string, string, string> =>
  textCodec((text) => text.length <= maxLength && isEnCode(text), `no code of at most ${maxLength} characters`);

/** What older callers have stored stays readable, whatever it is; only a choice of the list is written. */
export const choiceCodec = <T extends string>(choices: readonly T[]): Codec<string, T, T> =>
  textCodec<T>((text) => (choices as readonly string[]).includes(text), 'none of the choices') as Codec<string, T, T>;

const MAX_INT4 = 2_147_483_647;
/** What is larger is kept in a bigint, and that comes as text. */
const isInt4 = (minimum: number, maximum: number): boolean => maximum <= MAX_INT4 && minimum >= -MAX_INT4 - 1;

function wholeOf(text: string): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : refuse('no whole number');
}

export function intCodec(minimum: number, maximum: number): Codec<number, number, number> {
  const checked = (value: number): number =>
    Number.isSafeInteger(value) && value >= minimum && value <= maximum ? value + 0 : refuse(`no whole number from ${minimum} to ${maximum}`);
  const read = (raw: unknown): number => (typeof raw === 'number' ? raw : wholeOf(textOf(raw)));
  return { read, write: checked, toWire: same, fromWire: checked, plain: isInt4(minimum, maximum) };
}

/** What older callers have stored stays readable, whatever it is; only one of the list is written. */
export function intChoiceCodec<T extends number>(choices: readonly T[]): Codec<number, T, T> {
  const checked = (value: number): T => ((choices as readonly number[]).includes(value) ? ((value + 0) as T) : refuse('none of the choices'));
  return { ...intCodec(Math.min(...choices), Math.max(...choices)), write: checked, fromWire: checked } as unknown as Codec<number, T, T>; // what is read was written so
}

export function intsCodec(minimum: number, maximum: number): Codec<readonly number[], readonly number[], readonly number[]> {
  const each = intCodec(minimum, maximum);
  const all = (values: unknown): readonly number[] => (Array.isArray(values) ? values.map((value) => each.write(value as number)) : refuse('no list'));
  return {
    read: (raw) => (Array.isArray(raw) ? raw.map((value) => each.read(value)) : refuse('no list')),
    write: all,
    toWire: same,
    fromWire: all,
    plain: true,
  };
}

const finite = (value: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : refuse('no finite number'));
export const floatCodec: Codec<number, number, number> = { read: finite, write: finite, toWire: same, fromWire: finite, plain: true };

export const flagCodec: Codec<boolean, boolean, 0 | 1> = {
  read: (raw) => (typeof raw === 'boolean' ? raw : refuse('no flag')),
  write: (value) => (typeof value === 'boolean' ? value : refuse('no flag')),
  toWire: (value) => (value ? 1 : 0),
  fromWire: (wire) => (wire === 0 || wire === 1 ? wire === 1 : refuse('no flag')),
  plain: true,
};

/** Text of a number, or the number that JSON made of it. */
const decimalText = (raw: unknown): string => (typeof raw === 'number' ? String(raw) : textOf(raw));

/** More digits than these a number of the wire does not keep. */
const WIRE_DIGITS = 15;
/** More before the point the readers of money and quantities do not take. */
const WHOLE_DIGITS = 13;
const unitsWithin = (precision: number, scale: number): number => 10 ** Math.min(precision, WIRE_DIGITS, WHOLE_DIGITS + scale) - 1;

/** Largest number of the wire in a `numeric(precision, scale)`. */
export const maximumOf = (precision: number, scale: number): number => Number(formatScaled(unitsWithin(precision, scale), scale));

function scaledCodec<T extends number>(precision: number, scale: number, wire: { to(value: T): number; from(value: number): T }): Codec<string, T, number> {
  const most = unitsWithin(precision, scale);
  const checked = (value: T): T =>
    Number.isSafeInteger(value) && Math.abs(value) <= most ? ((value + 0) as T) : refuse(`does not fit numeric(${precision}, ${scale})`);
  return {
    read: (raw) => parseScaled(decimalText(raw), scale) as T,
    write: (value) => formatScaled(checked(value), scale),
    toWire: wire.to,
    fromWire: (value) => checked(wire.from(value)),
    plain: false,
  };
}

export const moneyCodec = (precision: number): Codec<string, Money, number> => scaledCodec(precision, 2, { to: moneyToWire, from: moneyFromWire });
export const unitPriceCodec = (precision: number): Codec<string, UnitPrice, number> =>
  scaledCodec(precision, 4, { to: unitPriceToWire, from: unitPriceFromWire });
export const quantityCodec = (precision: number): Codec<string, Quantity, number> => scaledCodec(precision, 4, { to: quantityToWire, from: quantityFromWire });

/** A number without a unit of its own: its text with all its decimals, so that no float comes near it. */
export function decimalCodec(precision: number, scale: number): Codec<string, string, number> {
  const units = scaledCodec<number>(precision, scale, { to: same, from: same });
  const checked = (text: string): string => units.write(units.read(text));
  return {
    read: (raw) => formatScaled(units.read(raw), scale),
    write: checked,
    toWire: Number,
    fromWire: (value) => (Number.isFinite(value) ? checked(/e/i.test(String(value)) ? value.toFixed(12) : String(value)) : refuse('no number')),
    plain: false,
  };
}

const dayChecked = (day: string): string => {
  parseDay(day);
  return day;
};
export const dayCodec: Codec<string, string, string> = { read: textOf, write: dayChecked, toWire: same, fromWire: dayChecked, plain: true };

const validTime = (time: Date): Date => (time instanceof Date && !Number.isNaN(time.getTime()) ? time : refuse('no time'));
const timeOf = (raw: unknown): Date => (raw instanceof Date ? raw : instantFromWire(textOf(raw)));

/** Milliseconds on the wire. */
export const instantCodec: Codec<Date, Date, number> = {
  read: timeOf,
  write: validTime,
  toWire: (time) => time.getTime(),
  fromWire: (wire) => validTime(new Date(wire)),
  plain: true,
};

const MINUTE_MS = 60_000;
const wholeMinute = (time: Date): Date => (validTime(time).getTime() % MINUTE_MS === 0 ? time : refuse('no whole minute'));
const MINUTE_TEXT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** `2026-03-01 08:30` in business time on the wire. */
export const minuteCodec: Codec<Date, Date, string> = {
  read: timeOf,
  write: wholeMinute,
  toWire: (time) => formatInstant(time.getTime()),
  fromWire: (wire) => {
    const time = MINUTE_TEXT.test(wire) ? wholeMinute(instantFromWire(wire)) : refuse('no minute');
    return formatInstant(time.getTime()) === wire ? time : refuse('no such minute');
  },
  plain: true,
};

function assertKeepableJson(value: unknown): void {
  if (typeof value === 'string') assertKeepable(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    assertKeepable(key);
    assertKeepableJson(member);
  }
}

export const jsonCodec = <T>(): Codec<string, T, T> => {
  const checked = (value: T): T => {
    assertKeepableJson(value);
    return value;
  };
  return { read: (raw) => raw as T, write: (value) => JSON.stringify(checked(value)), toWire: same, fromWire: checked, plain: true };
};

export function textsCodec<T extends string>(maxLength: number): Codec<readonly T[], readonly T[], readonly T[]> {
  const each = textCodec<T>(shorterThan(maxLength), `more than ${maxLength} characters`);
  const all = (texts: unknown): readonly T[] => (Array.isArray(texts) ? texts.map((text) => each.write(text) as T) : refuse('no list'));
  return { read: (raw) => (Array.isArray(raw) ? raw.map((text) => each.read(text)) : refuse('no list')), write: all, toWire: same, fromWire: all, plain: true };
}

export const gramsCodec: Codec<string[], readonly string[], readonly string[]> = {
  read: (raw) => (Array.isArray(raw) ? raw.map(textOf) : refuse('no list')),
  write: (value) => value.map(assertKeepable),
  toWire: same,
  fromWire: same,
  plain: true,
};

/** Runs a reading or writing of a caller's value. @throws AppError `core.bad-value` at the field */
export function atField<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusedAt(field, error);
  }
}

/** What a codec refused, told at the field; any other error as it is. */
export const refusedAt = (field: string, error: unknown): unknown =>
  error instanceof RangeError ? new AppError('core.bad-value', { code: EnvelopeCode.Invalid, fields: [{ path: field, msg: '' }], cause: error }) : error;
