import { formatInstant, type Language, PAGE_SIZES } from '@nephra/plugin-sdk/contract';
import type { AnyRecord, RecordField } from '@nephra/plugin-sdk/record';
import { kitTextIn } from '../kit-text.ts';
import { sheetCell, sheetCss, sheetFoot, sheetHead, sheetMark, sheetText } from '../paper/sheet-markup.ts';
import type { AnyPageCode, AnyRow } from './record-code.ts';
import type { RecordStore } from './record-store.ts';
import { recordText } from './record-texts.ts';
import { levelOf } from './relation/tree-level.ts';
import { printedTime, viewOf } from './record-views.tsx';
import { staffNames } from './relation/staff-sources-by-kind.ts';

/** What one call of the list gives; more belongs into a workbook. */
const MAX_PRINTED = Math.max(...PAGE_SIZES);

interface PrintColumn {
  readonly label: string;
  readonly right: boolean;
  readonly text: (row: AnyRow) => string;
}

/** Prints what the list shows, whatever page it is on: its columns and its order, at most as many rows as one call gives. */
export async function printList(store: RecordStore, code: AnyPageCode): Promise<void> {
  const { record, ctx, calls } = store;
  const { language } = ctx;
  const { data } = await calls.list({ query: { ...store.query(), currentPage: 1, pageSize: MAX_PRINTED } }, {});
  const rows = data.list;
  const names = await namesOf(store, rows).catch(() => undefined);
  if (!names) return ctx.toast.error(kitTextIn(language)('namesFailed'));
  const [first, ...others] = record.columns.filter(({ hidden }) => !hidden).map(({ name }) => printColumn(record, name, language, code, names));
  // A row of a tree stands in as far as it is below the top.
  const columns = first ? [{ ...first, text: (row: AnyRow) => `${'\u3000'.repeat(levelOf(row) - 1)}${first.text(row)}` }, ...others] : others;
  const total = data.pagination?.total ?? rows.length;
  const cells = (row: AnyRow): string => columns.map(({ text, right }) => sheetCell(text(row), right ? 'right' : undefined)).join('');
  const html = [
    `<h1>${sheetText(record.title[language])}</h1>`,
    sheetMark(total > rows.length ? recordText('firstRows', language, { n: rows.length, total }) : ''),
    `<table>${sheetHead(columns.map(({ label }) => label))}<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`,
    sheetFoot([recordText('counted', language, { n: total }), recordText('printed', language, { time: formatInstant(ctx.now()) })]),
  ].join('');
  ctx.print({ title: record.title[language], html, css: sheetCss });
}

/** Names of the staff entries in the rows, by id. */
async function namesOf({ record, ctx }: RecordStore, rows: readonly AnyRow[]): Promise<ReadonlyMap<string, string>> {
  const shown = record.fields.filter(({ kind, name }) => kind === 'staff' && record.columns.some((column) => column.name === name && !column.hidden));
  const found = await Promise.all(
    shown.map(({ name, staff = 'user' }) => staffNames(ctx.http, staff, [...new Set(rows.map((row) => String(row[name] ?? '')).filter((id) => id !== ''))])),
  );
  return new Map(found.flat().map(({ id, fullName }) => [id, fullName]));
}

function printColumn(record: AnyRecord, name: string, language: Language, code: AnyPageCode, names: ReadonlyMap<string, string>): PrintColumn {
  const own = code.columns?.[name]?.text;
  const field = record.fields.find((each) => each.name === name);
  if (field)
    return {
      label: field.label[language],
      right: viewOf(field).cell.align === 'right',
      text: own ?? ((row) => viewOf(field).ofRow?.(row, field, language) ?? fieldText(field, row[name], language, names)),
    };
  const member = record.shown.find((each) => each.name === name);
  const time = !member || member.kind === 'instant';
  const label = member?.label?.[language] ?? recordText(name === 'lastModifyTime' ? name : 'creatorTime', language);
  return {
    label,
    right: member?.kind === 'int' || member?.kind === 'money',
    text: own ?? ((row) => (time ? printedTime(row[name]) : String(row[name] ?? ''))),
  };
}

function fieldText(field: RecordField, value: unknown, language: Language, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'staff') return names.get(String(value)) ?? '';
  const { text, print, show } = viewOf(field);
  if (text) return text(value, field, language);
  if (print) return print(value);
  const drawn = show?.(value, field, language) ?? value;
  return typeof drawn === 'string' || typeof drawn === 'number' ? String(drawn) : '';
}
