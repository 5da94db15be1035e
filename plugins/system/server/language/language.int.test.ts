import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { xlsxReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../../../tests/support/cases/effort.ts';
import { connectSocket } from '../../../../tests/support/socket-client.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { TextImportRow, TextRow } from '../../contract/language/language.contract.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

let tries = 0;
const AT = '/api/system/Language';
const KEY = { owner: 'system', key: 'errors.system.menu-many' };
const find = async (query: string) => (await admin.get<{ list: TextRow[]; pagination: { total: number } }>(`${AT}?pageSize=100&${query}`)).data;
const save = (body: object) => admin.put(`${AT}/Actions/Wording`, { ...KEY, ...body });
const errorOf = ({ code, extras }: { readonly code: number; readonly extras?: unknown }) => [code, (extras as { error?: string } | undefined)?.error];
const session = async (language: string) =>
  (await admin.get<{ overrides: { texts: Record<string, string> } }>('/api/registry/Session', { 'x-language': language })).data.overrides.texts;

async function workbook(rows: readonly (readonly string[])[], names: readonly string[] = ['owner', 'key', 'zh', 'zhtw', 'en']): Promise<Buffer> {
  const { content } = xlsxReply<Record<string, string>>({
    fileName: 'x',
    sheetName: 'x',
    columns: names.map((key) => ({ key, title: key, kind: 'text' as const })),
    rows: (async function* () {
      for (const row of rows) yield Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']));
    })(),
  });
  return Buffer.concat(await (content as Readable).toArray());
}
async function upload<T>(path: string, file: Buffer): Promise<{ code: number; msg: string; data: T }> {
  const boundary = 'texts';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="texts.xlsx"\r\nContent-Type: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet\r\n\r\n`;
  const answer = await admin.raw({
    method: 'POST',
    url: `${AT}/Actions/${path}`,
    headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return JSON.parse(answer.body) as { code: number; msg: string; data: T };
}

describe('[2.5-05] texts that a site words', () => {
  it('are found in three languages, of the shell and of every plugin', async () => {
    expect((await find('keyword=system.menu-many')).list).toEqual([
      expect.objectContaining({ id: 'system:errors.system.menu-many', en: expect.stringContaining('{{most}}'), changed: '' }),
    ]);
    expect((await find('owner=core&keyword=errors.core.login-needed')).list).toHaveLength(1);
    expect((await find('owner=patient')).pagination.total).toBeGreaterThan(100);
    expect((await find('state=missing')).list).toEqual([]);
    expect((await admin.get<{ list: string[] }>(`${AT}/Actions/Owners`)).data.list).toContain('charging');
  });

  it('count at once, on the server and in what a session is told; another language stays as it was', async () => {
    const wrong = () => {
      tries += 1;
      return admin.post(
        '/api/system/Menu',
        { enCode: 'his.x', type: 1, titles: { zh: 'x', zhtw: 'x', en: 'x' } },
        { 'x-language': 'en', 'idempotency-key': `text-test-key-${tries}` },
      );
    };
    const before = (await wrong()).msg;
    await admin.put(`${AT}/Actions/Wording`, { owner: 'system', key: 'errors.system.menu-code', en: 'SIM code' });
    await admin.put(`${AT}/Actions/Wording`, { owner: 'system', key: 'menu.tree', en: 'SIM menus' });
    await admin.get('/api/oauth/CurrentUser');
    expect((await wrong()).msg).toBe('SIM code');
    expect(await session('en')).toMatchObject({ 'system:menu.tree': 'SIM menus' });
    expect(await session('zh')).toEqual({});
    const files = await admin.get<{ texts: Record<string, string> }>('/api/registry/Plugins/system/Files', { 'x-language': 'en' });
    expect(files.data.texts).toMatchObject({ 'menu.tree': 'SIM menus' });
    await admin.put(`${AT}/Actions/Wording`, { owner: 'system', key: 'errors.system.menu-code', en: '' });
    await admin.get('/api/oauth/CurrentUser');
    expect((await wrong()).msg).toBe(before);
  });

  it('7.12-02: a name that a site gave an entry of a declared dictionary stands in the texts of every plugin that shows it, in all languages', async () => {
    type Entry = { id: string; enCode: string; fullName: string; enabledMark: number; version: number };
    const entries = async (type: string) => (await admin.get<{ list: Entry[] }>(`/api/system/DictionaryData/${type}`)).data.list;
    const male = (await entries('sex')).find(({ enCode }) => enCode === '1') as Entry;
    const rename = (fullName: string) => admin.put(`/api/system/DictionaryData/${male.id}`, { fullName });
    const owners = ['patient', 'prescription', 'charging', 'pharmacy', 'insurance', 'insurance-guangxi'];
    const shown = async (language: string) => {
      await admin.get('/api/oauth/CurrentUser');
      const texts = await session(language);
      return owners.map((owner) => texts[`${owner}:sex.1`]);
    };
    expect((await rename('SIM 男性')).code).toBe(EnvelopeCode.Ok);
    expect([await shown('zh'), await shown('en')]).toEqual([owners.map(() => 'SIM 男性'), owners.map(() => 'SIM 男性')]);
    // The page of texts shows what screens show, and says of no language that somebody worded it.
    expect((await find('owner=charging&keyword=sex.1')).list[0]).toMatchObject({ zh: 'SIM 男性', en: 'SIM 男性', changed: '', own: { zh: '男', en: 'Male' } });
    // Whoever words one language of it says more.
    await admin.put(`${AT}/Actions/Wording`, { owner: 'charging', key: 'sex.1', en: 'SIM man' });
    expect([(await shown('en'))[2], (await shown('zh'))[2]]).toEqual(['SIM man', 'SIM 男性']);
    await admin.put(`${AT}/Actions/Wording`, { owner: 'charging', key: 'sex.1', en: '' });
    expect((await rename('男')).code).toBe(EnvelopeCode.Ok);
    expect(await shown('zh')).toEqual(owners.map(() => undefined));
    const route = (await entries('drugUsage')).find(({ enCode }) => enCode === '401') as Entry;
    const state = (enabledMark: number) => admin.put(`/api/system/DictionaryData/${route.id}`, { enabledMark });
    expect((await state(0)).code).toBe(EnvelopeCode.Ok);
    const all = (await admin.get<{ list: { enCode: string; hiddenList: Entry[] }[] }>('/api/system/DictionaryData/All')).data.list;
    expect(all.find(({ enCode }) => enCode === 'drugUsage')?.hiddenList.map(({ enCode }) => enCode)).toEqual(['401']);
    await state(1);
    // Rules know the codes: nobody adds one or takes one away.
    expect(errorOf(await admin.del(`/api/system/DictionaryData/${route.id}`))[1]).toBe('system.locked-remove');
  });

  it('7.12-02: every open screen is told of a changed dictionary, and of the texts that follow', async () => {
    const address = await server.server.listen();
    const people = ['admin', 'doctor', 'nurse', 'pharmacist', 'cashier', 'clerk', 'manager', 'developer'];
    const seen = await Promise.all(
      people.map(async (account) => {
        const client = await server.signIn(account);
        const { data } = await client.get<{ sessionInfo: { rightsDigest: string } }>('/api/oauth/CurrentUser');
        return { token: client.token, rights: data.sessionInfo.rightsDigest };
      }),
    );
    const screens = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const { token, rights } = seen[at % seen.length] ?? { token: '', rights: '' };
        return connectSocket(address, token, { rights });
      }),
    );
    expect(screens.some(({ frames }) => frames.some(({ method }) => method === 'rightsChanged'))).toBe(false);
    const male = (await admin.get<{ list: { id: string; enCode: string }[] }>('/api/system/DictionaryData/sex')).data.list.find(({ enCode }) => enCode === '1');
    const began = performance.now();
    await admin.put(`/api/system/DictionaryData/${male?.id}`, { fullName: 'SIM 男士' });
    const told = await Promise.all(
      screens.map((screen) => Promise.all([screen.frame('wordingChanged'), screen.frame('rightsChanged'), screen.frame('dictionaryChanged')])),
    );
    // Two seconds are promised; here others may want the processor, so it is said, not judged.
    say(`a changed dictionary: 30 open screens were told within ${Math.round(performance.now() - began)} ms`);
    // The texts themselves come with the frame: a screen that takes them has by then what its next look would say.
    for (const [at, [worded, changed]] of told.entries()) {
      expect(worded?.texts).toMatchObject({ zh: { 'patient:sex.1': 'SIM 男士' }, zhtw: { 'patient:sex.1': 'SIM 男士' }, en: { 'patient:sex.1': 'SIM 男士' } });
      const [rights, menus, texts] = (seen[at % seen.length]?.rights ?? '').split('.');
      expect([worded?.from, changed?.digest]).toEqual([texts, `${rights}.${menus}.${worded?.to}`]);
    }
    await admin.put(`/api/system/DictionaryData/${male?.id}`, { fullName: '男' });
    for (const { socket } of screens) socket.close();
  });

  it('stand above registry.json', async () => {
    const registry = server.readRegistry();
    await server.writeRegistry({ ...registry, overrides: { texts: { 'system:menu.tree': { en: 'of the file', zh: '文件' } } } });
    const texts = async (language: string) =>
      (await admin.get<{ texts: Record<string, string> }>('/api/registry/Plugins/system/Files', { 'x-language': language })).data.texts;
    expect([(await texts('en'))['menu.tree'], (await texts('zh'))['menu.tree']]).toEqual(['SIM menus', '文件']);
    await server.writeRegistry(registry);
  });

  it('keep the placeholders of the text, and are of a text that there is', async () => {
    expect(errorOf(await save({ en: 'many' }))).toEqual([EnvelopeCode.Invalid, 'system.text-placeholders']);
    expect(errorOf(await save({ zh: '{{most}} {{more}}' }))).toEqual([EnvelopeCode.Invalid, 'system.text-placeholders']);
    expect(errorOf(await save({ key: 'no.such', en: 'x' }))).toEqual([EnvelopeCode.NotFound, 'system.text-unknown']);
    const own = (await find('keyword=menu-many')).list[0]?.own;
    expect((await save({ en: own?.en })).code).toBe(EnvelopeCode.Ok);
    expect((await find('keyword=menu-many')).list[0]?.changed).toBe('');
    const doctor = await server.signIn('doctor');
    expect((await doctor.put(`${AT}/Actions/Wording`, { ...KEY, en: 'x' })).code).toBe(EnvelopeCode.Forbidden);
  });

  it('what was exported says nothing new; a changed workbook is looked at and taken over whole', async () => {
    const answer = await admin.raw({
      method: 'GET',
      url: `${AT}/Actions/Export?owner=system`,
      headers: { authorization: admin.token, accept: 'application/octet-stream' },
    });
    expect(JSON.stringify(await readXlsx(answer.rawPayload))).toContain('SIM menus');
    expect((await upload<{ list: TextImportRow[]; same: number }>('ImportPreview', answer.rawPayload)).data.list).toEqual([]);
    const rows = [
      ['system', 'menu.find', '', '', 'SIM find'],
      ['acme', 'gone', 'x', 'x', 'x'],
    ];
    const wrong = await workbook([...rows, ['system', KEY.key, '没有', '', '']]);
    const { list } = (await upload<{ list: TextImportRow[] }>('ImportPreview', wrong)).data;
    expect(list.map(({ act }) => act)).toEqual(['edit', 'skip', 'refuse']);
    expect((await upload('Import', wrong)).msg).toContain(KEY.key);
    expect((await find('state=changed')).list.map(({ key }) => key)).toEqual(['menu.tree']);
    expect((await upload('Import', await workbook(rows))).data).toEqual({ edited: 1, unchanged: 0, skipped: 1 });
    expect((await find('state=changed')).list.map(({ key }) => key).sort()).toEqual(['menu.find', 'menu.tree']);
  });
});

describe('[2.5-05] a language that a site adds', () => {
  const VI = { 'x-language': 'vi' };
  const put = (code: string, body: object) => admin.put(`${AT}/Actions/Languages/${code}`, { name: 'Tiếng Việt', base: 'en', enabled: 0, ...body });
  const loginPage = async (headers = VI) =>
    (await server.nobody.get<{ languages?: object[]; texts?: Record<string, string> }>('/api/oauth/LoginPage', headers)).data;
  const names = ['owner', 'key', 'zh', 'zhtw', 'en', 'vi'];
  const said = (owner: string, key: string, text: string): readonly string[] => [owner, key, '', '', '', text];
  const FILLED = [
    said('login', 'login.welcome', 'Chào mừng'),
    said('menu', 'his.patient', 'Bệnh nhân'),
    said('patient', 'sex.1', 'Nam'),
    said('system', 'errors.system.menu-many', 'Tối đa {{most}}'),
    said('core', 'messages.language-switched', 'Đã đổi ngôn ngữ'),
  ];
  const currentUser = async (client = admin, headers: Record<string, string> = VI) =>
    (await client.get<{ userInfo: { language: string }; menuList: Node[] }>('/api/oauth/CurrentUser', headers)).data;
  type Node = { enCode: string; fullName: string; children: Node[] | null };
  const nameOf = (nodes: readonly Node[], code: string): string | undefined => {
    for (const node of nodes) {
      const found = node.enCode === code ? node.fullName : nameOf(node.children ?? [], code);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  it('has a code by BCP 47, and is off until it says something', async () => {
    expect(errorOf(await put('zh', {}))).toEqual([EnvelopeCode.Invalid, 'system.language-code']);
    expect(errorOf(await put('vi', { enabled: 1 }))).toEqual([EnvelopeCode.Refused, 'system.language-empty']);
    expect((await put('vi', {})).data).toMatchObject({ code: 'vi', enabled: 0, filled: 0 });
    expect(errorOf(await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'vi' }))[1]).toBe('core.language-unknown');
    expect((await loginPage()).languages).toBeUndefined();
    const doctor = await server.signIn('doctor');
    expect((await doctor.put(`${AT}/Actions/Languages/vi`, { name: 'x', base: 'en', enabled: 1 })).code).toBe(EnvelopeCode.Forbidden);
  });

  it('comes by a workbook with an empty column, names of menus and the page of sign-in in it', async () => {
    const answer = await admin.raw({
      method: 'GET',
      url: `${AT}/Actions/Export?language=vi`,
      headers: { authorization: admin.token, accept: 'application/octet-stream' },
    });
    const [sheet] = await readXlsx(answer.rawPayload);
    const rows = sheet?.rows.map((row) => row.map((cell) => String(cell ?? ''))) ?? [];
    expect(rows[0]).toEqual(names);
    expect(rows.find(([owner, key]) => owner === 'menu' && key === 'his.patient')?.[5] ?? '').toBe('');
    expect(rows.some(([owner, key]) => owner === 'core' && key === 'messages.language-switched')).toBe(true);
    const wrong = await workbook([...FILLED, said('system', 'errors.system.text-long', 'Dài')], names);
    const preview = (await upload<{ list: TextImportRow[]; languages: object[] }>('ImportPreview', wrong)).data;
    expect(preview.list.at(-1)).toMatchObject({ act: 'refuse', reason: expect.stringMatching(/^F7：.*\{\{most\}\}/) });
    expect((await upload('Import', wrong)).code).toBe(EnvelopeCode.Refused);
    const right = await workbook(
      FILLED.filter(([owner]) => owner !== 'login'),
      names,
    );
    const shown = (await upload<{ list: TextImportRow[]; languages: { filled: number; total: number }[] }>('ImportPreview', right)).data;
    expect(shown.languages).toEqual([{ code: 'vi', filled: 4, total: expect.any(Number) }]);
    expect(shown.languages[0]?.total).toBeGreaterThan(2_000);
    expect((await upload('Import', right)).data).toEqual({ edited: 4, unchanged: 0, skipped: 0 });
    // The page of texts is about the three of the product, and says nothing of it.
    expect((await find('keyword=menu-many')).list[0]?.changed).toBe('');
  });

  it('enabled, is spoken by server, screens and menus, with its base in the gaps, and kept for the person', async () => {
    expect((await put('vi', { enabled: 1 })).data).toMatchObject({ enabled: 1, filled: 4 });
    const offered = [{ code: 'vi', name: 'Tiếng Việt', base: 'en' }];
    expect((await loginPage()).languages).toEqual(offered);
    expect(nameOf((await currentUser()).menuList, 'his.patient')).toBe('Bệnh nhân');
    expect(nameOf((await currentUser(admin, { 'x-language': 'en' })).menuList, 'his.patient')).not.toBe('Bệnh nhân');
    const registry = (await admin.get<{ languages: object[]; overrides: { texts: Record<string, string> } }>('/api/registry/Session', VI)).data;
    expect([registry.languages, registry.overrides.texts['patient:sex.1']]).toEqual([offered, 'Nam']);
    expect(Object.keys(registry.overrides.texts).some((name) => name.startsWith('menu:') || name.startsWith('core:'))).toBe(false);
    const files = await admin.get<{ texts: Record<string, string> }>('/api/registry/Plugins/patient/Files', VI);
    expect(files.data.texts['sex.1']).toBe('Nam');
    const saved = await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'vi' }, { 'x-language': 'zh' });
    expect([saved.code, saved.msg]).toEqual([EnvelopeCode.Ok, 'Đã đổi ngôn ngữ']);
    // Who sends no language is answered in the saved one; gaps are of its base.
    const plain = await currentUser(admin, {});
    expect([plain.userInfo.language, nameOf(plain.menuList, 'his.patient')]).toEqual(['vi', 'Bệnh nhân']);
    expect((await admin.put(`${AT}/Actions/Wording`, { owner: 'system', key: 'no.such', en: 'x' }, {})).msg).toContain('There is no text');
    // A browser that asks for it without having chosen is answered in it, too.
    expect(await server.nobody.get('/api/oauth/CurrentUser', { 'accept-language': 'vi-VN,vi;q=0.9' })).toMatchObject({ code: EnvelopeCode.LoginExpired });
  });

  it('shows what it lacks, names of menus and the page of sign-in among it, and is worded text by text', async () => {
    const lacks = async (more = '') =>
      (await admin.get<{ list: TextRow[]; pagination: { total: number } }>(`${AT}?language=vi&state=missing&pageSize=500${more}`)).data;
    const { list } = (await admin.get<{ list: { filled: number; total: number }[] }>(`${AT}/Actions/Languages`)).data;
    const [vi] = list;
    expect((await lacks()).pagination.total).toBe((vi?.total ?? 0) - (vi?.filled ?? 0));
    expect((await lacks('&owner=menu')).list.map(({ key }) => key)).toContain('system.language');
    expect((await find('language=vi&state=changed')).list.map(({ id, added }) => [id, added])).toContainEqual(['patient:sex.1', 'Nam']);
    const word = (owner: string, key: string, wording: string) =>
      admin.put(`${AT}/Actions/Wording`, { owner, key, en: 'SIM', added: { language: 'vi', wording } });
    expect(await word('menu', 'system.language', 'Ngôn ngữ')).toMatchObject({ code: EnvelopeCode.Ok });
    expect(nameOf((await currentUser()).menuList, 'system.language')).toBe('Ngôn ngữ');
    expect((await lacks('&owner=menu')).list.map(({ key }) => key)).not.toContain('system.language');
    // A menu is named in the product's languages on its own page: nothing was written.
    expect((await find('language=vi&owner=menu&keyword=system.language')).list[0]).toMatchObject({ added: 'Ngôn ngữ', changed: '' });
    expect(errorOf(await word('system', 'errors.system.menu-many', 'Tối đa'))).toEqual([EnvelopeCode.Invalid, 'system.text-placeholders']);
    expect(await word('patient', 'sex.1', '')).toMatchObject({ code: EnvelopeCode.Ok });
    expect((await lacks('&owner=patient')).list.map(({ key }) => key)).toContain('sex.1');
    await admin.put(`${AT}/Actions/Wording`, { owner: 'patient', key: 'sex.1', en: '' });
    expect(errorOf(await admin.get(`${AT}?language=xx`))).toEqual([EnvelopeCode.NotFound, 'system.language-gone']);
  });

  it('off or removed, people go on in its base', async () => {
    await put('vi', { enabled: 0 });
    const off = await currentUser(admin, VI);
    expect(nameOf(off.menuList, 'his.patient')).toBe(nameOf((await currentUser(admin, { 'x-language': 'en' })).menuList, 'his.patient'));
    expect((await admin.get<{ languages?: object[] }>('/api/registry/Session', VI)).data.languages).toBeUndefined();
    expect((await admin.del(`${AT}/Actions/Languages/vi`)).code).toBe(EnvelopeCode.Ok);
    expect(errorOf(await admin.del(`${AT}/Actions/Languages/vi`))[1]).toBe('system.language-gone');
    expect((await currentUser(admin, {})).userInfo.language).toBe('en');
    expect((await session('en'))['patient:sex.1']).toBeUndefined();
  });
});
