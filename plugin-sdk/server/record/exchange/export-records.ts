import type { Language, TextByLanguage } from '../../../contract/index.ts';
import type { AnyRecord, BesideValue, ListTotals, RecordField } from '../../../contract/record/index.ts';
import type { RawReply } from '../../context.ts';
import { pageBounds } from '../../paging/paging.ts';
import { finishedSheet } from '../../xlsx/xlsx-book.ts';
import { xlsxReply } from '../../xlsx/xlsx-reply.ts';
import { type ColumnBeside, columnsBeside, valuesBeside } from '../beside/columns-beside.ts';
import type { BesideRow } from '../beside/record-column.ts';
import type { Ctx, ListRequest, RecordRows, Row, Values } from '../record-rows.ts';
import { cellKind, cellValue, fieldCell } from './cells.ts';
import { FRAME_LABELS, TOTALS } from './headings/labels.ts';

/** A column that an export can have. */
interface ExportColumn {
  /** Of another plugin. */
  readonly beside?: ColumnBeside;
  /** Why it has no values; it stands in each of its cells. */
  readonly failed?: string;
  readonly key: string;
  readonly label: TextByLanguage;
  readonly kind: string;
  readonly field?: RecordField;
}

/** Rows whose code is asked together. */
const BATCH = 500;

function columnsOf({ fields, shown }: AnyRecord, others: readonly ExportColumn[]): ReadonlyMap<string, ExportColumn> {
  return new Map<string, ExportColumn>([
    ...others.map((each) => [each.key, each] as const),
    ...shown.flatMap(({ name, kind, label }) => (label ? [[name, { key: name, label, kind }] as const] : [])),
    ...Object.entries(FRAME_LABELS).map(([key, label]) => [key, { key, label, kind: 'instant' }] as const),
    // A cell of a workbook has no room for lines.
    ...fields.filter(({ cells }) => !cells).map((field) => [field.name, { key: field.name, label: field.label, kind: field.kind, field }] as const),
  ]);
}

/** What an import needs, then the columns that the list shows at first. */
const usual = ({ fields, acts, columns }: AnyRecord, others: readonly ExportColumn[]): readonly string[] => [
  ...(acts.import ? fields.filter(({ required }) => required).map(({ name }) => name) : []),
  ...columns.filter(({ hidden }) => !hidden).map(({ name }) => name),
  ...others.map(({ key }) => key),
];

/**
 * Columns of an export: those that were asked for, in that order; without any the usual ones. Names that nobody knows are left out, and of two that are called the same
 * (a place and its name) the field stays, so that what was exported can be imported.
 * @param selectKey names of columns, joined by commas
 * @param others columns of other plugins
 */
export function exportColumns(record: AnyRecord, selectKey = '', others: readonly ExportColumn[] = []): readonly ExportColumn[] {
  const known = columnsOf(record, others);
  const named = (names: readonly string[]): ExportColumn[] => [...new Set(names)].flatMap((name) => known.get(name.trim()) ?? []);
  const asked = named(selectKey.split(','));
  const byLabel = new Map<string, ExportColumn>();
  for (const column of asked.length > 0 ? asked : named(usual(record, others))) {
    const before = byLabel.get(column.label.zh);
    byLabel.set(column.label.zh, before?.field ? before : column);
  }
  return [...byLabel.values()];
}

type ExportRequest = ListRequest & { readonly dataType?: '0' | '1' | ''; readonly selectKey?: string };

/** GET Actions/ExportExcel: the list as a workbook, read through its door and sent in parts, so that all rows take no more memory than a page. */
export async function exportRecords(ctx: Ctx, rows: RecordRows, { dataType, selectKey, ...request }: ExportRequest): Promise<RawReply> {
  const { record } = rows;
  const { language } = ctx;
  const withheld = rows.withheldFrom(ctx);
  const others = columnsBeside(ctx, record.name);
  const columns = exportColumns(record, selectKey, await judged(ctx, rows, others, request)).filter(({ key }) => !withheld.has(key));
  const all = dataType === '1';
  const sorted = await rows.sortedBeside(ctx, others, request);
  const stored = all ? (sorted ?? (await rows.all(ctx, request))) : sorted ? pageOfRows(sorted, request) : (await rows.page(ctx, request)).list;
  ctx.audit({ subject: record.subject, note: `${all ? 'all' : 'page'}: ${columns.map(({ key }) => key).join(',')}` });
  return xlsxReply<Values>({
    fileName: `${record.title[language]} ${ctx.clock.today()}`,
    sheetName: record.title[language],
    columns: columns.map(({ key, label, kind }) => ({ key, title: label[language], kind: cellKind(kind) }) as never), // rows are looked into by the keys of these columns
    rows: cellsInBatches(ctx, rows, stored, columns),
    ...(all && record.totals.length > 0 && { more: [totalsSheet(rows, await rows.totals(ctx, request), language)] }),
  });
}

function pageOfRows(sorted: readonly Row[], request: ListRequest): readonly Row[] {
  const { offset, pageSize } = pageBounds(request);
  return sorted.slice(offset, offset + pageSize);
}

/** A column of another plugin that does not even answer for one row says why in each cell; once it has begun, a workbook with holes would be taken for whole. */
async function judged(ctx: Ctx, rows: RecordRows, others: readonly ColumnBeside[], request: ListRequest): Promise<readonly ExportColumn[]> {
  if (others.length === 0) return [];
  const { list } = await rows.page(ctx, { ...request, currentPage: 1, pageSize: 1 });
  const shown = (await rows.shown(ctx, list)) as BesideRow[];
  return await Promise.all(
    others.map(async (beside) => {
      const { label, kind } = beside.column;
      const answer = await valuesBeside(ctx, beside, shown);
      return { beside, key: beside.name, label, ...('failed' in answer ? { kind: 'text', failed: answer.failed } : { kind }) };
    }),
  );
}

/** Sums stand on a sheet of their own: below the rows, an import would take them for one. */
function totalsSheet({ record }: RecordRows, totals: ListTotals, language: Language) {
  const fields = record.fields.filter(({ name }) => totals[name] !== undefined);
  const columns = fields.map(({ name, label, kind }) => ({ key: name, title: label[language], kind: cellKind(kind) }));
  return finishedSheet({ name: TOTALS[language], columns, rows: [Object.fromEntries(fields.map(({ name }) => [name, totals[name]]))] });
}

async function* cellsInBatches(
  ctx: Ctx,
  rows: RecordRows,
  stored: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Values> {
  let batch: Row[] = [];
  for await (const row of stored) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await cellsOf(ctx, rows, batch, columns);
    batch = [];
  }
  yield* await cellsOf(ctx, rows, batch, columns);
}

/** Cells of a page: code is asked once for what it shows, and once for each column of its own. */
async function cellsOf(ctx: Ctx, rows: RecordRows, stored: readonly Row[], columns: readonly ExportColumn[]): Promise<Values[]> {
  if (stored.length === 0) return [];
  const beside = columns.some(({ key, field }) => !field && !Object.hasOwn(FRAME_LABELS, key));
  const values: readonly Values[] = beside ? await rows.shown(ctx, stored) : stored.map((row) => rows.wire(row));
  const texts = await textsOfCode(
    ctx,
    rows,
    stored,
    columns.flatMap(({ field }) => field ?? []),
  );
  const others = await valuesOfOthers(ctx, columns, values as readonly BesideRow[]);
  return values.map((row, at) =>
    Object.fromEntries(
      columns.map((column) => {
        if (column.beside) return [column.key, column.failed ?? cellValue(column.kind, others.get(column.key)?.get(String(row.id)))];
        return [column.key, texts.get(column.key)?.[at] ?? cellOf(column, row, ctx.language)];
      }),
    ),
  );
}

/** @throws TypeError a column that answered before does not answer now: the workbook ends there, and is told as broken off */
async function valuesOfOthers(
  ctx: Ctx,
  columns: readonly ExportColumn[],
  rows: readonly BesideRow[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, BesideValue>>> {
  const values = new Map<string, ReadonlyMap<string, BesideValue>>();
  for (const { key, beside, failed } of columns) {
    if (!beside || failed !== undefined) continue;
    const answer = await valuesBeside(ctx, beside, rows);
    if ('failed' in answer) throw new TypeError(`the column ${key}: ${answer.failed}`);
    values.set(key, answer.values);
  }
  return values;
}

const cellOf = ({ key, kind, field }: ExportColumn, row: Values, language: Language): unknown =>
  field ? fieldCell(field, row[key], language) : cellValue(kind, row[key]);

/** Texts of the fields of code, by field in the order of the rows. */
export async function textsOfCode(
  ctx: Ctx,
  rows: RecordRows,
  stored: readonly Row[],
  fields: readonly RecordField[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, readonly string[]>();
  for (const field of fields) {
    const code = rows.codeOf(field);
    if (!code?.text || stored.length === 0) continue;
    const told = await code.text(ctx, stored);
    if (told.length !== stored.length) throw new TypeError(`${rows.record.name}: text of ${field.name} gave ${told.length} answers for ${stored.length} rows`);
    texts.set(field.name, told);
  }
  return texts;
}
