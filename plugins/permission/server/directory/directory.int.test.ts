import { EnvelopeCode, isAppError, type Route, type StaffTreeNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, type IdentityTables, provide, type SessionUser, staffNames } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { hostPlugins, type HostedCall, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import type { PermissionDb } from '../permission-call.ts';
import { directoryRoutes } from './directory.routes.ts';
import { staffNamesFor } from './staff-names.service.ts';
import { fillStaff } from './staff.fixture.ts';

const { routes } = staffDirectory;
const boss = staff({ userId: 'a-boss', orgId: 'a', orgIds: ['a', 'a-gz', 'a-nn'], departmentId: null });
const zhang = staff({ userId: 'a-zhang', orgId: 'a-gz', orgIds: ['a-gz'], departmentId: 'a-renal' });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({
    core: identityTables,
    permission: defineServerPlugin<PermissionDb>({ implementations: [directoryRoutes], services: [provide(staffNames, staffNamesFor)] }) as never,
  });
  await host.db.transaction(() => fillStaff(host.context<IdentityTables>('permission').db));
});
afterAll(() => host.close());

const ask = <R extends Route>(route: R, call: HostedCall = {}) => host.call('permission', route, { user: boss, ...call });
const level = async (id: string, user: SessionUser = boss) => (await ask(routes.userNodes, { params: { id }, body: {}, user })).list;
const find = async (keyword: string, user: SessionUser = boss) => (await ask(routes.userNodes, { params: { id: '0' }, body: { keyword }, user })).list;
const ids = (nodes: readonly { readonly id: string }[]) => nodes.map((node) => node.id);
/** `a(a-gz(x), y)` */
const drawn = (nodes: readonly StaffTreeNode[] | null): string =>
  (nodes ?? []).map((node) => `${node.id}${node.children ? `(${drawn(node.children)})` : node.hasChildren ? '(…)' : ''}`).join(' ');
const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => 'allowed',
    (error: unknown) => (isAppError(error) ? { key: error.key, code: error.code } : error),
  );
const MISSING = { key: 'permission.not-found', code: EnvelopeCode.NotFound };

describe('[7.11-17] tree of people, one level at a time', () => {
  it('[3-25] [3-26] [6-08] [7.11-12] [7.11-18] begins with the caller’s organisation and opens organisations, departments, people', async () => {
    expect(await level('0')).toEqual([
      {
        id: 'a',
        parentId: '-1',
        fullName: '康源集团',
        enCode: 'SIM-A',
        type: 'company',
        icon: 'icon-ym icon-ym-tree-organization3',
        hasChildren: true,
        isLeaf: false,
        enabledMark: 1,
      },
    ]);
    expect(ids(await level('a'))).toEqual(['a-gz', 'a-nn']);
    expect(ids(await level('a-gz'))).toEqual(['a-renal', 'a-drugs', 'a-boss']);
    expect(ids(await level('a-renal'))).toEqual(['a-room', 'a-zhang', 'a-off']);
    expect(ids(await level('a-room'))).toEqual(['a-nurse', 'b-both']);
    expect(ids(await level('-1', zhang))).toEqual(['a-gz']);
  });

  it('a lone top comes with what is below it when that is asked for', async () => {
    const opened = async (user: SessionUser) => ids((await ask(routes.userNodes, { params: { id: '0' }, body: { open: true }, user })).list);
    expect(await opened(boss)).toEqual(['a', 'a-gz', 'a-nn']);
    expect(await opened(zhang)).toEqual(['a-gz', 'a-renal', 'a-drugs', 'a-boss']);
    expect(await opened(staff({ ...zhang, isAdministrator: true }))).toEqual(['a', 'b']);
  });

  it('names people name/account and says who is locked or disabled', async () => {
    expect((await level('a-renal')).map((node) => [node.fullName, node.enabledMark])).toEqual([
      ['透析室', 1],
      ['张伟/zhangwei', 1],
      ['张丽/zhangli', 0],
    ]);
    expect((await level('a-drugs')).map((node) => node.enabledMark)).toEqual([2]);
  });

  it('an administrator sees every organisation', async () => {
    const administrator = staff({ ...zhang, isAdministrator: true });
    expect(ids(await level('0', administrator))).toEqual(['a', 'b']);
    expect(ids(await level('b', administrator))).toEqual(['b-renal']);
    expect(ids(await find('zhangwei', administrator))).toEqual(['a-zhang', 'b-zhang']);
    expect(await refusal(level('a-old', administrator))).toEqual(MISSING);
  });

  it('answers a place of another organisation like one that is missing', async () => {
    for (const id of ['b', 'b-renal', 'a-old', 'a-gone', 'nobody']) expect(await refusal(level(id)), id).toEqual(MISSING);
    expect(await refusal(level('a-nn', zhang))).toEqual(MISSING);
  });
});

describe('people found', () => {
  it.each([
    ['name', '张伟', ['a-zhang']],
    ['part of a name', '张', ['a-zhang', 'a-south', 'a-off']],
    ['account', 'zhangwei', ['a-zhang']],
    ['part of an account', 'wei', ['a-zhang']],
    ['pinyin', 'zhouwen', ['a-nurse']],
    ['initials', 'zgd', ['a-boss']],
    ['nothing', '  ', ['a']],
    ['punctuation', '%', []],
  ])('by %s', async (_kind, keyword, expected) => {
    expect(ids(await find(keyword))).toEqual(expected);
  });

  it('the whole account comes before others that hold it', async () => {
    expect(ids(await find('zw'))).toEqual(['a-nurse', 'a-zhang']);
  });

  it('with the way to where they work, as far as the caller may see it', async () => {
    expect((await find('周雯'))[0]).toMatchObject({ parentId: 'a-room', organize: '康源集团/康源广州中心/肾内科/透析室' });
    expect((await find('周雯', zhang))[0]?.organize).toBe('康源广州中心/肾内科/透析室');
    expect((await find('王芳'))[0]?.organize).toBe('康源集团/康源广州中心/肾内科/透析室');
  });

  it('at most 50', async () => {
    const { db } = host.context<IdentityTables>('permission');
    const many = Array.from({ length: 60 }, (_, at) => ({
      id: `a-many-${at}`,
      account: `many${at}`,
      real_name: `欧阳${at}`,
      org_id: 'a-nn',
      department_id: null,
      password_hash: null,
      password_changed_at: null,
      unlock_at: null,
      manager_id: null,
      last_login_at: null,
      prev_login_at: null,
      deleted_at: null,
      search_grams: ['欧', '欧阳'],
    }));
    await db.insertInto('core.user_account').values(many).execute();
    await db
      .insertInto('core.user_org')
      .values(many.map((one) => ({ user_id: one.id, org_id: 'a-nn', department_id: null })))
      .execute();
    expect(await find('欧阳')).toHaveLength(50);
    await db.deleteFrom('core.user_org').where('user_id', 'like', 'a-many-%').execute();
    await db.deleteFrom('core.user_account').where('id', 'like', 'a-many-%').execute();
  });
});

describe('people of a place', () => {
  const people = (organizeId: string | undefined, user = boss, keyword?: string) => ask(routes.organizationUsers, { query: { organizeId, keyword }, user });

  it('[7.11-14] [7.11-19] 0 is the own department, else the own organisation', async () => {
    expect(ids(await people('0', zhang))).toEqual(['a-zhang', 'a-off']);
    expect(ids(await people(undefined, staff({ ...boss, orgId: 'a-nn' })))).toEqual(['a-south']);
  });
  it('an organisation has the people of all its departments, a comma path means its end', async () => {
    expect(ids(await people('a,a-gz'))).toEqual(['a-boss', 'a-zhang', 'a-nurse', 'a-off', 'a-shut', 'b-both']);
    expect(ids(await people('a,a-gz,a-renal'))).toEqual(['a-zhang', 'a-off']);
    expect(ids(await people('a-gz', boss, '张'))).toEqual(['a-zhang', 'a-off']);
  });
  it('hidden like missing', async () => {
    expect(await refusal(people('b'))).toEqual(MISSING);
    expect(await refusal(people('a,nobody'))).toEqual(MISSING);
  });
  it('[7.11-13] [7.11-20] subordinates report directly to the caller', async () => {
    expect(ids(await ask(routes.subordinates, { body: {} }))).toEqual(['a-zhang', 'a-nurse', 'a-off']);
    expect(ids(await ask(routes.subordinates, { body: { keyword: '张' } }))).toEqual(['a-zhang', 'a-off']);
    expect(await ask(routes.subordinates, { body: {}, user: zhang })).toEqual([]);
  });
});

describe('names of people', () => {
  it('[3-25] [7.11-13] [7.11-21] come in the order asked, each once; the deleted keep theirs, those hidden have none', async () => {
    const { list } = await ask(routes.usersByIds, { body: { userId: ['a-left', 'b-zhang', 'a-zhang', 'nobody', 'a-zhang', 'b-both'] } });
    expect(list).toEqual([
      { id: 'a-left', fullName: '张青/zhangqing', enabledMark: 0, sortCode: 6 },
      { id: 'a-zhang', fullName: '张伟/zhangwei', enabledMark: 1, sortCode: 2 },
      { id: 'b-both', fullName: '王芳/wangfang', enabledMark: 1, sortCode: 9 },
    ]);
    expect((await ask(routes.usersByIds, { body: { userId: [] } })).list).toEqual([]);
  });
});

describe('trees of organisations, departments and positions', () => {
  const departments = async (id: string, query: object = {}, user = boss) =>
    drawn((await ask(routes.departmentTree, { params: { id }, query: query as never, user })).list);

  it('[7.10-03] [7.11-23] organisations', async () => {
    const { list } = await ask(routes.organizeTree);
    expect(drawn(list)).toBe('a(a-gz a-nn)');
    expect(list[0]).toMatchObject({ parentId: '-1', type: 'company', hasChildren: true, num: 2 });
    expect(drawn((await ask(routes.organizeTree, { user: zhang })).list)).toBe('a-gz');
  });
  it('[7.10-10] departments: all, below one, level by level, by keyword', async () => {
    expect(await departments('0')).toBe('a(a-gz(a-renal(a-room) a-drugs) a-nn)');
    expect(await departments('0', { depth: 1 })).toBe('a(…)');
    const below = (parentId: string, query: object = {}) => departments('0', { parentId, ...query });
    expect(await below('a', { depth: 1 })).toBe('a-gz(…) a-nn');
    expect(await below('a-gz', { depth: 1 })).toBe('a-renal(…) a-drugs');
    expect(await below('a-renal')).toBe('a-room');
    expect(await below('a-room')).toBe('');
    for (const id of ['b', 'b-renal', 'a-gone']) expect(await refusal(below(id)), id).toEqual(MISSING);
    expect(await departments('0', { keyword: 'txs' })).toBe('a(a-gz(a-renal(a-room)))');
    expect(await departments('0', { keyword: '南宁' })).toBe('a(a-nn)');
    expect(await departments('0', { keyword: '仁和' })).toBe('');
    // However many another group has of that name, they take no place among the finds.
    const { db } = host.context<IdentityTables>('permission');
    const many = Array.from({ length: 200 }, (_, at) => ({ id: `b-many-${at}`, en_code: `M${at}`, full_name: `透析室 ${at}`, search_grams: ['txs'] }));
    await db
      .insertInto('core.department')
      .values(many.map((one) => ({ ...one, org_id: 'b', parent_id: null, manager_id: null, sort_code: -1, deleted_at: null })))
      .execute();
    const found = await departments('0', { keyword: 'txs' });
    await db.deleteFrom('core.department').where('id', 'like', 'b-many-%').execute();
    expect(found).toBe('a(a-gz(a-renal(a-room)))');
    expect(await departments('0', {}, zhang)).toBe('a-gz(a-renal(a-room) a-drugs)');
    expect(await departments('0', { ids: 'a-room,b-renal,nobody' })).toBe('a(a-gz(a-renal(a-room)))');
    for (const id of ['b', 'b-renal', 'a-gone']) expect(await refusal(departments(id)), id).toEqual(MISSING);
  });
  it('with an id: the whole tree without it and what is below it, as a form of that department needs', async () => {
    expect(await departments('a-room')).toBe('a(a-gz(a-renal a-drugs) a-nn)');
    expect(await departments('a-renal')).toBe('a(a-gz(a-drugs) a-nn)');
    expect(await departments('a-renal', { depth: 2 })).toBe('a(a-gz(…) a-nn)');
    expect(await departments('a-renal', { keyword: 'txs' })).toBe('');
    expect(await departments('a-gz')).toBe('a(a-nn)');
    expect(await departments('a-renal', {}, zhang)).toBe('a-gz(a-drugs)');
  });
  it('[6-08] [7.10-14] positions with what leads to them', async () => {
    const positions = async (query: object = {}) => drawn((await ask(routes.positionTree, { query: query as never })).list);
    expect(await positions()).toBe('a(a-gz(a-renal(a-room(a-head)) a-chief) a-nn(a-clerk))');
    expect(await positions({ depth: 2 })).toBe('a(a-gz(…) a-nn(…))');
    expect(await positions({ parentId: 'a-gz', depth: 1 })).toBe('a-renal(…) a-chief');
    expect(await positions({ keyword: 'hsz' })).toBe('a(a-gz(a-renal(a-room(a-head))))');
    expect(await positions({ ids: 'a-clerk,b-head' })).toBe('a(a-nn(a-clerk))');
    expect(await refusal(positions({ parentId: 'b' }))).toEqual(MISSING);
  });
  it('[7.10-17] positions of organisations', async () => {
    const of = async (organizeIds: string[]) => drawn((await ask(routes.positionsOfOrganizations, { body: { organizeIds } })).list);
    expect(await of(['a-nn', 'a-gz', 'b', 'nobody'])).toBe('a-nn(a-clerk) a-gz(a-head a-chief)');
    expect(await of(['a-room'])).toBe('a-room(a-head)');
    expect(await of(['b-renal', 'b'])).toBe('');
  });
});

describe('roles and groups', () => {
  it('[6-08] [7.10-19] roles for all come first, then those of each organisation', async () => {
    expect(drawn((await ask(routes.roleTree, { query: {} })).list)).toBe('1(r-all) a(r-group) a-gz(r-gz)');
    expect(drawn((await ask(routes.roleTree, { query: { keyword: '广州' } })).list)).toBe('a-gz(r-gz)');
    // A role of the group counts in the facility, too.
    expect(drawn((await ask(routes.roleTree, { query: {}, user: zhang })).list)).toBe('1(r-all) a-gz(r-group r-gz)');
  });
  it('[7.10-22] roles that some organisations may use', async () => {
    const of = async (organizeIds: string[]) => drawn((await ask(routes.rolesOfOrganizations, { body: { organizeIds } })).list);
    expect(await of(['a-gz'])).toBe('1(r-all) a-gz(r-group r-gz)');
    expect(await of(['a-nn', 'b'])).toBe('1(r-all) a-nn(r-group)');
    // Those for all are there whatever was asked: older clients offer them wherever somebody works.
    expect(await of(['b'])).toBe('1(r-all)');
    expect(await of([])).toBe('1(r-all)');
  });
  it('[7.11-14] people with a role', async () => {
    const of = async (roleId: string, keyword?: string) => (await ask(routes.usersByRole, { query: { roleId, keyword } })).list;
    expect((await of('r-all')).map((one) => [one.id, one.quickQuery, one.department])).toEqual([
      ['a-zhang', 'zw', '肾内科'],
      ['a-off', 'zl', '肾内科'],
    ]);
    expect(ids(await of('r-all', 'zhangli'))).toEqual(['a-off']);
    expect(await refusal(of('b-role'))).toEqual(MISSING);
    expect(await refusal(of('nothing'))).toEqual(MISSING);
  });
  it('groups', async () => {
    expect(ids(await ask(routes.groups))).toEqual(['g-night']);
  });
});

describe('for older clients', () => {
  it('[7.11-10] all people', async () => {
    const { list } = await ask(routes.all);
    expect(ids(list)).toEqual(['a-boss', 'a-zhang', 'a-nurse', 'a-off', 'a-shut', 'a-south', 'b-both']);
    expect(list[0]).toMatchObject({ account: 'boss', realName: '曾国栋', quickQuery: 'zgd', department: '' });
    // Her department is in the other group.
    expect(list.at(-1)?.department).toBe('');
  });
  it('[7.11-10] tree of people', async () => {
    expect(drawn((await ask(routes.userTree)).list)).toBe('a(a-gz(a-renal(a-room(a-nurse b-both) a-zhang a-off) a-drugs(a-shut) a-boss) a-nn(a-south))');
  });
});

describe('another organisation', () => {
  const calls: Record<keyof typeof routes, HostedCall> = {
    organizeTree: {},
    departmentTree: { params: { id: '0' }, query: {} },
    positionTree: { query: {} },
    positionsOfOrganizations: { body: { organizeIds: ['a', 'a-gz', 'b', 'b-renal'] } },
    roleTree: { query: {} },
    rolesOfOrganizations: { body: { organizeIds: ['a', 'b'] } },
    groups: {},
    userNodes: { params: { id: '0' }, body: { keyword: '张' } },
    organizationUsers: { query: { organizeId: '0' } },
    subordinates: { body: {} },
    usersByIds: { body: { userId: ['b-zhang', 'a-zhang'] } },
    usersByRole: { query: { roleId: 'r-all' } },
    all: {},
    userTree: {},
  };

  it.each(Object.entries(calls))('is in no answer of %s', async (name, call) => {
    const answer = JSON.stringify(await ask(routes[name as keyof typeof routes] as Route, call));
    // She works for both; everything else of b must stay hidden.
    const told = answer.replaceAll('"b-both"', '');
    expect(told).not.toMatch(/"b-|"b"|仁和|zhangwei2|已撤|旧址/);
  });
});

describe('[REC-046] names for workbooks of records', () => {
  const caller = (user: SessionUser = boss) => host.requestContext<PermissionDb>('permission', { user });
  const names = () => host.service(staffNames);
  const texts = async (of: Parameters<ReturnType<typeof names>['texts']>[1], asked: readonly string[], user?: SessionUser) =>
    Object.fromEntries(await names().texts(caller(user), of, asked));

  it('are told with their place, as far as the caller sees; who was deleted keeps the name', async () => {
    expect(await texts('user', ['a-zhang', 'a-left', 'b-zhang', 'nobody'])).toEqual({ 'a-zhang': '张伟/zhangwei', 'a-left': '张青/zhangqing' });
    expect(await texts('department', ['a-room', 'a-gone', 'b-renal'])).toEqual({ 'a-room': '康源集团/康源广州中心/肾内科/透析室' });
    expect(await texts('organize', ['a-nn', 'b'], zhang)).toEqual({});
    expect(await texts('position', ['a-head', 'a-chief', 'b-head'])).toEqual({
      'a-head': '康源集团/康源广州中心/肾内科/透析室/护士长',
      'a-chief': '康源集团/康源广州中心/院长',
    });
    expect(await texts('role', ['r-gz', 'b-role'])).toEqual({ 'r-gz': '广州医生' });
    expect(await texts('userGroup', ['g-night', 'g-gone'])).toEqual({ 'g-night': '夜班组' });
  });

  it('are read again from what was told, from a code, or from a name that one has alone', async () => {
    const read = (of: Parameters<ReturnType<typeof names>['read']>[1], asked: readonly string[], user?: SessionUser) => names().read(caller(user), of, asked);
    expect(await read('user', ['张伟/zhangwei', 'zw', '张楠', '张青', '仁和', ''])).toEqual([
      { id: 'a-zhang' },
      { id: 'a-nurse' },
      { id: 'a-south' },
      undefined,
      undefined,
      undefined,
    ]);
    expect(await read('user', ['张伟'], staff({ userId: 'x', orgId: 'a', orgIds: ['a-gz', 'b'] }))).toEqual([{ several: 2 }]);
    expect(await read('department', ['康源集团/康源广州中心/肾内科', 'D02', '药剂科', '已撤科室'])).toEqual([
      { id: 'a-renal' },
      { id: 'a-room' },
      { id: 'a-drugs' },
      undefined,
    ]);
    for (const [of, ids] of [
      ['department', ['a-renal', 'a-room', 'a-drugs']],
      ['position', ['a-head', 'a-chief', 'a-clerk']],
      ['role', ['r-all', 'r-group']],
    ] as const) {
      const told = await texts(of, ids);
      expect(await read(of, Object.values(told))).toEqual(Object.keys(told).map((id) => ({ id })));
    }
  });

  it('can be chosen only where they are there and seen', async () => {
    const has = (of: Parameters<ReturnType<typeof names>['has']>[1], id: string, user?: SessionUser) => names().has(caller(user), of, id);
    expect([await has('user', 'a-zhang'), await has('user', 'a-left'), await has('user', 'b-zhang'), await has('user', 'a-south', zhang)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([await has('department', 'a-gone'), await has('position', 'a-head'), await has('role', 'b-role'), await has('userGroup', 'g-gone')]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
