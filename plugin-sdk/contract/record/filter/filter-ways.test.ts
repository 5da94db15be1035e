import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_KINDS, fieldKind } from '../field-kind.ts';
import { filterWay, rangeText, readRange } from './filter-ways.ts';

const numberEnd = fc.oneof(
  fc.constant(''),
  fc.integer({ min: -9_999, max: 9_999 }).map(String),
  fc.integer({ min: 0, max: 9_999 }).map((units) => (units / 100).toFixed(2)),
);

describe('what a list is narrowed by', () => {
  it('every kind that a list can be narrowed by is a kind, and every kind with a value of its own but texts is one', () => {
    const kinds = Object.keys(FIELD_KINDS).filter((kind) => filterWay(kind, fieldKind(kind)) === undefined);
    expect(kinds).toEqual(['text', 'note', 'code', 'lines', 'related']);
    expect(filterWay('constructor', undefined)).toBeUndefined();
  });

  it('a range is read as it is said, from the lower end to the upper one, open where an end is left out', () => {
    fc.assert(
      fc.property(numberEnd, numberEnd, (one, other) => {
        const range = readRange('decimal', `${one},${other}`);
        if (!range) throw new Error(`${one},${other} is a range`);
        expect([range.from, range.to].toSorted()).toEqual([one, other].toSorted());
        if (range.from !== '' && range.to !== '') expect(Number(range.from)).toBeLessThanOrEqual(Number(range.to));
        const said = rangeText(range);
        expect(said === '' ? { from: '', to: '' } : readRange('decimal', said)).toEqual(range);
      }),
    );
  });

  it.each([
    ['int', '5'],
    ['int', '1,2,3'],
    ['int', 'x,'],
    ['money', '1e3,'],
    ['money', 'NaN,'],
    ['money', '1;drop table core.org,'],
    ['day', '2026-02-31,'],
    ['day', ',0000-01-01'],
    ['day', '2026-1-1,'],
    ['month', '2026-13,'],
    ['instant', '1.5,'],
    ['instant', '999999999999999,'],
  ])('of kind %s "%s" is none', (kind, text) => expect(readRange(kind, text)).toBeUndefined());

  it.each([
    ['day', '2026-03-01,2026-02-28', { from: '2026-02-28', to: '2026-03-01' }],
    ['day', ',2026-02-28', { from: '', to: '2026-02-28' }],
    ['month', '2026-03,2026-03', { from: '2026-03', to: '2026-03' }],
    ['int', '10,9', { from: '9', to: '10' }],
    ['instant', '1772416800000,', { from: '1772416800000', to: '' }],
    ['money', ',', { from: '', to: '' }],
  ] as const)('of kind %s "%s" is one', (kind, text, range) => expect(readRange(kind, text)).toEqual(range));
});
