import type { Readable } from 'node:stream';
import { EnvelopeCode, type Page } from '@nephra/plugin-sdk/contract';
import type { ImportPreview, ImportResult } from '@nephra/plugin-sdk/record';
import { xlsxReply } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../support/server.ts';
import type { DiagnosisRow, diagnosis } from '../../../plugins/catalogue/contract/diagnosis.contract.ts';
import type { Prescription } from '../../../plugins/prescription/contract/index.ts';

const LIST = '/api/his/diagnosis';
type Preview = ImportPreview<typeof diagnosis>;
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  admin = await server.signIn('admin');
  clerk = await server.signIn('clerk');
});
afterAll(() => server?.close());

type Row = readonly [code: string, name: string];
/** @param above lines over the headings */
async function workbook(rows: readonly Row[], titles: Row = ['诊断编码', '诊断名称'], above: readonly Row[] = []): Promise<Buffer> {
  const [first = titles, ...rest] = [...above, titles];
  const reply = xlsxReply<{ code: string; name: string }>({
    fileName: 'x',
    sheetName: 'x',
    columns: [
      { key: 'code', title: first[0], kind: 'text' },
      { key: 'name', title: first[1], kind: 'text' },
    ],
    rows: (async function* () {
      for (const [code, name] of [...rest, ...rows]) yield { code, name };
    })(),
  });
  return Buffer.concat(await (reply.content as Readable).toArray());
}
async function preview(content: Buffer, client = admin): Promise<Preview> {
  const { body } = uploadBytes(client, { url: '', fileName: 'icd.xlsx', content });
  const up = (await client.raw({ method: 'POST', url: `${LIST}/Actions/Uploader`, payload: body, headers: multipartHeaders })).json() as {
    data: { name: string };
  };
  return (await client.get<Preview>(`${LIST}/Actions/ImportPreview?fileName=${up.data.name}`)).data;
}
async function imported(rows: readonly Row[]): Promise<number[]> {
  const { dataRow } = await preview(await workbook(rows));
  const list = dataRow.map(({ rowKey, rowNumber, code, name }) => ({ rowKey, rowNumber, code, name }));
  const { created, edited, unchanged } = (await admin.post<ImportResult<typeof diagnosis>>(`${LIST}/Actions/ImportData`, { list })).data;
  return [created, edited, unchanged];
}
const found = async (keyword: string): Promise<DiagnosisRow[]> =>
  (await admin.get<Page<DiagnosisRow>>(`${LIST}?keyword=${encodeURIComponent(keyword)}`)).data.list;
const offered = async (keyword: string, client = clerk): Promise<unknown> =>
  (await client.get<Page<object>>(`/api/his/prescription/diagnosis?keyword=${encodeURIComponent(keyword)}`)).data?.list;
const change = ({ id, version }: DiagnosisRow, over: object) => admin.put<{ version: number }>(`${LIST}/${encodeURIComponent(id)}`, { version, ...over });
const turn = ({ id }: DiagnosisRow) => admin.put(`${LIST}/${encodeURIComponent(id)}/Actions/State`, {});
const one = async (keyword: string): Promise<DiagnosisRow> => (await found(keyword))[0] ?? expect.fail(`${keyword} is not listed`);

describe('the list of diagnoses', () => {
  it('one is added, found by code, name and initials, renamed, and taken out of use: then no picker offers it, papers keep it', async () => {
    expect((await admin.post(LIST, { code: ' Ｚ98.2/1† ', name: ' 依赖腹膜透析液 ' })).code).toBe(EnvelopeCode.Ok);
    const made = await one('z98.2/1');
    expect(made).toMatchObject({ code: 'Z98.2/1†', name: '依赖腹膜透析液', enabledMark: 1, version: 1 });
    for (const keyword of ['膜透析液', 'ylfmtxy']) expect(await found(keyword), keyword).toEqual([made]);
    expect(await offered('Z98.2/1')).toEqual([{ code: 'Z98.2/1†', name: '依赖腹膜透析液' }]);
    expect(await admin.post(LIST, { code: 'Z98.2/1†', name: '别的' })).toMatchObject({
      code: EnvelopeCode.Invalid,
      extras: { error: 'catalogue.diagnosis-duplicate', fields: [{ path: 'code' }] },
    });
    expect(await change(made, { code: 'Z98' })).toMatchObject({ code: EnvelopeCode.Invalid, extras: { fields: [{ path: 'code' }] } });
    await change(made, { name: '透析依赖' });
    expect(await offered('透析依赖')).toEqual([{ code: 'Z98.2/1†', name: '透析依赖' }]);
    expect(await change(made, { name: '迟到的' })).toMatchObject({ code: EnvelopeCode.Conflict, extras: { error: 'catalogue.diagnosis-stale' } });
    const papers = (await server.database.kysely
      .selectFrom('prescription.prescription' as never)
      .selectAll()
      .execute()) as { id: string; diagnosis: { code: string }[] }[];
    const paper = papers.find(({ diagnosis: all }) => all.length > 0) ?? expect.fail('no prescription has a diagnosis');
    const onPaper = paper.diagnosis[0]?.code ?? '';
    for (const keyword of [onPaper, '透析依赖']) expect((await turn(await one(keyword))).code).toBe(EnvelopeCode.Ok);
    expect([await offered('透析依赖'), await offered(onPaper)]).toEqual([[], []]);
    expect((await admin.get<Prescription>(`/api/his/prescription/${paper.id}`)).data.diagnosis[0]?.code).toBe(onPaper);
    expect(await change({ ...made, id: 'gone' }, {})).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('who edits files of patients may ask the picker, who does neither may not', async () => {
    const cashier = await server.signIn('cashier');
    expect((await cashier.get('/api/his/prescription/drug')).code).toBe(EnvelopeCode.Forbidden);
    expect(await offered('高血压', cashier)).not.toEqual([]);
    for (const account of ['pharmacist', 'developer']) {
      expect((await (await server.signIn(account)).get('/api/his/prescription/diagnosis')).code, account).toBe(EnvelopeCode.Forbidden);
    }
  });
});

describe('import', () => {
  it('a list that others hand out is read as it is: titles above, headings of its own, wide signs', async () => {
    await imported([['A00', '旧名']]);
    const given: Row[] = [
      ['Ａ００', '新名'],
      ['A00.0', '霍乱'],
      ['', '没有编码'],
      ['A01', ''],
      ['A00.0', '又一次'],
      ['x'.repeat(41), '长'],
    ];
    const content = await workbook(
      given,
      ['主要编码', '疾病名称'],
      [
        ['国家临床版', ''],
        ['2026', ''],
      ],
    );
    const { dataRow, unknown } = await preview(content);
    expect(unknown).toEqual([]);
    expect(dataRow.map(({ rowNumber, act, errors }) => [rowNumber, act, ...errors.map(({ field }) => field)])).toEqual([
      [4, 'edit'],
      [5, 'create'],
      [6, '', 'code'],
      [7, '', 'name'],
      [8, '', 'code'],
      [9, '', 'code'],
    ]);
    expect(await found('霍乱')).toEqual([]);
  });

  it('the same rows again change nothing; a new name is taken over, what is out of use stays so', async () => {
    const pair: Row[] = [
      ['SIMB1', '水痘'],
      ['SIMB2', '带状疱疹'],
    ];
    expect([await imported(pair), await imported(pair)]).toEqual([
      [2, 0, 0],
      [0, 0, 2],
    ]);
    await turn(await one('SIMB2'));
    expect(await imported([['SIMB2', '带状疱疹病']])).toEqual([0, 1, 0]);
    expect(await found('疱疹病')).toMatchObject([{ name: '带状疱疹病', enabledMark: 0, version: 3 }]);
  });

  it('what the version before exported is imported as no change', async () => {
    await imported([['C01', '舌根恶性肿瘤']]);
    const { dataRow } = await preview(await workbook([['C01', '舌根恶性肿瘤']], ['Diagnosis code', 'Diagnosis name']));
    expect(dataRow).toMatchObject([{ act: 'keep' }]);
  });

  it('a list of 60,000 is read; one more is refused', async () => {
    const parts = ['慢性', '急性', '肾小球', '肾炎', '伴有', '高血压', '糖尿病', '性', '并发症', '未特指', '的', '左侧', '右侧', '股骨', '骨折'];
    const rows = Array.from(
      { length: 60_000 },
      (_none, at): Row => [`T${(at / 1000).toFixed(3)}x`, [0, 3, 7, 11, 13].map((step) => parts[(at * (step + 1) + step) % parts.length]).join('') + at],
    );
    const { dataRow } = await preview(await workbook(rows));
    expect(dataRow.filter(({ act }) => act === 'create')).toHaveLength(rows.length);
    expect(await preview(await workbook([...rows, ['T', 'x']]))).toBeNull();
  });
});

it('whoever has the code at one centre reads only', async () => {
  const pharmacist = await server.signIn('pharmacist');
  expect(await pharmacist.get(LIST)).toMatchObject({ code: EnvelopeCode.Ok, data: { keeps: false } });
  expect((await pharmacist.post(LIST, { code: 'D01', name: 'x' })).code).toBe(EnvelopeCode.Forbidden);
  expect((await clerk.get(LIST)).code).toBe(EnvelopeCode.Forbidden);
});
