import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ImportPreview, ImportResult } from '@nephra/plugin-sdk/record';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../../../../tests/support/faults/cut-call.ts';
import { workbookOf } from '../../../../tests/support/records/suite/workbooks.ts';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import { startKeptServer } from '../user/user.fixture.ts';

const ACTIONS = '/api/permission/Position/Actions';
const ROOT = '康源医疗集团(演示)';
const GZ = `${ROOT}/康源血液透析中心(广州)`;
const WARD = `${GZ}/血液净化中心`;
const WUHAN = `${ROOT}/康源血液透析中心(武汉)`;
const HEAD = ['岗位名称', '岗位编码', '所属机构或部门', '岗位类型'];

let server: TestServer;
let admin: TestClient;
let keeper: TestClient;
beforeAll(async () => {
  ({ server, admin, keeper } = await startKeptServer());
});
afterAll(() => server?.close());

async function upload(client: TestClient, content: Buffer, fileName = 'positions.xlsx') {
  const { body } = uploadBytes(client, { url: '', fileName, content });
  const answer = await client.raw({ method: 'POST', url: `${ACTIONS}/Uploader`, payload: body, headers: multipartHeaders });
  return answer.json() as { code: number; data: { name: string; url: string }; extras: { error: string } | null };
}
const preview = async (client: TestClient, sheet: readonly (readonly string[])[], headers = {}) =>
  await client.get<ImportPreview<never>>(`${ACTIONS}/ImportPreview?fileName=${(await upload(client, await workbookOf(sheet))).data.name}`, headers);
const sent = (rows: ImportPreview<never>['dataRow']) => rows.map(({ act: _a, errors: _e, errorsInfo: _i, imported: _m, ...row }) => row);
const send = (client: TestClient, list: readonly object[], headers = {}) => client.post<ImportResult<never>>(`${ACTIONS}/ImportData`, { list }, headers);
const named = async (keyword: string) =>
  (await admin.get<{ list: { id: string; enCode: string; version: number; organizeId: string }[] }>(`/api/permission/Position?keyword=${keyword}`)).data.list;

describe('positions from and to workbooks', () => {
  it('are exported in the language of the screen, and what was exported changes nothing', async () => {
    const { rawPayload, headers } = await admin.raw({ method: 'GET', url: `${ACTIONS}/ExportExcel?dataType=1`, headers: { 'x-language': 'en' } });
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/Position \d{4}-\d{2}-\d{2}\.xlsx/);
    const [sheet] = await readXlsx(rawPayload);
    expect(sheet?.rows[0]).toEqual(['Name', 'Code', 'Belongs to', 'Kind', 'People', 'State']);
    expect(sheet?.rows.length).toBeGreaterThan(3);
    const { data } = await preview(admin, sheet?.rows ?? []);
    expect(data.dataRow.map(({ act }) => act)).toEqual(data.dataRow.map(() => 'keep'));
    expect((await send(admin, sent(data.dataRow))).data).toMatchObject({ created: 0, edited: 0, unchanged: data.dataRow.length, fnum: 0 });
  });

  it('each row is an act: refused ones are told in the language of the caller, the others are there, each in the audit log', async () => {
    const { data } = await preview(admin, [
      HEAD,
      ['导入甲', 'SIM.X1', WARD, '护理'],
      ['导入甲', 'SIM.X2', WARD, 'Nursing'],
      ['导入乙', 'SIM.X3', '火星/一科', '护理'],
      ['导入丙', 'SIM.X4', 'org-nowhere', '国王'],
    ]);
    expect(data.dataRow.map(({ act, errorsInfo }) => [act, errorsInfo])).toEqual([
      ['create', ''],
      ['create', ''],
      ['', '所属机构或部门：找不到“火星/一科”'],
      ['', '所属机构或部门：找不到“org-nowhere”；岗位类型：没有“国王”这一选项'],
    ]);
    const first = await server.db
      .selectFrom('core.audit')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('action', '=', 'permission-position.importData')
      .executeTakeFirstOrThrow();
    const answer = await send(admin, sent(data.dataRow), { 'x-language': 'en' });
    expect(answer.msg).toBe('Position: 1 rows were imported; 3 are wrong and were not.');
    expect(answer.data).toMatchObject({ snum: 1, fnum: 3, created: 1, resultType: 1 });
    expect(answer.data.failResult[0]).toMatchObject({ rowNumber: 3, act: '', errors: [{ field: 'fullName' }] });
    expect(answer.data.failResult[0]?.errorsInfo).toContain('导入甲');
    expect(answer.data.failResult[0]?.errorsInfo).not.toMatch(/permission\./);
    const [made] = await named('SIM.X');
    expect(made).toMatchObject({ enCode: 'SIM.X1' });
    const entries = await server.db.selectFrom('core.audit').selectAll().where('action', '=', 'permission-position.importData').orderBy('seq').execute();
    // One of the row, one of the call.
    expect(entries.slice(Number(first.n)).map((entry) => [entry.subject, entry.subject_id])).toEqual([
      ['position', made?.id],
      ['position', ''],
    ]);
  });

  it('a list that comes again writes nothing; the same row with other cells is refused', async () => {
    const { data } = await preview(admin, [HEAD, ['再来', 'SIM.A1', WARD, '']]);
    const list = sent(data.dataRow);
    expect((await send(admin, list)).data).toMatchObject({ created: 1 });
    const [made] = await named('SIM.A1');
    await admin.del(`/api/permission/Position/${made?.id}`);
    expect((await send(admin, list)).data).toMatchObject({ created: 0, unchanged: 1, fnum: 0 });
    expect(await named('SIM.A1')).toEqual([]);
    const other = await send(admin, [{ ...list[0], fullName: '另一个' }]);
    expect(other.data).toMatchObject({ fnum: 1 });
    const key = { 'idempotency-key': 'positions-1234' };
    const more = sent((await preview(admin, [HEAD, ['又来', 'SIM.A2', WARD, '']])).data.dataRow);
    const once = await send(admin, more, key);
    expect(await send(admin, more, key)).toMatchObject({ data: once.data });
  });

  it('belong to a place by its path or its code; a code of one organisation is another’s in the next', async () => {
    const { org, department } = {
      org: await server.db.selectFrom('core.org').select('en_code').where('full_name', '=', '康源血液透析中心(武汉)').executeTakeFirstOrThrow(),
      department: await server.db
        .selectFrom('core.department')
        .select(['id', 'en_code'])
        .where('full_name', '=', '血液净化中心')
        .where('org_id', '=', 'org-gz')
        .executeTakeFirstOrThrow(),
    };
    const { data } = await preview(admin, [HEAD, ['同码', 'SIM.S1', WARD, ''], ['同码', 'SIM.S1', org.en_code, '']]);
    expect(data.dataRow.map(({ act, errorsInfo }) => [act, errorsInfo])).toEqual([
      ['create', ''],
      ['create', ''],
    ]);
    expect((await send(admin, sent(data.dataRow))).data).toMatchObject({ created: 2 });
    const both = await named('SIM.S1');
    expect(both.map(({ organizeId }) => organizeId).sort()).toEqual([department.id, 'org-wh'].sort());
    const changed = await preview(admin, [HEAD, ['同码二', 'SIM.S1', WUHAN, '']]);
    expect((await send(admin, sent(changed.data.dataRow))).data).toMatchObject({ edited: 1, created: 0 });
    const unsaid = await preview(admin, [HEAD.slice(0, 2), ['同码三', 'SIM.S1']]);
    expect(unsaid.data.dataRow[0]?.errorsInfo).toContain('有 2 条记录使用此值');
  });

  it('a keeper exports and imports positions of the own centre alone', async () => {
    const { rawPayload } = await keeper.raw({ method: 'GET', url: `${ACTIONS}/ExportExcel?dataType=1` });
    expect(JSON.stringify((await readXlsx(rawPayload))[0]?.rows)).not.toContain('武汉');
    const { data } = await preview(keeper, [HEAD, ['外来', 'SIM.K1', WUHAN, ''], ['外来', 'SIM.K1', '火星', '']]);
    expect(data.dataRow.map(({ errorsInfo }) => errorsInfo)).toEqual([
      `所属机构或部门：找不到“${WUHAN}”`,
      expect.stringContaining('所属机构或部门：找不到“火星”'),
    ]);
    const template = await readXlsx((await keeper.raw({ method: 'GET', url: `${ACTIONS}/TemplateDownload` })).rawPayload);
    expect(JSON.stringify(template[2]?.rows)).toContain('血液净化中心');
    expect(JSON.stringify(template[2]?.rows)).not.toContain('武汉');
  });

  it('the workbook of errors finds refusals of rules, too, and writes nothing', async () => {
    const { data } = await preview(admin, [HEAD, ['错误', 'SIM.E1', WARD, ''], ['错误', 'SIM.E2', WARD, '']]);
    await send(admin, sent(data.dataRow.slice(0, 1)));
    const url = `${ACTIONS}/ExportExceptionData`;
    const before = await named('SIM.E');
    const answer = await admin.raw({ method: 'POST', url, payload: { list: sent(data.dataRow) } });
    const [sheet] = await readXlsx(answer.rawPayload);
    expect(sheet?.rows.map((row) => row[2])).toEqual(['岗位编码*', 'SIM.E2']);
    expect(sheet?.rows[1]?.[0]).toContain('错误');
    expect(await named('SIM.E')).toEqual(before);
    expect(await admin.post(url, { list: sent(data.dataRow.slice(0, 1)) })).toMatchObject({
      code: EnvelopeCode.NotFound,
      extras: { error: 'core.import-no-errors' },
    });
    const address = await admin.raw({ method: 'POST', url, payload: { list: sent(data.dataRow) }, headers: { accept: 'application/json' } });
    expect(address.json()).toMatchObject({ data: { name: expect.stringContaining('.xlsx'), url: expect.any(String) } });
  });

  it('of a place that nobody knows nothing is exported, and that is told', async () => {
    const answer = await admin.raw({ method: 'GET', url: `${ACTIONS}/ExportExcel?organizeId=nowhere` });
    expect(answer.json()).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'permission.not-found' }, msg: expect.stringMatching(/./) });
  });

  it('other files are refused, and uploads are forgotten after a day', async () => {
    expect(await upload(admin, Buffer.from('a,b'), 'positions.csv')).toMatchObject({ code: EnvelopeCode.Invalid, extras: { error: 'core.import-type' } });
    const { data } = await upload(admin, await workbookOf([HEAD, ['甲', 'SIM.F1', WARD, '']]));
    const look = () => admin.get(`${ACTIONS}/ImportPreview?fileName=${data.name}`);
    const { files } = server.server.core;
    server.time.advance(23 * 3_600_000);
    await files.forgetImports();
    admin = await server.signIn('admin');
    expect((await look()).code).toBe(EnvelopeCode.Ok);
    server.time.advance(2 * 3_600_000);
    await files.forgetImports();
    admin = await server.signIn('admin');
    expect(await look()).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.file-missing' } });
  });
});
