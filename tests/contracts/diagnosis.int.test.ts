import type { Readable } from 'node:stream';
import { EnvelopeCode, type Page } from '@nephra/plugin-sdk/contract';
import { xlsxReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';
import {
  DIAGNOSES_PER_CALL,
  type DiagnosisListRow,
  type DiagnosisPreviewRow,
} from '../../plugins/prescription/contract/catalogue/catalogue-diagnosis.contract.ts';
import type { Prescription } from '../../plugins/prescription/contract/index.ts';

const LIST = '/api/his/diagnosis';
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
async function workbook(rows: readonly Row[], titles: Row = ['诊断编码', '诊断名称']): Promise<Buffer> {
  const reply = xlsxReply<{ code: string; name: string }>({
    fileName: 'x',
    sheetName: 'x',
    columns: [
      { key: 'code', title: titles[0], kind: 'text' },
      { key: 'name', title: titles[1], kind: 'text' },
    ],
    rows: (async function* () {
      for (const [code, name] of rows) yield { code, name };
    })(),
  });
  return Buffer.concat(await (reply.content as Readable).toArray());
}
async function preview(content: Buffer | string, client = admin, fileName = 'icd.xlsx') {
  const { body } = uploadBytes(client, { url: '', fileName, content });
  const answer = await client.raw({ method: 'POST', url: `${LIST}/Actions/Preview`, payload: body, headers: multipartHeaders });
  return answer.json() as { code: number; data: { list: DiagnosisPreviewRow[] } | null; extras: { error: string } | null };
}
const rowsOf = async (rows: readonly Row[]): Promise<DiagnosisPreviewRow[]> => (await preview(await workbook(rows))).data?.list ?? [];
const importRows = (rows: readonly Row[], client = admin) =>
  client.post<{ added: number; renamed: number; same: number }>(`${LIST}/Actions/Import`, { list: rows.map(([code, name]) => ({ code, name })) });
const found = async (keyword: string): Promise<DiagnosisListRow[]> =>
  (await admin.get<Page<DiagnosisListRow>>(`${LIST}?keyword=${encodeURIComponent(keyword)}`)).data.list;
const offered = async (keyword: string, client = clerk): Promise<unknown> =>
  (await client.get<Page<object>>(`/api/his/prescription/diagnosis?keyword=${encodeURIComponent(keyword)}`)).data?.list;
const change = ({ code, ...row }: DiagnosisListRow, over: Partial<DiagnosisListRow>) =>
  admin.put<DiagnosisListRow>(`${LIST}/${encodeURIComponent(code)}`, { name: row.name, enableMark: row.enableMark, version: row.version, ...over });

describe('the list of diagnoses', () => {
  it('one is added, found by code, name and initials, renamed, and taken out of use: then no picker offers it, papers keep it', async () => {
    const made = await admin.post<DiagnosisListRow>(LIST, { code: ' Ｚ98.2/1† ', name: ' 依赖腹膜透析液 ' });
    expect(made.data).toEqual({ code: 'Z98.2/1†', name: '依赖腹膜透析液', enableMark: 1, version: 1 });
    for (const keyword of ['z98.2/1', '膜透析液', 'ylfmtxy']) expect(await found(keyword), keyword).toEqual([made.data]);
    expect(await offered('Z98.2/1')).toEqual([{ code: 'Z98.2/1†', name: '依赖腹膜透析液' }]);
    expect(await admin.post(LIST, { code: 'Z98.2/1†', name: '别的' })).toMatchObject({
      code: EnvelopeCode.Invalid,
      extras: { error: 'catalogue.diagnosis-duplicate', fields: [{ path: 'code' }] },
    });
    const renamed = (await change(made.data, { name: '透析依赖' })).data;
    expect(await offered('透析依赖')).toEqual([{ code: 'Z98.2/1†', name: '透析依赖' }]);
    expect(await change(made.data, { name: '迟到的' })).toMatchObject({ code: EnvelopeCode.Conflict, extras: { error: 'catalogue.diagnosis-stale' } });
    const papers = (await server.database.kysely
      .selectFrom('prescription.prescription' as never)
      .selectAll()
      .execute()) as { id: string; diagnosis: { code: string }[] }[];
    const paper = papers.find(({ diagnosis }) => diagnosis.length > 0) ?? expect.fail('no prescription has a diagnosis');
    const onPaper = paper.diagnosis[0]?.code ?? '';
    const [row] = await found(onPaper);
    expect((await change(row ?? expect.fail('not listed'), { enableMark: 0 })).data.enableMark).toBe(0);
    await change(renamed, { enableMark: 0 });
    expect([await offered('透析依赖'), await offered(onPaper)]).toEqual([[], []]);
    expect((await admin.get<Prescription>(`/api/his/prescription/${paper.id}`)).data.diagnosis[0]?.code).toBe(onPaper);
    expect(await change({ ...renamed, code: 'gone' }, {})).toMatchObject({ code: EnvelopeCode.NotFound });
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
  it('tells of each row what it would do, and changes nothing yet', async () => {
    await importRows([['A00', '旧名']]);
    const list = await rowsOf([
      ['A00', '新名'],
      ['A00.0', '霍乱'],
      ['', '没有编码'],
      ['A01', ''],
      ['A00.0', '又一次'],
      ['x'.repeat(41), '长'],
      ['A02', '长'.repeat(201)],
      ['', ''],
    ]);
    expect(list.map(({ rowNumber, kind, problem, twinRow, nameBefore }) => [rowNumber, kind, problem, twinRow, nameBefore])).toEqual([
      [2, 'renamed', '', 0, '旧名'],
      [3, 'new', '', 0, ''],
      [4, 'wrong', 'code-missing', 0, ''],
      [5, 'wrong', 'name-missing', 0, ''],
      [6, 'wrong', 'code-twice', 3, ''],
      [7, 'wrong', 'code-long', 0, ''],
      [8, 'wrong', 'name-long', 0, ''],
    ]);
    expect(await found('霍乱')).toEqual([]);
    expect(await server.db.selectFrom('core.stored_file').select('id').where('type', '=', 'diagnosisImport').execute()).toEqual([]);
  });

  it.each([
    ['another kind of file', 'a,b', 'icd.csv', 'catalogue.diagnosis-file-type'],
    ['no headings', [['A00', '霍乱']], 'icd.xlsx', 'catalogue.diagnosis-columns'],
    ['no rows', [], 'icd.xlsx', 'catalogue.diagnosis-file-empty'],
  ] as const)('%s is refused with a sentence', async (_, content, fileName, error) => {
    const bytes = typeof content === 'string' ? content : await workbook(content, error.endsWith('columns') ? ['甲', '乙'] : undefined);
    expect(await preview(bytes, admin, fileName)).toMatchObject({ code: EnvelopeCode.Invalid, extras: { error } });
  });

  it('the same rows again change nothing; a new name is taken over, what is out of use stays so', async () => {
    expect(
      (
        await importRows([
          ['SIMB1', '水痘'],
          ['SIMB2', '带状疱疹'],
        ])
      ).data,
    ).toEqual({ added: 2, renamed: 0, same: 0 });
    expect(
      (
        await importRows([
          ['SIMB1', '水痘'],
          ['SIMB2', '带状疱疹'],
        ])
      ).data,
    ).toEqual({ added: 0, renamed: 0, same: 2 });
    const [row] = await found('SIMB2');
    const off = (await change(row ?? expect.fail('not imported'), { enableMark: 0 })).data;
    expect((await importRows([['SIMB2', '带状疱疹病']])).data).toEqual({ added: 0, renamed: 1, same: 0 });
    expect(await found('SIMB2')).toEqual([{ ...off, name: '带状疱疹病', version: 3 }]);
    expect(await found('疱疹病')).toHaveLength(1);
  });

  it('template and export can be imported as they are', async () => {
    const template = await admin.raw({ method: 'GET', url: `${LIST}/Actions/Template` });
    expect((await readXlsx(template.rawPayload))[0]?.rows).toEqual([['诊断编码', '诊断名称']]);
    expect((await preview(template.rawPayload)).extras?.error).toBe('catalogue.diagnosis-file-empty');
    await importRows([['C01', '舌根恶性肿瘤']]);
    const { rawPayload } = await admin.raw({ method: 'GET', url: `${LIST}/Actions/Export`, headers: { 'x-language': 'en' } });
    const back = (await preview(rawPayload)).data?.list ?? [];
    expect(back.length).toBeGreaterThan(3);
    expect(back.every(({ kind }) => kind === 'same')).toBe(true);
  });

  it('a list of the size of the national one is read, and imported in parts', async () => {
    const parts = ['慢性', '急性', '肾小球', '肾炎', '伴有', '高血压', '糖尿病', '性', '并发症', '未特指', '的', '左侧', '右侧', '股骨', '骨折'];
    const rows = Array.from(
      { length: 36_000 },
      (_none, at): Row => [`T${(at / 1000).toFixed(3)}x`, [0, 3, 7, 11, 13].map((step) => parts[(at * (step + 1) + step) % parts.length]).join('') + at],
    );
    expect((await rowsOf(rows)).filter(({ kind }) => kind === 'new')).toHaveLength(rows.length);
    // A part of it is enough to know the rest: the calls are alike.
    for (let at = 0; at < 2; at += 1)
      expect((await importRows(rows.slice(at * DIAGNOSES_PER_CALL, (at + 1) * DIAGNOSES_PER_CALL))).data.added).toBe(DIAGNOSES_PER_CALL);
  });
});

describe('who may change it', () => {
  it('nobody without the code; with it, whoever has it at one centre reads only', async () => {
    const pharmacist = await server.signIn('pharmacist');
    expect((await pharmacist.get(LIST)).code).toBe(EnvelopeCode.Ok);
    expect((await importRows([['D01', 'x']], pharmacist)).code).toBe(EnvelopeCode.Forbidden);
    expect((await preview(await workbook([['D01', 'x']]), pharmacist)).code).toBe(EnvelopeCode.Forbidden);
    expect((await clerk.get(LIST)).code).toBe(EnvelopeCode.Forbidden);
  });

  it('an import stands in the log with what was before and after', async () => {
    await importRows([['E01', '甲']]);
    await importRows([['E01', '乙']]);
    const [entry] = await server.db
      .selectFrom('core.audit')
      .select('body')
      .where('action', '=', 'catalogueDiagnosis.importRows')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(JSON.stringify(entry)).toMatch(/"after.*乙.*"before.*甲/);
  });
});
