import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MergingLab, movingLabs } from './merged-labs.ts';

const labs = (side: string): fc.Arbitrary<MergingLab[]> =>
  fc
    .array(fc.record({ test: fc.constantFrom('haemoglobin', 'ktv'), onDay: fc.constantFrom('2026-03-01', '2026-03-02'), withdrawn: fc.boolean() }), {
      maxLength: 6,
    })
    .map((rows) =>
      rows.filter((row, at) => row.withdrawn || rows.findIndex((one) => !one.withdrawn && one.test === row.test && one.onDay === row.onDay) === at),
    )
    .map((rows) => rows.map((row, at) => ({ ...row, id: `${side}${at}` })));
const key = ({ test, onDay }: MergingLab): string => `${test} ${onDay}`;

it('of a test and a day one value counts afterwards, none of the file that is left gives way, and none that nothing stands against stays behind', () => {
  fc.assert(
    fc.property(labs('a'), labs('b'), (going, left) => {
      const moved = new Set(movingLabs(going, left));
      const together = [...left, ...going.filter(({ id }) => moved.has(id))].filter(({ withdrawn }) => !withdrawn).map(key);
      expect(new Set(together).size).toBe(together.length);
      for (const row of going.filter(({ id }) => !moved.has(id))) expect(left.some((one) => !one.withdrawn && key(one) === key(row))).toBe(true);
    }),
  );
});
