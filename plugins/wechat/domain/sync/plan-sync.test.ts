import { describe, expect, it } from 'vitest';
import { type HereDepartment, type HerePerson, planSync, type WorkDepartment, type WorkMember } from './plan-sync.ts';

const dept = (id: number, name: string, parentid: number): WorkDepartment => ({ id, name, parentid });
const member = (userid: string, over: Partial<WorkMember> = {}): WorkMember => ({
  userid,
  name: `SIM ${userid}`,
  mobile: '',
  status: 1,
  departments: [2],
  ...over,
});
const here = (n: number, over: Partial<HereDepartment> = {}): HereDepartment => ({
  ...{ id: `d${n}`, parentId: null, fullName: `组${n}`, enCode: `WX.${n}`, enabled: true },
  ...over,
});
const person = (id: string, over: Partial<HerePerson> = {}): HerePerson => ({
  ...{ id, account: id, realName: `SIM ${id}`, mobile: '', orgId: 'gz', departmentId: 'd2', enabled: true, isAdministrator: false, workUserId: id },
  ...over,
});
const DEPARTMENTS = [dept(3, '组3', 2), dept(1, '总院', 0), dept(2, '组2', 1)];
const plan = (over: Partial<Parameters<typeof planSync>[0]> = {}) =>
  planSync({ orgId: 'gz', departments: DEPARTMENTS, members: [], hereDepartments: [here(2), here(3, { parentId: 'd2' })], herePeople: [], ...over }).map(
    ({ subject, act, key, conflict }) => `${subject} ${act} ${key}${conflict === '' ? '' : ` ${conflict}`}`,
  );

describe('departments', () => {
  it('are added from the top, the highest one is the organisation itself', () => {
    expect(plan({ hereDepartments: [] })).toEqual(['department add 2', 'department add 3']);
    expect(plan()).toEqual([]);
  });

  it('are changed by name, place and when they came back; those that are gone go out of use, at the end', () => {
    expect(plan({ hereDepartments: [here(2, { fullName: '旧名' }), here(3)] })).toEqual(['department change 2', 'department change 3']);
    expect(plan({ hereDepartments: [here(2, { enabled: false }), here(3, { parentId: 'd2' }), here(9)] })).toEqual([
      'department change 2',
      'department disable 9',
    ]);
    expect(plan({ hereDepartments: [here(2), here(3, { parentId: 'd2' }), here(9, { enabled: false })] })).toEqual([]);
  });

  it('of the house’s own are left alone, and so is one that was moved below one of them', () => {
    const own = here(7, { enCode: 'HD' });
    expect(plan({ hereDepartments: [here(2, { parentId: 'd7' }), here(3, { parentId: 'd2' }), own] })).toEqual([]);
  });

  it('whose parent the app may not see, or that hang in a circle, come under the organisation', () => {
    const items = planSync({ orgId: 'gz', departments: [dept(5, 'a', 4), dept(6, 'b', 7), dept(7, 'c', 6)], members: [], hereDepartments: [], herePeople: [] });
    expect(items.map(({ key, after }) => [key, 'parent' in after ? after.parent : '?'])).toEqual([
      ['5', ''],
      ['6', ''],
      ['7', ''],
    ]);
  });
});

describe('people', () => {
  it('are added with the account of their id; one that is taken, or a mobile number that is, is a conflict', () => {
    const herePeople = [person('u1', { account: 'Zhang', workUserId: '' }), person('u2', { mobile: '13800000001', workUserId: '' })];
    expect(plan({ herePeople, members: [member('Zhang'), member('Li', { mobile: '13800000001' }), member('Wang'), member('wang'), member('a b')] })).toEqual([
      'person conflict Zhang account-taken',
      'person conflict Li mobile-taken',
      'person add Wang',
      'person conflict a b no-account',
    ]);
  });

  it('are changed by name and by a place that the sync made; a name that the service keeps back changes nothing', () => {
    expect(
      plan({ herePeople: [person('a'), person('b'), person('c')], members: [member('A'), member('b', { name: 'b' }), member('c', { name: '新名' })] }),
    ).toEqual(['person change A', 'person change c']);
    expect(plan({ herePeople: [person('a', { realName: 'SIM a' })], members: [member('a', { departments: [3, 2] })] })).toEqual(['person change a']);
    const own = here(7, { enCode: 'HD' });
    const elsewhere = [person('a', { departmentId: 'd7' }), person('b', { orgId: 'wh' })];
    expect(
      plan({ hereDepartments: [here(2), here(3, { parentId: 'd2' }), own], herePeople: elsewhere, members: [member('a', { departments: [3] }), member('b')] }),
    ).toEqual([]);
  });

  it('who left or are disabled there go out of use before departments; administrators never, and people of other organisations neither', () => {
    const herePeople = [
      person('a'),
      person('b'),
      person('root', { isAdministrator: true }),
      person('wh1', { orgId: 'wh' }),
      person('free', { workUserId: '' }),
    ];
    expect(plan({ herePeople, hereDepartments: [here(2), here(3, { parentId: 'd2' }), here(9)], members: [member('a', { status: 2 })] })).toEqual([
      'person disable a',
      'person disable b',
      'person conflict root administrator',
      'department disable 9',
    ]);
  });

  it('whom somebody put out of use here stay so', () => {
    expect(plan({ herePeople: [person('a', { enabled: false })], members: [member('a', { name: '新名' })] })).toEqual([]);
  });
});
