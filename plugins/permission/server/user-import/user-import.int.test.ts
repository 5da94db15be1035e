import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { readSheet, xlsxReply } from '@nephra/plugin-sdk/server';
import { createFakeJobRun, readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import type { ImportRow, PreviewRow, UserInfo } from '../../contract/index.ts';
import { headingOf, IMPORT_KEYS } from '../../domain/user-import/import-columns.ts';
import type { PermissionDb } from '../permission-call.ts';
import { makeKeeper, moveTo, newUser, startUserServer, userIdOf } from '../user/user.fixture.ts';
import { forgetImports } from './forget-imports.job.ts';

const USERS = '/api/permission/Users';
const ROOT = '康源医疗集团(演示)';
const GZ = `${ROOT}/康源血液透析中心(广州)`;
const WARD = `${GZ}/血液净化中心`;

interface Imported {
  snum: number;
  fnum: number;
  resultType: number;
  failResult: PreviewRow[];
}

let server: TestServer;
let admin: TestClient;
let keeper: TestClient;
beforeAll(async () => {
  server = await startUserServer();
  await moveTo(server, 'admin', 'org-root');
  await makeKeeper(server, 'doctor', 'org-gz');
  admin = await server.signIn('admin');
  keeper = await server.signIn('doctor');
});
afterAll(() => server.close());

type Row = Partial<Record<(typeof IMPORT_KEYS)[number], string>>;
const person = (account: string, over: Row = {}): Row => ({ account, realName: '王新', organizeId: WARD, ...over });

async function workbook(rows: readonly Row[], language: 'zh' | 'en' = 'zh'): Promise<Buffer> {
  const reply = xlsxReply<Record<string, string>>({
    fileName: 'users',
    sheetName: 'users',
    columns: IMPORT_KEYS.map((key) => ({ key, title: headingOf(key, language), kind: 'text' as const })),
    rows: (async function* () {
      for (const row of rows) yield { ...row } as Record<string, string>;
    })(),
  });
  return Buffer.concat(await (reply.content as Readable).toArray());
}

async function upload(client: TestClient, content: Buffer | string, name = 'users.xlsx') {
  const payload = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content as never),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const answer = await client.raw({ method: 'POST', url: `${USERS}/Uploader`, payload, headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  return answer.json() as { code: number; data: { name: string; url: string }; extras: { error: string } | null };
}
const preview = async (client: TestClient, fileName: string) => client.get<{ dataRow: PreviewRow[] }>(`${USERS}/ImportPreview?fileName=${fileName}`);
const rowsOf = async (client: TestClient, rows: readonly Row[]): Promise<PreviewRow[]> => {
  const { data } = await upload(client, await workbook(rows));
  return (await preview(client, data.name)).data.dataRow;
};
const importRows = (client: TestClient, list: readonly Partial<ImportRow>[], key?: string) =>
  client.post<Imported>(`${USERS}/ImportData`, { list }, key ? { 'idempotency-key': key } : {});
const sent = ({ errors, errorsInfo, imported, manager, ...row }: PreviewRow): Partial<ImportRow> => row;
const infoOf = async (account: string): Promise<UserInfo> => (await admin.get<UserInfo>(`${USERS}/${await userIdOf(server, account)}`)).data;

describe('[7.11-15] template', () => {
  it('has headings in the language of the caller, an example, lists to choose from and an explanation', async () => {
    const zh = await admin.raw({ method: 'GET', url: `${USERS}/TemplateDownload` });
    expect(decodeURIComponent(String(zh.headers['content-disposition']))).toContain('用户导入模板.xlsx');
    const [users, explain, lists] = await readXlsx(zh.rawPayload);
    expect(users?.rows[0]?.slice(0, 5)).toEqual(['账号*', '姓名*', '工号', '性别', '所属组织*']);
    expect(users?.rows).toHaveLength(2);
    expect(explain?.rows).toHaveLength(IMPORT_KEYS.length + 1);
    const column = (title: string) => lists?.rows.map((row) => row[lists.rows[0]?.indexOf(title) ?? -1]).filter(Boolean);
    expect(column('所属组织')).toContain(WARD);
    expect(column('角色')).toContain('护士');
    expect(column('岗位')).toContain('护士长');
    const en = await readXlsx((await admin.raw({ method: 'GET', url: `${USERS}/TemplateDownload`, headers: { 'x-language': 'en' } })).rawPayload);
    expect(en.map(({ name }) => name)).toEqual(['Users', 'Explanation', 'Lists']);
    expect(en[0]?.rows[0]?.[0]).toBe('Account*');
  });

  it('shows a keeper the own facility only', async () => {
    const [, , lists] = await readXlsx((await keeper.raw({ method: 'GET', url: `${USERS}/TemplateDownload` })).rawPayload);
    const text = JSON.stringify(lists?.rows);
    expect(text).toContain('康源血液透析中心(广州)/血液净化中心');
    expect(text).not.toContain('武汉');
    expect(text).not.toContain(ROOT);
  });

  it('filled in with nothing but its example it holds no users', async () => {
    const { rawPayload } = await admin.raw({ method: 'GET', url: `${USERS}/TemplateDownload` });
    const { data } = await upload(admin, rawPayload);
    expect(await preview(admin, data.name)).toMatchObject({ code: EnvelopeCode.Invalid, extras: { error: 'permission.user-import-empty' } });
  });
});

describe('[7.11-15] preview', () => {
  it('tells of every row what is wrong, in words', async () => {
    const rows = await rowsOf(admin, [
      person('fine', { mobilePhone: '13700000001' }),
      person('NURSE'),
      person('', { realName: '' }),
      person('twice', { organizeId: '火星/一科' }),
      person('Twice', { mobilePhone: '123', roleId: '国王', gender: '?' }),
    ]);
    expect(rows.map((row) => row.errors.map(({ field }) => field))).toEqual([
      [],
      ['account'],
      ['account', 'realName'],
      ['organizeId'],
      ['mobilePhone', 'gender', 'roleId', 'account'],
    ]);
    expect(rows.map((row) => row.rowNumber)).toEqual([2, 3, 4, 5, 6]);
    expect(rows[1]?.errorsInfo).toBe('账号：账号“NURSE”已存在');
    expect(rows[3]?.errorsInfo).toBe('所属组织：找不到组织“火星/一科”');
    expect(rows[4]?.errorsInfo).toContain('账号：与第 5 行的账号重复');
  });

  it('reads headings of another language than that of the screen', async () => {
    const { data } = await upload(admin, await workbook([person('english')], 'en'));
    expect((await preview(admin, data.name)).data.dataRow).toMatchObject([{ account: 'english', errors: [] }]);
  });

  it('refuses files that are none, lack columns or are somebody else’s', async () => {
    expect(await upload(admin, 'a,b', 'users.csv')).toMatchObject({ code: EnvelopeCode.Invalid, extras: { error: 'permission.user-import-type' } });
    const broken = await upload(admin, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]));
    expect((await preview(admin, broken.data.name)).extras?.error).toBe('core.xlsx-unreadable');
    const reply = xlsxReply({
      fileName: 'a',
      sheetName: 'a',
      columns: [{ key: 'a', title: '账号', kind: 'text' }],
      rows: (async function* () {
        yield { a: 'x' };
      })(),
    });
    const lacking = await upload(admin, Buffer.concat(await (reply.content as Readable).toArray()));
    const answer = await preview(admin, lacking.data.name);
    expect(answer.msg).toContain('姓名、所属组织');
    const { data } = await upload(admin, await workbook([person('secret')]));
    for (const missing of [
      await preview(keeper, data.name),
      await preview(admin, '20260302_00000000000000000000000000000000.xlsx'),
      await preview(admin, '../../etc/passwd'),
    ]) {
      expect(missing).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.file-missing' } });
    }
  });

  it('a keeper names own organisations, gives own rights', async () => {
    const mine = '康源血液透析中心(广州)';
    const rows = await rowsOf(keeper, [
      person('k1', { organizeId: `${mine}/血液净化中心` }),
      person('k2', { organizeId: '康源血液透析中心(武汉)' }),
      person('k3', { organizeId: mine, roleId: '系统管理员' }),
    ]);
    expect(rows.map((row) => row.errors.map(({ field }) => field).join())).toEqual(['', 'organizeId', expect.any(String)]);
  });
});

describe('[7.11-15] import', () => {
  it('adds the right rows with everything they name, and answers the wrong ones', async () => {
    const rows = await rowsOf(admin, [
      person('staff.a', {
        managerId: '王新/staff.b',
        roleId: '护士；收费员',
        positionId: '护士长',
        gender: '女',
        birthday: '1990/5/20',
        mobilePhone: '13711110001',
        enCode: '42',
      }),
      person('staff.b', { organizeId: `${WARD}；${ROOT}/康源血液透析中心(武汉)`, enabledMark: '停用' }),
      person('staff.c', { mobilePhone: '1' }),
      person('staff.d', { managerId: 'staff.c' }),
    ]);
    const answer = await importRows(admin, rows.map(sent));
    expect(answer.data).toMatchObject({ snum: 2, fnum: 2, resultType: 1 });
    expect(answer.data.failResult.map((row) => row.account).sort()).toEqual(['staff.c', 'staff.d']);
    const a = await infoOf('staff.a');
    expect(a).toMatchObject({
      managerId: await userIdOf(server, 'staff.b'),
      gender: '2',
      birthday: Date.parse('1990-05-20T00:00:00+08:00'),
      enCode: '42',
      enabledMark: 1,
      organizeId: 'dep-gz-2',
    });
    expect(a.roleId.split(',')).toHaveLength(2);
    expect(a.positionId.startsWith('pos-gz')).toBe(true);
    expect(await infoOf('staff.b')).toMatchObject({ organizeId: 'dep-gz-2,org-wh', enabledMark: 0 });
    await expect(server.signIn('staff.a', 'Demo2026')).rejects.toThrow();
    expect((await admin.get<{ list: { account: string }[] }>(`${USERS}?keyword=wangxin&pageSize=500`)).data.list.map((row) => row.account)).toContain(
      'staff.a',
    );
  });

  it('sent again, whole or in part, it makes nobody twice; the preview knows who is there', async () => {
    const { data } = await upload(admin, await workbook(Array.from({ length: 30 }, (_none, n) => person(`again.${n}`))));
    const rows = (await preview(admin, data.name)).data.dataRow;
    expect((await importRows(admin, rows.slice(0, 20).map(sent), 'import-key-1')).data).toMatchObject({ snum: 20, fnum: 0 });
    expect((await importRows(admin, rows.slice(0, 20).map(sent), 'import-key-1')).data).toMatchObject({ snum: 20, fnum: 0 });
    const seen = (await preview(admin, data.name)).data.dataRow;
    expect(seen.map((row) => [row.imported, row.errors.length])).toEqual([
      ...Array.from({ length: 20 }, () => [true, 0]),
      ...Array.from({ length: 10 }, () => [false, 0]),
    ]);
    expect((await importRows(admin, rows.map(sent))).data).toMatchObject({ snum: 30, fnum: 0, resultType: 0 });
    const { n } = await server.db
      .selectFrom('core.user_account')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('account', 'like', 'again.%')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(30);
  });

  it('two that run at the same moment make nobody twice', async () => {
    const rows = (
      await rowsOf(
        admin,
        Array.from({ length: 20 }, (_none, n) => person(`race.${n}`)),
      )
    ).map(sent);
    const answers = await Promise.all([
      importRows(admin, rows),
      importRows(admin, rows),
      importRows(
        admin,
        rows.map(({ rowKey, ...row }) => row),
      ),
    ]);
    const added = answers.reduce((sum, answer) => sum + (answer.data?.failResult?.length === 0 ? 1 : 0), 0);
    expect(added).toBeGreaterThan(0);
    const { n } = await server.db
      .selectFrom('core.user_account')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('account', 'like', 'race.%')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(20);
  });

  it('rows of older clients carry no keys: who is there is an error then', async () => {
    expect((await importRows(admin, [person('nokey')])).data).toMatchObject({ snum: 1 });
    expect((await importRows(admin, [person('nokey')])).data).toMatchObject({ snum: 0, fnum: 1, failResult: [{ errorsInfo: '账号：账号“nokey”已存在' }] });
    expect((await importRows(admin, [])).data).toMatchObject({ snum: 0, fnum: 0, resultType: 0 });
  });

  it('is on record with who was added', async () => {
    await importRows(admin, [person('on.record')]);
    await server.server.core.parts.audit.settled();
    const entry = await server.db
      .selectFrom('core.audit')
      .select('body')
      .where('action', '=', 'permission-user-import.importData')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.body)).toMatchObject({ class: 'security', after: [{ account: 'on.record' }], note: '1 of 1 rows' });
  });
});

describe('[7.11-15] rows that failed, as a workbook', () => {
  it('can be mended and uploaded again; formulas are texts in it', async () => {
    const { data } = await upload(admin, await workbook([person('ok.one'), person('bad.one', { mobilePhone: '12', description: '=cmd|calc' })]));
    const rows = (await preview(admin, data.name)).data.dataRow;
    await importRows(admin, rows.map(sent));
    const answer = await admin.raw({ method: 'POST', url: `${USERS}/ExportExceptionData`, payload: { fileName: data.name } });
    const [sheet] = await readXlsx(answer.rawPayload);
    expect(sheet?.rows).toHaveLength(2);
    expect(sheet?.rows[0]?.[0]).toBe('错误原因');
    expect(sheet?.rows[1]?.[0]).toBe('手机：不是正确的手机号码');
    const note = sheet?.cells[1]?.find((cell) => cell.value === '=cmd|calc');
    expect(note?.type).toBe('text');
    const again = await upload(admin, answer.rawPayload);
    expect((await preview(admin, again.data.name)).data.dataRow).toMatchObject([{ account: 'bad.one', mobilePhone: '12' }]);
    const given = await admin.raw({ method: 'POST', url: `${USERS}/ExportExceptionData`, payload: { list: [person('x y')] } });
    expect((await readXlsx(given.rawPayload))[0]?.rows[1]?.[0]).toContain('账号：');
    expect((await admin.raw({ method: 'POST', url: `${USERS}/ExportExceptionData`, payload: { list: [person('right.one')] } })).json().extras.error).toBe(
      'permission.user-import-no-errors',
    );
  });
});

describe('[7.11-15] export', () => {
  it('this page or all, with chosen columns, on record as an export', async () => {
    const page = await admin.raw({ method: 'GET', url: `${USERS}/ExportExcel?dataType=0&pageSize=3&selectKey=realName,account,password_hash,account` });
    const [sheet] = await readXlsx(page.rawPayload);
    expect(sheet?.rows[0]).toEqual(['姓名', '账号']);
    expect(sheet?.rows).toHaveLength(4);
    const all = await readXlsx((await admin.raw({ method: 'GET', url: `${USERS}/ExportExcel?dataType=1&keyword=again` })).rawPayload);
    expect(all[0]?.rows).toHaveLength(31);
    expect(all[0]?.rows[0]).toContain('最近登录');
    await server.server.core.parts.audit.settled();
    const entry = await server.db
      .selectFrom('core.audit')
      .select(['class', 'body'])
      .where('action', '=', 'permission-user-import.exportExcel')
      .orderBy('seq')
      .executeTakeFirstOrThrow();
    expect(entry.class).toBe('export');
    expect(JSON.parse(entry.body)).toMatchObject({ note: 'page: realName,account' });
  });

  it('a keeper’s export holds the own people; a name that looks like a formula stays a text', async () => {
    await admin.post(USERS, newUser({ account: 'formula', description: '=HYPERLINK("http://x")' }));
    const content = (await keeper.raw({ method: 'GET', url: `${USERS}/ExportExcel?dataType=1&selectKey=account,description` })).rawPayload;
    const { rows } = await readSheet(content, { rows: 5_000, columns: 5 });
    const accounts = rows.map(({ cells }) => cells[0]);
    expect(accounts).toContain('nurse');
    expect(accounts).not.toContain('admin');
    const cell = (await readXlsx(content))[0]?.cells.flat().find(({ value }) => value.startsWith('=HYPER'));
    expect(cell?.type).toBe('text');
  });
});

/** Files that wait to be fetched. */
const made = () => server.db.selectFrom('core.stored_file').select('id').where('type', '=', 'offered').execute();

it('workbooks and the memory of rows are gone after a day', async () => {
  const onDisk = (): number =>
    readdirSync(path.join(server.config.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xlsx')).length;
  expect(onDisk()).toBeGreaterThan(0);
  const live = server.server.plugins.host.snapshot.live.find(({ id }) => id === 'permission');
  if (!live) throw new Error('the plugin does not run');
  await admin.get(`${USERS}/TemplateDownload`);
  expect(await made()).toHaveLength(1);
  server.time.advance(25 * 3_600_000);
  await server.server.core.offered.forgetOld();
  expect(await made()).toEqual([]);
  await forgetImports.run(live.context as never, createFakeJobRun());
  await expect.poll(onDisk).toBe(0);
  const db = server.database.kyselyFor<PermissionDb>();
  expect(await db.selectFrom('permission.user_import_row').select('row_key').execute()).toEqual([]);
  expect(await db.selectFrom('permission.user_import').select('file_id').execute()).toEqual([]);
});
