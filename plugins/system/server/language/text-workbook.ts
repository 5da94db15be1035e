import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type CallContext, type RawReply, readSheet, type SiteWording, siteTexts, type UploadBody, xlsxReply } from '@nephra/plugin-sdk/server';
import type { TextImportRow } from '../../contract/language/language.contract.ts';
import { MAX_ADDED_LANGUAGES, MAX_TEXT_ROWS } from '../../contract/language/language-limits.ts';
import { type AddedLanguage, cellName, saidOf } from '../../domain/language/added-language.ts';
import { type TextFilter, withEdges } from '../../domain/language/text-rows.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { addedWording, textsOfLanguages, wordingsIn } from './added-languages.ts';
import { allTexts, findTextsOf, WORDED, type Wordings, wordingsOf } from './wordings.ts';

/** Headings are the same for all readers, so that a workbook of one is read for another; a language of the site has its code at the end. */
const COLUMNS = ['owner', 'key', 'zh', 'zhtw', 'en'] as const;
interface Row {
  readonly cells: Readonly<Record<(typeof COLUMNS)[number], string>>;
  /** What languages of the site say in it, and where that stands. */
  readonly added: readonly { readonly language: AddedLanguage; readonly text: string; readonly cell: string }[];
}

/** The texts that are found, as they are shown. @param code language of the site that has a column, too */
export async function exportTexts(ctx: Ctx, filter: TextFilter, code = ''): Promise<RawReply> {
  const { rows, language, said } = await findTextsOf(ctx, filter, code);
  ctx.audit({ subject: 'text', note: `${rows.length} texts` });
  return xlsxReply<Readonly<Record<string, string>>>({
    fileName: ctx.text('language.fileName'),
    sheetName: ctx.text('language.fileName'),
    columns: [...COLUMNS, ...(language ? [language.code] : [])].map((key) => ({ key, title: key, kind: 'text' as const })),
    rows: (async function* () {
      for (const { id, owner, key, zh, zhtw, en } of rows) yield { owner, key, zh, zhtw, en, ...(language && { [language.code]: said?.get(id) ?? '' }) };
    })(),
  });
}

async function rowsOf(ctx: Ctx, { file }: UploadBody): Promise<{ readonly rows: readonly Row[]; readonly languages: readonly AddedLanguage[] }> {
  if (file.extension !== 'xlsx') throw new AppError('system.text-file-type', { code: EnvelopeCode.Invalid });
  const { fileId } = await ctx.transaction(() => file.save('language'));
  try {
    const bytes = Buffer.concat(await (await ctx.files.open(fileId)).content.toArray());
    const { rows } = await readSheet(bytes, { rows: MAX_TEXT_ROWS + 1, columns: COLUMNS.length + MAX_ADDED_LANGUAGES + 5 });
    const headings = rows[0]?.cells.map((cell) => String(cell ?? '').trim()) ?? [];
    const at = COLUMNS.map((name) => headings.indexOf(name));
    const lacking = COLUMNS.filter((_, index) => at[index] === -1);
    if (lacking.length > 0) throw new AppError('system.text-file-columns', { code: EnvelopeCode.Invalid, params: { list: lacking.join(', ') } });
    const languages = (await ctx.service(siteTexts).languages()).filter(({ code }) => headings.includes(code));
    const said = rows.slice(1).map(
      ({ cells, number }): Row => ({
        cells: Object.fromEntries(COLUMNS.map((name, index) => [name, String(cells[at[index] ?? -1] ?? '')])) as Row['cells'],
        added: languages.map((language) => {
          const column = headings.indexOf(language.code);
          return { language, text: String(cells[column] ?? ''), cell: cellName(column, number) };
        }),
      }),
    );
    return { rows: said, languages };
  } finally {
    await ctx.transaction(() => ctx.files.remove(fileId));
  }
}

/** Wordings that an audit entry holds; a larger file is told of by its counts. */
const MAX_AUDITED = 200;

interface Line {
  readonly id: string;
  readonly act: TextImportRow['act'];
  readonly writes: readonly SiteWording[];
  readonly reason: string;
}

/** What each row of a workbook comes to. An empty cell says nothing. */
async function linesOf(
  ctx: CallContext<SystemDb>,
  body: UploadBody,
): Promise<{ readonly lines: readonly Line[]; readonly languages: readonly AddedLanguage[] }> {
  const { rows, languages } = await rowsOf(ctx, body);
  const texts = new Map((await allTexts(ctx)).map((row) => [row.id, row]));
  const added = new Map(languages.length === 0 ? [] : (await textsOfLanguages(ctx)).map((text) => [text.id, text]));
  const wordings = languages.length === 0 ? [] : await ctx.service(siteTexts).wordings();
  const before = new Map(languages.map(({ code }) => [code, wordingsIn(wordings, code)]));
  const seen = new Set<string>();

  const ofProduct = (id: string, cells: Row['cells']): SiteWording[] => {
    const text = texts.get(id);
    if (!text) return [];
    const wanted: Wordings = Object.fromEntries(
      WORDED.filter((language) => cells[language] !== '').map((language) => [language, withEdges(text.own[language], cells[language])]),
    );
    return wordingsOf(text, wanted);
  };
  const ofSite = (id: string, row: Row): SiteWording[] => {
    const text = added.get(id);
    if (!text) return [];
    return row.added.flatMap(({ language, text: typed, cell }) => {
      try {
        return typed === '' ? [] : addedWording(text, language, before.get(language.code)?.get(id) ?? '', withEdges(text.own[language.base], typed));
      } catch (error) {
        throw new AppError('system.text-cell', { code: EnvelopeCode.Invalid, params: { cell, reason: ctx.refusalText(error).msg } });
      }
    });
  };

  const lines = rows
    .filter(({ cells }) => cells.owner !== '' || cells.key !== '')
    .map((row): Line => {
      const id = `${row.cells.owner}:${row.cells.key}`;
      if (!texts.has(id) && !added.has(id)) return { id, act: 'skip', writes: [], reason: ctx.text('language.absent') };
      if (seen.has(id)) return { id, act: 'refuse', writes: [], reason: ctx.text('language.doubled') };
      seen.add(id);
      try {
        const writes = [...ofProduct(id, row.cells), ...ofSite(id, row)];
        return { id, act: writes.length === 0 ? 'same' : 'edit', writes, reason: '' };
      } catch (error) {
        return { id, act: 'refuse', writes: [], reason: ctx.refusalText(error).msg };
      }
    });
  return { lines, languages };
}

interface Preview {
  readonly list: TextImportRow[];
  readonly same: number;
  readonly languages: { readonly code: string; readonly filled: number; readonly total: number }[];
}

export async function previewTexts(ctx: CallContext<SystemDb>, body: UploadBody): Promise<Preview> {
  const { lines, languages } = await linesOf(ctx, body);
  const texts = languages.length === 0 ? [] : await textsOfLanguages(ctx);
  const after = [...(await ctx.service(siteTexts).wordings()), ...lines.flatMap(({ writes }) => writes)];
  const shown = lines.filter(({ act }) => act !== 'same');
  return {
    list: shown.map(({ id, act, writes, reason }) => ({
      id,
      act,
      reason,
      wording: writes.map(({ wording }) => wording || ctx.text('language.back')).join('\n'),
    })),
    same: lines.length - shown.length,
    languages: languages.map(({ code }) => ({ code, ...saidOf(texts, after, code) })),
  };
}

/** All or nothing. @throws AppError `system.text-file-refused` with the first text that is wrong */
export async function importTexts(ctx: CallContext<SystemDb>, body: UploadBody): Promise<{ edited: number; unchanged: number; skipped: number }> {
  const { lines } = await linesOf(ctx, body);
  const wrong = lines.find(({ act }) => act === 'refuse');
  if (wrong) throw new AppError('system.text-file-refused', { code: EnvelopeCode.Refused, params: { key: wrong.id, reason: wrong.reason } });
  const writes = lines.flatMap((line) => line.writes);
  await ctx.transaction(() => ctx.service(siteTexts).write(writes));
  const count = (act: Line['act']): number => lines.filter((line) => line.act === act).length;
  const counts = { edited: count('edit'), unchanged: count('same'), skipped: count('skip') };
  // A whole language would fill the entry: how many it says is enough.
  ctx.audit({ subject: 'text', before: null, after: { ...counts, writes: writes.slice(0, MAX_AUDITED) } });
  ctx.message('language.imported', counts);
  return counts;
}
