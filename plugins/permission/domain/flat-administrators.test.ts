import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACT_FIELDS, actsFrom, type DelegatedPerson, type FlatSent, flatView, idsOfText, samePeople, withFlat } from './flat-administrators.ts';

const flag = fc.constantFrom(0 as const, 1 as const);
const acts = fc.tuple(...ACT_FIELDS.map(() => flag)).map((flags) => actsFrom((field) => flags[ACT_FIELDS.indexOf(field)] ?? 0));
const text = fc.constantFrom('', '代管', '夜班');
const person: fc.Arbitrary<DelegatedPerson> = fc.record({ userId: fc.constantFrom('a', 'b', 'c', 'd'), acts, description: text });
const people = fc.uniqueArray(person, { maxLength: 4, selector: (one) => one.userId });
const somebody = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 });
const sent: fc.Arbitrary<FlatSent> = fc.tuple(somebody, acts, text).map(([ids, flags, description]) => ({ userId: ids.join(','), ...flags, description }));

const sorted = (ids: string): string[] => idsOfText(ids).sort();

describe('[7.10-06] a flat record of administrators', () => {
  it('reads again as it was sent', () => {
    fc.assert(
      fc.property(people, sent, (before, record) => {
        const { userId, ...rest } = flatView(withFlat(before, record));
        const { userId: ids, ...told } = record;
        expect(rest).toEqual(told);
        expect(sorted(userId)).toEqual(sorted(ids ?? ''));
      }),
    );
  });

  it('sent back as it was told changes nobody', () => {
    fc.assert(fc.property(people, (before) => samePeople(withFlat(before, flatView(before)), before)));
  });

  it('changes of each person only what differs from what was told', () => {
    const before: DelegatedPerson[] = [
      { userId: 'a', acts: actsFrom(() => 1), description: '' },
      { userId: 'b', acts: actsFrom((field) => (field === 'thisLayerEdit' ? 1 : 0)), description: '' },
    ];
    const told = flatView(before);
    expect(told).toMatchObject({ userId: 'a,b', thisLayerEdit: 1, thisLayerAdd: 0 });
    const after = withFlat(before, { ...told, thisLayerEdit: 0 });
    expect(after.map((one) => [one.userId, one.acts.thisLayerEdit, one.acts.thisLayerAdd])).toEqual([
      ['a', 0, 1],
      ['b', 0, 0],
    ]);
  });

  it('the same in another order is the same; anything else is not', () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        expect(samePeople(one, one.toReversed())).toBe(true);
        const key = (list: readonly DelegatedPerson[]) => JSON.stringify(list.toSorted((a, b) => a.userId.localeCompare(b.userId)));
        expect(samePeople(one, other)).toBe(key(one) === key(other));
      }),
    );
  });
});
