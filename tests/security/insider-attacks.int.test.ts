import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../shell/server/auth/password/password-hash.ts';
import { ended, multipartHeaders, openPort, openSocket, uploadBytes, written } from '../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

const USERS = '/api/permission/Users';
const ME = `${USERS}/Current`;

let server: TestServer;
let doctor: TestClient;
let manager: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000 } });
  [doctor, manager] = [await server.signIn('doctor'), await server.signIn('manager')];
});
afterAll(() => server?.close());

const userOf = (account: string) => server.db.selectFrom('core.user_account').selectAll().where('account', '=', account).executeTakeFirst();

describe('somebody with an account of their own', () => {
  it('ends nobody’s exports and uploads by as many interrupted uploads as there are places, and twice as many', async () => {
    const port = await openPort(server);
    const file = { url: '/api/file/Uploader/annex', fileName: 'note.txt', content: 'x'.repeat(500_000) };
    const { head, body } = uploadBytes(doctor, file);
    for (let turn = 0; turn < server.config.heavyCalls * 2; turn += 1) {
      const socket = await openSocket(port);
      await written(socket, Buffer.concat([head, body.subarray(0, 5)]));
      socket.destroy();
      await ended(socket);
    }
    const sent = uploadBytes(manager, { ...file, content: 'whole' });
    const upload = await manager.raw({ method: 'POST', url: file.url, payload: sent.body, headers: multipartHeaders });
    expect(upload.json()).toMatchObject({ code: EnvelopeCode.Ok });
    const admin = await server.signIn('admin');
    const workbook = await admin.raw({ method: 'GET', url: '/api/system/AuditLog/Actions/Export?currentPage=1&pageSize=20' });
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it.each([
    ['the name of somebody else', { realName: '院长' }],
    ['a number that signs in, without its code', { mobilePhone: '13900007777' }],
    ['a number with a code that was guessed', { mobilePhone: '13900007777', mobileCode: '000000' }],
    ['another identity', { certificatesNumber: '11010519491231002X' }],
  ])('takes on no other person: %s', async (_what, body) => {
    const before = await userOf('doctor');
    expect((await doctor.put(`${ME}/BaseInfo`, { ...body, signature: '仁心' })).code).not.toBe(EnvelopeCode.Ok);
    expect(await userOf('doctor')).toEqual(before);
  });

  it('has no password that a search of minutes finds, whatever the client says of it', async () => {
    const attempt = (password: string) => doctor.post(`${ME}/Actions/ModifyPassword`, { oldPassword: clientHash('Demo2026'), password: clientHash(password) });
    for (const password of ['a', '1234567', 'Aa123456']) expect((await attempt(password)).extras?.error).toBe('core.password-too-simple');
  });
});

describe('a manager of one centre', () => {
  const raised = { realName: '王新', organizeId: 'org-wh' };
  const roleIdOf = async (code: string): Promise<string> =>
    (await server.db.selectFrom('core.role').select('id').where('en_code', '=', code).executeTakeFirstOrThrow()).id;

  it('makes nobody an administrator of the system: by a new user, an edit, an import, the members of the role', async () => {
    const roleId = await roleIdOf('admin');
    const made = await manager.post<{ id: string }>(USERS, { ...raised, account: 'wh.plain', roleId: await roleIdOf('nurse') });
    expect(made.code).toBe(EnvelopeCode.Ok);
    const { id } = made.data;
    const file = (await manager.get<object>(`${USERS}/${id}`)).data;
    const organizeId = '康源医疗集团(演示)/康源血液透析中心(武汉)';
    const list = [{ account: 'wh.raised', realName: '王新', organizeId, roleId: '系统管理员' }];
    for (const answer of [
      await manager.post(USERS, { ...raised, account: 'wh.raised', roleId }),
      await manager.put(`${USERS}/${id}`, { ...file, roleId }),
      await manager.put(`/api/permission/UserRelation/${roleId}`, { objectType: 'Role', add: [id], remove: [] }),
      await manager.post(`/api/permission/UserRelation/${roleId}`, { objectType: 'Role', userIds: [id] }),
    ])
      expect(answer.code).toBe(EnvelopeCode.Forbidden);
    expect((await manager.post<{ snum: number }>(`${USERS}/ImportData`, { list })).data.snum).toBe(0);
    expect(await userOf('wh.raised')).toBeUndefined();
    expect(await server.db.selectFrom('core.user_role').select('role_id').where('user_id', '=', id).where('role_id', '=', roleId).execute()).toEqual([]);
  });
});
