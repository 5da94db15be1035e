import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDifference, type SentLine, type StoredLine } from './line-difference.ts';

const same = (a: unknown, b: unknown): boolean => a === b;
const values = fc.record({ name: fc.constantFrom('a', 'b', 'c'), dose: fc.integer({ min: 0, max: 2 }) });
const stored: fc.Arbitrary<readonly StoredLine[]> = fc.array(fc.tuple(values, fc.integer({ min: 1, max: 3 })), { maxLength: 8 }).map((lines) => {
  let order = 0;
  return lines.map(([value, step], at) => {
    // An older version, or a hand, may have left gaps.
    order += step;
    return { id: `l${at}`, order, values: value };
  });
});
/** Some of the stored lines, changed or not, and new ones, in any order. */
const cases = stored.chain((before) =>
  fc.tuple(fc.subarray([...before]), fc.array(values, { maxLength: 4 }), fc.array(values, { maxLength: 8 })).chain(([keptLines, fresh, changes]) => {
    const sent: SentLine[] = [
      ...keptLines.map((line, at) => ({ id: line.id, values: { ...line.values, ...(at % 2 === 0 ? changes[at] : {}) } })),
      ...fresh.map((value) => ({ id: '', values: value })),
    ];
    return fc.tuple(fc.constant(before), fc.shuffledSubarray(sent, { minLength: sent.length }));
  }),
);

/** What the table holds when the difference was written. */
function applied(before: readonly StoredLine[], sent: readonly SentLine[]) {
  const { inserts, updates, removals } = lineDifference(before, sent, same);
  const rows = new Map(before.filter(({ id }) => !removals.includes(id)).map((line) => [line.id, line]));
  for (const { id, order, values: changed } of updates) {
    const line = rows.get(id);
    if (!line) throw new Error(`${id} is changed and not there`);
    rows.set(id, { id, order: order ?? line.order, values: { ...line.values, ...changed } });
  }
  for (const { at, order, values: made } of inserts) rows.set(`new${at}`, { id: '', order, values: made });
  return [...rows.values()].sort((a, b) => a.order - b.order);
}

describe('the difference of lines', () => {
  it('makes what stands there into what was sent, in its order, counted from 1', () => {
    fc.assert(
      fc.property(cases, ([before, sent]) => {
        const after = applied(before, sent);
        expect(after.map(({ id, values: value }) => ({ id, values: value }))).toEqual(sent);
        expect(after.map(({ order }) => order)).toEqual(sent.map((_, at) => at + 1));
      }),
    );
  });

  it('touches no line that is as it was, and of others what differs alone', () => {
    fc.assert(
      fc.property(cases, ([before, sent]) => {
        const { updates, removals, inserts } = lineDifference(before, sent, same);
        for (const { id, order, values: changed } of updates) {
          const line = before.find((each) => each.id === id);
          expect(order !== undefined || Object.keys(changed).length > 0).toBe(true);
          expect(order).not.toBe(line?.order);
          for (const [cell, value] of Object.entries(changed)) expect(value).not.toBe(line?.values[cell]);
        }
        expect(removals).toEqual(before.filter(({ id }) => !sent.some((line) => line.id === id)).map(({ id }) => id));
        expect(inserts).toHaveLength(sent.filter(({ id }) => id === '').length);
      }),
    );
  });

  it('of lines sent back as they stand is nothing', () => {
    fc.assert(
      fc.property(stored, (lines) => {
        const dense = lines.map((line, at) => ({ ...line, order: at + 1 }));
        expect(lineDifference(dense, dense, same)).toEqual({ inserts: [], updates: [], removals: [] });
      }),
    );
  });
});
