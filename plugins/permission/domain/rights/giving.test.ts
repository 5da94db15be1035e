import { grantCode, type Right } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beyondReach, type Giver, problemToGive, ROLE_RANKS, type RankedRole, type Receiver } from './giving.ts';

const menu = (menuCode: string): Right => ({ kind: 'menu', menuCode, itemCode: '' });
const DAILY = ['his.patient', 'his.pharmacy', 'his.charging'].map(menu);
const ADMINISTRATIVE = ['permission.user', 'permission.role', 'system.plugins'].map(menu);
const codeOf = (right: Right): string => grantCode(right.kind, right.menuCode, right.itemCode);

const role = (over: Partial<RankedRole> = {}): RankedRole => ({ id: 'r', rank: 'work', orgIds: [], rights: [], ...over });
const keeper = (over: Partial<Giver> = {}): Giver => ({
  isAdministrator: false,
  holds: (right) => codeOf(right) === 'permission.user',
  administers: (orgId) => orgId === 'gz',
  namedAt: () => [],
  ...over,
});
const nurse = role({ id: 'nurse', rights: [menu('his.patient')] });
const naming = (...roles: RankedRole[]) => keeper({ namedAt: (orgId) => (orgId === 'gz' ? roles : []) });
const somebody: Receiver = { isGiver: false, orgIds: ['gz'] };
const reason = (given: RankedRole, giver: Giver, receiver = somebody): string => problemToGive(given, giver, receiver)?.reason ?? 'given';

describe('a role is given by whoever stands above it', () => {
  it('one without any grant is not given because it grants nothing', () => {
    expect(reason(role(), keeper())).toBe('role-not-named');
    expect(reason(role({ rank: 'system' }), keeper())).toBe('role-above');
    expect(reason(role({ rank: 'administration' }), keeper())).toBe('role-above');
  });

  it('a role of the system is given by administrators only, even where somebody named it', () => {
    const admin = role({ rank: 'system' });
    expect(reason(admin, naming(admin))).toBe('role-above');
    expect(reason(admin, keeper({ isAdministrator: true }))).toBe('given');
  });

  it('what the delegation names is given without being held, where it is named and to others only', () => {
    expect(reason(nurse, naming(nurse))).toBe('given');
    expect(reason(nurse, naming(nurse), { isGiver: false, orgIds: ['gz', 'wh'] })).toBe('role-not-named');
    expect(reason(nurse, naming(nurse), { isGiver: true, orgIds: ['gz'] })).toBe('more-than-held');
    expect(reason({ ...nurse, rights: [...nurse.rights, menu('permission.role')] }, naming(nurse))).toBe('more-than-held');
  });

  it('a role of the own facility may grant what is held and what the named roles bring', () => {
    const own = role({ id: 'own', orgIds: ['gz'] });
    expect(reason(own, keeper())).toBe('given');
    expect(reason({ ...own, orgIds: ['gz', 'wh'] }, keeper())).toBe('role-not-named');
    expect(reason({ ...own, rights: [menu('permission.user')] }, keeper())).toBe('given');
    expect(reason({ ...own, rights: [menu('his.patient')] }, keeper())).toBe('more-than-held');
    expect(reason({ ...own, rights: [menu('his.patient')] }, naming(nurse))).toBe('given');
  });
});

/** A small hospital in which several people without the mark of an administrator do whatever the rule lets them. */
describe('whatever is done within the rule, in any order and by anybody', () => {
  const ORGS = ['gz', 'wh'] as const;
  const PEOPLE = ['mia', 'ned', 'ola'] as const;
  const ROLES = ['admin', 'keeper', 'nurse', 'clerk', 'own-gz', 'own-wh'] as const;
  const RIGHTS = [...DAILY, ...ADMINISTRATIVE];
  type Person = (typeof PEOPLE)[number];
  type Role = (typeof ROLES)[number];

  const someRights = fc.subarray(RIGHTS);
  const start = fc.record({
    works: fc.record({
      mia: fc.subarray([...ORGS], { minLength: 1 }),
      ned: fc.subarray([...ORGS], { minLength: 1 }),
      ola: fc.subarray([...ORGS], { minLength: 1 }),
    }),
    held: fc.record({ mia: someRights, ned: someRights, ola: someRights }),
    looksAfter: fc.record({ mia: fc.subarray([...ORGS]), ned: fc.subarray([...ORGS]), ola: fc.subarray([...ORGS]) }),
    named: fc.array(fc.record({ who: fc.constantFrom(...PEOPLE), at: fc.constantFrom(...ORGS), role: fc.constantFrom(...ROLES) }), { maxLength: 8 }),
    grants: fc.record({
      nurse: fc.subarray(DAILY),
      clerk: someRights,
      keeper: fc.subarray(ADMINISTRATIVE),
      ranks: fc.record({ clerk: fc.constantFrom(...ROLE_RANKS) }),
    }),
  });
  const acts = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('give' as const), by: fc.constantFrom(...PEOPLE), to: fc.constantFrom(...PEOPLE), role: fc.constantFrom(...ROLES) }),
      fc.record({ kind: fc.constant('grant' as const), by: fc.constantFrom(...PEOPLE), role: fc.constantFrom(...ROLES), right: fc.constantFrom(...RIGHTS) }),
      fc.record({ kind: fc.constant('direct' as const), by: fc.constantFrom(...PEOPLE), to: fc.constantFrom(...PEOPLE), right: fc.constantFrom(...RIGHTS) }),
    ),
    { maxLength: 25 },
  );

  type Value<A> = A extends fc.Arbitrary<infer T> ? T : never;

  /** Plays the acts that the rule allows. @returns who holds what and who has which role */
  function play(given: Value<typeof start>, wanted: Value<typeof acts>) {
    const rightsOf: Record<Role, Right[]> = {
      admin: [],
      keeper: [...given.grants.keeper],
      nurse: [...given.grants.nurse],
      clerk: [...given.grants.clerk],
      'own-gz': [],
      'own-wh': [],
    };
    const rankOf = (id: Role): RankedRole['rank'] =>
      id === 'admin' ? 'system' : id === 'keeper' ? 'administration' : id === 'clerk' ? given.grants.ranks.clerk : 'work';
    const orgsOf = (id: Role): string[] => (id.startsWith('own-') ? [id.slice(4)] : []);
    const has: Record<Person, Set<Role>> = { mia: new Set(), ned: new Set(), ola: new Set() };
    const direct: Record<Person, Right[]> = { mia: [...given.held.mia], ned: [...given.held.ned], ola: [...given.held.ola] };
    const ranked = (id: Role): RankedRole => ({ id, rank: rankOf(id), orgIds: orgsOf(id), rights: rightsOf[id] });
    const held = (who: Person): Right[] => [...direct[who], ...[...has[who]].flatMap((id) => rightsOf[id])];
    const giverOf = (who: Person): Giver => ({
      isAdministrator: false,
      holds: (right) => held(who).some((other) => codeOf(other) === codeOf(right)),
      administers: (orgId) => given.looksAfter[who].some((own) => own === orgId),
      namedAt: (orgId) =>
        given.named.filter((one) => one.who === who && one.at === orgId && given.looksAfter[who].includes(one.at)).map((one) => ranked(one.role)),
    });
    for (const act of wanted) {
      const giver = giverOf(act.by);
      if (act.kind === 'grant') {
        // Roles of single facilities are changed by whoever looks after those.
        const orgIds = orgsOf(act.role);
        if (orgIds.length === 0 || !orgIds.every(giver.administers)) continue;
        const receiver = { isGiver: has[act.by].has(act.role), orgIds };
        if (beyondReach([act.right], giver, receiver).length === 0) rightsOf[act.role].push(act.right);
        continue;
      }
      if (!given.works[act.to].every(giver.administers)) continue;
      const receiver = { isGiver: act.by === act.to, orgIds: given.works[act.to] };
      if (act.kind === 'direct') {
        if (beyondReach([act.right], giver, receiver).length === 0) direct[act.to].push(act.right);
      } else if (problemToGive(ranked(act.role), giver, receiver) === undefined) has[act.to].add(act.role);
    }
    return { held, has };
  }

  it('nobody ends with a right that nobody in the chain could give, nor with a role of the system', () => {
    fc.assert(
      fc.property(start, acts, (given, wanted) => {
        const { held, has } = play(given, wanted);
        const couldBeGiven = new Set(
          [
            ...PEOPLE.flatMap((who) => given.held[who]),
            ...given.named
              .flatMap(({ role: id }) => (id === 'nurse' ? given.grants.nurse : id === 'clerk' ? given.grants.clerk : []))
              .filter((right) => DAILY.includes(right)),
          ].map(codeOf),
        );
        for (const who of PEOPLE) {
          expect(
            held(who)
              .map(codeOf)
              .filter((code) => !couldBeGiven.has(code)),
          ).toEqual([]);
          expect([...has[who]].filter((id) => id === 'admin' || (id === 'clerk' && given.grants.ranks.clerk === 'system'))).toEqual([]);
        }
      }),
    );
  });

  it('nobody adds to what they hold by their own acts alone', () => {
    fc.assert(
      fc.property(start, acts, fc.constantFrom(...PEOPLE), (given, wanted, who) => {
        const { held } = play(
          given,
          wanted.filter((act) => act.by === who),
        );
        const before = new Set(given.held[who].map(codeOf));
        expect(
          held(who)
            .map(codeOf)
            .filter((code) => !before.has(code)),
        ).toEqual([]);
      }),
    );
  });
});
