import { isAppError } from '@nephra/plugin-sdk/contract';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import type { PermissionDb } from '../permission-call.ts';

/** A group with two centres; the first has a ward organisation below it, a department, a position and two people. */
export async function fillOrganisations(host: PluginHost): Promise<void> {
  const { db } = host.context<PermissionDb>('permission');
  const org = (id: string, parent: string | null, name: string, more: object = {}) => ({
    id,
    parent_id: parent,
    en_code: id.toUpperCase(),
    full_name: name,
    deleted_at: null,
    ...more,
  });
  await db
    .insertInto('core.org')
    .values([
      org('root', null, '康源集团', { dialysis_center: false, search_grams: ['康源', 'kyjt', 'ky'] }),
      org('gz', 'root', '广州中心', { property: JSON.stringify({ fixmedinsCode: 'H44SIM000001', kept: 'yes' }), search_grams: ['广州', 'gz'] }),
      org('gz.ward', 'gz', '荔湾分部', { search_grams: ['荔湾', 'lw'] }),
      org('wh', 'root', '武汉中心', { search_grams: ['武汉', 'wh'] }),
    ])
    .execute();
  await db
    .insertInto('core.department')
    .values([
      { id: 'd1', org_id: 'gz', parent_id: null, en_code: 'D1', full_name: '肾内科', manager_id: null, deleted_at: null },
      { id: 'd2', org_id: 'gz', parent_id: 'd1', en_code: 'D2', full_name: '透析室', manager_id: null, deleted_at: null },
      { id: 'wd', org_id: 'wh', parent_id: null, en_code: 'D1', full_name: '武汉肾内科', manager_id: null, deleted_at: null },
    ])
    .execute();
  const person = (id: string, name: string, orgId: string, department: string | null) => ({
    id,
    account: id,
    real_name: name,
    password_hash: null,
    password_changed_at: null,
    unlock_at: null,
    org_id: orgId,
    department_id: department,
    manager_id: null,
    last_login_at: null,
    prev_login_at: null,
    deleted_at: null,
  });
  await db
    .insertInto('core.user_account')
    .values([
      person('keeper', '管理员甲', 'gz', null),
      person('boss', '集团管理员', 'root', null),
      person('zhang', '张医生', 'gz', 'd2'),
      person('li', '李护士', 'wh', 'wd'),
    ])
    .execute();
  await db
    .insertInto('core.user_org')
    .values([
      { user_id: 'keeper', org_id: 'gz', department_id: null, is_major: true },
      { user_id: 'boss', org_id: 'root', department_id: null, is_major: true },
      { user_id: 'zhang', org_id: 'gz', department_id: 'd2', is_major: true },
      { user_id: 'li', org_id: 'wh', department_id: 'wd', is_major: true },
    ])
    .execute();
  await db
    .insertInto('core.position')
    .values([
      { id: 'p1', org_id: 'gz', department_id: 'd1', en_code: 'P1', full_name: '主任医师', type: 'doctor', deleted_at: null },
      { id: 'wp', org_id: 'wh', department_id: null, en_code: 'P1', full_name: '护士', type: 'nurse', deleted_at: null },
    ])
    .execute();
  await db.insertInto('core.user_position').values({ user_id: 'zhang', position_id: 'p1', is_major: true }).execute();
  await db
    .insertInto('core.org_admin')
    .values([{ org_id: 'gz', user_id: 'keeper', this_add: true, this_edit: true, this_delete: true, sub_add: true, sub_edit: true, sub_delete: false }])
    .execute();
}

/** What the caller of a call reads; key `allowed` when nothing was refused. */
export async function refusalOf(act: Promise<unknown>): Promise<{ key: string; code?: number; field?: string; params?: object }> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, code: error.code, field: error.fields[0]?.path, params: error.params };
    throw error;
  }
  return { key: 'allowed' };
}
