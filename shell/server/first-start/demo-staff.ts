import { type Static, Type } from '@nephra/plugin-sdk/contract';
import type { Kysely } from 'kysely';
import { clientHash, type PasswordHasher } from '../auth/password-hash.ts';
import type { SettingStore } from '../core/setting-store.ts';
import type { CoreTables } from '../core/tables.ts';

/** Password of the demo accounts; a system with them never runs in production. */
export const DEMO_PASSWORD = 'Demo2026';

/** `core.json` of the generated data set. `parentId` -1 = top. */
export const demoStaffSchema = Type.Object({
  organizations: Type.Array(
    Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      fixmedinsCode: Type.String(),
      priceType: Type.String(),
      sortCode: Type.Integer(),
    }),
  ),
  departments: Type.Array(Type.Object({ id: Type.String(), orgId: Type.String(), enCode: Type.String(), fullName: Type.String(), sortCode: Type.Integer() })),
  positions: Type.Array(Type.Object({ id: Type.String(), orgId: Type.String(), enCode: Type.String(), fullName: Type.String(), sortCode: Type.Integer() })),
  roles: Type.Array(Type.Object({ id: Type.String(), enCode: Type.String(), title: Type.Object({ zh: Type.String() }), sortCode: Type.Integer() })),
  users: Type.Array(
    Type.Object({
      id: Type.String(),
      account: Type.String(),
      realName: Type.String(),
      enCode: Type.String(),
      gender: Type.Integer(),
      mobilePhone: Type.String(),
      orgId: Type.String(),
      departmentId: Type.String(),
      positionId: Type.String(),
      roles: Type.Array(Type.String()),
      isAdministrator: Type.Boolean(),
      demoAccount: Type.Boolean(),
    }),
  ),
});
export type DemoStaff = Static<typeof demoStaffSchema>;

/** Fills an empty system with the organisations, people and accounts of the demo data set. One transaction. */
export async function fillDemoStaff(db: Kysely<CoreTables>, settings: SettingStore, passwords: PasswordHasher, data: DemoStaff): Promise<void> {
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
  await db.insertInto('core.department').values(data.departments.map(inOrg)).execute();
  await db.insertInto('core.position').values(data.positions.map(inOrg)).execute();
  await db
    .insertInto('core.role')
    .values(data.roles.map((role) => ({ id: role.id, en_code: role.enCode, full_name: role.title.zh, sort_code: role.sortCode, deleted_at: null })))
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
        org_id: user.orgId,
        department_id: user.departmentId,
        is_administrator: user.isAdministrator,
        sort_code: index,
        deleted_at: null,
      })),
    )
    .execute();
  await db
    .insertInto('core.user_org')
    .values(data.users.map((user) => ({ user_id: user.id, org_id: user.orgId, department_id: user.departmentId, is_major: true })))
    .execute();
  const roleIds = new Map(data.roles.map((role) => [role.enCode, role.id]));
  const memberships = data.users.flatMap((user) => user.roles.map((code) => ({ user_id: user.id, role_id: roleIds.get(code) ?? code })));
  await db.insertInto('core.user_role').values(memberships).execute();
  await db
    .insertInto('core.user_position')
    .values(data.users.map((user) => ({ user_id: user.id, position_id: user.positionId, is_major: true })))
    .execute();
  await settings.set('demo', true);
  await settings.set(
    'demoAccounts',
    data.users.filter((user) => user.demoAccount).map((user) => user.account),
  );
}
