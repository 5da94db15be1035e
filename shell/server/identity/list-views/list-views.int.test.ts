import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { Audience, ListView, NamedAudience, OpeningView, ViewContent } from '../../../contract/index.ts';
import { MAX_VIEW_FILTER, MAX_VIEWS } from '../../../../plugin-sdk/contract/list-view/list-view-limits.ts';

let server: TestServer;
let admin: TestClient;
/** Of the centre in Wuhan, with both rights. */
let manager: TestClient;
/** Both of the centre in Guangzhou. */
let doctor: TestClient;
let nurse: TestClient;
/** The page of which lists are looked at here; another one only administrators may open. */
let page: string;
let closed: string;
let roles: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server;
  const menus = await db.selectFrom('core.menu').select(['id', 'en_code']).where('en_code', 'in', ['system.openapi', 'system.plugins']).execute();
  const idOf = (code: string): string => menus.find(({ en_code }) => en_code === code)?.id ?? '';
  [page, closed] = [idOf('system.openapi'), idOf('system.plugins')];
  roles = Object.fromEntries((await db.selectFrom('core.role').select(['id', 'en_code']).execute()).map(({ id, en_code }) => [en_code, id]));
  const granted = (role: string, kind: 'menu' | 'permission', code: string) => ({
    subject_type: 'role' as const,
    subject_id: roles[role] ?? '',
    kind,
    menu_code: code,
    item_code: '',
  });
  await db
    .insertInto('core.permission_grant')
    .values([
      ...['doctor', 'nurse', 'orgadmin'].map((role) => granted(role, 'menu', 'system.openapi')),
      granted('orgadmin', 'permission', 'lists.share'),
      granted('orgadmin', 'permission', 'lists.defaults'),
    ])
    .execute();
  [admin, manager, doctor, nurse] = await Promise.all([server.signIn('admin'), server.signIn('manager'), server.signIn('doctor'), server.signIn('nurse')]);
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['core.list_view', 'core.column_default', 'core.column_setting'] as const) await server.db.deleteFrom(table).execute();
});

const REFUSAL = '此视图不存在，或没有共享给您。请向发送链接的同事确认。';
const BASE = '/api/permission/ListView';
const CONTENT: ViewContent = {
  columns: [
    { prop: 'name', label: '姓名', visible: true },
    { prop: 'phone', label: '电话', visible: false },
  ],
  sort: { sidx: 'name', sort: 'desc' },
  filter: { keyword: '张', state: 1, day: [1, 2] },
  pageSize: 50,
};
let keys = 0;
const create = async (who: TestClient, name: string, more: { content?: ViewContent; moduleId?: string; key?: string } = {}) => {
  keys += 1;
  const body = { moduleId: more.moduleId ?? page, name, content: more.content ?? CONTENT };
  return await who.post<ListView>(BASE, body, { 'idempotency-key': more.key ?? `list-view-${keys}` });
};
const made = async (who: TestClient, name: string): Promise<string> => (await create(who, name)).data.id;
const views = async (who: TestClient, moduleId = page) =>
  (await who.get<{ list: ListView[]; defaultId: string; mayShare: boolean }>(`${BASE}/Module/${moduleId}`)).data;
const names = async (who: TestClient) => (await views(who)).list.map(({ name }) => name);
const share = (who: TestClient, id: string, ...audiences: Audience[]) => who.put(`${BASE}/${id}/Actions/Share`, { audiences });
const open = (who: TestClient, view?: string, moduleId = page) =>
  who.get<OpeningView>(`/api/permission/Authority/GetColumnsByModuleId/${moduleId}${view === undefined ? '' : `?view=${view}`}`);
const errorOf = ({ extras }: { extras?: { error: string } | null }) => extras?.error;
const everybody: Audience = { orgId: '', roleId: '' };
const at = (orgId: string, role = ''): Audience => ({ orgId, roleId: role === '' ? '' : (roles[role] ?? 'no such role') });
const entries = async (action: string): Promise<{ before?: unknown; after?: unknown }[]> => {
  const rows = await server.db.selectFrom('core.audit').select('body').where('action', '=', action).where('outcome', '=', 'ok').orderBy('seq').execute();
  return rows.map(({ body }) => JSON.parse(body) as { before?: unknown; after?: unknown });
};

describe('own views of a list', () => {
  it('keep columns, sorting, search values and page size; nobody else sees them', async () => {
    const first = await create(doctor, '  我的病人 ');
    expect(first.data).toMatchObject({ name: '我的病人', content: CONTENT, mine: true, shared: false, manages: false });
    expect(first.msg).toContain('我的病人');
    const { list, defaultId, mayShare } = await views(doctor);
    expect([list.map(({ id }) => id), defaultId, mayShare]).toEqual([[first.data.id], '', false]);
    expect(await names(nurse)).toEqual([]);
    expect(await names(admin)).toEqual([]);
    expect(errorOf(await nurse.put(`${BASE}/${first.data.id}`, { name: 'x', content: CONTENT }))).toBe('core.view-unknown');
    for (const asked of [first.data.id, 'no-such']) expect((await open(nurse, asked)).data).toEqual({ columns: [], view: null, refusal: REFUSAL });
    expect((await nurse.del(`${BASE}/${first.data.id}`)).code).toBe(200);
    expect(await names(doctor)).toEqual(['我的病人']);
  });

  it('are written once though they are sent twice', async () => {
    const [one, again] = [await create(doctor, '一', { key: 'list-view-twice' }), await create(doctor, '一', { key: 'list-view-twice' })];
    expect(again.data).toEqual(one.data);
    const body = { name: '二', content: { ...CONTENT, pageSize: 20 } };
    for (let sent = 1; sent <= 2; sent += 1) expect((await doctor.put(`${BASE}/${one.data.id}`, body)).code).toBe(200);
    expect((await views(doctor)).list).toMatchObject([{ name: '二', content: { pageSize: 20 } }]);
    for (let sent = 1; sent <= 2; sent += 1) expect((await doctor.del(`${BASE}/${one.data.id}`)).code).toBe(200);
    expect(await names(doctor)).toEqual([]);
  });

  it('have names of their own, an order and a limit', async () => {
    for (let n = 1; n <= MAX_VIEWS; n += 1) await made(doctor, `v${n}`);
    expect(errorOf(await create(doctor, 'v1'))).toBe('core.too-many-views');
    const { list } = await views(doctor);
    const [one, two, three] = list;
    if (!one || !two || !three) throw new Error('three of them');
    await doctor.put(`${BASE}/Module/${page}/Order`, { ids: [three.id, one.id, 'somebody-else'] });
    expect((await names(doctor)).slice(0, 4)).toEqual(['v3', 'v1', 'v2', 'v4']);
    await doctor.del(`${BASE}/${two.id}`);
    expect(errorOf(await create(doctor, 'v1'))).toBe('core.view-name-taken');
    expect(errorOf(await doctor.put(`${BASE}/${one.id}`, { name: 'v3', content: CONTENT }))).toBe('core.view-name-taken');
    expect(errorOf(await create(doctor, '   '))).toBe('core.view-name-empty');
    const filter = (text: string) => ({ content: { ...CONTENT, filter: { keyword: text } } });
    expect(errorOf(await create(doctor, 'long', filter('x'.repeat(MAX_VIEW_FILTER))))).toBe('core.view-too-large');
    expect(errorOf(await create(doctor, 'zero', filter('a\u0000b')))).toBe('core.invalid');
    expect((await create(doctor, 'x'.repeat(41))).code).toBe(EnvelopeCode.Invalid);
    expect((await create(doctor, 'new')).code).toBe(200);
  });

  it('of pages that the person may not open are told to nobody, and cannot be made', async () => {
    await create(admin, '插件', { moduleId: closed });
    expect(errorOf(await create(doctor, '插件', { moduleId: closed }))).toBe('core.forbidden');
    expect(errorOf(await create(doctor, 'x', { moduleId: 'no-such-menu' }))).toBe('core.forbidden');
    expect(errorOf(await doctor.get(`${BASE}/Module/${closed}`))).toBe('core.forbidden');
    const [view] = (await views(admin, closed)).list;
    await share(admin, view?.id ?? '', everybody);
    expect((await open(doctor, view?.id, closed)).data).toEqual({ columns: [], view: null, refusal: REFUSAL });
    expect((await open(doctor, '', closed)).data).toEqual({ columns: [], view: null, refusal: '' });
  });
});

describe('a list opens', () => {
  it('[7.16-03] as ever for clients that know no views, else with the chosen view in the same answer', async () => {
    const own = [{ prop: 'name', label: '姓名', visible: false }];
    await doctor.put('/api/permission/Authority/SetColumnsByModuleId', { moduleId: page, fieldList: JSON.stringify(own) });
    const [one, two] = [await made(doctor, '一'), await made(doctor, '二')];
    expect((await open(doctor)).data).toEqual(own);
    expect((await open(doctor, '')).data).toEqual({ columns: own, view: null, refusal: '' });
    for (let sent = 1; sent <= 2; sent += 1) await doctor.put(`${BASE}/Module/${page}/Default`, { id: two });
    expect((await open(doctor, '')).data).toMatchObject({ columns: own, view: { id: two, content: CONTENT } });
    expect((await open(doctor, one)).data).toMatchObject({ view: { id: one } });
    expect((await views(doctor)).defaultId).toBe(two);
    // A view of one list of the page says nothing about the others.
    expect((await open(doctor, one, `${page}:tab`)).data).toMatchObject({ view: null });
    expect(errorOf(await doctor.put(`${BASE}/Module/${page}:tab/Default`, { id: two }))).toBe('core.view-unknown');
    await doctor.put(`${BASE}/Module/${page}/Default`, { id: '' });
    expect((await open(doctor, '')).data).toMatchObject({ view: null });
  });
});

describe('shared views', () => {
  it('are refused to whoever has not the right, beyond the reach of whoever has it, and to whoever has no part in it', async () => {
    const [own, theirs] = [await made(doctor, '医生的'), await made(manager, '武汉的')];
    expect(errorOf(await share(doctor, own, at('org-gz')))).toBe('core.forbidden');
    expect(errorOf(await doctor.get(`${BASE}/Audiences`))).toBe('core.forbidden');
    for (const audience of [everybody, at('org-gz'), at('org-root'), at('', 'nurse'), { orgId: 'org-wh', roleId: 'no-such' }])
      expect(errorOf(await share(manager, theirs, audience)), JSON.stringify(audience)).toBe('core.share-beyond');
    expect(errorOf(await share(manager, own, at('org-wh')))).toBe('core.view-unknown');
    expect((await manager.get(`${BASE}/Audiences`)).data).toMatchObject({ everywhere: false, organizes: [{ id: 'org-wh' }] });
    expect((await admin.get<{ organizes: unknown[] }>(`${BASE}/Audiences`)).data).toMatchObject({ everywhere: true });
  });

  it('are met by those they are meant for: an organisation with those below it, a role, both', async () => {
    const [all, below, nurses, wuhan] = [await made(admin, '全部'), await made(admin, '集团'), await made(admin, '护士'), await made(manager, '武汉')];
    await share(admin, all, everybody);
    await share(admin, below, at('org-root'));
    await share(admin, nurses, at('org-gz', 'nurse'), at('org-gz', 'nurse'));
    for (let sent = 1; sent <= 2; sent += 1) expect((await share(manager, wuhan, at('org-wh'))).code).toBe(200);
    // Both conditions count: the doctor works in that organisation, too, but not today, and is no nurse.
    expect(await names(doctor)).toEqual(['全部', '集团']);
    expect(await names(nurse)).toEqual(['全部', '护士', '集团']);
    expect(await names(manager)).toEqual(['武汉', '全部', '集团']);
    const [seen] = (await views(nurse)).list;
    expect(seen).toMatchObject({ mine: false, shared: true, audiences: [], manages: false });
    const meant = async (language: string) => {
      const { data } = await admin.get<{ list: ListView[] }>(`${BASE}/Module/${page}`, { 'X-Language': language });
      return data.list.find(({ id }) => id === nurses)?.audiences;
    };
    expect(await meant('zh')).toMatchObject([{ orgId: 'org-gz', roleName: '护士' }]);
    expect(await meant('en')).toMatchObject([{ orgId: 'org-gz', roleName: 'Nurse' }]);
    expect((await open(nurse, nurses)).data).toMatchObject({ view: { id: nurses } });
    expect((await open(doctor, nurses)).data).toMatchObject({ view: null, refusal: REFUSAL });
  });

  it('are changed by their owner with the right alone, and taken back by whoever reaches all of them', async () => {
    const [view, wider] = [await made(admin, '武汉'), await made(admin, '两处')];
    await share(admin, view, at('org-wh'));
    await share(admin, wider, at('org-wh'), at('org-gz'));
    expect((await views(manager)).list.map(({ name, manages }) => [name, manages])).toEqual([
      ['两处', false],
      ['武汉', true],
    ]);
    expect(errorOf(await share(manager, wider))).toBe('core.view-unknown');
    expect(errorOf(await share(manager, view, at('org-wh', 'nurse')))).toBe('core.share-beyond');
    expect(errorOf(await manager.put(`${BASE}/${view}`, { name: '改', content: CONTENT }))).toBe('core.view-unknown');
    expect((await share(manager, view)).code).toBe(200);
    expect(await names(manager)).toEqual(['两处']);
    expect((await views(admin)).list.find(({ id }) => id === view)).toMatchObject({ shared: false });
    // The right is gone, the view is still shared: it is not changed behind those who use it.
    const own = await made(doctor, '曾可共享');
    await server.db.insertInto('core.list_view_share').values({ view_id: own, org_id: 'org-gz', role_id: null }).execute();
    expect(errorOf(await doctor.put(`${BASE}/${own}`, { name: '改', content: CONTENT }))).toBe('core.view-shared');
    expect(errorOf(await doctor.del(`${BASE}/${own}`))).toBe('core.view-shared');
    expect(await names(nurse)).toEqual(['两处', '曾可共享']);
    expect((await entries('list-view.share')).at(-1)).toMatchObject({
      before: expect.objectContaining({ name: '武汉', audiences: [expect.objectContaining({ orgId: 'org-wh' })] }),
      after: expect.objectContaining({ audiences: [] }),
    });
  });

  it('end with the role or the organisation; a list that opened with one opens plainly', async () => {
    const { db } = server;
    const now = server.time.now;
    await db.insertInto('core.role').values({ id: 'r-sim', en_code: 'SIM.R', full_name: '演示', created_at: now, updated_at: now }).execute();
    await db
      .insertInto('core.org')
      .values({ id: 'org-sim', en_code: 'SIM.O', full_name: '演示', parent_id: 'org-gz', created_at: now, updated_at: now })
      .execute();
    const [byRole, byOrg] = [await made(admin, '角色'), await made(admin, '机构')];
    await share(admin, byRole, at('', 'nurse'), { orgId: '', roleId: 'r-sim' });
    await share(admin, byOrg, at('org-sim'));
    const columns = CONTENT.columns;
    for (const audience of [{ orgId: '', roleId: 'r-sim' }, at('org-sim')])
      expect((await admin.put(`${BASE}/Columns/${page}`, { ...audience, columns })).code).toBe(200);
    await nurse.put(`${BASE}/Module/${page}/Default`, { id: byRole });
    expect((await open(nurse, '')).data.view?.id).toBe(byRole);
    await db.updateTable('core.role').set({ deleted_at: now }).where('id', '=', 'r-sim').execute();
    await db.updateTable('core.org').set({ deleted_at: now }).where('id', '=', 'org-sim').execute();
    const left = await db.selectFrom('core.list_view_share').select(['view_id', 'role_id']).execute();
    expect(left).toEqual([{ view_id: byRole, role_id: roles.nurse }]);
    expect(await db.selectFrom('core.column_default').selectAll().execute()).toEqual([]);
    await share(admin, byRole);
    expect((await open(nurse, '')).data.view).toBeNull();
    await admin.del(`${BASE}/${byRole}`);
    expect(await db.selectFrom('core.list_view_choice').selectAll().execute()).toEqual([]);
  });
});

describe('columns that people begin with', () => {
  const columns = (...props: string[]) => props.map((prop) => ({ prop, label: prop, visible: true }));
  const save = (who: TestClient, audience: Audience, ...props: string[]) => who.put(`${BASE}/Columns/${page}`, { ...audience, columns: columns(...props) });
  const shown = async (who: TestClient) => ((await open(who)).data as unknown as { prop: string }[]).map(({ prop }) => prop).join();
  const defaults = async (who: TestClient) =>
    (await who.get<{ applies: NamedAudience | null; mayArrange: boolean; list: NamedAudience[] }>(`${BASE}/Columns/${page}`)).data;

  it('[3-28] come by role before those for everybody, and stand behind what somebody arranged alone', async () => {
    await save(admin, everybody, 'all');
    expect([await shown(doctor), await shown(nurse)]).toEqual(['all', 'all']);
    for (let sent = 1; sent <= 2; sent += 1) await save(admin, at('', 'nurse'), 'nurse');
    await save(admin, at('org-gz'), 'gz');
    expect([await shown(doctor), await shown(nurse), await shown(manager)]).toEqual(['gz', 'nurse', 'all']);
    expect((await defaults(nurse)).applies).toMatchObject({ roleName: '护士', orgId: '' });
    const inEnglish = { 'X-Language': 'en' };
    const { data: told } = await admin.get<Awaited<ReturnType<typeof defaults>>>(`${BASE}/Columns/${page}`, inEnglish);
    expect(told.list).toContainEqual(expect.objectContaining({ roleName: 'Nurse' }));
    const { data: reach } = await admin.get<{ roles: { id: string; fullName: string }[] }>(`${BASE}/Audiences`, inEnglish);
    expect(reach.roles).toContainEqual({ id: roles.nurse, fullName: 'Nurse' });
    const fieldList = JSON.stringify(columns('own'));
    await nurse.put('/api/permission/Authority/SetColumnsByModuleId', { moduleId: page, fieldList });
    expect(await shown(nurse)).toBe('own');
    // Back to the default.
    await nurse.put('/api/permission/Authority/SetColumnsByModuleId', { moduleId: page, fieldList: '[]' });
    expect(await shown(nurse)).toBe('nurse');
    await save(admin, at('', 'nurse'));
    expect(await shown(nurse)).toBe('gz');
  });

  it('are set by those with the right, within their reach, for pages that they may open', async () => {
    expect(errorOf(await save(doctor, at('org-gz'), 'x'))).toBe('core.forbidden');
    for (const audience of [everybody, at('', 'nurse'), at('org-gz')]) expect(errorOf(await save(manager, audience, 'x'))).toBe('core.share-beyond');
    expect(errorOf(await manager.put(`${BASE}/Columns/${closed}`, { ...at('org-wh'), columns: columns('x') }))).toBe('core.forbidden');
    await save(admin, everybody, 'all');
    expect((await save(manager, at('org-wh'), 'wh')).code).toBe(200);
    expect([await shown(manager), await shown(doctor)]).toEqual(['wh', 'all']);
    expect(await defaults(manager)).toMatchObject({ mayArrange: true, list: [{ orgId: 'org-wh', roleId: '' }] });
    expect(await defaults(doctor)).toMatchObject({ mayArrange: false, list: [], applies: { orgId: '' } });
    expect((await defaults(admin)).list).toHaveLength(2);
    expect((await entries('list-view.saveDefault')).at(-1)?.after).toMatchObject({ orgId: 'org-wh', columns: ['wh'] });
  });
});
