import { isAppError, type Route } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, type GrantKind, type GrantSubject, type IdentityTables, searchGrams } from '@nephra/plugin-sdk/server';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { type HostedCall, hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { groupRoutes } from '../group/group.routes.ts';
import { membersRoutes } from '../members/members.routes.ts';
import { roleRoutes } from '../role/role.routes.ts';
import { authorityRoutes } from './authority.routes.ts';

/** An administrator of the whole group. */
export const admin = staff({ userId: 'admin', orgId: 'root', orgIds: ['root', 'gz', 'wh'], isAdministrator: true });
/** Looks after the centre in Guangzhou, holds the patient page without its button, and one data scheme. */
export const keeper = staff({ userId: 'keeper', orgId: 'gz', orgIds: ['gz'] });
const KEEPER_HOLDS = new Set([
  'his.patient',
  'his.patient#column:phone',
  'permission.role',
  'permission.role:btn_member',
  'permission.role:btn_authorize',
  'permission.group',
  'permission.group:btn_member',
  'permission.user:btn_authorize',
  'permission.authorize',
  'permission.authorize:btn_authorize',
  'permission.authorize:btn_batch',
]);
export const keeperCan = (code: string): boolean => KEEPER_HOLDS.has(code);

const title = (name: string) => ({ title_zh: name, title_zhtw: `${name}（繁）`, title_en: `${name} en` });

const menu = (en_code: string, type: number, parent_code: string | null, name: string, over: { owner?: string; active?: boolean; enabled?: boolean } = {}) => ({
  id: `m-${en_code}`,
  en_code,
  owner: 'patient',
  type,
  parent_code,
  sort_code: 1,
  active: true,
  ...title(name),
  ...over,
});
const item = (menu_code: string, kind: 'button' | 'column' | 'form', en_code: string, name: string, active = true) => ({
  id: `i-${menu_code}-${kind}-${en_code}`,
  menu_code,
  kind,
  en_code,
  active,
  ...title(name),
});

/** Three organisations, people, roles and a small catalogue of rights: one menu is off with its plugin. */
export async function startRights(): Promise<PluginHost> {
  const host = await hostPlugins({
    core: identityTables,
    permission: defineServerPlugin({ implementations: [roleRoutes, groupRoutes, membersRoutes, authorityRoutes] }),
  });
  const db = host.db.kyselyFor<IdentityTables>();
  const org = (id: string, parent_id: string | null, full_name: string) => ({ id, parent_id, en_code: `SIM.${id}`, full_name, deleted_at: null });
  await db
    .insertInto('core.org')
    .values([org('root', null, '康源集团'), org('gz', 'root', '广州中心'), org('wh', 'root', '武汉中心')])
    .execute();
  const person = (id: string, org_id: string, real_name: string, is_administrator = false) => ({
    id,
    account: id,
    real_name,
    org_id,
    department_id: null,
    manager_id: null,
    password_hash: null,
    password_changed_at: null,
    last_login_at: null,
    prev_login_at: null,
    deleted_at: null,
    unlock_at: null,
    is_administrator,
    search_grams: searchGrams(real_name, id),
  });
  await db
    .insertInto('core.user_account')
    .values([
      person('admin', 'root', '系统管理员', true),
      person('keeper', 'gz', '周守护'),
      person('anna', 'gz', '安娜'),
      person('bo', 'gz', '薄荷'),
      person('wei', 'wh', '魏武'),
    ])
    .execute();
  const role = (id: string, full_name: string) => ({ id: `role-${id}`, en_code: id, full_name, deleted_at: null, search_grams: searchGrams(full_name, id) });
  await db
    .insertInto('core.role')
    .values([role('admin', '系统管理员'), role('doctor', '医生'), role('gz', '广州助理'), role('wh', '武汉助理')])
    .execute();
  await db
    .insertInto('core.role_org')
    .values([
      { role_id: 'role-gz', org_id: 'gz' },
      { role_id: 'role-wh', org_id: 'wh' },
    ])
    .execute();
  await db
    .insertInto('core.user_role')
    .values([
      { user_id: 'admin', role_id: 'role-admin' },
      { user_id: 'anna', role_id: 'role-doctor' },
      { user_id: 'wei', role_id: 'role-doctor' },
    ])
    .execute();
  await db
    .insertInto('core.position')
    .values({ id: 'pos-gz', org_id: 'gz', department_id: null, en_code: 'P1', full_name: '主任', deleted_at: null })
    .execute();
  await db.insertInto('core.user_group').values({ id: 'group-1', en_code: 'G1', full_name: '质控小组', deleted_at: null }).execute();
  await db.insertInto('core.org_admin').values({ org_id: 'gz', user_id: 'keeper', this_add: true, this_edit: true, this_delete: true }).execute();
  await db
    .insertInto('core.menu')
    .values([
      menu('his', 1, null, '医院业务', { owner: 'shell' }),
      menu('his.patient', 2, 'his', '患者管理'),
      menu('his.drug', 2, 'his', '药品目录', { owner: 'prescription' }),
      menu('his.old', 2, 'his', '旧报表', { owner: 'old', active: false }),
    ])
    .execute();
  await db
    .insertInto('core.menu_item')
    .values([
      item('his.patient', 'button', 'btn_add', '新建患者'),
      item('his.patient', 'button', 'btn_gone', '已取消', false),
      item('his.patient', 'column', 'phone', '手机号'),
      item('his.patient', 'form', 'note', '备注'),
      item('his.drug', 'button', 'btn_edit', '编辑药品'),
      item('his.old', 'button', 'btn_add', '新建旧报表'),
    ])
    .execute();
  await db
    .insertInto('core.permission')
    .values([
      { code: 'his.patient.lookup', owner: 'patient', active: true, ...title('查询患者') },
      { code: 'orphan.code', owner: 'nobody', active: true, ...title('没有页面') },
    ])
    .execute();
  await db
    .insertInto('core.data_scheme')
    .values([
      { id: 's-own', menu_code: 'his.patient', en_code: 'own', full_name: '本人的患者', deleted_at: null },
      { id: 's-all', menu_code: 'his.patient', en_code: 'all', full_name: '全部患者', deleted_at: null },
    ])
    .execute();
  return host;
}

export async function grant(host: PluginHost, subject_type: GrantSubject, subject_id: string, ...rights: [GrantKind, string, string?][]): Promise<void> {
  await host.db
    .kyselyFor<IdentityTables>()
    .insertInto('core.permission_grant')
    .values(rights.map(([kind, menu_code, item_code = '']) => ({ subject_type, subject_id, kind, menu_code, item_code })))
    .execute();
}

/** What stands in the table for one object: `kind menu/item`, sorted. */
export async function grantsOf(host: PluginHost, subject_type: GrantSubject, subject_id: string): Promise<string[]> {
  const rows = await host.db
    .kyselyFor<IdentityTables>()
    .selectFrom('core.permission_grant')
    .select(['kind', 'menu_code', 'item_code'])
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .execute();
  return rows.map((row) => `${row.kind} ${row.menu_code}${row.item_code ? `/${row.item_code}` : ''}`).sort();
}

/** Calls as the administrator unless told. */
export const caller =
  (host: () => PluginHost) =>
  <R extends Route>(route: R, given: HostedCall = {}) =>
    host().call('permission', route, { user: admin, ...given });

/** What the caller reads; `allowed` when nothing was refused. */
export async function refusal(act: Promise<unknown>): Promise<{ key: string; code?: number; params?: object }> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, code: error.code, params: error.params };
    throw error;
  }
  return { key: 'allowed' };
}
