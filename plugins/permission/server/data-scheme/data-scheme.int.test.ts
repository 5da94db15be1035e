import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patientContent } from '../../../../tests/support/patient-content.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { DataFieldRow, DataState, SchemePreview, SchemeRow } from '../../contract/data-scheme.contract.ts';

const FIELDS = '/api/system/ModuleDataAuthorize';
const SCHEMES = '/api/system/ModuleDataAuthorizeScheme';

let server: TestServer;
let admin: TestClient;
let doctor: TestClient;
let doctorId: string;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000 } });
  admin = await server.signIn('admin');
  doctor = await server.signIn('doctor');
  doctorId = await idOf('doctor');
});
afterAll(() => server?.close());

const idOf = async (account: string): Promise<string> =>
  (await server.db.selectFrom('core.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
const roleOf = async (code: string): Promise<string> =>
  (await server.db.selectFrom('core.role').select('id').where('en_code', '=', code).executeTakeFirstOrThrow()).id;
const grant = async (role: string, menu_code: string, item_code: string, kind: 'resource' | 'menu' | 'button' = 'resource') =>
  server.db
    .insertInto('core.permission_grant')
    .values({ subject_type: 'role', subject_id: await roleOf(role), kind, menu_code, item_code })
    .execute();
const takeBack = async (item_code: string) => server.db.deleteFrom('core.permission_grant').where('item_code', '=', item_code).execute();
const lastAudit = async (subject: string) => {
  const row = await server.db
    .selectFrom('core.audit')
    .select(['class', 'body'])
    .where('subject', '=', subject)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, ...(JSON.parse(row.body) as { before?: unknown; after?: unknown }) };
};

const pageOf = async (client: TestClient, url: string) => {
  const { code, msg, data } = await client.get<{ pagination: { total: number } }>(url);
  if (code !== 200) throw new Error(`${url}: ${code} ${msg}`);
  return data;
};
const total = async (client: TestClient, url = '/api/his/patient'): Promise<number> => (await pageOf(client, url)).pagination.total;
const schemes = async (menu = 'his.patient'): Promise<SchemeRow[]> => (await admin.get<{ list: SchemeRow[] }>(`${SCHEMES}/${menu}/List`)).data.list;
const preset = async (name: string, menu = 'his.patient'): Promise<string> =>
  (await admin.post<{ id: string }>(`${SCHEMES}/${menu}/Actions/Preset`, { preset: name })).data.id;
const preview = async (body: Record<string, unknown>, menu = 'his.patient') =>
  (await admin.post<SchemePreview>(`${SCHEMES}/${menu}/Actions/Preview`, { userId: doctorId, ...body })).data;
const setState = (isDataAuthorize: 0 | 1, menu = 'his.patient') => admin.put<DataState>(`${FIELDS}/${menu}/Actions/State`, { isDataAuthorize });
const condition = (field: string, op: string, value: string) => JSON.stringify([{ logic: 'and', groups: [{ field, type: 'String', op, value }] }]);
const body = (over: Record<string, unknown> = {}) => ({
  moduleId: 'his.patient',
  fullName: '医保患者',
  conditionJson: condition('reimWay', 'Equal', '310'),
  ...over,
});
const key = { 'idempotency-key': '' };
let keys = 0;
const once = () => {
  keys += 1;
  return { ...key, 'idempotency-key': `scheme-${keys}` };
};

describe('[6-02] fields and schemes of a menu', () => {
  it('fields come with the comparisons and contents that suit them', async () => {
    const { list } = (await admin.get<{ list: DataFieldRow[] }>(`${FIELDS}/his.patient/List`)).data;
    expect(list.map(({ enCode, type }) => `${enCode} ${type}`)).toContain('creatorUserId User');
    expect(list[0]).toMatchObject({ fullName: '建档人', conditionSymbol: 'Equal,NotEqual,In', conditionText: 'text,@userId,@userAraSubordinates' });
    const byId = (await admin.get<DataState>(`${FIELDS}/his.patient/Actions/State`)).data;
    expect(byId).toMatchObject({ enCode: 'his.patient', isDataAuthorize: 0, presets: ['all', 'organization', 'own', 'subordinates'] });
    expect((await admin.get<{ list: DataFieldRow[] }>(`${FIELDS}/${byId.id}/List`)).data.list).toEqual(list);
    expect((await admin.get(`${FIELDS}/his.nothing/List`)).code).toBe(EnvelopeCode.NotFound);
  });

  it('a scheme is made, read, changed and deleted; each act is on record with before and after', async () => {
    const { id } = (await admin.post<{ id: string }>(SCHEMES, body(), once())).data;
    expect((await admin.get<SchemeRow>(`${SCHEMES}/${id}`)).data).toMatchObject({
      fullName: '医保患者',
      conditionText: '费用类别等于“310”',
      grantCount: 0,
      version: 1,
    });
    const edit = body({ fullName: '居民医保', conditionJson: condition('reimWay', 'In', '310,390'), version: 1 });
    expect((await admin.put<{ version: number }>(`${SCHEMES}/${id}`, edit, once())).data.version).toBe(2);
    expect(await lastAudit('permission.data-scheme')).toMatchObject({
      class: 'security',
      before: { fullName: '医保患者' },
      after: { fullName: '居民医保' },
    });
    expect((await admin.put(`${SCHEMES}/${id}`, edit, once())).code).toBe(EnvelopeCode.Conflict);
    // Another menu is not passed over as if it had been saved.
    const moved = await admin.put(`${SCHEMES}/${id}`, body({ moduleId: 'permission.user' }), once());
    expect(moved).toMatchObject({ code: EnvelopeCode.Invalid, extras: { error: 'permission.scheme-other-menu' } });
    expect((await admin.del(`${SCHEMES}/${id}`)).code).toBe(200);
    expect((await admin.get(`${SCHEMES}/${id}`)).code).toBe(EnvelopeCode.NotFound);
  });

  it('people and organisations are named in its words and beside it, whoever is not known stays an id', async () => {
    const conditionJson = JSON.stringify([
      {
        logic: 'or',
        groups: [
          { field: 'creatorUserId', type: 'User', op: 'In', value: `${doctorId},nobody` },
          { field: 'orgId', type: 'Organize', op: 'Equal', value: 'org-wh' },
        ],
      },
    ]);
    const { id } = (await admin.post<{ id: string }>(SCHEMES, body({ conditionJson }), once())).data;
    const { names, conditionText } = (await admin.get<SchemeRow>(`${SCHEMES}/${id}`)).data;
    const [doctorName, place] = names.map(({ fullName }) => fullName);
    expect(names.map((one) => one.id)).toEqual([doctorId, 'org-wh']);
    expect(doctorName).toMatch(/^\S+\/doctor$/);
    expect(conditionText).toBe(`建档人属于“${doctorName}”、“nobody” 或 所属机构等于“${place}”`);
    expect((await schemes()).find((one) => one.id === id)).toMatchObject({ names, conditionText });
    expect((await admin.del(`${SCHEMES}/${id}`)).code).toBe(200);
  });

  it('a condition that makes no sense is refused with a sentence that names the field', async () => {
    const refused = async (conditionJson: string) => (await admin.post(SCHEMES, body({ conditionJson }), once())).msg;
    expect(await refused(condition('idcard', 'Equal', '1'))).toContain('idcard');
    expect(await refused(condition('reimWay', 'GreaterThan', '1'))).toContain('费用类别');
    expect(await refused(condition('creatorTime', 'Equal', '昨天'))).toContain('建档时间');
    expect(await refused(condition('reimWay', 'Equal', ' '))).toContain('费用类别');
    expect(await refused('{"a":1}')).toContain('格式');
  });

  it('usual schemes are made once', async () => {
    const id = await preset('own');
    expect(await preset('own')).toBe(id);
    expect((await schemes()).find((one) => one.id === id)).toMatchObject({ fullName: '仅本人数据', conditionText: '建档人等于当前用户' });
  });

  it('is read by whoever has the button; made and changed by system administrators, because it counts for every organisation', async () => {
    expect((await doctor.get(`${SCHEMES}/his.patient/List`)).code).toBe(EnvelopeCode.Forbidden);
    await grant('doctor', 'permission.authorize', 'btn_scheme', 'button');
    expect((await doctor.get(`${SCHEMES}/his.patient/List`)).code).toBe(200);
    expect((await doctor.post(SCHEMES, body({ moduleId: 'permission.user', conditionJson: '' }), once())).code).toBe(EnvelopeCode.Forbidden);
    const own = await preset('own');
    const changes = [
      doctor.put(`${FIELDS}/his.patient/Actions/State`, { isDataAuthorize: 1 }),
      doctor.post(SCHEMES, body(), once()),
      doctor.post(`${SCHEMES}/his.patient/Actions/Preset`, { preset: 'all' }),
      doctor.put(`${SCHEMES}/${own}`, body(), once()),
      doctor.del(`${SCHEMES}/${own}`),
    ];
    for (const answer of await Promise.all(changes)) expect([answer.code, answer.msg]).toEqual([EnvelopeCode.Forbidden, expect.stringContaining('系统管理员')]);
    await takeBack('btn_scheme');
  });
});

describe('switched on, rows follow the schemes from the next call', () => {
  it('lists, counts and by-id reads; the preview says it before', async () => {
    const all = await total(doctor);
    const [first] = (await doctor.get<{ list: { patientId: string }[] }>('/api/his/patient')).data.list;
    expect(await preview({})).toMatchObject({ total: all, before: all, after: 0, hidden: all, shown: 0, userName: expect.stringContaining('/doctor') });
    await setState(1);
    expect(await lastAudit('permission.menu')).toMatchObject({ before: { dataAuthorize: false }, after: { dataAuthorize: true } });
    expect(await total(doctor)).toBe(0);
    expect((await doctor.get(`/api/his/patient/${first?.patientId}`)).code).toBe(EnvelopeCode.NotFound);
    expect(await total(admin)).toBeGreaterThan(0);

    const insured = (await admin.post<{ id: string }>(SCHEMES, body(), once())).data.id;
    const would = await preview({ conditionJson: condition('reimWay', 'Equal', '310') });
    expect(would).toMatchObject({ before: 0, hidden: 0 });
    await grant('doctor', 'his.patient', insured);
    expect(await total(doctor)).toBe(would.after);
    expect(await total(doctor, '/api/his/patient?reimWay=310')).toBe(would.after);
    expect(await preview({ schemeId: insured, conditionJson: condition('reimWay', 'Equal', '0') })).toMatchObject({ before: would.after });
    expect((await admin.del(`${SCHEMES}/${insured}`)).msg).toContain('1');

    const own = await preset('own');
    await grant('doctor', 'his.patient', own);
    const made = await doctor.post<{ patientId: string }>('/api/his/patient', patientContent('新建者'), once());
    expect(made.code).toBe(200);
    expect(await total(doctor)).toBe(would.after + 1);
    await setState(0);
    expect(await total(doctor)).toBe(all + 1);
  });

  it('also for people of the user administration', async () => {
    await grant('doctor', 'permission.user', '', 'menu');
    const all = await total(doctor, '/api/permission/Users');
    await setState(1, 'permission.user');
    expect(await total(doctor, '/api/permission/Users')).toBe(0);
    expect((await doctor.get(`/api/permission/Users/${doctorId}`)).code).toBe(EnvelopeCode.NotFound);
    const self = { moduleId: 'permission.user', fullName: '本人', conditionJson: condition('userId', 'Equal', '@userId') };
    const { id } = (await admin.post<{ id: string }>(SCHEMES, self, once())).data;
    await grant('doctor', 'permission.user', id);
    expect(await total(doctor, '/api/permission/Users')).toBe(1);
    expect((await doctor.get(`/api/permission/Users/${doctorId}`)).code).toBe(200);
    expect(await preview({}, 'permission.user')).toMatchObject({ total: all, before: 1, after: 1 });
    await setState(0, 'permission.user');
  });
});
