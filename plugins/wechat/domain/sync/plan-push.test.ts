import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPush } from './plan-push.ts';
import type { HereDepartment, HerePerson, WorkDepartment, WorkMember } from './plan-sync.ts';

const there = (id: number, name: string, parentid = 1): WorkDepartment => ({ id, name, parentid });
const here = (id: string, over: Partial<HereDepartment> = {}): HereDepartment => ({
  id,
  parentId: null,
  fullName: `组${id}`,
  enCode: `HD.${id}`,
  enabled: true,
  ...over,
});
const person = (id: string, over: Partial<HerePerson> = {}): HerePerson => ({
  ...{ id, account: id, realName: `SIM ${id}`, mobile: '13900000001', orgId: 'gz', departmentId: 'a', enabled: true, isAdministrator: false, workUserId: '' },
  ...over,
});
const member = (userid: string, over: Partial<WorkMember> = {}): WorkMember => ({
  userid,
  name: `SIM ${userid}`,
  mobile: '',
  status: 1,
  departments: [2],
  ...over,
});
const TOP = there(1, '总院', 0);
type Given = Parameters<typeof planPush>[0];
const items = (over: Partial<Given> = {}) =>
  planPush({
    ...{
      source: 'wecom',
      orgId: 'gz',
      departments: [TOP, there(2, '组a')],
      members: [],
      hereDepartments: [here('a')],
      herePeople: [],
      links: new Map([['a', '2']]),
    },
    ...over,
  });
const plan = (over: Partial<Given> = {}) =>
  items(over).map(({ subject, act, key, localId, conflict }) => [subject, act, key, localId, conflict].filter(Boolean).join(' '));

describe('departments', () => {
  it('are made from the top; one of that name in that place is taken for it, and what is out of use is not made', () => {
    const hereDepartments = [here('c', { parentId: 'b' }), here('b'), here('a'), here('d', { enabled: false }), here('e', { parentId: 'd' })];
    const departments = [TOP, there(2, '组a'), there(3, '组c')];
    expect(plan({ hereDepartments, departments, links: new Map() })).toEqual([
      'department add b',
      'department change 2 a',
      'department add e',
      'department add c',
    ]);
  });

  it('follow name and place, but for those that came from there, and those that somebody put below a department of their own', () => {
    expect(plan()).toEqual([]);
    expect(plan({ departments: [TOP, there(2, '旧名')] })).toEqual(['department change 2 a']);
    expect(plan({ departments: [TOP, there(9, '他们的'), there(2, '组a', 9)] })).toEqual([]);
    expect(plan({ departments: [TOP, there(2, '旧名')], hereDepartments: [here('a', { enCode: 'WX.2' })], links: new Map() })).toEqual([]);
    // The code of the other service says nothing.
    expect(plan({ departments: [TOP], hereDepartments: [here('a', { enCode: 'DD.2' })], links: new Map() })).toEqual(['department add a']);
    // An app without the right to names is told the id.
    expect(plan({ departments: [TOP, there(2, '2')] })).toEqual([]);
  });

  it('whose counterpart is gone are made again', () => {
    expect(plan({ departments: [TOP] })).toEqual(['department add a']);
  });
});

describe('people', () => {
  it('who are no member are added; what stands in the way is said', () => {
    const members = [member('taken'), member('other', { mobile: '13900000009' })];
    const herePeople = [person('u1'), person('taken', { mobile: '13900000003' }), person('u3', { mobile: '' }), person('u4', { mobile: '13900000009' })];
    expect(plan({ members, herePeople: [...herePeople, person('u5', { enabled: false }), person('u6', { orgId: 'gx' })] })).toEqual([
      'person add u1 u1',
      'person conflict taken taken account-there',
      'person conflict u3 u3 no-mobile',
      'person conflict u4 u4 mobile-there',
    ]);
  });

  it('who are a member are followed by name and department; who is in several departments, or in one of theirs, stays there', () => {
    const bound = (over: Partial<HerePerson> = {}) => [person('u1', { workUserId: 'M1', ...over })];
    const one = (over: Partial<WorkMember> = {}) => [member('M1', { name: 'SIM u1', ...over })];
    expect(plan({ herePeople: bound(), members: one() })).toEqual([]);
    expect(plan({ herePeople: bound({ realName: 'SIM 新名' }), members: one() })).toEqual(['person change M1 u1']);
    expect(plan({ herePeople: bound({ departmentId: null }), members: one() })).toEqual(['person change M1 u1']);
    expect(plan({ herePeople: bound(), members: one({ departments: [1] }) })).toEqual(['person change M1 u1']);
    for (const departments of [[2, 1], [7], []]) expect(plan({ herePeople: bound({ departmentId: null }), members: one({ departments }) })).toEqual([]);
    // Not told, or put out of use over there: nothing to follow.
    expect(plan({ herePeople: bound(), members: one({ name: 'M1' }) })).toEqual([]);
    expect(plan({ herePeople: bound({ realName: 'x' }), members: one({ status: 2 }) })).toEqual([]);
    expect(plan({ herePeople: bound(), members: [] })).toEqual([]);
  });

  it('who are out of use here go out of use there, last; DingTalk knows no such state', () => {
    const herePeople = [person('u1', { workUserId: 'M1', enabled: false }), person('u2')];
    const members = [member('M1')];
    expect(plan({ herePeople, members })).toEqual(['person add u2 u2', 'person disable M1 u1']);
    expect(plan({ herePeople, members, source: 'ding' })).toEqual(['person add u2 u2', 'person conflict M1 u1 no-disable']);
  });
});

it('of any organisation: each line once, parents first, nobody of another organisation, nothing that is there is added', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const departments = fc.uniqueArray(fc.record({ id, parentId: fc.option(id), enabled: fc.boolean() }), { selector: (one) => one.id });
  const people = fc.uniqueArray(
    fc.record({ id, orgId: fc.constantFrom('gz', 'gx'), enabled: fc.boolean(), workUserId: fc.constantFrom('', 'M1'), departmentId: fc.option(id) }),
    {
      selector: (one) => one.id,
    },
  );
  fc.assert(
    fc.property(departments, people, fc.dictionary(id, fc.constantFrom('2', '3')), (rows, persons, links) => {
      const found = items({
        ...{
          hereDepartments: rows.map((one) => here(one.id, one)),
          herePeople: persons.map((one) => person(one.id, one)),
          links: new Map(Object.entries(links)),
        },
        ...{ departments: [TOP, there(2, '组a'), there(3, '组b', 2)], members: [member('M1')] },
      });
      const lines = found.map(({ subject, localId }) => `${subject} ${localId}`);
      expect(new Set(lines).size).toBe(lines.length);
      const places = found.filter(({ subject }) => subject === 'department').map(({ localId }) => localId);
      for (const { after, localId, act } of found) {
        if (!('parent' in after)) expect(persons.find((one) => one.id === localId)?.orgId).toBe('gz');
        else if (act === 'add' && places.includes(after.parent)) expect(places.indexOf(after.parent)).toBeLessThan(places.indexOf(localId));
      }
      expect(found.filter(({ act, key }) => act === 'add' && key === 'M1')).toEqual([]);
    }),
  );
});
