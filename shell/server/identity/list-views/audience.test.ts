import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../contract/index.ts';
import { type Default, defaultFor, isMeant, isWithin, manages, mayShareWith, type Reach, type Standpoint } from './audience.ts';

const ORGS = ['clinic', 'centre', 'group', 'other'];
const ROLES = ['nurse', 'doctor', 'clerk', 'manager'];
const orgId = fc.constantFrom('', ...ORGS);
const roleId = fc.constantFrom('', ...ROLES);
const audience: fc.Arbitrary<Audience> = fc.record({ orgId, roleId });
const audiences = fc.uniqueArray(audience, { maxLength: 8, selector: (one) => `${one.orgId}/${one.roleId}` });
const standpoint: fc.Arbitrary<Standpoint> = fc.record({
  orgIdsAbove: fc.constantFrom(['clinic', 'centre', 'group'], ['centre', 'group'], ['group']),
  roleIds: fc.subarray(ROLES),
});
const reach: fc.Arbitrary<Reach> = fc
  .record({ everywhere: fc.boolean(), orgIds: fc.subarray(ORGS), roleIds: fc.subarray(ROLES) })
  .map(({ everywhere, orgIds, roleIds }) => ({ everywhere, orgIds: new Set(orgIds), roleIds: new Set(roleIds) }));

describe('the default that somebody meets', () => {
  /** Doctor and clerk share a sort code. */
  const SORT: Readonly<Record<string, number>> = { nurse: 1, doctor: 2, clerk: 2, manager: 9 };
  const defaults = audiences.map((list) => list.map((one): Default => ({ ...one, roleSort: SORT[one.roleId] ?? 0, roleCode: one.roleId })));

  it('is meant for them; where one is, there is one', () => {
    fc.assert(
      fc.property(defaults, standpoint, (list, at) => {
        const found = defaultFor(list, at);
        expect(found !== undefined).toBe(list.some((one) => isMeant(one, at)));
        if (found) expect(isMeant(found, at)).toBe(true);
      }),
    );
  });

  it('does not hang on the order in which they come', () => {
    fc.assert(
      fc.property(defaults, standpoint, fc.infiniteStream(fc.integer()), (list, at, luck) => {
        const shuffled = list.map((one) => [luck.next().value as number, one] as const).toSorted(([a], [b]) => a - b);
        expect(
          defaultFor(
            shuffled.map(([, one]) => one),
            at,
          ),
        ).toBe(defaultFor(list, at));
      }),
    );
  });

  it('is that of a role before everybody’s, of the role that stands first, of the nearest organisation', () => {
    fc.assert(
      fc.property(defaults, standpoint, (list, at) => {
        const found = defaultFor(list, at);
        for (const other of list.filter((one) => one !== found && isMeant(one, at))) {
          if (!found) throw new Error('one is meant');
          if (other.roleId !== '') expect(found.roleId).not.toBe('');
          if (other.roleId === found.roleId) {
            const distance = (one: Audience) => (one.orgId === '' ? 99 : at.orgIdsAbove.indexOf(one.orgId));
            expect(distance(found)).toBeLessThan(distance(other));
          } else if (other.roleId !== '') expect([found.roleSort, found.roleCode] < [other.roleSort, other.roleCode]).toBe(true);
        }
      }),
    );
  });

  it('for example', () => {
    const of = (role: string, org: string): Default => ({ orgId: org, roleId: role, roleSort: SORT[role] ?? 0, roleCode: role });
    const at: Standpoint = { orgIdsAbove: ['clinic', 'group'], roleIds: ['doctor', 'manager'] };
    const [everybody, doctor, doctorHere, manager, nurse] = [of('', ''), of('doctor', ''), of('doctor', 'clinic'), of('manager', 'clinic'), of('nurse', '')];
    expect(defaultFor([nurse], at)).toBeUndefined();
    expect(defaultFor([everybody, nurse], at)).toBe(everybody);
    expect(defaultFor([everybody, manager], at)).toBe(manager);
    expect(defaultFor([manager, doctor, everybody], at)).toBe(doctor);
    expect(defaultFor([manager, doctor, doctorHere], at)).toBe(doctorHere);
  });
});

describe('sharing', () => {
  it('reaches nobody beyond the reach of whoever shares, and nobody shares without the right', () => {
    fc.assert(
      fc.property(audiences, audiences, reach, fc.boolean(), (before, next, within, mine) => {
        if (!mayShareWith({ mine, audiences: before }, next, within)) return;
        const added = next.filter((one) => !before.some((old) => old.orgId === one.orgId && old.roleId === one.roleId));
        expect(added.filter((one) => !isWithin(one, within))).toEqual([]);
        if (!mine) expect(added).toEqual([]);
        expect(manages({ mine, audiences: before }, undefined)).toBe(false);
      }),
    );
  });

  it('of somebody else is taken back only by whoever reaches all of it', () => {
    fc.assert(
      fc.property(audiences, reach, (before, within) => {
        const all = before.length > 0 && before.every((one) => isWithin(one, within));
        expect(mayShareWith({ mine: false, audiences: before }, [], within)).toBe(all);
        expect(mayShareWith({ mine: true, audiences: before }, [], within)).toBe(true);
      }),
    );
  });
});
