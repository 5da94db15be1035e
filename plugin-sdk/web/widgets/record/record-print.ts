import { formatInstant, type Language, PAGE_SIZES, type UploadedFile, withThousands } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, type BesideColumn, type ListTotals, type RecordField, withheldFields } from '@nephra/plugin-sdk/record';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { kitTextIn } from '../kit-text.ts';
import { sheetCell, sheetCss, sheetFoot, sheetMark, sheetText } from '../paper/sheet-markup.ts';
import type { AnyPageCode, AnyRow } from './record-code.ts';
import type { RecordStore } from './record-store.ts';
import { recordText } from './record-texts.ts';
import { levelOf } from './relation/tree-level.ts';
import { printedTime, viewOf } from './record-views.tsx';
import { staffNames } from './relation/staff-sources-by-kind.ts';
import { dictionariesOf } from '../dictionary/dictionaries.ts';

/** What one call of the list gives; more belongs into a workbook. */
const MAX_PRINTED = Math.max(...PAGE_SIZES);

interface PrintColumn {
  readonly name: string;
  readonly label: string;
  readonly right: boolean;
  readonly text: (row: AnyRow) => string;
  readonly pictures?: (row: AnyRow) => readonly UploadedFile[];
}

/** Prints what the list shows, whatever page it is on: its columns and its order, at most as many rows as one call gives. */
export async function printList(store: RecordStore, code: AnyPageCode): Promise<void> {
  const { record, ctx, calls } = store;
  const { language } = ctx;
  const { data } = await calls.list({ query: { ...store.query(), currentPage: 1, pageSize: MAX_PRINTED } }, {});
  const rows = data.list;
  const withheld = withheldFields(record, (right) => ctx.can(right));
  const names = await namesOf(store, rows).catch(() => undefined);
  if (!names) return ctx.toast.error(kitTextIn(language)('namesFailed'));
  const [first, ...others] = record.columns
    .filter(({ hidden, name }) => !hidden && !withheld.has(name))
    .map(({ name }) => printColumn(record, name, language, code, names));
  // A row of a tree stands in as far as it is below the top.
  const indented = first ? [{ ...first, text: (row: AnyRow) => `${'\u3000'.repeat(levelOf(row) - 1)}${first.text(row)}` }, ...others] : others;
  const columns = [...indented, ...(data.columns ?? []).map(printedBeside)];
  const total = data.pagination?.total ?? rows.length;
  const cells = (row: AnyRow): string => columns.map((column) => cellOf(column, row, ctx.http.fileUrl)).join('');
  const html = [
    `<h1>${sheetText(record.title[language])}</h1>`,
    sheetMark(total > rows.length ? recordText('firstRows', language, { n: rows.length, total }) : ''),
    `<table>${headOf(columns)}<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody>${totalsOf(columns, data.totals, language)}</table>`,
    sheetFoot([recordText('counted', language, { n: total }), recordText('printed', language, { time: formatInstant(ctx.now()) })]),
  ].join('');
  ctx.print({ title: record.title[language], html, css: sheetCss });
}

/** Titles stand over their columns: those of numbers on the right. */
const headOf = (columns: readonly PrintColumn[]): string =>
  `<thead><tr>${columns.map(({ label, right }) => `<th${right ? ' class="r"' : ''}>${sheetText(label)}</th>`).join('')}</tr></thead>`;

function cellOf({ text, right, pictures }: PrintColumn, row: AnyRow, addressOf: (url: string) => string): string {
  if (!pictures) return sheetCell(text(row), right ? 'right' : undefined);
  const drawn = pictures(row).map(
    ({ url, name }) => `<img src="${sheetText(addressOf(url))}" alt="${sheetText(name)}" style="max-width:120px;max-height:40px">`,
  );
  return `<td>${drawn.join(' ')}</td>`;
}

/** Sums over all rows that the list finds, below their columns; a sum that the reader may not learn is not there. */
function totalsOf(columns: readonly PrintColumn[], totals: ListTotals | undefined, language: Language): string {
  if (!totals || !columns.some(({ name }) => totals[name] !== undefined)) return '';
  const cells = columns.map(({ name, right }, at) => {
    const sum = totals[name];
    // The first column has the word, unless it has a sum itself.
    return sheetCell(
      sum === undefined ? (at === 0 ? kitTextIn(language)('summary') : '') : withThousands(sum),
      right && sum !== undefined ? 'right' : undefined,
    );
  });
  return `<tbody class="sum"><tr>${cells.join('')}</tr></tbody>`;
}

type Named = readonly { readonly id: string; readonly fullName: string }[];
/** Kinds whose cells ask for names one by one: paper has them all before it is drawn. */
const NAMED: Readonly<Record<string, (ctx: WebContext, field: RecordField, values: readonly string[]) => Promise<Named>>> = {
  staff: ({ http }, { staff = 'user' }, ids) => staffNames(http, staff, ids),
  place: ({ http }, _field, ids) => staffNames(http, 'place', ids),
  dictionary: async (ctx, { dictionary = '' }, codes) => {
    const cache = dictionariesOf(ctx);
    await cache.load();
    return codes.map((id) => ({ id, fullName: cache.label(dictionary, id) }));
  },
};
/** Names behind values, by field and value. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function namesOf({ record, ctx }: RecordStore, rows: readonly AnyRow[]): Promise<Names> {
  const shown = record.fields.filter(({ name }) => record.columns.some((column) => column.name === name && !column.hidden));
  const found = shown.flatMap((field) => {
    const values = [...new Set(rows.map((row) => String(row[field.name] ?? '')).filter((value) => value !== ''))];
    const named = NAMED[field.kind]?.(ctx, field, values);
    return named ? [named.then((list) => [field.name, new Map(list.map(({ id, fullName }) => [id, fullName]))] as const)] : [];
  });
  return new Map(await Promise.all(found));
}

function printColumn(record: AnyRecord, name: string, language: Language, code: AnyPageCode, names: Names): PrintColumn {
  const own = code.columns?.[name]?.text;
  const field = record.fields.find((each) => each.name === name);
  if (field) {
    const { pictures } = viewOf(field);
    return {
      name,
      ...(pictures && { pictures: (row: AnyRow) => pictures(row[name]) }),
      label: field.label[language],
      right: viewOf(field).cell.align === 'right',
      text: own ?? ((row) => viewOf(field).ofRow?.(row, field, language) ?? fieldText(field, row[name], language, names)),
    };
  }
  const member = record.shown.find((each) => each.name === name);
  const time = !member || member.kind === 'instant';
  const label = member?.label?.[language] ?? recordText(name === 'lastModifyTime' ? name : 'creatorTime', language);
  return {
    name,
    label,
    right: member?.kind === 'int' || member?.kind === 'money',
    text: own ?? ((row) => (time ? printedTime(row[name]) : String(row[name] ?? ''))),
  };
}

/** A column of another plugin; one that could not be read says so in its heading. */
function printedBeside({ name, label, kind, failed }: BesideColumn): PrintColumn {
  const besideIn = (row: AnyRow): unknown => (row.beside as Readonly<Record<string, unknown>> | undefined)?.[name] ?? '';
  return {
    name,
    label: failed === undefined ? label : `${label} (${failed})`,
    right: kind === 'int' || kind === 'money',
    text: (row) => (kind === 'instant' && besideIn(row) !== '' ? printedTime(besideIn(row)) : String(besideIn(row))),
  };
}

function fieldText(field: RecordField, value: unknown, language: Language, names: Names): string {
  if (value === null || value === undefined || value === '') return '';
  const named = names.get(field.name);
  if (named) return named.get(String(value)) ?? '';
  const { text, print, show } = viewOf(field);
  if (text) return text(value, field, language);
  if (print) return print(value);
  const drawn = show?.(value, field, language) ?? value;
  return typeof drawn === 'string' || typeof drawn === 'number' ? String(drawn) : '';
}
