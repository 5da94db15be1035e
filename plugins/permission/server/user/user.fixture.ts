import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../../tests/support/server.ts';
import permission from '../../plugin.ts';
import type { PermissionDb } from '../permission-call.ts';
import migration from '../migrations/0001-user-import.sql';
import { forgetImports } from '../user-import/forget-imports.job.ts';
import { userImportRoutes } from '../user-import/user-import.routes.ts';
import { userRoutes } from './user.routes.ts';

const textsIn = (language: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, `../../locales/${language}.json`), 'utf8'));

/** A server with this plugin, of which only the users' area answers. */
export const startUserServer = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({
    inline: [
      {
        definition: permission,
        server: defineServerPlugin<PermissionDb>({
          schema: 'permission',
          migrations: [{ name: '0001-user-import', sql: migration }],
          jobs: [forgetImports],
          implementations: [userRoutes, userImportRoutes],
        }) as never, // the host hands every plugin its own tables
        texts: { zh: textsIn('zh'), zhtw: textsIn('zhtw'), en: textsIn('en') },
      },
    ],
    ...options,
    config: { ratePerMinute: 1_000_000, ...options.config },
  });

/** What a user needs at least. */
export const newUser = (over: Record<string, unknown> = {}) => ({ account: 'zhangsan', realName: '张三', organizeId: 'org-gz', ...over });

/** Makes a demo account look after one facility: the role with the codes, and the delegation. */
export async function makeKeeper(server: TestServer, account: string, orgId: string, over: { edit?: boolean; delete?: boolean } = {}): Promise<string> {
  const { id } = await server.db.selectFrom('core.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow();
  const role = await server.db.selectFrom('core.role').select('id').where('en_code', '=', 'orgadmin').executeTakeFirstOrThrow();
  await server.db
    .insertInto('core.user_role')
    .values({ user_id: id, role_id: role.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await server.db
    .insertInto('core.org_admin')
    .values({ org_id: orgId, user_id: id, this_add: true, this_edit: over.edit ?? true, this_delete: over.delete ?? true })
    .execute();
  return id;
}

export const userIdOf = async (server: TestServer, account: string): Promise<string> =>
  (await server.db.selectFrom('core.user_account').select('id').where('account', '=', account).where('deleted_at', 'is', null).executeTakeFirstOrThrow()).id;

/** Lets an account work at another organisation, as its major and only one. */
export async function moveTo(server: TestServer, account: string, orgId: string): Promise<void> {
  const id = await userIdOf(server, account);
  await server.db.updateTable('core.user_account').set({ org_id: orgId, department_id: null }).where('id', '=', id).execute();
  await server.db.deleteFrom('core.user_org').where('user_id', '=', id).execute();
  await server.db.insertInto('core.user_org').values({ user_id: id, org_id: orgId, department_id: null, is_major: true }).execute();
}
