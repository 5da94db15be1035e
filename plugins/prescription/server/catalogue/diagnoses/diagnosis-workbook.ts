import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { bookSheet, type RawReply, readSheet, type RequestContext, type UploadBody, xlsxBook } from '@nephra/plugin-sdk/server';
import { DIAGNOSES_PER_FILE, type DiagnosisPreviewRow } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { compareLines, linesOf } from '../../../domain/printing/diagnosis-sheet.ts';
import { diagnosisTable } from '../../tables/diagnosis.table.ts';
import type { PrescriptionDb } from '../../tables.ts';
import { assertKeepsSharedLists } from '../shared-lists.policy.ts';

type Ctx = RequestContext<PrescriptionDb>;

export const SHEET_WORDS: Readonly<Record<Language, Record<'sheet' | 'template' | 'code' | 'name' | 'enabled' | 'yes' | 'no', string>>> = {
  zh: { sheet: '诊断', template: '诊断导入模板', code: '诊断编码', name: '诊断名称', enabled: '启用', yes: '是', no: '否' },
  zhtw: { sheet: '診斷', template: '診斷匯入範本', code: '診斷代碼', name: '診斷名稱', enabled: '啟用', yes: '是', no: '否' },
  en: { sheet: 'Diagnoses', template: 'Diagnosis import', code: 'Diagnosis code', name: 'Diagnosis name', enabled: 'Enabled', yes: 'yes', no: 'no' },
};
/** What the upload is stored as for the moment of reading it. */
const IMPORT_FILE = 'diagnosisImport';
/** Title and headings above the rows. */
const MAX_LINES_ABOVE = 11;
const MAX_COLUMNS = 40;

export async function diagnosisTemplate(ctx: Ctx): Promise<RawReply> {
  await assertKeepsSharedLists(ctx);
  const words = SHEET_WORDS[ctx.language];
  return await xlsxBook(words.template, [
    bookSheet<{ code: string; name: string }>({
      name: words.sheet,
      columns: [
        { key: 'code', title: words.code, kind: 'text', width: 20 },
        { key: 'name', title: words.name, kind: 'text', width: 60 },
      ],
      rows: [],
    }),
  ]);
}

async function contentOf(ctx: Ctx, { file }: UploadBody): Promise<Buffer> {
  if (file.extension !== 'xlsx') throw new AppError('catalogue.diagnosis-file-type', { code: EnvelopeCode.Invalid });
  const { fileId } = await ctx.transaction(() => file.save(IMPORT_FILE));
  try {
    return Buffer.concat(await (await ctx.files.open(fileId)).content.toArray());
  } finally {
    await ctx.transaction(() => ctx.files.remove(fileId));
  }
}

/** Reads a workbook and says what it would do; of the file nothing stays. */
export async function previewDiagnoses(ctx: Ctx, body: UploadBody): Promise<{ list: DiagnosisPreviewRow[] }> {
  await assertKeepsSharedLists(ctx);
  const { rows } = await readSheet(await contentOf(ctx, body), { rows: DIAGNOSES_PER_FILE + MAX_LINES_ABOVE, columns: MAX_COLUMNS });
  const lines = linesOf(rows);
  const words = SHEET_WORDS[ctx.language];
  if (!lines) throw new AppError('catalogue.diagnosis-columns', { code: EnvelopeCode.Invalid, params: { first: words.code, second: words.name } });
  if (lines.length === 0) throw new AppError('catalogue.diagnosis-file-empty', { code: EnvelopeCode.Invalid });
  if (lines.length > DIAGNOSES_PER_FILE) throw new AppError('core.xlsx-too-many-rows', { code: EnvelopeCode.TooLarge, params: { max: DIAGNOSES_PER_FILE } });
  // The whole list is some ten thousand short rows: less than naming each code that is asked for.
  const there = await diagnosisTable.select(ctx, 'listed').clearSelect().select(['listed.code', 'listed.name']).execute();
  ctx.audit({ subject: 'diagnosis-import', note: `${lines.length} rows` });
  return { list: compareLines(lines, new Map(there.map(({ code, name }) => [code, name]))) };
}
