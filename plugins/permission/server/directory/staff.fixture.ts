import { type IdentityTables, type Kysely, searchGrams } from '@nephra/plugin-sdk/server';

/**
 * Two hospital groups. 康源 (a) has two facilities: a-gz with 肾内科 > 透析室 and 药剂科, and a-nn without departments.
 * 仁和 (b) has people of the same names. Every id of b begins with "b-".
 */
export async function fillStaff(db: Kysely<IdentityTables>): Promise<void> {
  const named = (id: string, en_code: string, full_name: string) => ({
    id,
    en_code,
    full_name,
    search_grams: searchGrams(full_name, en_code),
    deleted_at: null,
  });
  await db
    .insertInto('core.org')
    .values([
      { ...named('a', 'SIM-A', '康源集团'), parent_id: null, sort_code: 1 },
      { ...named('a-gz', 'SIM-AGZ', '康源广州中心'), parent_id: 'a', sort_code: 2 },
      { ...named('a-nn', 'SIM-ANN', '康源南宁中心'), parent_id: 'a', sort_code: 3 },
      { ...named('a-old', 'SIM-OLD', '康源旧址'), parent_id: 'a', sort_code: 4, deleted_at: new Date(0) },
      { ...named('b', 'SIM-B', '仁和集团'), parent_id: null, sort_code: 5 },
    ])
    .execute();
  await db
    .insertInto('core.department')
    .values([
      { ...named('a-renal', 'D01', '肾内科'), org_id: 'a-gz', parent_id: null, manager_id: null, sort_code: 1 },
      { ...named('a-room', 'D02', '透析室'), org_id: 'a-gz', parent_id: 'a-renal', manager_id: null, sort_code: 2 },
      { ...named('a-drugs', 'D03', '药剂科'), org_id: 'a-gz', parent_id: null, manager_id: null, sort_code: 3, enabled: false },
      { ...named('a-gone', 'D04', '已撤科室'), org_id: 'a-gz', parent_id: null, manager_id: null, sort_code: 4, deleted_at: new Date(0) },
      { ...named('b-renal', 'D01', '肾内科'), org_id: 'b', parent_id: null, manager_id: null, sort_code: 1 },
    ])
    .execute();
  await db
    .insertInto('core.position')
    .values([
      { ...named('a-head', 'P01', '护士长'), org_id: 'a-gz', department_id: 'a-room', sort_code: 1 },
      { ...named('a-chief', 'P02', '院长'), org_id: 'a-gz', department_id: null, sort_code: 2 },
      { ...named('a-clerk', 'P03', '收费员'), org_id: 'a-nn', department_id: null, sort_code: 3 },
      { ...named('b-head', 'P01', '护士长'), org_id: 'b', department_id: 'b-renal', sort_code: 1 },
    ])
    .execute();
  await db
    .insertInto('core.role')
    .values([
      { ...named('r-all', 'doctor', '医生'), sort_code: 1 },
      { ...named('r-group', 'keeper', '集团管理员'), sort_code: 2 },
      { ...named('r-gz', 'gzdoctor', '广州医生'), sort_code: 3 },
      { ...named('b-role', 'bdoctor', '仁和医生'), sort_code: 4 },
    ])
    .execute();
  await db
    .insertInto('core.role_org')
    .values([
      { role_id: 'r-group', org_id: 'a' },
      { role_id: 'r-gz', org_id: 'a-gz' },
      { role_id: 'b-role', org_id: 'b' },
    ])
    .execute();
  await db
    .insertInto('core.user_group')
    .values([
      { ...named('g-night', 'night', '夜班组'), sort_code: 1 },
      { ...named('g-gone', 'gone', '旧组'), sort_code: 2, deleted_at: new Date(0) },
    ])
    .execute();

  const person = (id: string, account: string, real_name: string, org_id: string, department_id: string | null, over: object = {}) => ({
    id,
    account,
    real_name,
    en_code: `N-${account}`,
    org_id,
    department_id,
    password_hash: null,
    password_changed_at: null,
    unlock_at: null,
    manager_id: null,
    last_login_at: null,
    prev_login_at: null,
    deleted_at: null,
    search_grams: searchGrams(real_name, account),
    ...over,
  });
  const people = [
    person('a-boss', 'boss', '曾国栋', 'a-gz', null, { sort_code: 1 }),
    person('a-zhang', 'zhangwei', '张伟', 'a-gz', 'a-renal', { sort_code: 2, manager_id: 'a-boss' }),
    person('a-nurse', 'zw', '周雯', 'a-gz', 'a-room', { sort_code: 3, manager_id: 'a-boss' }),
    person('a-off', 'zhangli', '张丽', 'a-gz', 'a-renal', { sort_code: 4, enabled: false, manager_id: 'a-boss' }),
    person('a-shut', 'liming', '李明', 'a-gz', 'a-drugs', { sort_code: 5, locked: true }),
    person('a-left', 'zhangqing', '张青', 'a-gz', 'a-renal', { sort_code: 6, deleted_at: new Date(0), manager_id: 'a-boss' }),
    person('a-south', 'zhangnan', '张楠', 'a-nn', null, { sort_code: 7 }),
    person('b-zhang', 'zhangwei2', '张伟', 'b', 'b-renal', { sort_code: 8, manager_id: 'a-boss' }),
    person('b-both', 'wangfang', '王芳', 'b', 'b-renal', { sort_code: 9 }),
  ];
  await db.insertInto('core.user_account').values(people).execute();
  await db
    .insertInto('core.user_org')
    .values([
      ...people.map((one) => ({ user_id: one.id, org_id: one.org_id, department_id: one.department_id, is_major: true })),
      // Works for both groups; from a she is seen with her place in a.
      { user_id: 'b-both', org_id: 'a-gz', department_id: 'a-room' },
    ])
    .execute();
  await db
    .insertInto('core.user_role')
    .values([
      { user_id: 'a-zhang', role_id: 'r-all' },
      { user_id: 'a-off', role_id: 'r-all' },
      { user_id: 'b-zhang', role_id: 'r-all' },
      { user_id: 'b-zhang', role_id: 'b-role' },
    ])
    .execute();
}
