import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Addressee, addresseeKey, addresseesOf, keysOf, readAddressee, type Standing } from './addressee.ts';

const id = fc.constantFrom('a', 'b', 'c', 'org-1', 'org-2', 'x@y', 'x:y');
const place = fc.constantFrom('a', 'b', 'org-1', 'org-2');
const addressee: fc.Arbitrary<Addressee> = fc.oneof(
  fc.constant<Addressee>({ kind: 'all' }),
  fc.record({ kind: fc.constantFrom('organisation', 'department', 'user'), id }),
  fc.record({ kind: fc.constantFrom('role', 'group'), id, within: fc.oneof(fc.constant(''), place) }),
);
const some = (of: fc.Arbitrary<string>) => fc.uniqueArray(of, { maxLength: 4 });
const standing: fc.Arbitrary<Standing> = fc.record({ userId: id, orgIds: some(place), departmentIds: some(id), roleIds: some(id), groupIds: some(id) });

/** The same in words. */
function isMeant(to: Addressee, who: Standing): boolean {
  const works = (within: string) => within === '' || who.orgIds.includes(within);
  switch (to.kind) {
    case 'all':
      return true;
    case 'user':
      return who.userId === to.id;
    case 'organisation':
      return who.orgIds.includes(to.id);
    case 'department':
      return who.departmentIds.includes(to.id);
    case 'role':
      return who.roleIds.includes(to.id) && works(to.within);
    case 'group':
      return who.groupIds.includes(to.id) && works(to.within);
  }
}

describe('who is meant', () => {
  it('is whoever has the key of an addressee, and nobody else', () => {
    fc.assert(fc.property(addressee, standing, (to, who) => void expect(keysOf(who).includes(addresseeKey(to))).toBe(isMeant(to, who))));
  });

  it('is read as it was written', () => {
    fc.assert(fc.property(addressee, (to) => void expect(readAddressee(addresseeKey(to))).toEqual(to)));
  });

  it('is everybody within the reach of the writer where nobody is named, and never more', () => {
    expect(addresseesOf([], '')).toEqual([{ kind: 'all' }]);
    expect(addresseesOf([], 'org-1')).toEqual([{ kind: 'organisation', id: 'org-1' }]);
    const twice = [{ kind: 'role', id: 'nurse' } as const, { kind: 'role', id: 'nurse' } as const, { kind: 'user', id: 'u' } as const];
    expect(addresseesOf(twice, 'org-1')).toEqual([
      { kind: 'role', id: 'nurse', within: 'org-1' },
      { kind: 'user', id: 'u' },
    ]);
  });
});
