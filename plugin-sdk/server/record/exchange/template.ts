import { importedFields, type RecordField } from '../../../contract/record/index.ts';
import type { RawReply } from '../../context.ts';
import { bookSheet, xlsxBook } from '../../xlsx/xlsx-book.ts';
import { wordOf } from '../../texts/texts.ts';
import type { Ctx, RecordRows } from '../record-rows.ts';
import { wordsOf } from './words.ts';

/** A list of choices has at most so many entries: more are typed, not scrolled through. */
const MAX_CHOICES = 5_000;
/** Rows of the sheet that offer the lists. */
const ROWS_WITH_LISTS = 10_000;

/** GET Actions/TemplateDownload: the sheet to fill in, one that explains it, and a hidden one with the lists. */
export async function importTemplate(ctx: Ctx, rows: RecordRows): Promise<RawReply> {
  const { record } = rows;
  const { language } = ctx;
  const [listSheet, title] = [ctx.text('record.sheet.lists'), record.title[language]];
  const lists = await listsOf(ctx, rows);
  const withheld = rows.withheldFrom(ctx);
  const fields = importedFields(record).filter(({ name }) => !withheld.has(name));
  const listed = fields.filter(({ name }) => (lists.get(name)?.length ?? 0) > 0);
  const longest = Math.max(0, ...[...lists.values()].map((list) => list.length));
  return await xlsxBook(ctx.text('record.sheet.template', { title }), [
    bookSheet<Record<string, string>>({
      name: title,
      columns: fields.map(({ name, label, required }) => ({ key: name, title: `${label[language]}${required ? '*' : ''}`, kind: 'text' })),
      rows: [],
      // A code may mean a place, too.
      choices: listed.map((field) => ({
        key: field.name,
        from: { sheet: listSheet, key: field.name },
        rows: ROWS_WITH_LISTS,
        strict: !rows.codeOf(field) && field.kind !== 'choices',
      })),
    }),
    bookSheet<Record<'column' | 'required' | 'meaning', string>>({
      name: ctx.text('record.sheet.explain'),
      columns: [
        { key: 'column', title: ctx.text('record.sheet.column'), kind: 'text', width: 20 },
        { key: 'required', title: ctx.text('record.sheet.required'), kind: 'text', width: 10 },
        { key: 'meaning', title: ctx.text('record.sheet.meaning'), kind: 'text', width: 90 },
      ],
      rows: fields.map((field) => ({
        column: field.label[language],
        required: field.required ? ctx.text('record.sheet.yes') : '',
        meaning: meaningOf(ctx, field, field.name === record.acts.import?.key),
      })),
    }),
    ...(listed.length === 0
      ? []
      : [
          bookSheet<Record<string, string>>({
            name: listSheet,
            hidden: true,
            columns: listed.map(({ name, label }) => ({ key: name, title: label[language], kind: 'text' })),
            rows: Array.from({ length: longest }, (_none, at) => Object.fromEntries(listed.map(({ name }) => [name, lists.get(name)?.[at] ?? '']))),
          }),
        ]),
  ]);
}

async function listsOf(ctx: Ctx, rows: RecordRows): Promise<ReadonlyMap<string, readonly string[]>> {
  const lists = new Map<string, readonly string[]>();
  const withheld = rows.withheldFrom(ctx);
  for (const field of importedFields(rows.record)) {
    if (withheld.has(field.name)) continue;
    const words = wordsOf(field)?.map(({ label }) => label[ctx.language]) ?? (await rows.codeOf(field)?.choices?.(ctx)) ?? [];
    lists.set(field.name, words.slice(0, MAX_CHOICES));
  }
  return lists;
}

function meaningOf(ctx: Ctx, field: RecordField, isKey: boolean): string {
  const { kind, of, help, max = 0, min = 0, decimals = 0 } = field;
  const sentences = [
    of.plugin?.meaning[ctx.language] ?? wordOf(ctx, `record.meaning.${kind}`, '', { max, min, decimals }),
    field.numbered ? ctx.text('record.sheet.numbered') : '',
    help?.[ctx.language],
    isKey ? ctx.text('record.sheet.key') : '',
  ];
  return sentences.filter(Boolean).join(' ');
}
