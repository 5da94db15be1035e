import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../../../shell/server/auth/password/password-hash.ts';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import { userContract, userImportContract } from '../../contract/index.ts';
import { makeKeeper, newUser, startUserServer, userIdOf } from './user.fixture.ts';

const USERS = '/api/permission/Users';

let server: TestServer;
let keeper: TestClient;
let own: string;
let hidden: string;
beforeAll(async () => {
  server = await startUserServer();
  await makeKeeper(server, 'doctor', 'org-gz');
  keeper = await server.signIn('doctor');
  own = (await keeper.post<{ id: string }>(USERS, newUser({ account: 'sim.own', realName: '自建员' }), { 'idempotency-key': 'user-sight-own' })).data.id;
  hidden = await userIdOf(server, 'nurse');
  await server.db.updateTable('core.menu').set({ data_authorize: true }).where('en_code', '=', 'permission.user').execute();
});
afterAll(() => server?.close());

/** One scheme: whom one made oneself. */
async function grantOwn(): Promise<void> {
  const condition = JSON.stringify([{ logic: 'and', groups: [{ field: 'creatorUserId', type: 'User', op: 'Equal', value: '@userId' }] }]);
  await server.db
    .insertInto('core.data_scheme')
    .values({ id: 'rowFilter', menu_code: 'permission.user', en_code: 'rowFilter', full_name: '自建', condition, deleted_at: null })
    .execute();
  const subject_id = await userIdOf(server, 'doctor');
  await server.db
    .insertInto('core.permission_grant')
    .values({ subject_type: 'user', subject_id, kind: 'resource', menu_code: 'permission.user', item_code: 'rowFilter' })
    .execute();
}

let keys = 0;
const key = () => {
  keys += 1;
  return { 'idempotency-key': `user-rows-${keys}` };
};
const hash = clientHash('Sim2026x');
const APART: Readonly<Record<string, string>> = {
  create: 'makes a new one',
  imUser: 'people whom everybody may write to',
  template: 'an empty form',
  upload: 'a file',
  preview: 'what the caller brought along; an account that is there is refused by its name',
  importData: 'makes new ones',
  exportErrors: 'what the caller brought along',
};
/** What answers about or changes one person. */
const ONE: Readonly<Record<string, (id: string) => Promise<{ code: number }>>> = {
  info: (id) => keeper.get(`${USERS}/${id}`),
  edit: (id) => keeper.put(`${USERS}/${id}`, newUser({ account: 'sim.edit' }), key()),
  remove: (id) => keeper.del(`${USERS}/${id}`),
  state: (id) => keeper.put(`${USERS}/${id}/Actions/State`, undefined, key()),
  states: (id) => keeper.put(`${USERS}/Actions/State`, { ids: [id], enabledMark: 0 }, key()),
  resetPassword: (id) => keeper.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash }, key()),
  unlock: (id) => keeper.put(`${USERS}/${id}/Actions/unlock`),
  lock: (id) => keeper.put(`${USERS}/${id}/Actions/lock`),
  wechat: (id) => keeper.put(`${USERS}/${id}/Actions/QyWxUserId`, { qyWxUserId: 'sim' }),
};

const listed = async () => {
  const { data } = await keeper.get<{ list: { id: string }[]; pagination: { total: number } }>(`${USERS}?pageSize=100`);
  return { ids: data.list.map(({ id }) => id), total: data.pagination.total };
};
const exported = async (): Promise<string[]> => {
  const answer = await keeper.raw({ method: 'GET', url: `${USERS}/ExportExcel?dataType=1&selectKey=realName` });
  const [sheet] = await readXlsx(answer.rawPayload);
  return (sheet?.rows.slice(1) ?? []).map(([name = '']) => name);
};

describe('[6-02] data rights on permission.user', () => {
  it('every route is decided on', () => {
    const routes = [...Object.keys(userContract.routes), ...Object.keys(userImportContract.routes)];
    expect([...Object.keys(ONE), ...Object.keys(APART), 'list', 'exportExcel'].sort()).toEqual(routes.sort());
  });

  it('no scheme: empty list, only the header in the workbook, nobody by id', async () => {
    expect(await listed()).toEqual({ ids: [], total: 0 });
    expect(await exported()).toEqual([]);
    for (const [name, call] of Object.entries(ONE)) {
      for (const id of [own, hidden]) expect([name, (await call(id)).code]).toEqual([name, EnvelopeCode.NotFound]);
    }
  });

  it('who is hidden is not counted, named or chosen elsewhere in the administration either', async () => {
    const counts = async (url: string) => {
      const { data } = await keeper.get<{ list: { userCount: number }[] }>(url);
      return data.list.reduce((sum, row) => sum + row.userCount, 0);
    };
    expect(await counts('/api/permission/Position?pageSize=100&organizeId=org-gz')).toBe(0);
    expect(await counts('/api/permission/Organize/org-gz/Department')).toBe(0);
    const department = { parentId: 'org-gz', fullName: 'SIM', enCode: 'SIMD', managerId: hidden };
    const refused = { code: EnvelopeCode.Invalid, extras: { error: 'permission.no-such-person' } };
    const off = (enabled: boolean) => server.db.updateTable('core.user_account').set({ enabled }).where('id', '=', hidden).execute();
    for (const enabled of [false, true]) {
      await off(enabled);
      expect(await keeper.post('/api/permission/Organize/Department', department, key())).toMatchObject(refused);
    }
  });

  it('who is hidden is not seen online either, nor signed out; oneself is', async () => {
    await server.signIn('nurse');
    const online = (await keeper.get<{ userAccount: string }[]>('/api/permission/OnlineUser')).data;
    expect([...new Set(online.map((user) => user.userAccount))]).toEqual(['doctor']);
    expect((await keeper.del(`/api/permission/OnlineUser/${hidden}`)).code).toBe(EnvelopeCode.NotFound);
  });

  it('a scheme of one’s own people: these and no others', async () => {
    await grantOwn();
    expect(await listed()).toEqual({ ids: [own], total: 1 });
    expect(await exported()).toEqual(['自建员']);
    expect((await ONE.info?.(own))?.code).toBe(200);
    for (const [name, call] of Object.entries(ONE)) expect([name, (await call(hidden)).code]).toEqual([name, EnvelopeCode.NotFound]);
  });
});
