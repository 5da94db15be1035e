import type { Page } from '@nephra/plugin-sdk/contract';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import { clientHash } from '../../../../shell/server/auth/password/password-hash.ts';
import type { ImUser, UserRow } from '../../contract/index.ts';
import { newUser, refusal, startKeptServer, USERS, userCalls, userIdOf } from './user.fixture.ts';

let server: TestServer;
let admin: TestClient;
let keeper: TestClient;
beforeAll(async () => {
  ({ server, admin, keeper } = await startKeptServer());
});
afterAll(() => server.close());

const list = async (client: TestClient, query = ''): Promise<UserRow[]> => (await client.get<Page<UserRow>>(`${USERS}?pageSize=500${query}`)).data.list;
const accounts = async (client: TestClient, query = ''): Promise<string[]> => (await list(client, query)).map((row) => row.account);
const { create, info, edit } = userCalls(() => admin);

describe('[7.11-09] [7.11-10] list', () => {
  it('shows people of the visible organisations, found by name, account, pinyin and mobile', async () => {
    await create({ account: 'zengguodong', realName: '曾国栋', mobilePhone: '13900001234', enCode: '7001' });
    for (const keyword of ['曾国', 'zgd', 'zengguo', '1390000123', '7001']) {
      expect(await accounts(admin, `&keyword=${encodeURIComponent(keyword)}`), keyword).toContain('zengguodong');
      expect(await accounts(admin, `&keyword=${encodeURIComponent(keyword)}`), keyword).not.toContain('nurse');
    }
    expect(await accounts(admin, `&keyword=${encodeURIComponent("' or true --")}`)).toEqual([]);
    const wuhan = await create({ account: 'wuhan1', organizeId: 'org-wh' });
    expect(await accounts(admin)).toContain('wuhan1');
    expect(await accounts(keeper)).not.toContain('wuhan1');
    expect(refusal(await keeper.get(`${USERS}/${wuhan}`))).toBe('404 permission.not-found');
  });

  it('an organisation counts with all below it, a department with its people only', async () => {
    expect(await accounts(admin, '&organizeId=org-root')).toContain('wuhan1');
    expect(await accounts(admin, '&organizeId=org-gz')).not.toContain('wuhan1');
    expect(await accounts(keeper, '&organizeId=org-wh')).toEqual([]);
    const { departmentId } = await server.db
      .selectFrom('core.user_account')
      .select('department_id as departmentId')
      .where('account', '=', 'nurse')
      .executeTakeFirstOrThrow();
    const there = await accounts(admin, `&organizeId=${departmentId}`);
    expect(there).toContain('nurse');
    expect(there).not.toContain('doctor');
  });

  it('pages, sorts by what it knows and by nothing else, and filters by state', async () => {
    const page = await admin.get<Page<UserRow>>(`${USERS}?pageSize=2&currentPage=2&sidx=account&sort=asc`);
    expect(page.data.list).toHaveLength(2);
    expect(page.data.pagination).toMatchObject({ currentPage: 2, pageSize: 2 });
    const sorted = await accounts(admin, '&sidx=account&sort=asc');
    expect(sorted).toEqual([...sorted].sort());
    expect(await accounts(admin, '&sidx=password_hash&sort=asc')).toEqual(await accounts(admin));
    expect(await accounts(admin, '&enabledMark=0')).toEqual([]);
    expect((await admin.get(`${USERS}?enabledMark=9`)).code).toBe(400);
  });

  it('a row carries names, not secrets', async () => {
    const row = (await list(admin, '&keyword=cashier'))[0];
    expect(row).toMatchObject({
      account: 'cashier',
      roleName: '收费员',
      position: '收费员',
      enabledMark: 1,
      lockMark: 0,
      unLockTime: null,
      isAdministrator: 0,
      noPassword: 0,
    });
    expect(row?.organize).toBe('康源医疗集团(演示)/康源血液透析中心(广州)/收费处');
    expect(JSON.stringify(row)).not.toContain('scrypt');
  });

  it('roles of the product are called in a row as their own page calls them', async () => {
    const inEnglish = await admin.get<Page<UserRow>>(`${USERS}?pageSize=500&keyword=pharmacist`, { 'x-language': 'en' });
    expect(inEnglish.data.list[0]?.roleName).toBe('Pharmacist, Reviewing pharmacist');
  });
});

describe('[7.11-10] [7.11-22] adding and changing', () => {
  it('several departments, a major one, roles, positions and a manager; left out members stay', async () => {
    const { id: role } = await server.db.selectFrom('core.role').select('id').where('en_code', '=', 'nurse').executeTakeFirstOrThrow();
    const position = await server.db.selectFrom('core.position').select('id').where('org_id', '=', 'org-gz').orderBy('sort_code').executeTakeFirstOrThrow();
    const manager = await userIdOf(server, 'nurse');
    const id = await create({
      account: 'several',
      organizeId: 'dep-gz-2,dep-wh-1',
      roleId: role,
      positionId: position.id,
      managerId: manager,
      gender: '2',
      birthday: 315_504_000_000,
      certificatesType: 'idCard',
      certificatesNumber: '11010519491231002X',
      mobilePhone: '13700001111',
    });
    expect(await info(id)).toMatchObject({
      organizeId: 'dep-gz-2,dep-wh-1',
      organizeIdTree: [
        ['org-root', 'org-gz', 'dep-gz-2'],
        ['org-root', 'org-wh', 'dep-wh-1'],
      ],
      roleId: role,
      positionId: position.id,
      managerId: manager,
      gender: '2',
      birthday: 315_504_000_000,
      certificatesNumber: '11010519491231002X',
      version: 1,
    });
    const majors = await server.db.selectFrom('core.user_org').select(['org_id', 'is_major']).where('user_id', '=', id).orderBy('org_id').execute();
    expect(majors).toEqual([
      { org_id: 'org-gz', is_major: true },
      { org_id: 'org-wh', is_major: false },
    ]);
    expect(refusal(await edit(id, { realName: '李四', organizeId: 'dep-wh-1,dep-gz-2' }))).toBe('200 allowed');
    // The place of today stays although it is no longer named first.
    expect(await info(id)).toMatchObject({
      realName: '李四',
      organizeId: 'dep-gz-2,dep-wh-1',
      roleId: role,
      managerId: manager,
      mobilePhone: '13700001111',
      version: 2,
    });
    expect(refusal(await edit(id, { version: 1 }))).toBe('409 permission.stale');
    expect(refusal(await edit(id, { account: 'nurse' }))).toBe('409 permission.user-account-taken');
    expect(refusal(await edit(id, { organizeId: 'dep-wh-1', roleId: '', positionId: '', managerId: '' }))).toBe('200 allowed');
    expect(await info(id)).toMatchObject({ organizeId: 'dep-wh-1', roleId: '', positionId: '', managerId: '', version: 3 });
  });

  it('a sex is a text of the dictionary both ways; a form of an older client comes back whole', async () => {
    const id = await create({ account: 'sim.sex', gender: 1 });
    expect((await info(id)).gender).toBe('1');
    expect((await list(admin, '&keyword=sim.sex'))[0]?.gender).toBe('1');
    const put = async (over: Record<string, unknown>) => refusal(await admin.put(`${USERS}/${id}`, { ...(await info(id)), ...over }));
    expect(await put({ gender: '2' })).toBe('200 allowed');
    expect((await info(id)).gender).toBe('2');
    expect(await put({ gender: null })).toBe('200 allowed');
    expect((await info(id)).gender).toBe('0');
    expect(await put({ gender: 'x' })).toBe('400 core.invalid');
  });

  it('places that paths and ids name differently are refused, not saved in part', async () => {
    const id = await create({ account: 'sim.places', organizeId: 'dep-gz-2' });
    const put = async (over: Record<string, unknown>) => refusal(await admin.put(`${USERS}/${id}`, { ...(await info(id)), ...over }));
    const tree = [['org-root', 'org-wh', 'dep-wh-1']];
    expect(await put({ organizeIdTree: tree })).toBe('400 permission.user-places-differ');
    expect(refusal(await admin.post(USERS, newUser({ account: 'sim.other', organizeIdTree: tree })))).toBe('400 permission.user-places-differ');
    expect(await put({ organizeIdTree: tree, organizeId: 'dep-wh-1' })).toBe('200 allowed');
    // Paths as they were read mean nothing: the ids were changed.
    expect(await put({ organizeId: 'dep-gz-2' })).toBe('200 allowed');
    expect((await info(id)).organizeId).toBe('dep-gz-2');
  });

  it('[5-05] [5-01] refuses wrong values at their field, and what somebody else has', async () => {
    const wrong = async (over: Record<string, unknown>) => {
      const answer = await admin.post(USERS, newUser(over));
      return `${refusal(answer)} ${answer.extras?.fields?.[0]?.path}`;
    };
    expect(await wrong({ account: 'a b' })).toBe('400 permission.user-account account');
    expect(await wrong({ realName: '张*' })).toBe('400 permission.user-name realName');
    expect(await wrong({ enCode: '1a' })).toBe('400 permission.user-code enCode');
    expect(await wrong({ mobilePhone: '123' })).toBe('400 permission.user-mobile mobilePhone');
    expect(await wrong({ email: 'x' })).toBe('400 permission.user-email email');
    expect(await wrong({ certificatesType: 'idCard', certificatesNumber: '1' })).toBe('400 permission.user-idcard certificatesNumber');
    expect(await wrong({ account: 'NURSE' })).toBe('409 permission.user-account-taken account');
    expect(await wrong({ account: 'other', mobilePhone: '13900001234' })).toBe('409 permission.user-mobile-taken mobilePhone');
    expect(await wrong({ organizeId: ' , ' })).toBe('400 permission.user-no-place organizeId');
    for (const [field, value] of [
      ['organizeId', 'nowhere'],
      ['roleId', 'nothing'],
      ['positionId', 'nothing'],
      ['groupId', 'nothing'],
      ['managerId', 'nobody'],
    ]) {
      expect(refusal(await admin.post(USERS, newUser({ account: 'lost', [String(field)]: value }))), field).toBe('404 permission.not-found');
    }
  });

  it('nobody reports to themselves, over however many', async () => {
    const a = await create({ account: 'loop.a' });
    const b = await create({ account: 'loop.b', managerId: a });
    const c = await create({ account: 'loop.c', managerId: b });
    expect(refusal(await edit(a, { managerId: c }))).toBe('500 permission.user-manager-loop');
    expect(refusal(await edit(a, { managerId: a }))).toBe('500 permission.user-manager-loop');
    const answer = await admin.del(`${USERS}/${b}`);
    expect(refusal(answer)).toBe('500 permission.user-in-use');
    expect(answer.msg).toContain('1 名人员的主管');
  });

  it('is on record with what it was and what it is, numbers of identity hidden', async () => {
    const id = await create({ account: 'recorded', certificatesType: 'idCard', certificatesNumber: '11010519491231002X' });
    await edit(id, { realName: '王五', certificatesNumber: '11010519491231002X' });
    await server.server.core.parts.audit.settled();
    const entries = await server.db
      .selectFrom('core.audit')
      .select(['action', 'class', 'body'])
      .where('subject_id', '=', id)
      .where('class', '=', 'security')
      .orderBy('seq')
      .execute();
    expect(entries.map((entry) => `${entry.class} ${entry.action}`)).toEqual(['security permission-user.create', 'security permission-user.edit']);
    expect(JSON.parse(entries[1]?.body ?? '{}')).toMatchObject({ before: { realName: '张三' }, after: { realName: '王五' } });
    expect(JSON.stringify(entries)).not.toContain('11010519491231002X');
  });
});

it('[7.11-10] a picture lies on this server: an address elsewhere is refused', async () => {
  const tried = async (headIcon: string) => (await admin.post(USERS, newUser({ account: `pic${headIcon.length}`, headIcon }))).code;
  for (const headIcon of ['https://example.invalid/x.png', '//example.invalid/x.png', 'javascript:1', '/\\example.invalid/x'])
    expect(await tried(headIcon), headIcon).toBe(400);
  expect(await tried('/api/file/Image/userAvatar/1.png')).toBe(200);
});

describe('[7.11-11] state, password, locks', () => {
  it('an account that was made cannot sign in before a password is set; the one that is set must be changed', async () => {
    const id = await create({ account: 'fresh' });
    await expect(server.signIn('fresh', 'Fresh2026')).rejects.toThrow();
    const [hash, other] = [clientHash('Fresh2026'), clientHash('Other2026')];
    expect(refusal(await admin.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: other }))).toBe(
      '400 permission.user-password-differs',
    );
    expect(refusal(await admin.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash }))).toBe('200 allowed');
    const { must_change_password: mustChange } = await server.db
      .selectFrom('core.user_account')
      .select('must_change_password')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(mustChange).toBe(true);
    await server.signIn('fresh', 'Fresh2026');
  });

  it('taking somebody out of use ends their session at the next call; the switch turns round without a body', async () => {
    const id = await userIdOf(server, 'clerk');
    const clerk = await server.signIn('clerk');
    expect((await clerk.get('/api/oauth/CurrentUser')).code).toBe(200);
    expect(refusal(await admin.put(`${USERS}/${id}/Actions/State`))).toBe('200 allowed');
    expect((await clerk.get('/api/oauth/CurrentUser')).code).toBe(601);
    expect(await accounts(admin, '&enabledMark=0')).toEqual(['clerk']);
    await admin.put(`${USERS}/${id}/Actions/State?enabledMark=0`);
    expect((await info(id)).enabledMark).toBe(0);
    await admin.put(`${USERS}/${id}/Actions/State`);
    expect((await info(id)).enabledMark).toBe(1);
  });

  it('many at once: all or none', async () => {
    const ids = [await create({ account: 'many.a' }), await create({ account: 'many.b' })];
    expect((await admin.put(`${USERS}/Actions/State`, { ids, enabledMark: 0 })).data).toEqual({ count: 2 });
    expect((await admin.put(`${USERS}/Actions/State`, { ids, enabledMark: 0 })).data).toEqual({ count: 0 });
    const own = await userIdOf(server, 'admin');
    expect(refusal(await admin.put(`${USERS}/Actions/State`, { ids: [...ids, 'nobody'], enabledMark: 1 }))).toBe('404 permission.not-found');
    expect(refusal(await admin.put(`${USERS}/Actions/State`, { ids: [...ids, own], enabledMark: 0 }))).toBe('500 permission.user-self');
    expect((await info(ids[0] ?? '')).enabledMark).toBe(0);
    expect((await admin.put(`${USERS}/Actions/State`, { ids, enabledMark: 1 })).data).toEqual({ count: 2 });
  });

  it('a lock keeps out until its end or until somebody unlocks', async () => {
    const id = await userIdOf(server, 'pharmacist');
    const pharmacist = await server.signIn('pharmacist');
    expect(refusal(await admin.put(`${USERS}/${id}/Actions/lock?unLockTime=1000`))).toBe('400 permission.user-lock-past');
    const until = server.time.now.getTime() + 3_600_000;
    expect(refusal(await admin.put(`${USERS}/${id}/Actions/lock?unLockTime=${until}`))).toBe('200 allowed');
    expect((await pharmacist.get('/api/oauth/CurrentUser')).code).toBe(601);
    await expect(server.signIn('pharmacist')).rejects.toThrow();
    expect((await list(admin, '&enabledMark=2'))[0]).toMatchObject({ account: 'pharmacist', enabledMark: 2, lockMark: 1, unLockTime: until });
    expect(refusal(await admin.put(`${USERS}/${id}/Actions/unlock`))).toBe('200 allowed');
    expect(await info(id)).toMatchObject({ enabledMark: 1, lockMark: 0 });
    await server.signIn('pharmacist');
  });

  it('wrong passwords show as a lock and end with unlocking', async () => {
    const id = await userIdOf(server, 'developer');
    for (let tries = 0; tries < 6; tries += 1) await server.signIn('developer', `Wrong${tries}2026`).catch(() => undefined);
    expect(await info(id)).toMatchObject({ enabledMark: 1, lockMark: 1, unLockTime: expect.any(Number) });
    await admin.put(`${USERS}/${id}/Actions/unlock`);
    expect(await info(id)).toMatchObject({ lockMark: 0, unLockTime: null });
  });

  it('[7.11-16] the messaging account is letters, digits and a few signs', async () => {
    const id = await userIdOf(server, 'nurse');
    expect(refusal(await admin.put(`${USERS}/${id}/Actions/QyWxUserId`, { qyWxUserId: '<b>' }))).toBe('400 permission.user-wechat');
    await admin.put(`${USERS}/${id}/Actions/QyWxUserId`, { qyWxUserId: 'nurse@wx' });
    expect((await info(id)).qyWxUserId).toBe('nurse@wx');
  });
});

describe('[7.11-12] people to write to', () => {
  it('without oneself and those out of use, of the own organisations, page by page', async () => {
    const mine = (await keeper.get<Page<ImUser>>(`${USERS}/ImUser?pageSize=500`)).data.list.map((person) => person.account);
    expect(mine).toContain('nurse');
    expect(mine).not.toContain('doctor');
    expect(mine).not.toContain('wuhan1');
    const found = (await keeper.get<Page<ImUser>>(`${USERS}/ImUser?keyword=cashier`)).data.list;
    expect(found).toContainEqual(expect.objectContaining({ account: 'cashier', department: '收费处' }));
    expect((await keeper.get<Page<ImUser>>(`${USERS}/ImUser?pageSize=1&currentPage=2`)).data.list).toHaveLength(1);
  });
});

describe('[7.11-15] for older clients', () => {
  const GZ = '康源医疗集团(演示)/康源血液透析中心(广州)';
  const row = (account: string) => ({ account, realName: '王新', organizeId: GZ });
  /** Files that wait to be fetched. */
  const made = () => server.db.selectFrom('core.stored_file').select('id').where('type', '=', 'offered').execute();
  const asks = { accept: 'application/json, text/plain, */*' };
  const OLD_KEYS =
    'account,realName,gender,email,organizeId,managerId,positionId,roleId,sortCode,enabledMark,description,nation,nativePlace,entryDate,certificatesType,certificatesNumber,education,birthday,telePhone,landline,mobilePhone,urgentContacts,urgentTelePhone,postalAddress';
  /** What a browser does with the address: no token, once. */
  const fetched = (url: string) => server.nobody.raw({ method: 'GET', url, headers: { accept: 'text/html,*/*;q=0.8' } });

  it('exports, templates and errors are a name and an address that is good once', async () => {
    const calls = [
      { method: 'GET', url: `${USERS}/ExportExcel?dataType=1&selectKey=account`, name: /^用户 .*\.xlsx$/ },
      { method: 'GET', url: `${USERS}/TemplateDownload`, name: /^用户导入模板\.xlsx$/ },
      { method: 'POST', url: `${USERS}/ExportExceptionData`, payload: { list: [row('x y')] }, name: /^用户导入错误数据\.xlsx$/ },
    ] as const;
    for (const { name, ...call } of calls) {
      const answer = await admin.raw({ ...call, headers: asks });
      const { code, msg, data } = answer.json() as { code: number; msg: string; data: { name: string; url: string } };
      expect([code, Object.keys(data), answer.headers.vary]).toEqual([200, ['name', 'url'], 'accept']);
      expect(msg).not.toBe('');
      expect(data.name).toMatch(name);
      expect(data.url).toMatch(/^\/api\/file\/Download\?encryption=[\w-]{20,}$/);
      const file = await fetched(`${data.url}&name=SIM.xlsx`);
      expect(file.headers['content-disposition']).toContain('SIM.xlsx');
      expect((await readXlsx(file.rawPayload)).length).toBeGreaterThan(0);
      expect((await fetched(data.url)).json().extras.error).toBe('core.ticket-invalid');
    }
    // Nothing of it stays.
    await expect.poll(made).toEqual([]);
  });

  it('a refusal is an envelope with the status of every answer', async () => {
    const answer = await admin.raw({ method: 'POST', url: `${USERS}/ExportExceptionData`, payload: { list: [row('right.one')] }, headers: asks });
    expect([answer.statusCode, answer.json().extras.error]).toEqual([200, 'permission.user-import-no-errors']);
    expect(await made()).toEqual([]);
  });

  it('every column that they can choose is in the workbook, as a text', async () => {
    const managerId = await userIdOf(server, 'nurse');
    const body = newUser({ account: 'sim.columns', managerId, gender: '2', email: 'sim@example.org' });
    const facts = {
      nation: '汉族',
      nativePlace: '广东',
      entryDate: Date.parse('2020-03-01T00:00:00+08:00'),
      certificatesType: 'idCard',
      education: 'bachelor',
    };
    const numbers = { certificatesNumber: '11010519491231002X', telePhone: '020-1', landline: '8001', urgentContacts: '甲', urgentTelePhone: '13700009999' };
    await admin.post(USERS, {
      ...body,
      ...facts,
      ...numbers,
      birthday: Date.parse('1990-05-20T00:00:00+08:00'),
      postalAddress: 'SIM 路 1 号',
      mobilePhone: '13700009998',
    });
    const answer = await admin.raw({ method: 'GET', url: `${USERS}/ExportExcel?dataType=0&keyword=sim.columns&selectKey=${OLD_KEYS}`, headers: asks });
    const [sheet] = await readXlsx((await fetched(answer.json().data.url)).rawPayload);
    expect(sheet?.rows[0]).toHaveLength(24);
    const told = Object.fromEntries(OLD_KEYS.split(',').map((key, at) => [key, sheet?.rows[1]?.[at]]));
    const nurse = await info(managerId);
    expect(told).toMatchObject({ account: 'sim.columns', gender: '女', organizeId: GZ, managerId: `${nurse.realName}/nurse`, enabledMark: '正常', ...numbers });
    expect(told).toMatchObject({ nation: '汉族', nativePlace: '广东', certificatesType: '身份证', education: '本科', postalAddress: 'SIM 路 1 号' });
    expect([told.entryDate, told.birthday].map(String)).toEqual([expect.stringContaining('2020'), expect.stringContaining('1990')]);
  });
});
