import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/support/cases/any-character.ts';
import { isEnCode } from '../../contract/index.ts';
import { type Column, column } from './column.ts';
import { wholeMinutes, columnCases } from './column-cases.fixture.ts';

/** What the driver makes of a parameter that was written: text of numbers stays text, JSON is parsed. */
const kept = ({ def }: Column<unknown, unknown, unknown>, db: unknown): unknown => (def.kind === 'json' ? JSON.parse(String(db)) : db);

describe.each(columnCases)('column.$name', ({ column: one, values }) => {
  const { codec } = one.def;

  it('database → value → wire → value → database is the identity', () => {
    fc.assert(
      fc.property(values, (value) => {
        const db = codec.write(value);
        const read = codec.read(kept(one, db));
        expect(read).toEqual(value);
        const wire = JSON.parse(JSON.stringify({ wire: codec.toWire(read) })) as { wire: unknown };
        const again = codec.fromWire(wire.wire);
        expect(again).toEqual(value);
        expect(codec.write(again)).toEqual(db);
      }),
    );
  });
});

describe('numbers that came through JSON', () => {
  const numbers = columnCases.filter(({ column: { def } }) => ['money', 'unitPrice', 'quantity', 'decimal', 'int', 'float'].includes(def.kind));
  it.each(numbers)('json_agg of column.$name is read like the column itself', ({ column: { def }, values }) => {
    fc.assert(
      fc.property(values, (value) => {
        const db = def.codec.write(value);
        expect(def.codec.read(JSON.parse(String(db)))).toEqual(value);
      }),
    );
  });
});

describe('hostile text', () => {
  const texts = [column.id(), column.org(), column.ref('core.org'), column.text(40), column.code(40)] as const;
  const unkeepable = fc
    .tuple(fc.string(), fc.constantFrom('\u0000', '\ud83d', '\ude00'), fc.string({ unit: 'grapheme-ascii' }))
    .map((parts) => parts.join('x'));

  it.each(texts)('$def.kind: NUL and half a surrogate pair are refused in both directions', ({ def: { codec } }) => {
    fc.assert(
      fc.property(unkeepable, (text) => {
        expect(() => codec.write(text)).toThrow(RangeError);
        expect(() => codec.fromWire(text)).toThrow(RangeError);
      }),
    );
  });

  it('whatever else is written comes back character for character', () => {
    const { codec } = column.text(40).def;
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        fc.pre(!text.includes('\u0000'));
        expect(codec.fromWire(codec.toWire(codec.read(codec.write(text))))).toBe(text);
      }),
    );
  });

  it('length is counted in characters: 40 emoji fit, 41 of anything do not', () => {
    const { codec } = column.text(40).def;
    expect(codec.write('😀'.repeat(40))).toBe('😀'.repeat(40));
    for (const text of ['😀'.repeat(41), 'a'.repeat(41), '血'.repeat(41)]) expect(() => codec.fromWire(text)).toThrow(RangeError);
  });

  it('JSON holds no NUL and no half character, at any depth and in no key', () => {
    const { codec } = column.json().def;
    for (const value of ['\u0000', { a: ['\ud800'] }, { '\u0000': 1 }, [[{ b: '\udc00' }]]]) expect(() => codec.write(value)).toThrow(RangeError);
  });
});

describe('what a column cannot keep exactly is refused', () => {
  it.each([
    [column.money(6), 1_000_000, 10_000],
    [column.unitPrice(6), 1_000_000, 100],
    [column.quantity(6), -1_000_000, -100],
    [column.decimal(4, 1), '1000.0', 1000],
    [column.int(0, 9), 10, 10],
    [column.int(0, 9), 0.5, -1],
    [column.float(), Number.NaN, Number.POSITIVE_INFINITY],
    [column.float(), '1', '1'],
    [column.flag(), 1, 2],
    [column.day(), '2026-02-29', '2026-2-1'],
    [column.instant(), new Date(Number.NaN), Number.POSITIVE_INFINITY],
    [column.minute(), new Date(1), '2026-03-01 24:00'],
    [column.minute(), new Date(Number.NaN), '2026-03-01'],
    [column.choice('a', 'b'), 'c', ''],
    [column.code(3), 'abcd', 'a b'],
    [column.id(), '', 'x'.repeat(65)],
  ] as readonly (readonly [Column<unknown, unknown, unknown>, unknown, unknown])[])('%#', ({ def: { codec } }, value, wire) => {
    expect(() => codec.write(value)).toThrow(RangeError);
    expect(() => codec.fromWire(wire)).toThrow(RangeError);
  });

  it('the largest number of the limits fits, and no larger one', () => {
    for (const one of [column.money(14), column.money(16), column.unitPrice(16), column.quantity(9), column.decimal(14, 6)]) {
      const { codec, limits } = one.def as { codec: { fromWire(wire: number): unknown }; limits: typeof one.def.limits };
      expect(() => codec.fromWire(limits.maximum ?? 0)).not.toThrow();
      expect(() => codec.fromWire((limits.maximum ?? 0) * 1.001)).toThrow(RangeError);
    }
  });

  it('a choice that an older caller has stored stays readable', () => {
    expect(column.choice('a', 'b').def.codec.read('once')).toBe('once');
  });

  it('codes are what forms let through', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const { codec } = column.code(10).def;
        const fits = isEnCode(text) && text.length <= 10;
        if (fits) expect(codec.write(text)).toBe(text);
        else expect(() => codec.write(text)).toThrow(RangeError);
      }),
    );
  });

  it('minutes are those of business time', () => {
    expect(column.minute().def.codec.toWire(wholeMinutes('2026-02-28T16:30:00Z'))).toBe('2026-03-01 00:30');
  });
});

it('the members for types have no value', () => {
  const one = column.money();
  for (const key of ['~db', '~value', '~wire'] as const) expect(() => one[key]).toThrow(TypeError);
});
