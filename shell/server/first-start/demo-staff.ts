import type { Kysely } from 'kysely';
import type { CoreDemo } from '../../contract/index.ts';
import { clientHash, type PasswordHasher } from '../auth/password/password-hash.ts';
import type { SettingStore } from '../core/setting-store.ts';
import type { CoreTables } from '../tables/tables.ts';

/** Password of the demo accounts; a system with them never runs in production. */
export const DEMO_PASSWORD = 'Demo2026';

/** Fills an empty system with the organisations, people and accounts of the demo data set. One transaction. */
export async function fillDemoStaff(db: Kysely<CoreTables>, settings: SettingStore, passwords: PasswordHasher, data: CoreDemo): Promise<void> {
  await db
    .insertInto('core.org')
    .values(
      data.organizations.map((org) => ({
        id: org.id,
        parent_id: org.parentId === '-1' ? null : org.parentId,
        en_code: org.enCode,
        full_name: org.fullName,
        price_type: org.priceType,
        dialysis_center: org.fixmedinsCode !== '',
        sort_code: org.sortCode,
        property: JSON.stringify({ fixmedinsCode: org.fixmedinsCode }),
        deleted_at: null,
      })),
    )
    .execute();
  const inOrg = (row: { id: string; orgId: string; enCode: string; fullName: string; sortCode: number }) => ({
    id: row.id,
    org_id: row.orgId,
    en_code: row.enCode,
    full_name: row.fullName,
    sort_code: row.sortCode,
    deleted_at: null,
  });
  await db
    .insertInto('core.department')
    .values(data.departments.map((row) => ({ ...inOrg(row), parent_id: row.parentId || null, manager_id: row.managerId || null })))
    .execute();
  await db
    .insertInto('core.position')
    .values(data.positions.map((row) => ({ ...inOrg(row), type: row.type })))
    .execute();
  await db
    .insertInto('core.role')
    .values(
      data.roles.map((role) => ({
        id: role.id,
        en_code: role.enCode,
        type: role.type,
        rank: role.rank,
        full_name: role.title.zh,
        sort_code: role.sortCode,
        deleted_at: null,
      })),
    )
    .execute();
  const hashes = await Promise.all(data.users.map(async (user) => (user.demoAccount ? await passwords.hash(clientHash(DEMO_PASSWORD)) : null)));
  await db
    .insertInto('core.user_account')
    .values(
      data.users.map((user, index) => ({
        id: user.id,
        account: user.account,
        real_name: user.realName,
        en_code: user.enCode,
        password_hash: hashes[index] ?? null,
        gender: user.gender,
        mobile: user.mobilePhone,
        qywx_user_id: user.qyWxUserId ?? '',
        org_id: user.orgId,
        department_id: user.departmentId,
        manager_id: user.managerId || null,
        is_administrator: user.isAdministrator,
        sort_code: index,
        deleted_at: null,
      })),
    )
    .execute();
  const { furtherPlaces, groups, orgAdmins } = data;
  await db
    .insertInto('core.user_org')
    .values([
      ...data.users.map((user) => ({ user_id: user.id, org_id: user.orgId, department_id: user.departmentId, is_major: true })),
      ...furtherPlaces.map((place) => ({ user_id: place.userId, org_id: place.orgId, department_id: place.departmentId || null, is_major: false })),
    ])
    .execute();
  const roleIds = new Map(data.roles.map((role) => [role.enCode, role.id]));
  const memberships = data.users.flatMap((user) => user.roles.map((code) => ({ user_id: user.id, role_id: roleIds.get(code) ?? code })));
  await db.insertInto('core.user_role').values(memberships).execute();
  const further = furtherPlaces.filter((place) => place.positionId !== '');
  await db
    .insertInto('core.user_position')
    .values([
      ...data.users.map((user) => ({ user_id: user.id, position_id: user.positionId, is_major: true })),
      ...further.map((place) => ({ user_id: place.userId, position_id: place.positionId, is_major: false })),
    ])
    .execute();
  if (groups.length > 0) {
    const rows = groups.map(({ id, enCode, type, fullName, description, sortCode }) => ({
      id,
      en_code: enCode,
      type,
      full_name: fullName,
      description,
      sort_code: sortCode,
      deleted_at: null,
    }));
    await db.insertInto('core.user_group').values(rows).execute();
    await db
      .insertInto('core.user_group_member')
      .values(groups.flatMap((group) => group.members.map((member) => ({ user_id: member, group_id: group.id }))))
      .execute();
  }
  if (orgAdmins.length > 0) {
    const all = { this_add: true, this_edit: true, this_delete: true, sub_add: true, sub_edit: true, sub_delete: true };
    await db
      .insertInto('core.org_admin')
      .values(orgAdmins.map(({ orgId, userId, description }) => ({ org_id: orgId, user_id: userId, description, ...all })))
      .execute();
    await db
      .insertInto('core.org_admin_role')
      .values(orgAdmins.flatMap(({ orgId, userId, roles }) => roles.map((code) => ({ org_id: orgId, user_id: userId, role_id: roleIds.get(code) ?? code }))))
      .execute();
  }
  await settings.set('demo', true);
  await settings.set(
    'demoAccounts',
    data.users.filter((user) => user.demoAccount).map((user) => user.account),
  );
}
