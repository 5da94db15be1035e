import fc from 'fast-check';
import { anyCharacter } from '../../../tests/support/cases/any-character.ts';
import { formatScaled } from '../../contract/index.ts';
import { type Column, column } from './column.ts';

export interface ColumnCase {
  readonly name: string;
  readonly column: Column<unknown, unknown, unknown>;
  /** Type in the database. */
  readonly type: string;
  readonly values: fc.Arbitrary<unknown>;
}

export const wholeMinutes = (text: string): Date => new Date(text);

const keepable = fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => text.replaceAll('\u0000', ''));
const ids = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,64}$/);
const units = (digits: number) => fc.integer({ min: -(10 ** digits) + 1, max: 10 ** digits - 1 }).map((value) => value + 0);
const TIMES = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true };
const days = fc.date(TIMES).map((time) => time.toISOString().slice(0, 10));
/** As JSON knows it: no minus zero, no key `__proto__`. */
const json = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, keepable, fc.boolean(), fc.constant(null), fc.integer(), tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('value'), { maxKeys: 4 }),
})).record;

/** Each kind of column with values that it must keep. */
export const columnCases: readonly ColumnCase[] = [
  { name: 'id()', column: column.id(), type: 'text', values: ids },
  { name: 'org()', column: column.org(), type: 'text', values: ids },
  { name: "ref('core.org')", column: column.ref('core.org'), type: 'text', values: ids },
  { name: 'text(30)', column: column.text(30), type: 'text', values: keepable },
  { name: 'texts(30)', column: column.texts(30), type: 'text[]', values: fc.array(keepable, { maxLength: 4 }) },
  { name: 'code(20)', column: column.code(20), type: 'text', values: fc.stringMatching(/^[A-Za-z0-9]{1,20}$/) },
  { name: 'int(-5, 1000000)', column: column.int(-5, 1_000_000), type: 'integer', values: fc.integer({ min: -5, max: 1_000_000 }) },
  { name: 'int(0, 9e15)', column: column.int(0, 9_000_000_000_000_000), type: 'bigint', values: fc.integer({ min: 0, max: 9_000_000_000_000_000 }) },
  { name: 'intChoice(0, 1, 2, 9)', column: column.intChoice(0, 1, 2, 9), type: 'smallint', values: fc.constantFrom(0, 1, 2, 9) },
  { name: 'ints(1, 7)', column: column.ints(1, 7), type: 'smallint[]', values: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }) },
  { name: 'float()', column: column.float(), type: 'double precision', values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0) },
  { name: 'decimal(14, 6)', column: column.decimal(14, 6), type: 'numeric(14, 6)', values: units(14).map((value) => formatScaled(value, 6)) },
  { name: 'decimal(15, 0)', column: column.decimal(15, 0), type: 'numeric(15, 0)', values: units(13).map(String) },
  { name: 'money(16)', column: column.money(16), type: 'numeric(16, 2)', values: units(15) },
  { name: 'money()', column: column.money(), type: 'numeric(14, 2)', values: units(14) },
  { name: 'unitPrice()', column: column.unitPrice(), type: 'numeric(14, 4)', values: units(14) },
  { name: 'quantity(9)', column: column.quantity(9), type: 'numeric(9, 4)', values: units(9) },
  { name: 'flag()', column: column.flag(), type: 'boolean', values: fc.boolean() },
  { name: 'day()', column: column.day(), type: 'date', values: days },
  { name: 'instant()', column: column.instant(), type: 'timestamptz', values: fc.date(TIMES) },
  {
    name: 'minute()',
    column: column.minute(),
    type: 'timestamptz',
    values: fc.date(TIMES).map((time) => new Date(Math.trunc(time.getTime() / 60_000) * 60_000)),
  },
  { name: 'json()', column: column.json(), type: 'jsonb', values: json },
  { name: 'grams(…)', column: column.grams('name'), type: 'text[]', values: fc.array(keepable, { maxLength: 4 }) },
  { name: 'letters()', column: column.letters(), type: 'bigint', values: fc.integer({ min: 0, max: 2 ** 36 - 1 }) },
  { name: "choice('a', 'b')", column: column.choice('a', 'b'), type: 'text', values: fc.constantFrom('a', 'b') },
];
