import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type CallContext, type RawReply, readSheet, type SiteWording, siteTexts, type UploadBody, xlsxReply } from '@nephra/plugin-sdk/server';
import type { TextImportRow, TextRow } from '../../contract/language/language.contract.ts';
import { MAX_TEXT_ROWS } from '../../contract/language/language-limits.ts';
import { findTexts, type TextFilter, withEdges } from '../../domain/language/text-rows.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { allTexts, WORDED, type Wordings, wordingsOf } from './wordings.ts';

/** Headings are the same for all readers, so that a workbook of one is read for another. */
const COLUMNS = ['owner', 'key', 'zh', 'zhtw', 'en'] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The texts that are found, as they are shown. */
export async function exportTexts(ctx: Ctx, filter: TextFilter): Promise<RawReply> {
  const rows = findTexts(await allTexts(ctx), filter);
  ctx.audit({ subject: 'text', note: `${rows.length} texts` });
  return xlsxReply<TextRow>({
    fileName: ctx.text('language.fileName'),
    sheetName: ctx.text('language.fileName'),
    columns: COLUMNS.map((key) => ({ key, title: key, kind: 'text' as const })),
    rows: (async function* () {
      yield* rows;
    })(),
  });
}

async function cellsOf(ctx: Ctx, { file }: UploadBody): Promise<Cells[]> {
  if (file.extension !== 'xlsx') throw new AppError('system.text-file-type', { code: EnvelopeCode.Invalid });
  const { fileId } = await ctx.transaction(() => file.save('language'));
  try {
    const bytes = Buffer.concat(await (await ctx.files.open(fileId)).content.toArray());
    const { rows } = await readSheet(bytes, { rows: MAX_TEXT_ROWS + 1, columns: COLUMNS.length + 5 });
    const headings = rows[0]?.cells.map((cell) => String(cell ?? '').trim()) ?? [];
    const at = COLUMNS.map((name) => headings.indexOf(name));
    const lacking = COLUMNS.filter((_, index) => at[index] === -1);
    if (lacking.length > 0) throw new AppError('system.text-file-columns', { code: EnvelopeCode.Invalid, params: { list: lacking.join(', ') } });
    return rows.slice(1).map(({ cells }) => Object.fromEntries(COLUMNS.map((name, index) => [name, String(cells[at[index] ?? -1] ?? '')])) as Cells);
  } finally {
    await ctx.transaction(() => ctx.files.remove(fileId));
  }
}

interface Line {
  readonly id: string;
  readonly act: TextImportRow['act'];
  readonly writes: readonly SiteWording[];
  readonly reason: string;
}

/** What each row of a workbook comes to. An empty cell says nothing. */
async function linesOf(ctx: CallContext<SystemDb>, body: UploadBody): Promise<Line[]> {
  const cells = await cellsOf(ctx, body);
  const texts = new Map((await allTexts(ctx)).map((row) => [row.id, row]));
  const seen = new Set<string>();
  return cells
    .filter(({ owner, key }) => owner !== '' || key !== '')
    .map((row): Line => {
      const id = `${row.owner}:${row.key}`;
      const text = texts.get(id);
      if (!text) return { id, act: 'skip', writes: [], reason: ctx.text('language.absent') };
      if (seen.has(id)) return { id, act: 'refuse', writes: [], reason: ctx.text('language.doubled') };
      seen.add(id);
      try {
        const wanted: Wordings = Object.fromEntries(
          WORDED.filter((language) => row[language] !== '').map((language) => [language, withEdges(text.own[language], row[language])]),
        );
        const writes = wordingsOf(text, wanted);
        return { id, act: writes.length === 0 ? 'same' : 'edit', writes, reason: '' };
      } catch (error) {
        return { id, act: 'refuse', writes: [], reason: ctx.refusalText(error).msg };
      }
    });
}

export async function previewTexts(ctx: CallContext<SystemDb>, body: UploadBody): Promise<{ list: TextImportRow[]; same: number }> {
  const lines = await linesOf(ctx, body);
  const shown = lines.filter(({ act }) => act !== 'same');
  return {
    list: shown.map(({ id, act, writes, reason }) => ({
      id,
      act,
      reason,
      wording: writes.map(({ wording }) => wording || ctx.text('language.back')).join('\n'),
    })),
    same: lines.length - shown.length,
  };
}

/** All or nothing. @throws AppError `system.text-file-refused` with the first text that is wrong */
export async function importTexts(ctx: CallContext<SystemDb>, body: UploadBody): Promise<{ edited: number; unchanged: number; skipped: number }> {
  const lines = await linesOf(ctx, body);
  const wrong = lines.find(({ act }) => act === 'refuse');
  if (wrong) throw new AppError('system.text-file-refused', { code: EnvelopeCode.Refused, params: { key: wrong.id, reason: wrong.reason } });
  const writes = lines.flatMap((line) => line.writes);
  await ctx.transaction(() => ctx.service(siteTexts).write(writes));
  const count = (act: Line['act']): number => lines.filter((line) => line.act === act).length;
  const counts = { edited: count('edit'), unchanged: count('same'), skipped: count('skip') };
  ctx.audit({ subject: 'text', before: null, after: { ...counts, writes } });
  ctx.message('language.imported', counts);
  return counts;
}
