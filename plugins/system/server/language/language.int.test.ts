import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { xlsxReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

async function workbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const names = ['owner', 'key', 'zh', 'zhtw', 'en'];
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
    expect((await find('keyword=menu-many')).list).toEqual([
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
