import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { startWechatSimulator, type WechatSimulator } from '../../../../tools/sim/wechat/index.ts';
import { SIM_MEMBERS } from '../../../../tools/sim/wechat/people.ts';
import type { SyncItem, SyncRun } from '../../contract/sync/sync.contract.ts';

const SYNC = '/api/WeChat/QYDepartment';
const ORG = 'org-gz';

let sim: WechatSimulator;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  sim = await startWechatSimulator({ port: 0 });
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000, outboundAllow: [`wechat=${sim.url}`] } });
  await sql`update wechat.work_account set gateway = ${sim.url}, login_page = ${sim.url}`.execute(server.db);
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await server?.close();
  await sim?.close();
});

const runs = async () => (await admin.get<{ list: SyncRun[] }>(`${SYNC}?currentPage=1&pageSize=20`)).data.list;
const items = async (id: string) => (await admin.get<{ list: SyncItem[] }>(`${SYNC}/${id}/Items?currentPage=1&pageSize=100`)).data.list;
const lines = async (id: string) => (await items(id)).map(({ subject, act, key, state }) => `${subject} ${act} ${key} ${state}`);
const preview = async () => {
  const answer = await admin.post<{ id: string }>(`${SYNC}/Actions/Preview`, { organizeId: ORG });
  expect(answer.code, answer.msg).toBe(200);
  return answer.data.id;
};
const reaches = async (id: string, state: string) =>
  await vi.waitFor(async () => expect((await runs()).find((run) => run.id === id)?.state).toBe(state), { timeout: 20_000, interval: 50 });
const apply = async (id: string, acts: readonly string[]) => {
  expect((await admin.post(`${SYNC}/${id}/Actions/Apply`, { acts })).code).toBe(200);
  await reaches(id, 'done');
};
const undo = async (id: string) => {
  expect((await admin.post(`${SYNC}/${id}/Actions/Undo`)).code).toBe(200);
  await reaches(id, 'undone');
};
const accountOf = async (account: string) =>
  (
    await sql<{ real_name: string; enabled: boolean; department: string | null; password_hash: string | null; roles: string; qywx_user_id: string }>`
      select u.real_name, u.enabled, u.password_hash, u.qywx_user_id, d.en_code as department, (select count(*) from core.user_role where user_id = u.id) as roles
      from core.user_account as u left join core.department as d on d.id = u.department_id where u.account = ${account}`.execute(server.db)
  ).rows[0];
const departments = async () =>
  (
    await sql<{ text: string }>`
      select d.en_code || ' ' || d.full_name || ' ' || coalesce(p.en_code, '-') || case when d.enabled then '' else ' off' end as text
      from core.department as d left join core.department as p on p.id = d.parent_id where d.org_id = ${ORG} and d.en_code like 'WX.%' order by d.en_code`.execute(
      server.db,
    )
  ).rows.map(({ text }) => text);

it('a preview changes nothing; what is agreed to is done by a job, people come without password and role, and it is taken back', async () => {
  const id = await preview();
  expect(await lines(id)).toEqual([
    'department add 2 planned',
    'department add 3 planned',
    'department add 4 planned',
    'person conflict SIM.clerk planned',
    'person add SIM.stranger planned',
  ]);
  expect((await items(id))[3]?.reason).toContain('手机号已属于其他人员');
  expect([await departments(), await accountOf('sim.stranger')]).toEqual([[], undefined]);

  await apply(id, ['add']);
  expect(await departments()).toEqual(['WX.2 SIM 医疗组 -', 'WX.3 SIM 护理组 -', 'WX.4 SIM 药房 -']);
  expect(await accountOf('sim.stranger')).toEqual({
    ...{ real_name: 'SIM 外来人员', enabled: true, department: 'WX.3', password_hash: null, roles: '0', qywx_user_id: 'SIM.stranger' },
  });
  expect((await runs())[0]).toMatchObject({ total: 4, done: 4, refused: 0, conflicts: 1 });
  expect((await admin.post(`${SYNC}/${id}/Actions/Apply`, { acts: ['add'] })).extras?.error).toBe('wechat.sync-not-preview');

  await undo(id);
  expect((await departments()).every((one) => one.endsWith(' off'))).toBe(true);
  expect((await accountOf('sim.stranger'))?.enabled).toBe(false);
  expect(await admin.post(`${SYNC}/${id}/Actions/Undo`)).toMatchObject({ extras: { error: 'wechat.sync-not-last' } });
});

it('changes and what leaves are followed where somebody agrees, and an undo leaves alone what somebody changed since', async () => {
  // Departments come back into use; the person whom the undo put out of use stays so, for that was a decision.
  await apply(await preview(), ['add', 'change']);
  await sql`update core.user_account set enabled = true where account = 'sim.stranger'`.execute(server.db);
  const members = SIM_MEMBERS.filter(({ userid }) => userid !== 'SIM.nurse' && userid !== 'SIM.admin').map((one) =>
    one.userid === 'SIM.stranger' ? { ...one, name: 'SIM 新名', department: [4] } : one,
  );
  sim.work.reorganise(members, [
    { id: 1, name: 'SIM 透析中心', parentid: 0, order: 1 },
    { id: 2, name: 'SIM 医疗组', parentid: 1, order: 1 },
    { id: 4, name: 'SIM 药剂科', parentid: 2, order: 1 },
  ]);
  const id = await preview();
  const planned = (await lines(id)).map((line) => line.replace(' planned', ''));
  expect(planned).toEqual(
    expect.arrayContaining([
      'department change 4',
      'person change SIM.stranger',
      'person disable SIM.nurse',
      'person conflict SIM.admin',
      'department disable 3',
    ]),
  );
  await apply(id, ['change', 'disable']);
  expect(await departments()).toEqual(['WX.2 SIM 医疗组 -', 'WX.3 SIM 护理组 - off', 'WX.4 SIM 药剂科 WX.2']);
  expect(await accountOf('sim.stranger')).toMatchObject({ real_name: 'SIM 新名', department: 'WX.4' });
  expect([(await accountOf('nurse'))?.enabled, (await accountOf('admin'))?.enabled]).toEqual([false, true]);

  await sql`update core.user_account set real_name = 'SIM 手改' where account = 'sim.stranger'`.execute(server.db);
  await undo(id);
  expect(await departments()).toEqual(['WX.2 SIM 医疗组 -', 'WX.3 SIM 护理组 -', 'WX.4 SIM 药房 -']);
  expect([(await accountOf('nurse'))?.enabled, (await accountOf('sim.stranger'))?.real_name]).toEqual([true, 'SIM 手改']);
  expect((await lines(id)).filter((line) => line.endsWith('kept'))).toEqual(['person change SIM.stranger kept']);
});

it('what a rule refuses is named with its sentence and the others go on; an empty directory and other people are refused', async () => {
  sim.work.reorganise(
    [...SIM_MEMBERS.filter(({ userid }) => userid !== 'SIM.admin'), { userid: 'SIM.bad', name: '<坏>', mobile: '', status: 1, department: [1], consent: true }],
    [
      { id: 1, name: 'SIM 透析中心', parentid: 0, order: 1 },
      { id: 5, name: 'SIM 新组', parentid: 1, order: 1 },
    ],
  );
  const id = await preview();
  await apply(id, ['add']);
  const bad = (await items(id)).find(({ key }) => key === 'SIM.bad');
  expect([bad?.state, (bad?.reason ?? '').length > 4, bad?.reason.includes('{')]).toEqual(['refused', true, false]);
  expect((await departments()).some((one) => one.startsWith('WX.5'))).toBe(true);
  expect((await runs())[0]).toMatchObject({ refused: 1 });

  // Somebody else's server is at it.
  await sql`update wechat.sync_run set state = 'running', lease_owner = 'SIM', lease_until = ${new Date(server.time.now.getTime() + 3_600_000)} where id = ${id}`.execute(
    server.db,
  );
  expect((await admin.post(`${SYNC}/Actions/Preview`, { organizeId: ORG })).extras?.error).toBe('wechat.sync-running');
  await sql`update wechat.sync_run set state = 'done' where id = ${id}`.execute(server.db);

  sim.work.reorganise([]);
  expect((await admin.post(`${SYNC}/Actions/Preview`, { organizeId: ORG })).extras?.error).toBe('wechat.sync-empty');
  expect((await admin.post(`${SYNC}/Actions/Preview`, { organizeId: 'none' })).extras?.error).toBe('wechat.sync-no-organisation');
  const manager = await server.signIn('manager');
  expect((await manager.post(`${SYNC}/Actions/Preview`, { organizeId: ORG })).extras?.error).toBe('core.forbidden');
});

it('the platform’s calls about syncs count the latest one, and refuse with a sentence what would write to the other side', async () => {
  const THIRD = '/api/system/SynThirdInfo';
  const { data } = await admin.get<{ synType: string; recordTotal: number; synSuccessCount: number; synDate: number | null }[]>(`${THIRD}/getSynThirdTotal/1`);
  expect(data.map(({ synType }) => synType)).toEqual(['部门', '人员']);
  expect(data.every(({ recordTotal, synSuccessCount, synDate }) => recordTotal >= synSuccessCount && synDate !== null)).toBe(true);
  expect(data.some(({ recordTotal }) => recordTotal > 0)).toBe(true);
  expect((await admin.get<{ recordTotal: number }[]>(`${THIRD}/getSynThirdTotal/2`)).data.map(({ recordTotal }) => recordTotal)).toEqual([0, 0]);
  for (const call of ['synAllOrganizeSysToQy', 'synAllUserSysToQy', 'synAllOrganizeSysToDing', 'synAllUserSysToDing'])
    expect((await admin.get(`${THIRD}/${call}`)).extras?.error).toBe('wechat.third-direction');
  expect((await (await server.signIn('manager')).get(`${THIRD}/getSynThirdTotal/1`)).extras?.error).toBe('core.forbidden');
});
