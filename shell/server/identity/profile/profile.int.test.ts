import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { BaseInfo, CurrentUser, MajorChoice, OwnLogRow, OwnRights, RightNode, Subordinate } from '../../../contract/index.ts';

const ME = '/api/permission/Users/Current';

let server: TestServer;
let doctor: TestClient;
let manager: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['patient'], config: { networkNames: [{ cidr: '127.0.0.0/8', name: '广州中心内网' }] } });
  [doctor, manager] = [await server.signIn('doctor'), await server.signIn('manager')];
});
afterAll(() => server.close());

const currentUser = async (client: TestClient) => (await client.get<CurrentUser>('/api/oauth/CurrentUser')).data.userInfo;
const switchTo = (client: TestClient, majorType: string, majorId: string) => client.put(`${ME}/major`, { majorType, majorId });

describe('[7.11-01] [7.11-03] own file', () => {
  const read = async (client: TestClient) => (await client.get<BaseInfo>(`${ME}/BaseInfo`)).data;

  it('has every field and keeps what is changed', async () => {
    expect(await read(doctor)).toMatchObject({
      account: 'doctor',
      organize: '康源医疗集团(演示)/康源血液透析中心(广州)/肾内科',
      position: '主治医师',
      manager: expect.stringMatching(/\/gz01$/),
      nation: '',
      birthday: null,
      entryDate: null,
    });
    const facts = {
      signature: '仁心',
      nation: '汉族',
      nativePlace: '广东广州',
      education: 'master',
      landline: '020-81230000',
      urgentContacts: '家人',
      postalAddress: '荔湾路1号',
    };
    expect(await doctor.put(`${ME}/BaseInfo`, facts)).toMatchObject({ code: 200 });
    expect(await read(doctor)).toMatchObject({ ...facts, gender: '1' });
    expect(await doctor.put(`${ME}/BaseInfo`, { landline: '' })).toMatchObject({ code: 200 });
    expect(await read(doctor)).toMatchObject({ ...facts, landline: '' });
  });

  it.each([
    ['mobilePhone', 'core.invalid', { mobilePhone: '12' }],
    ['mobilePhone', 'core.mobile-unproven', { mobilePhone: '13900007777' }],
    ['mobilePhone', 'core.mobile-unproven', { mobilePhone: '' }],
    ['mobileCode', 'core.sms-code-wrong', { mobilePhone: '13900007777', mobileCode: '000000' }],
    ['realName', 'core.profile-fixed', { realName: '院长' }],
    ['gender', 'core.profile-fixed', { gender: '2' }],
    ['certificatesNumber', 'core.profile-fixed', { certificatesNumber: '11010519491231002X' }],
    ['certificatesType', 'core.profile-fixed', { certificatesType: 'passport' }],
    ['birthday', 'core.profile-fixed', { birthday: Date.UTC(1985, 4, 1) }],
    ['entryDate', 'core.profile-fixed', { entryDate: Date.UTC(2015, 6, 1) }],
    ['urgentTelePhone', 'core.telephone-invalid', { urgentTelePhone: 'call me' }],
  ])('refuses %s: %s', async (field, error, body) => {
    const answer = await doctor.put(`${ME}/BaseInfo`, body);
    expect(answer.extras).toMatchObject({ error, fields: [{ path: field, msg: expect.stringMatching(/./) }] });
  });

  it('an older client sends the whole file back: what is as it was passes, whoever keeps it', async () => {
    const own = await read(doctor);
    const {
      id,
      account,
      organizeId,
      organize,
      position,
      positionId,
      roleId,
      roleIds,
      manager: boss,
      creatorTime,
      prevLogTime,
      theme,
      language,
      avatar,
      mobileChange,
      ...file
    } = own;
    expect(await doctor.put(`${ME}/BaseInfo`, { ...file, nation: '瑶族' })).toMatchObject({ code: 200 });
    expect(await read(doctor)).toEqual({ ...own, nation: '瑶族' });
    expect(await doctor.put(`${ME}/BaseInfo`, { ...file, nation: '汉族', gender: file.gender })).toMatchObject({ code: 200 });
  });

  it('a new mobile number counts with the code that was sent to it, once', async () => {
    const mobile = '13900008888';
    const send = async (to: string) => await doctor.post(`${ME}/MobileCode`, { mobile: to });
    expect(await send('12')).toMatchObject({ extras: { error: 'core.mobile-invalid' } });
    expect(await send(mobile)).toMatchObject({ code: 200, data: { waitSeconds: 60 } });
    expect(await send(mobile)).toMatchObject({ extras: { error: 'core.sms-wait' } });
    const sent = await server.db.selectFrom('core.sms_outbox').select(['mobile', 'text']).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    expect(sent.mobile).toBe(mobile);
    const mobileCode = /\d{6}/.exec(sent.text)?.[0] ?? '';
    const other = { mobilePhone: '13900008889', mobileCode };
    expect(await doctor.put(`${ME}/BaseInfo`, other)).toMatchObject({ extras: { error: 'core.sms-code-wrong' } });
    expect(await doctor.put(`${ME}/BaseInfo`, { mobilePhone: mobile, mobileCode })).toMatchObject({ code: 200 });
    expect(await read(doctor)).toMatchObject({ mobilePhone: mobile, mobileChange: 'code' });
    expect(await manager.put(`${ME}/BaseInfo`, { mobilePhone: mobile, mobileCode })).toMatchObject({ extras: { error: 'core.sms-code-wrong' } });
    server.time.advance(61_000);
    const taken = '19900009001';
    await send(taken);
    const again = await server.db.selectFrom('core.sms_outbox').select('text').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    const proof = { mobilePhone: taken, mobileCode: /\d{6}/.exec(again.text)?.[0] ?? '' };
    expect(await doctor.put(`${ME}/BaseInfo`, proof)).toMatchObject({ extras: { error: 'core.mobile-taken', fields: [{ path: 'mobilePhone' }] } });
  });

  it('what changed is on record, before and after', async () => {
    await doctor.put(`${ME}/BaseInfo`, { nation: '壮族' });
    await server.server.core.parts.audit.settled();
    const row = await server.db
      .selectFrom('core.audit')
      .select('body')
      .where('action', '=', 'session.saveProfile')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.body)).toMatchObject({ before: { nation: '汉族' }, after: { nation: '壮族' } });
  });
});

describe('[7.11-07] [7.11-08] where the person works', () => {
  it('another organisation counts from the next call, with department and position', async () => {
    const organizes = async () => (await doctor.get<MajorChoice[]>(`${ME}/getUserOrganizes`)).data;
    const positions = async () => (await doctor.get<MajorChoice[]>(`${ME}/getUserPositions`)).data;
    expect(await organizes()).toEqual([
      { id: 'org-gz', fullName: '康源医疗集团(演示)/康源血液透析中心(广州)', isDefault: true },
      { id: 'org-wh', fullName: '康源医疗集团(演示)/康源血液透析中心(武汉)', isDefault: false },
    ]);
    expect(await positions()).toEqual([{ id: 'pos-gz-2', fullName: '主治医师', isDefault: true }]);

    const switched = await switchTo(doctor, 'Organize', 'org-wh');
    expect(switched).toMatchObject({ code: 200, msg: expect.stringContaining('武汉') });
    expect(await currentUser(doctor)).toMatchObject({ organizeId: 'org-wh', departmentId: 'dep-wh-1', priceType: '2' });
    expect((await organizes()).map((one) => [one.id, one.isDefault])).toEqual([
      ['org-wh', true],
      ['org-gz', false],
    ]);
    expect(await positions()).toEqual([{ id: 'pos-wh-2', fullName: '主治医师', isDefault: true }]);
    await switchTo(doctor, 'Organize', 'org-gz');
    expect(await currentUser(doctor)).toMatchObject({ organizeId: 'org-gz', departmentId: 'dep-gz-1', priceType: '3' });
  });

  it('not one where the person does not work, is out of use, or does not exist', async () => {
    for (const id of ['org-nn', 'org-root', 'nowhere']) {
      expect(await switchTo(doctor, 'Organize', id)).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.major-organize' } });
    }
    await server.db.updateTable('core.org').set({ enabled: false }).where('id', '=', 'org-wh').execute();
    expect(await switchTo(doctor, 'Organize', 'org-wh')).toMatchObject({ code: EnvelopeCode.NotFound });
    await server.db.updateTable('core.org').set({ enabled: true }).where('id', '=', 'org-wh').execute();
    expect(await switchTo(doctor, 'Position', 'pos-wh-2')).toMatchObject({ extras: { error: 'core.major-position' } });
    expect(await switchTo(doctor, 'Role', 'role-doctor')).toMatchObject({ code: EnvelopeCode.Invalid });
    expect(await currentUser(doctor)).toMatchObject({ organizeId: 'org-gz' });
  });

  it('roles of the product are named in the language of the screen, and one that was renamed as it is called', async () => {
    const named = async (language: string): Promise<string[]> => {
      const spoken = { 'X-Language': language };
      const { userInfo } = (await doctor.get<CurrentUser>('/api/oauth/CurrentUser', spoken)).data;
      const own = (await doctor.get<BaseInfo>(`${ME}/BaseInfo`, spoken)).data;
      const choices = (await doctor.get<MajorChoice[]>(`${ME}/getUserRoles`, spoken)).data;
      return [...new Set([userInfo.roleName, own.roleId, choices.map(({ fullName }) => fullName).join(',')])];
    };
    expect([await named('zh'), await named('zhtw'), await named('en')]).toEqual([['医生'], ['醫師'], ['Doctor']]);
    await server.db.updateTable('core.role').set({ full_name: '肾内科医生' }).where('id', '=', 'role-doctor').execute();
    expect(await named('en')).toEqual(['肾内科医生']);
    await server.db.updateTable('core.role').set({ full_name: '医生' }).where('id', '=', 'role-doctor').execute();
  });

  it('roles are those that count where the person works now, all of them at once', async () => {
    const roles = async () => (await doctor.get<MajorChoice[]>(`${ME}/getUserRoles`)).data;
    expect(await roles()).toEqual([{ id: 'role-doctor', fullName: expect.stringMatching(/./), isDefault: true }]);
    await server.db.insertInto('core.role_org').values({ role_id: 'role-doctor', org_id: 'org-wh' }).execute();
    expect(await roles()).toEqual([]);
    await server.db.deleteFrom('core.role_org').where('role_id', '=', 'role-doctor').execute();
    expect((await server.nobody.get(`${ME}/getUserRoles`)).code).toBe(EnvelopeCode.LoginExpired);
  });

  it('not one where the person could open nothing', async () => {
    await server.db.insertInto('core.role_org').values({ role_id: 'role-doctor', org_id: 'org-gz' }).execute();
    expect(await switchTo(doctor, 'Organize', 'org-wh')).toMatchObject({ extras: { error: 'core.major-no-menu' } });
    expect(await currentUser(doctor)).toMatchObject({ organizeId: 'org-gz', roleIds: ['role-doctor'] });
    await server.db.deleteFrom('core.role_org').where('role_id', '=', 'role-doctor').execute();
  });

  it('another position becomes the first', async () => {
    await server.db.insertInto('core.user_position').values({ user_id: 'user-doctor', position_id: 'pos-gz-3', is_major: false }).execute();
    expect(await switchTo(doctor, 'Position', 'pos-gz-3')).toMatchObject({ code: 200 });
    const { data } = await doctor.get<MajorChoice[]>(`${ME}/getUserPositions`);
    expect(data.map((one) => [one.id, one.isDefault])).toEqual([
      ['pos-gz-3', true],
      ['pos-gz-2', false],
    ]);
  });
});

describe('[7.11-06] own subordinates', () => {
  const below = async (client: TestClient, id: string) => await client.get<Subordinate[]>(`${ME}/Subordinate/${id}`);

  it('come level by level, from the person down', async () => {
    const [self] = (await below(manager, '0')).data;
    expect(self).toMatchObject({ id: 'user-manager', userName: '顾文澜/manager', department: '信息科', position: '中心主任', isLeaf: false });
    const first = (await below(manager, 'user-manager')).data;
    expect(first.map((one) => one.id)).toContain('user-wh03');
    expect((await below(manager, 'user-wh03')).data.map((one) => [one.id, one.isLeaf])).toEqual([['user-wh04', false]]);
    expect((await below(manager, 'user-wh04')).data.map((one) => [one.id, one.isLeaf])).toEqual([['user-wh05', true]]);
  });

  it('name a position once that somebody holds in two centres', async () => {
    const doctor = await server.signIn('doctor');
    const names = (await below(doctor, '0')).data[0]?.position.split(',') ?? [];
    expect(names.filter((name) => name === '主治医师')).toHaveLength(1);
  });

  it('of nobody else', async () => {
    for (const id of ['user-gz01', 'nobody']) expect(await below(manager, id)).toMatchObject({ code: EnvelopeCode.NotFound });
  });
});

it('[7.11-06] own rights are trees of what the menu and the permission list say', async () => {
  const admin = await server.signIn('admin');
  const { data } = await admin.get<OwnRights>(`${ME}/Authorize`);
  const { data: current } = await admin.get<CurrentUser>('/api/oauth/CurrentUser');
  const flat = (nodes: readonly RightNode[]): RightNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
  const menus = (list: CurrentUser['menuList']): string[] => list.flatMap((menu) => [menu.id, ...menus(menu.children ?? [])]);
  expect(data.module.length).toBeGreaterThan(0);
  expect(flat(data.module).map((node) => node.id)).toEqual(menus(current.menuList));
  const buttons = current.permissionList.flatMap((entry) => entry.button.map((item) => item.id));
  expect(
    flat(data.button)
      .filter((node) => node.isLeaf)
      .map((node) => node.id)
      .sort(),
  ).toEqual([...buttons].sort());
});

describe('[7.11-06] own log', () => {
  const log = async (client: TestClient, query: string) =>
    (await client.get<{ list: OwnLogRow[]; pagination: { total: number } }>(`${ME}/SystemLog?${query}`)).data;

  it('tells of signing in, of failed tries and of what was done; of others nothing', async () => {
    await server.signIn('nurse', 'Wrong2026').catch(() => undefined);
    const nurse = await server.signIn('nurse');
    await nurse.put(`${ME}/BaseInfo`, { signature: '认真' });
    await server.server.core.parts.audit.settled();
    const ways = await log(nurse, 'category=1');
    expect(ways.list.map((row) => [row.moduleName, row.outcome])).toEqual([
      ['session.login', 'ok'],
      ['session.login', 'refused'],
    ]);
    expect(ways.list[0]).toMatchObject({ requestMethod: 'POST', requestURL: '/api/oauth/Login', ipaddress: '127.0.0.1', requestDuration: expect.any(Number) });
    const ownName = (await nurse.get<BaseInfo>(`${ME}/BaseInfo`)).data.realName;
    expect(ways.list.map(({ userName }) => userName)).toEqual([ownName, ownName]);
    const acts = await log(nurse, 'category=5');
    expect(acts.list.map((row) => row.moduleName)).toEqual(['session.saveProfile']);
    expect((await log(nurse, 'category=3&keyword=saveprofile')).pagination.total).toBe(1);
    expect((await log(nurse, 'category=3&keyword=%25')).pagination.total).toBe(0);
    expect((await log(nurse, `category=5&endTime=${server.time.now.getTime() - 1000}`)).pagination.total).toBe(0);
    expect((await log(nurse, 'category=1&pageSize=1&currentPage=2')).list).toHaveLength(1);
  });
});

it('[3-02] the place of the last log-in is named as the organisation calls its network', async () => {
  expect(await currentUser(await server.signIn('doctor'))).toMatchObject({
    prevLogin: 1,
    prevLoginIPAddress: '127.0.0.1',
    prevLoginIPAddressName: '广州中心内网',
  });
});

it('[2.4-04] feedback reaches the administrators in the audit log; an empty one is refused', async () => {
  const url = '/api/system/Feedback';
  const key = { 'idempotency-key': 'feedback-0000000000000001' };
  expect(await doctor.post(url, { text: '  打印按钮太小 ', place: '/his/prescription' }, key)).toMatchObject({ code: 200, msg: expect.stringContaining('已') });
  expect(await doctor.post(url, { text: '  打印按钮太小 ', place: '/his/prescription' }, key)).toMatchObject({ code: 200 });
  expect((await doctor.post(url, { text: ' ', place: '' }, { 'idempotency-key': 'feedback-0000000000000002' })).extras?.error).toBe('core.feedback-empty');
  expect((await server.nobody.post(url, { text: 'x', place: '' })).code).toBe(EnvelopeCode.LoginExpired);
  const admin = await server.signIn('admin');
  const { data } = await admin.get<{ list: { action: string; outcome: string; note: string }[] }>('/api/system/AuditLog?keyword=feedback&pageSize=20');
  expect(data.list.filter(({ action, outcome }) => action.endsWith('feedback') && outcome === 'ok').map(({ note }) => note)).toEqual([
    '/his/prescription: 打印按钮太小',
  ]);
});
