import { bookSheet, type RawReply, sql, xlsxBook } from '@nephra/plugin-sdk/server';
import { headingOf, IMPORT_COLUMNS, IMPORT_KEYS, type ImportKey } from '../../domain/user-import/import-columns.ts';
import { choicesOf } from '../../domain/user-import/vocabulary.ts';
import { type Ctx, visibleOrgIds } from '../permission-call.ts';
import { placePaths } from '../places-named.ts';
import { assignableRoles } from '../user/user-write.ts';

/** A list of choices has at most so many entries: more are typed, not scrolled through. */
const MAX_CHOICES = 5_000;
/** Rows of the sheet that offer the lists. */
const ROWS_WITH_LISTS = 10_000;
/** Columns that several names may stand in; the list helps with the first. */
const SEVERAL = ['organizeId', 'positionId', 'roleId'] as const;
const LISTED = [...SEVERAL, 'gender', 'enabledMark', 'certificatesType', 'education'] as const;
type Listed = (typeof LISTED)[number];

async function positionNames(ctx: Ctx): Promise<string[]> {
  const seen = visibleOrgIds(ctx);
  // rows: names alone, of the organisations that the caller sees, whatever the menu of positions hides
  const { rows } = await sql<{ full_name: string }>`
    select full_name from core.position where enabled and deleted_at is null ${seen ? sql`and org_id = any(${seen})` : sql``}
    group by full_name order by min(sort_code), full_name limit ${MAX_CHOICES}`.execute(ctx.db);
  return rows.map((row) => row.full_name);
}

/** GET TemplateDownload: the sheet to fill in, one that explains it, and a hidden one with the lists. */
export async function importTemplate(ctx: Ctx): Promise<RawReply> {
  const { language } = ctx;
  const [places, positions, roles] = await Promise.all([placePaths(ctx, MAX_CHOICES), positionNames(ctx), assignableRoles(ctx)]);
  const coded = (vocabulary: 'gender' | 'enabledMark' | 'certificatesType' | 'education') => choicesOf(vocabulary, language).map(({ text }) => text);
  const lists: Record<Listed, readonly string[]> = {
    organizeId: places,
    positionId: positions,
    roleId: roles.map((role) => role.name),
    gender: coded('gender'),
    enabledMark: coded('enabledMark'),
    certificatesType: coded('certificatesType'),
    education: coded('education'),
  };
  const example = Object.fromEntries(IMPORT_KEYS.map((key) => [key, IMPORT_COLUMNS[key].example[language]])) as Record<ImportKey, string>;
  const longest = Math.max(...Object.values(lists).map((list) => list.length));
  return await xlsxBook(ctx.text('workbook.file'), [
    bookSheet<Record<ImportKey, string>>({
      name: ctx.text('workbook.users'),
      columns: IMPORT_KEYS.map((key) => ({ key, title: headingOf(key, language), kind: 'text' as const, ...(key === 'organizeId' ? { width: 36 } : {}) })),
      rows: [{ ...example, organizeId: places[0] ?? '' }],
      choices: LISTED.map((key) => ({
        key,
        from: { sheet: ctx.text('workbook.lists'), key },
        rows: ROWS_WITH_LISTS,
        strict: !(SEVERAL as readonly Listed[]).includes(key),
      })),
    }),
    bookSheet<{ column: string; required: string; meaning: string }>({
      name: ctx.text('workbook.explain'),
      columns: [
        { key: 'column', title: ctx.text('workbook.column'), kind: 'text', width: 20 },
        { key: 'required', title: ctx.text('workbook.required'), kind: 'text', width: 10 },
        { key: 'meaning', title: ctx.text('workbook.meaning'), kind: 'text', width: 90 },
      ],
      rows: IMPORT_KEYS.map((key) => ({
        column: IMPORT_COLUMNS[key].title[language],
        required: IMPORT_COLUMNS[key].required ? ctx.text('workbook.yes') : '',
        meaning: IMPORT_COLUMNS[key].help[language],
      })),
    }),
    bookSheet<Record<Listed, string>>({
      name: ctx.text('workbook.lists'),
      hidden: true,
      columns: LISTED.map((key) => ({ key, title: IMPORT_COLUMNS[key].title[language], kind: 'text' as const })),
      rows: Array.from({ length: longest }, (_none, at) => Object.fromEntries(LISTED.map((key) => [key, lists[key][at] ?? ''])) as Record<Listed, string>),
    }),
  ]);
}
