import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket } from '../../../../tests/support/socket-client.ts';
import type { MenuImportRow, MenuNode, MenuOne } from '../../contract/menu/menu.contract.ts';

let server: TestServer;
let admin: TestClient;
let doctor: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  admin = await server.signIn('admin');
  doctor = await server.signIn('doctor');
});
afterAll(() => server.close());

const AT = '/api/system/Menu';
interface Shown {
  readonly enCode: string;
  readonly fullName: string;
  readonly parentId: string;
  readonly children: readonly Shown[] | null;
}
const flat = <Node extends { readonly children: readonly Node[] | null }>(nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const shownTo = async (client: TestClient) => flat((await client.get<{ menuList: readonly Shown[] }>('/api/oauth/CurrentUser')).data.menuList);
const all = async () => flat((await admin.get<{ list: MenuNode[] }>(AT)).data.list);
const idOf = async (code: string): Promise<string> => (await all()).find(({ enCode }) => enCode === code)?.id ?? '';
const one = async (code: string) => (await admin.get<MenuOne>(`${AT}/${await idOf(code)}`)).data;
const errorOf = ({ code, extras }: { readonly code: number; readonly extras?: unknown }) => [code, (extras as { error?: string } | undefined)?.error];

let made = 0;
const key = () => {
  made += 1;
  return { 'idempotency-key': `menu-test-key-${made}` };
};
const words = (name: string) => ({ zh: name, zhtw: `${name}繁`, en: `${name} en` });
const add = (enCode: string, over: object = {}, client = admin) =>
  client.post<{ id: string }>(AT, { enCode, type: 7, titles: words(enCode), urlAddress: 'https://example.org', linkTarget: '_blank', ...over }, key());
const edit = async (code: string, body: object) => await admin.put(`${AT}/${await idOf(code)}`, body);
const turn = async (code: string) => await admin.put(`${AT}/${await idOf(code)}/Actions/State`, undefined, key());

async function upload<T>(path: string, file: string): Promise<{ code: number; msg: string; data: T; extras?: unknown }> {
  const boundary = 'menus';
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="menus.json"\r\nContent-Type: application/json\r\n\r\n${file}\r\n--${boundary}--\r\n`;
  const answer = await admin.raw({
    method: 'POST',
    url: `${AT}/${path}`,
    headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return JSON.parse(answer.body) as { code: number; msg: string; data: T };
}
const exported = async (path: string) => {
  const answer = await admin.raw({ method: 'GET', url: `${AT}/${path}`, headers: { authorization: admin.token, accept: 'application/octet-stream' } });
  return answer.body;
};

describe('[2.5-05] menus that a site arranges', () => {
  it('an entry of its own is granted to nobody, then to whom it is granted, like any other', async () => {
    const items = [{ kind: 'button', enCode: 'btn_sim_open', titles: words('打开'), type: 'String' }];
    const { data } = await add('site.link', { items, parentId: await idOf('his') });
    expect((await shownTo(admin)).map(({ enCode }) => enCode)).toContain('site.link');
    expect((await shownTo(doctor)).map(({ enCode }) => enCode)).not.toContain('site.link');
    const catalogue = await admin.get<unknown>('/api/permission/Authority/Catalogue');
    expect(JSON.stringify(catalogue.data)).toContain(data.id);
    await server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'user', subject_id: 'user-doctor', kind: 'menu', menu_code: 'site.link', item_code: '' })
      .execute();
    expect((await shownTo(doctor)).find(({ enCode }) => enCode === 'site.link')).toMatchObject({ fullName: 'site.link', parentId: await idOf('his') });
    expect(await one('site.link')).toMatchObject({
      owner: 'site',
      isButtonAuthorize: 1,
      isColumnAuthorize: 0,
      items: [{ kind: 'button', enCode: 'btn_sim_open' }],
    });
  });

  it('a code of it that is turned off is nobody’s right and on offer to nobody; what was granted is there when it is on again', async () => {
    const grant = { subject_type: 'user', subject_id: 'user-doctor', kind: 'button', menu_code: 'site.link', item_code: 'btn_sim_open' } as const;
    await server.db.insertInto('core.permission_grant').values(grant).execute();
    const id = (await admin.get<{ list: { id: string }[] }>(`/api/system/ModuleButton/${await idOf('site.link')}/List`)).data.list[0]?.id ?? '';
    const held = async () =>
      JSON.stringify((await doctor.get<{ permissionList: unknown }>('/api/oauth/CurrentUser')).data.permissionList).includes('btn_sim_open');
    const offered = async () => JSON.stringify((await admin.get<unknown>('/api/permission/Authority/Catalogue')).data).includes(id);
    expect([await held(), await offered()]).toEqual([true, true]);
    expect((await admin.put(`/api/system/ModuleButton/${id}/Actions/State`, undefined, key())).code).toBe(EnvelopeCode.Ok);
    expect([await held(), await offered()]).toEqual([false, false]);
    // Whoever saves the entry without a word about the code leaves it as it is; a file carries it along.
    const file = await exported(`${await idOf('site.link')}/Action/Export`);
    expect(JSON.parse(file)).toMatchObject({ menus: [{ items: [{ enCode: 'btn_sim_open', enabledMark: 0 }] }] });
    await edit('site.link', { titles: words('site.link') });
    expect(await held()).toBe(false);
    await edit('site.link', { items: [{ kind: 'button', enCode: 'btn_sim_open', titles: words('打开'), type: 'String' }] });
    expect([await held(), await offered()]).toEqual([true, true]);
  });

  it('goes with its grants: one of the same code made later is another one', async () => {
    expect((await admin.del(`${AT}/${await idOf('site.link')}`)).code).toBe(EnvelopeCode.Ok);
    await add('site.link');
    expect((await shownTo(doctor)).map(({ enCode }) => enCode)).not.toContain('site.link');
    expect((await admin.del(`${AT}/gone`)).code).toBe(EnvelopeCode.Ok);
  });

  it('changes names, icon, order, place of an entry of a plugin, over an upgrade; what the plugin says anyway is no change', async () => {
    const before = await one('his.figures');
    await edit('his.figures', {
      titles: { ...words('数字'), en: '' },
      iconName: 'star',
      sortCode: 1,
      parentId: await idOf('system'),
      description: 'SIM',
      version: before.version,
    });
    const moved = { fullName: '数字', parentId: await idOf('system'), iconName: 'star' };
    expect(await one('his.figures')).toMatchObject({ changed: 'title,icon,sortCode,parent,description', titles: { zh: '数字', en: before.declaredTitles.en } });
    expect((await shownTo(admin)).find(({ enCode }) => enCode === 'his.figures')).toMatchObject(moved);
    const registry = server.readRegistry();
    await server.writeRegistry({ ...registry, plugins: registry.plugins.filter(({ id }) => id !== 'figures') });
    expect(await one('his.figures')).toMatchObject({ active: 0 });
    await server.db.updateTable('core.menu').set({ title_zh: '旧', icon: 'page' }).where('en_code', '=', 'his.figures').execute();
    await server.writeRegistry(registry);
    expect((await shownTo(admin)).find(({ enCode }) => enCode === 'his.figures')).toMatchObject(moved);
    expect((await one('his.figures')).declaredTitles).toEqual(before.declaredTitles);
    const { titles, iconName, sortCode, parentId } = before;
    await edit('his.figures', { titles, iconName, sortCode, parentId, description: '' });
    expect((await one('his.figures')).changed).toBe('');
  });

  it('goes back to what the plugin says', async () => {
    await edit('his.patient', { fullName: '人', sortCode: 77 });
    expect(await one('his.patient')).toMatchObject({ changed: 'title,sortCode', titles: { zh: '人' } });
    await admin.put(`${AT}/${await idOf('his.patient')}/Actions/Reset`);
    expect((await one('his.patient')).changed).toBe('');
    expect(errorOf(await admin.put(`${AT}/${await idOf('site.link')}/Actions/Reset`))).toEqual([EnvelopeCode.Invalid, 'system.menu-own']);
  });

  it('hides and switches off, for everybody; rights stay', async () => {
    const before = (await doctor.get<{ permissionList: { modelId: string }[] }>('/api/oauth/CurrentUser')).data.permissionList;
    await edit('his.patient', { hidden: 1 });
    expect((await shownTo(doctor)).map(({ enCode }) => enCode)).not.toContain('his.patient');
    expect((await doctor.get<{ permissionList: object[] }>('/api/oauth/CurrentUser')).data.permissionList).toHaveLength(before.length);
    await edit('his.patient', { hidden: 0 });
    await turn('his.patient');
    expect((await one('his.patient')).enabledMark).toBe(0);
    expect((await shownTo(admin)).map(({ enCode }) => enCode)).not.toContain('his.patient');
    await turn('his.patient');
    expect((await shownTo(doctor)).map(({ enCode }) => enCode)).toContain('his.patient');
  });

  it('nobody hides or stops the page of menus, wherever it stands', async () => {
    for (const code of ['system.menu', 'system']) {
      expect(errorOf(await edit(code, { hidden: 1 }))).toEqual([EnvelopeCode.Invalid, 'system.menu-guarded']);
      expect(errorOf(await turn(code))).toEqual([EnvelopeCode.Invalid, 'system.menu-guarded']);
    }
    await server.db.updateTable('core.menu').set({ site_changes: '{"hidden":true}' }).where('en_code', 'in', ['system', 'system.menu']).execute();
    expect((await shownTo(admin)).map(({ enCode }) => enCode)).toContain('system.menu');
    await server.db.updateTable('core.menu').set({ site_changes: '{}' }).where('en_code', 'in', ['system', 'system.menu']).execute();
  });

  it('refuses what would not work: cycles, places, codes, addresses, names, older readings', async () => {
    await add('site.box', { type: 1 });
    await add('site.box.in', { type: 1, parentId: await idOf('site.box') });
    const refused = async (work: Promise<{ code: number; extras?: unknown }>) => errorOf(await work)[1];
    expect(await refused(edit('site.box', { parentId: await idOf('site.box.in') }))).toBe('system.menu-cycle');
    expect(await refused(edit('site.box', { parentId: await idOf('his.patient') }))).toBe('system.menu-parent');
    expect(await refused(edit('site.box', { type: 2, urlAddress: 'a/b' }))).toBe('system.menu-has-entries');
    expect(await refused(admin.del(`${AT}/${await idOf('site.box')}`))).toBe('system.menu-has-entries');
    expect(await refused(admin.del(`${AT}/${await idOf('his.patient')}`))).toBe('system.menu-declared');
    expect(await refused(add('his.mine'))).toBe('system.menu-code');
    expect(await refused(add('site.box'))).toBe('system.menu-code-taken');
    expect(await refused(add('site.menu', { type: 2, urlAddress: 'system/menu' }))).toBe('system.menu-address-taken');
    expect(await refused(add('site.js', { urlAddress: 'javascript:alert(1)' }))).toBe('system.menu-link');
    expect(await refused(add('site.words', { type: 4, propertyJson: '{"moduleId":"none"}' }))).toBe('system.menu-dictionary');
    expect(await refused(add('site.name', { titles: { zh: 'x', zhtw: '', en: 'x' } }))).toBe('system.menu-name');
    const stale = (await one('site.box')).version;
    await edit('site.box', { sortCode: 5, version: stale });
    expect(errorOf(await edit('site.box', { sortCode: 6, version: stale }))).toEqual([EnvelopeCode.Conflict, 'system.stale']);
  });

  it('a right that was granted at one centre changes nothing for all of them', async () => {
    const buttons = ['', 'btn_add', 'btn_edit', 'btn_state', 'btn_remove', 'btn_upload'];
    const grants = buttons.map((item_code) => ({
      subject_type: 'user' as const,
      subject_id: 'user-doctor',
      kind: item_code === '' ? ('menu' as const) : ('button' as const),
      menu_code: 'system.menu',
      item_code,
    }));
    expect((await add('site.mine', {}, doctor)).code).toBe(EnvelopeCode.Forbidden);
    await server.db.insertInto('core.permission_grant').values(grants).execute();
    const at = `${AT}/${await idOf('his.patient')}`;
    const tries = [
      add('site.mine', {}, doctor),
      doctor.put(at, { hidden: 1 }),
      doctor.put(`${at}/Actions/State`, undefined, key()),
      doctor.put(`${at}/Actions/Reset`),
      doctor.del(`${AT}/${await idOf('site.box.in')}`),
    ];
    for (const tried of tries) expect(errorOf(await tried)).toEqual([EnvelopeCode.Forbidden, 'core.system-only']);
    expect((await doctor.get<{ list: MenuNode[] }>(AT)).data.list.length).toBeGreaterThan(1);
    await server.db.deleteFrom('core.permission_grant').where('menu_code', '=', 'system.menu').execute();
    expect((await add('site.mine')).code).toBe(EnvelopeCode.Ok);
  });

  it('codes that are left out go with what was granted of them', async () => {
    const item = (enCode: string) => ({ kind: 'button', enCode, titles: words(enCode), type: 'String' });
    await edit('site.mine', { items: [item('btn_a'), item('btn_b')] });
    await server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'user', subject_id: 'user-nurse', kind: 'button', menu_code: 'site.mine', item_code: 'btn_a' })
      .execute();
    expect(errorOf(await edit('site.mine', { items: [item('btn_a'), item('btn_a')] }))[1]).toBe('system.menu-item-doubled');
    await edit('site.mine', { items: [item('btn_b')] });
    expect((await one('site.mine')).items.map(({ enCode }) => enCode)).toEqual(['btn_b']);
    expect(await server.db.selectFrom('core.permission_grant').select('item_code').where('menu_code', '=', 'site.mine').execute()).toEqual([]);
  });

  it('codes of an entry of the site one by one, for clients of the platform; those of plugins stay', async () => {
    await add('site.coded');
    const moduleId = await idOf('site.coded');
    const post = async (at: string, body: object) => await admin.post<{ id: string }>(`/api/system/${at}`, { moduleId, ...body }, key());
    const listed = async (at: string) => (await admin.get<{ list: { enCode: string; fullName: string; id: string }[] }>(`/api/system/${at}`)).data.list;
    const { id } = (await post('ModuleButton', { enCode: 'btn_call', fullName: '叫号', icon: 'x', parentId: '-1', enabledMark: 1, sortCode: 1 })).data;
    expect((await post('ModuleButton', { enCode: 'btn_call', fullName: '又一个' })).code).toBe(EnvelopeCode.Invalid);
    expect(
      (
        await post('ModuleColumn/Actions/Batch', {
          columnJson: JSON.stringify([
            { enCode: 'bed', fullName: '床位' },
            { enCode: 'name', fullName: '姓名' },
          ]),
        })
      ).code,
    ).toBe(200);
    expect((await post('ModuleForm/Actions/Batch', { formJson: '{' })).code).toBe(EnvelopeCode.Invalid);
    expect((await post('ModuleDataAuthorize', { enCode: 'bedNo', fullName: '床号', type: 'String', conditionSymbol: 'Equal' })).code).toBe(200);
    expect(await listed(`ModuleButton/${moduleId}/List`)).toMatchObject([{ id, enCode: 'btn_call', fullName: '叫号', moduleId }]);
    expect((await listed(`ModuleColumn/site.coded/Fields`)).map(({ enCode }) => enCode)).toEqual(['bed', 'name']);
    expect((await admin.put(`/api/system/ModuleButton/${id}`, { enCode: 'btn_call', fullName: '叫号机' })).code).toBe(200);
    expect((await admin.get<{ fullName: string }>(`/api/system/ModuleButton/${id}`)).data.fullName).toBe('叫号机');
    expect((await one('site.coded')).items.map(({ kind, enCode, titles }) => [kind, enCode, titles.zh])).toEqual([
      ['button', 'btn_call', '叫号机'],
      ['column', 'bed', '床位'],
      ['column', 'name', '姓名'],
      ['field', 'bedNo', '床号'],
    ]);
    const turn = (kind: string, one: string, by = admin) => by.put(`/api/system/${kind}/${one}/Actions/State`, undefined, key());
    const mark = async () => (await admin.get<{ enabledMark: number }>(`/api/system/ModuleButton/${id}`)).data.enabledMark;
    const [bed] = await listed('ModuleColumn/site.coded/Fields');
    expect((await turn('ModuleColumn', String(bed?.id))).code).toBe(200);
    expect((await turn('ModuleColumn', id)).code).toBe(EnvelopeCode.NotFound);
    expect(await turn('ModuleButton', id)).toMatchObject({ code: 200, data: { id }, msg: expect.stringMatching(/./) });
    expect(await mark()).toBe(0);
    expect((await one('site.coded')).items.map(({ enabledMark = 1 }) => enabledMark)).toEqual([0, 0, 1, 1]);
    expect((await admin.put(`/api/system/ModuleButton/${id}`, { enCode: 'btn_call', fullName: '叫号机' })).code).toBe(200);
    expect(await mark()).toBe(0);
    expect(await turn('ModuleButton', await idOf('his.patient'))).toMatchObject({ code: EnvelopeCode.NotFound });
    const ofPlugin = (await listed(`ModuleButton/${await idOf('his.patient')}/List`))[0]?.id ?? '';
    expect(errorOf(await turn('ModuleButton', ofPlugin))[1]).toBe('system.menu-declared');
    expect((await turn('ModuleButton', id, doctor)).code).toBe(EnvelopeCode.Forbidden);
    for (let again = 0; again < 2; again += 1) expect((await admin.del(`/api/system/ModuleButton/${id}`)).code).toBe(200);
    expect((await admin.get(`/api/system/ModuleColumn/${id}`)).code).toBe(EnvelopeCode.NotFound);
    const declared = await admin.post('/api/system/ModuleButton', { moduleId: await idOf('his.patient'), enCode: 'btn_x', fullName: 'x' }, key());
    expect(errorOf(declared)[1]).toBe('system.menu-declared');
    expect((await doctor.get(`/api/system/ModuleButton/${moduleId}/List`)).code).toBe(EnvelopeCode.Forbidden);
  });

  it('[7.12-01] a dictionary of the demo has a page of its own (type 4), which shows its entries as a tree', async () => {
    const { data } = await admin.get<{ menuList: readonly (Shown & { type: number; urlAddress: string; propertyJson: string })[] }>('/api/oauth/CurrentUser');
    const menu = flat(data.menuList as never[]).find(({ enCode }) => enCode === 'site.sim_access') as never as (typeof data.menuList)[number];
    expect(menu).toMatchObject({ type: 4, fullName: '血管通路', urlAddress: 'dictionary/site.sim_access' });
    const { moduleId, isTree } = JSON.parse(menu.propertyJson) as { moduleId: string; isTree: number };
    const { list } = (await admin.get<{ list: Shown[] }>(`/api/system/DictionaryData/${moduleId}?isTree=${isTree}`)).data;
    expect(list.map(({ fullName, children }) => [fullName, children?.length])).toEqual([
      ['内瘘', 2],
      ['中心静脉导管', 2],
    ]);
    expect((await shownTo(doctor)).map(({ enCode }) => enCode)).not.toContain('site.sim_access');
  });

  it('shows the menu of a role', async () => {
    const { data } = await admin.get<{ list: { id: string; enCode: string }[] }>(`${AT}/Actions/PreviewRoles`);
    const role = data.list.find(({ enCode }) => enCode === 'cashier')?.id ?? '';
    const preview = await admin.get<{ list: MenuNode[] }>(`${AT}/Actions/Preview/${role}`);
    const codes = flat(preview.data.list).map(({ enCode }) => enCode);
    expect(codes).toContain('his.charging');
    expect(codes).not.toContain('system.menu');
  });

  it('screens that are open are told of each change, without a word about rights', async () => {
    const address = await server.server.listen();
    const { data } = await doctor.get<{ sessionInfo: { rightsDigest: string } }>('/api/oauth/CurrentUser');
    const screen = await connectSocket(address, doctor.token, { rights: data.sessionInfo.rightsDigest });
    await edit('his.patient', { fullName: '新名' });
    await screen.frame('rightsChanged');
    const after = (await doctor.get<{ sessionInfo: { rightsDigest: string } }>('/api/oauth/CurrentUser')).data.sessionInfo.rightsDigest;
    expect(after).not.toBe(data.sessionInfo.rightsDigest);
    expect(after.split('.')[0]).toBe(data.sessionInfo.rightsDigest.split('.')[0]);
    screen.socket.close();
  });

  it('what was exported is imported as no change, comes back after it was lost, and is looked at first', async () => {
    const types = (await admin.get<{ list: { id: string }[] }>('/api/system/DictionaryType')).data.list;
    await add('site.words', { type: 4, propertyJson: JSON.stringify({ moduleId: types[0]?.id, isTree: 1 }), parentId: await idOf('site.box.in') });
    const file = await exported('Actions/Export');
    const look = async (text: string) => (await upload<{ list: MenuImportRow[] }>('Actions/ImportPreview', text)).data.list;
    expect(new Set((await look(file)).map(({ act }) => act))).toEqual(new Set(['same']));
    for (const code of ['site.words', 'site.box.in']) await admin.del(`${AT}/${await idOf(code)}`);
    await admin.put(`${AT}/${await idOf('his.patient')}/Actions/Reset`);
    const acts = Object.fromEntries((await look(file)).map(({ enCode, act }) => [enCode, act]));
    expect(acts).toMatchObject({ 'site.words': 'create', 'site.box.in': 'create', 'site.box': 'same', 'his.patient': 'edit' });
    expect((await one('his.patient')).changed).toBe('');
    expect((await upload('Action/Import', file)).data).toMatchObject({ created: 2, edited: 1, skipped: 0 });
    expect(await exported('Actions/Export')).toBe(file);
  });

  it('a file with one wrong entry changes nothing and is told by name', async () => {
    const parsed = JSON.parse(await exported('Actions/Export')) as { menus: { enCode: string; titles: object }[]; changes: object[] };
    const wrong = { ...parsed, menus: [...parsed.menus.map((menu) => ({ ...menu, titles: words('新') })), { ...parsed.menus[0], enCode: 'his.bad' }] };
    const absent = { ...wrong, changes: [...parsed.changes, { enCode: 'acme.gone', enabledMark: 1 }] };
    const { list } = (await upload<{ list: MenuImportRow[] }>('Actions/ImportPreview', JSON.stringify(absent))).data;
    expect(list.find(({ enCode }) => enCode === 'his.bad')).toMatchObject({ act: 'refuse', reason: expect.stringContaining('site.') });
    expect(list.find(({ enCode }) => enCode === 'acme.gone')).toMatchObject({ act: 'skip' });
    const before = await exported('Actions/Export');
    expect((await upload('Action/Import', JSON.stringify(absent))).msg).toContain('his.bad');
    expect(await exported('Actions/Export')).toBe(before);
    expect((await exported(`${await idOf('site.box')}/Action/Export`)).match(/"enCode": "site\.[a-z.]+"/g)).toHaveLength(3);
  });
});
