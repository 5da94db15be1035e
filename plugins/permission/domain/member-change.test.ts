import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replaceMembers } from './member-change.ts';

it('[6-03] a replacement names who joins and who leaves', () => {
  expect(replaceMembers(['a', 'b'], ['b', 'c'], () => true)).toEqual({ add: ['c'], remove: ['a'] });
});

it('hidden people stay, whatever is sent', () => {
  const people = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));
  fc.assert(
    fc.property(people, people, people, (members, wanted, rowFilter) => {
      const { add, remove } = replaceMembers(members, wanted, (id) => rowFilter.includes(id));
      expect(remove.every((id) => rowFilter.includes(id) && members.includes(id))).toBe(true);
      expect(add.every((id) => wanted.includes(id) && !members.includes(id))).toBe(true);
    }),
  );
});
