import { startTestServer, type TestClient, type TestServer, type TestServerOptions } from '../../../../tests/support/server.ts';
import type { UserInfo, UserSaved } from '../../contract/index.ts';

export const USERS = '/api/permission/Users';

/** The server with this plugin alone. */
export const startUserServer = (options: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({ plugins: ['permission'], ...options, config: { ratePerMinute: 1_000_000, ...options.config } });

/** What a user needs at least. */
export const newUser = (over: Record<string, unknown> = {}) => ({ account: 'zhangsan', realName: '张三', organizeId: 'org-gz', ...over });

/** Makes a demo account look after one facility: the role with the codes, and the delegation. */
export async function makeKeeper(
  server: TestServer,
  account: string,
  orgId: string,
  over: { add?: boolean; edit?: boolean; delete?: boolean } = {},
): Promise<string> {
  const { id } = await server.db.selectFrom('core.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow();
  const role = await server.db.selectFrom('core.role').select('id').where('en_code', '=', 'orgadmin').executeTakeFirstOrThrow();
  await server.db
    .insertInto('core.user_role')
    .values({ user_id: id, role_id: role.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await server.db
    .insertInto('core.org_admin')
    .values({ org_id: orgId, user_id: id, this_add: over.add ?? true, this_edit: over.edit ?? true, this_delete: over.delete ?? true })
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

/** An administrator of the group, and a doctor who looks after the first centre. */
export async function startKeptServer(): Promise<{ server: TestServer; admin: TestClient; keeper: TestClient }> {
  const server = await startUserServer({ config: { loginCaptchaAfter: 100 } });
  await moveTo(server, 'admin', 'org-root');
  await makeKeeper(server, 'doctor', 'org-gz');
  return { server, admin: await server.signIn('admin'), keeper: await server.signIn('doctor') };
}

/** Code and reason of an answer, `200 allowed` when nothing was refused. */
export const refusal = (answer: { code: number; extras?: { error: string } | null }): string => `${answer.code} ${answer.extras?.error ?? 'allowed'}`;

/** Calls about users, as this one unless told. */
export function userCalls(by: () => TestClient) {
  const info = async (id: string, client = by()): Promise<UserInfo> => (await client.get<UserInfo>(`${USERS}/${id}`)).data;
  return {
    info,
    /** @returns the new id */
    async create(over: Record<string, unknown>, client = by()): Promise<string> {
      const answer = await client.post<UserSaved>(USERS, newUser(over));
      if (answer.code !== 200 || !answer.msg) throw new Error(`no user was made: ${JSON.stringify(answer)}`);
      return answer.data.id;
    },
    /** Changes what is given and sends the rest as it is. */
    async edit(id: string, over: Record<string, unknown>, client = by()) {
      const { account, realName, organizeId } = await info(id, by());
      return await client.put<UserSaved>(`${USERS}/${id}`, { account, realName, organizeId, ...over });
    },
  };
}
