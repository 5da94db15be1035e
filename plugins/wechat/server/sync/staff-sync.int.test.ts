import { type ChannelMessage, messageChannels } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { startWechatSimulator, type WechatSimulator } from '../../../../tools/sim/wechat/index.ts';
import { SIM_DING_MEMBERS } from '../../../../tools/sim/wechat/ding-account.ts';
import { SIM_DEPARTMENTS, SIM_MEMBERS } from '../../../../tools/sim/wechat/people.ts';
import type { DingConfigView } from '../../contract/ding/ding-config.contract.ts';
import type { AccountTestReply } from '../../contract/account/account-parts.ts';
import type { SyncItem, SyncRun } from '../../contract/sync/sync.contract.ts';

const SYNC = '/api/WeChat/QYDepartment';
const ORG = 'org-gz';

let sim: WechatSimulator;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  sim = await startWechatSimulator({ port: 0 });
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000, outboundAllow: [`wechat=${sim.url}`] } });
  await sql`update wechat.ding_account set gateway = ${sim.url}`.execute(server.db);
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
const preview = async (source?: 'wecom' | 'ding') => {
  const answer = await admin.post<{ id: string }>(`${SYNC}/Actions/Preview`, { organizeId: ORG, ...(source && { source }) });
  expect(answer.code, answer.msg).toBe(200);
  return answer.data.id;
};
const reaches = async (id: string, state: string) =>
  await vi.waitFor(async () => expect((await runs()).find((run) => run.id === id)?.state).toBe(state), { timeout: 60_000, interval: 50 });
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

describe('DingTalk', () => {
  const CONFIG = '/api/DingTalk/Config';
  const TESTS = '/api/system/SysConfig';
  const read = async () => (await admin.get<DingConfigView>(CONFIG)).data;
  const save = async (over: object) => {
    const { secretSet: _set, gatewayListed: _listed, lastModifyTime: _time, ...body } = await read();
    return await admin.put<DingConfigView>(CONFIG, { ...body, ...over });
  };
  const tested = async () => (await admin.post<AccountTestReply>(`${CONFIG}/Actions/Test`)).data;
  const members = async () =>
    (await sql<{ text: string }>`select user_id || ' ' || ding_user_id as text from wechat.ding_member order by 1`.execute(server.db)).rows.map(
      ({ text }) => text,
    );

  it('is set up without showing its secret; the test says in one sentence what is wrong', async () => {
    expect(await read()).toMatchObject({ appKey: 'SIMding000001', agentId: '3000000001', secretSet: 1, gatewayListed: 1, messageOn: 1 });
    expect(JSON.stringify(await read())).not.toContain('SIM-ding-secret');
    expect(await tested()).toMatchObject({ ok: true, failure: '', message: '连接正常，“SIM 透析中心”可读取。' });
    const said = async (...codes: readonly number[]) => {
      sim.ding.refuseNext(...codes);
      const { ok, failure, message } = await tested();
      return [ok, failure, message];
    };
    expect(await said(60020)).toEqual([false, 'ip', expect.stringContaining('127.0.0.1')]);
    expect(await said(50004)).toEqual([false, 'no-right', expect.stringContaining('50004')]);
    sim.breakNext('garbled');
    expect((await tested()).failure).toBe('garbled');
    expect((await save({ secret: 'wrong' })).code).toBe(200);
    expect((await tested()).failure).toBe('secret');
    expect((await save({ appKey: 'SIMother' })).extras?.error).toBe('wechat.ding-secret-again');
    expect((await save({ agentId: '12x' })).extras?.error).toBe('wechat.ding-key-malformed');
    expect((await save({ agentId: '' })).extras?.error).toBe('wechat.ding-config-incomplete');
    expect((await save({ version: 1 })).extras?.error).toBe('wechat.ding-config-stale');
    expect((await save({ secret: 'SIM-ding-secret' })).code).toBe(200);
    expect((await (await server.signIn('manager')).get(CONFIG)).extras?.error).toBe('core.forbidden');
  });

  it('the buttons of the page of configuration try what was typed there, and keep none of it', async () => {
    const error = async (address: string, body: object) => (await admin.post(`${TESTS}/${address}`, body)).extras?.error ?? 'works';
    expect(await error('testDingTalkConnect', { dingSynAppKey: 'SIMding000001', dingSynAppSecret: 'SIM-ding-secret' })).toBe('works');
    expect(await error('testDingTalkConnect', { dingSynAppKey: 'SIMding000001', dingSynAppSecret: 'wrong' })).toBe('wechat.ding-secret');
    // Of another app nothing is kept.
    expect(await error('testDingTalkConnect', { dingSynAppKey: 'SIMother' })).toBe('wechat.ding-off');
    expect(await error('testDingTalkConnect', {})).toBe('works');
    const work = { qyhCorpId: 'SIMcorp0001', qyhAgentId: '1000001', qyhAgentSecret: 'SIM-work-secret', qyhCorpSecret: 'wrong' };
    expect([await error('0/testQyWebChatConnect', work), await error('1/testQyWebChatConnect', work)]).toEqual(['wechat.work-secret', 'works']);
    expect(await error('1/testQyWebChatConnect', { ...work, qyhAgentId: '7' })).toBe('wechat.work-agent');
    expect(await error('1/testQyWebChatConnect', { qyhCorpId: 'SIMcorp0009', qyhAgentSecret: 'x' })).toBe('wechat.work-corp');
    expect(await error('0/testQyWebChatConnect', { qyhCorpId: 'SIMcorp0001' })).toBe('wechat.work-off');
  });

  it('members known by their mobile number are bound, others added with no password, and an undo takes both back', async () => {
    // The token is over in the middle: the call was not worked on, and is made again.
    sim.ding.endToken();
    const id = await preview('ding');
    expect(await lines(id)).toEqual([
      'department add 700000002 planned',
      'department add 700000003 planned',
      'person change SIM001 planned',
      'person add SIM002 planned',
      'person add SIM003 planned',
    ]);
    expect([(await items(id))[2]?.detail, await members()]).toEqual(['按手机号绑定账号 clerk', []]);
    await apply(id, ['add', 'change']);
    expect(await members()).toEqual([expect.stringMatching(/ SIM002$/), expect.stringMatching(/ SIM003$/), 'user-clerk SIM001'].sort());
    expect(await accountOf('sim002')).toMatchObject({ real_name: 'SIM 新来人员', enabled: true, department: 'DD.700000003', password_hash: null, roles: '0' });
    expect((await accountOf('sim002'))?.qywx_user_id).toBe('');
    expect((await runs())[0]).toMatchObject({ source: 'ding', total: 5, done: 5, refused: 0 });
    const { data } = await admin.get<{ recordTotal: number; synSuccessCount: number }[]>('/api/system/SynThirdInfo/getSynThirdTotal/2');
    expect(data.map(({ recordTotal, synSuccessCount }) => [recordTotal, synSuccessCount])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    // Somebody bound follows the names over there; departments of the other directory are no business of this one.
    const next = await preview('ding');
    expect([await lines(next), (await items(next))[0]?.detail]).toEqual([['person change SIM001 planned'], expect.stringContaining('→ SIM 医保专员')]);
    await undo(id);
    expect([await members(), (await accountOf('sim002'))?.enabled]).toEqual([expect.not.arrayContaining(['user-clerk SIM001']), false]);
    sim.ding.reorganise([]);
    expect((await admin.post(`${SYNC}/Actions/Preview`, { organizeId: ORG, source: 'ding' })).extras?.error).toBe('wechat.sync-empty');
    sim.ding.reorganise(SIM_DING_MEMBERS);
    sim.ding.refuseNext(90018);
    expect((await admin.post(`${SYNC}/Actions/Preview`, { organizeId: ORG, source: 'ding' })).extras?.error).toBe('wechat.ding-limited');
  });

  it('messages hold the title of the kind and a link, arrive once, and a refusal says what to do', async () => {
    await sql`insert into wechat.ding_member values ('user-nurse', 'SIM001')`.execute(server.db);
    const found = server.server.plugins.host.extensions(messageChannels).find(({ value }) => value.code === 'dingtalk')?.value;
    if (!found) throw new Error('the plugin adds no channel');
    expect([await found.ready(), [...(await found.addresses(['user-nurse', 'user-doctor'] as never))]]).toEqual([true, [['user-nurse', 'SIM001']]]);
    const send = (id: string, address = 'SIM001') =>
      found.send({ id, address, subject: '结算存疑', text: '王小明', language: 'zh' } as unknown as ChannelMessage);
    await save({ siteAddress: 'https://his.example.cn' });
    expect([await send('d-1'), await send('d-1'), await send('d-2')]).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }, { outcome: 'sent' }]);
    expect(sim.ding.sent).toHaveLength(2);
    expect(JSON.stringify(sim.ding.sent)).toContain('https://his.example.cn/messageRecord?m=d-1');
    expect(JSON.stringify(sim.ding.sent)).not.toContain('王小明');
    sim.breakNext('cut-after');
    expect([(await send('d-3')).outcome, sim.ding.sent.length]).toEqual(['sent', 3]);
    expect(await send('d-4', 'SIM999')).toMatchObject({ outcome: 'refused', reason: 'bad-address' });
    sim.ding.refuseNext(60020);
    expect(await send('d-5')).toMatchObject({ outcome: 'later', reason: 'forbidden', channelDown: true });
    await save({ messageOn: 0 });
    expect([await found.ready(), await send('d-6')]).toEqual([false, { outcome: 'later', reason: 'not-set-up', channelDown: true }]);
  });
});

describe('from here to there', () => {
  const previewOut = async (source: 'wecom' | 'ding') =>
    await admin.post<{ id: string }>(`${SYNC}/Actions/Preview`, { organizeId: ORG, source, direction: 'out' });
  const idOf = async (source: 'wecom' | 'ding') => {
    const answer = await previewOut(source);
    expect(answer.code, answer.msg).toBe(200);
    return answer.data.id;
  };
  const listed = async (id: string) => (await items(id)).map(({ subject, act, name, state }) => `${subject} ${act} ${name} ${state}`);
  const membersThere = () =>
    sim.work.members.filter(({ userid }) => !userid.startsWith('SIM.')).map(({ userid, name, status }) => `${userid} ${name} ${status}`);
  const placesThere = () => sim.work.departments.filter(({ id }) => id > 4).map(({ name, parentid }) => `${name} ${parentid}`);
  const bound = async (account: string) => (await accountOf(account))?.qywx_user_id;

  beforeAll(async () => {
    sim.work.reorganise(SIM_MEMBERS, SIM_DEPARTMENTS);
    await sql`update core.department set enabled = false, deleted_at = now() where org_id = ${ORG}`.execute(server.db);
    await sql`insert into core.department (id, org_id, parent_id, full_name, en_code, enabled, created_at, updated_at, version, sort_code) values
      ('SIM-out-1', ${ORG}, null, 'SIM 血透室', 'SIM.O1', true, now(), now(), 1, 1), ('SIM-out-2', ${ORG}, 'SIM-out-1', 'SIM 水处理', 'SIM.O2', true, now(), now(), 1, 2),
      ('SIM-out-3', ${ORG}, null, 'SIM 药房', 'SIM.O3', true, now(), now(), 1, 3)`.execute(server.db);
    await sql`update core.user_account set real_name = 'SIM 外派人员', mobile = '13811110001', department_id = 'SIM-out-2' where account = 'engineer'`.execute(
      server.db,
    );
    await sql`delete from wechat.ding_member`.execute(server.db);
  });

  it('departments and people are written there by a job, once also where an answer is lost, and are bound', async () => {
    const id = await idOf('wecom');
    expect((await runs())[0]).toMatchObject({ direction: 'out', source: 'wecom', state: 'preview' });
    const before = [...sim.work.members];
    expect(await listed(id)).toEqual(
      expect.arrayContaining(['department add SIM 血透室 planned', 'department add SIM 水处理 planned', 'person add SIM 外派人员 planned']),
    );
    expect((await items(id)).find(({ name }) => name === 'SIM 药房')).toMatchObject({ act: 'change', detail: '对方已有同名部门，对应到它' });
    expect((await items(id)).find(({ name }) => name === 'SIM 水处理')?.detail).toContain('SIM 血透室');
    expect(sim.work.members).toEqual(before);
    // Two answers are lost, of a department and of the person: what is there already is taken for made.
    await sql`update wechat.sync_item set state = 'left' where run_id = ${id} and not (name in ('SIM 血透室', 'SIM 水处理', 'SIM 药房') or local_id = (select id from core.user_account where account = 'engineer'))`.execute(
      server.db,
    );
    sim.breakNext('none', 'cut-after', 'none', 'none', 'none', 'cut-after');
    await apply(id, ['add', 'change']);
    expect((await items(id)).filter(({ state }) => state === 'refused')).toEqual([]);
    expect(placesThere()).toEqual(['SIM 血透室 1', 'SIM 水处理 5']);
    expect([membersThere(), await bound('engineer')]).toEqual([['engineer SIM 外派人员 4'], 'engineer']);
    // Both sides agree now.
    const again = await idOf('wecom');
    expect(
      (await items(again)).filter(({ name, act }) => act !== 'conflict' && ['SIM 血透室', 'SIM 水处理', 'SIM 药房', 'SIM 外派人员'].includes(name)),
    ).toEqual([]);
    expect(
      (await admin.get<{ synSuccessCount: number }[]>('/api/system/SynThirdInfo/getSynThirdTotal/1')).data.map(({ synSuccessCount }) => synSuccessCount),
    ).toEqual([3, 1]);

    await undo(id);
    expect([membersThere(), placesThere(), await bound('engineer')]).toEqual([[], [], '']);
    expect((await items(id)).filter(({ state }) => state === 'kept')).toEqual([]);
  });

  it('changes are followed and taken back; who has signed in goes out of use in place of being removed, and what somebody changed since stays', async () => {
    const first = await idOf('wecom');
    await apply(first, ['add', 'change']);
    const active = sim.work.members.map((one) => (one.userid === 'engineer' ? { ...one, status: 1 as const, consent: true } : one));
    sim.work.reorganise(active);
    await undo(first);
    expect(membersThere()).toContain('engineer SIM 外派人员 2');
    // Departments with somebody in them stay.
    expect(placesThere()).toEqual(['SIM 血透室 1', 'SIM 水处理 5']);
    expect((await items(first)).find(({ name }) => name === 'SIM 水处理')?.state).toBe('kept');

    sim.work.reorganise(active);
    await sql`update core.user_account set qywx_user_id = 'engineer', real_name = 'SIM 改名', department_id = 'SIM-out-1' where account = 'engineer'`.execute(
      server.db,
    );
    await sql`update core.department set full_name = 'SIM 水处理间' where id = 'SIM-out-2'`.execute(server.db);
    const second = await idOf('wecom');
    await apply(second, ['change']);
    expect(placesThere()).toEqual(expect.arrayContaining(['SIM 水处理间 5']));
    expect(sim.work.members.find(({ userid }) => userid === 'engineer')).toMatchObject({ name: 'SIM 改名', department: [5] });
    sim.work.reorganise(
      sim.work.members,
      sim.work.departments.map((one) => (one.name === 'SIM 水处理间' ? { ...one, name: 'SIM 别人改的' } : one)),
    );
    await undo(second);
    expect(sim.work.members.find(({ userid }) => userid === 'engineer')).toMatchObject({ name: 'SIM 外派人员', department: [6] });
    expect(placesThere()).toContain('SIM 别人改的 5');

    await sql`update core.user_account set enabled = false where account = 'engineer'`.execute(server.db);
    const third = await idOf('wecom');
    await apply(third, ['disable']);
    expect(membersThere()).toContain('engineer SIM 外派人员 2');
    await undo(third);
    expect(membersThere()).toContain('engineer SIM 外派人员 1');
  });

  it('what the service refuses is named with its sentence; without the secret of the address book nothing begins', async () => {
    await sql`update core.user_account set enabled = true, qywx_user_id = '', mobile = '13900000001' where account = 'engineer'`.execute(server.db);
    sim.work.reorganise(SIM_MEMBERS, SIM_DEPARTMENTS);
    await sql`delete from wechat.department_link`.execute(server.db);
    const id = await idOf('wecom');
    await apply(id, ['add']);
    // An app is not told the numbers of those who did not agree, so that the service alone knows.
    expect((await items(id)).find(({ name }) => name === 'SIM 改名')).toMatchObject({ state: 'refused', reason: expect.stringContaining('60104') });
    await sql`update wechat.work_account set book_secret = ''`.execute(server.db);
    expect((await previewOut('wecom')).extras?.error).toBe('wechat.sync-no-book');
  });

  it('goes to DingTalk the same way; nobody is put out of use there, and whoever never signed in is removed by an undo', async () => {
    await sql`update core.user_account set mobile = '13811110001' where account = 'engineer'`.execute(server.db);
    const id = await idOf('ding');
    await apply(id, ['add', 'change']);
    const added = () => sim.ding.members.find(({ userid }) => userid === 'engineer');
    const room = sim.ding.departments.find(({ name }) => name === 'SIM 血透室')?.dept_id;
    expect(sim.ding.departments.filter(({ parent_id }) => parent_id === room).map(({ name }) => name)).toEqual(['SIM 水处理间']);
    expect(added()).toMatchObject({ active: false, mobile: '13811110001' });
    expect((await sql<{ n: string }>`select count(*) as n from wechat.ding_member where ding_user_id = 'engineer'`.execute(server.db)).rows[0]?.n).toBe('1');
    await undo(id);
    expect([added(), sim.ding.departments.some(({ name }) => name.startsWith('SIM 水处理'))]).toEqual([undefined, false]);
  });
});
