import type { Kysely } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import { ADMIN_ACCOUNT } from '../auth/password/first-password.ts';
import { STANDARD_ROLES } from './standard-roles.ts';

/**
 * Gives an empty system the least it needs: one organisation, the standard roles, an administrator without a password.
 * A system that has an organisation is left alone.
 */
export async function bootstrap(db: Kysely<CoreTables>, newId: () => string, siteName: string): Promise<void> {
  const any = await db.selectFrom('core.org').select('id').limit(1).executeTakeFirst();
  if (any) return;
  const orgId = newId();
  await db.insertInto('core.org').values({ id: orgId, parent_id: null, en_code: 'ROOT', full_name: siteName, deleted_at: null }).execute();
  await db
    .insertInto('core.role')
    .values(
      STANDARD_ROLES.map(({ code, rank, type, name }, index) => ({
        id: newId(),
        en_code: code,
        rank,
        type,
        full_name: name,
        sort_code: index,
        deleted_at: null,
      })),
    )
    .execute();
  const userId = newId();
  await db
    .insertInto('core.user_account')
    .values({ id: userId, account: ADMIN_ACCOUNT, real_name: '管理员', en_code: '0001', org_id: orgId, is_administrator: true, deleted_at: null })
    .execute();
  await db.insertInto('core.user_org').values({ user_id: userId, org_id: orgId, department_id: null, is_major: true }).execute();
}
