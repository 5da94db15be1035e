import { quantityToText, withoutTrailing } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import type zh from '../../locales/zh.json';
import type { CatalogueDb } from '../tables.ts';
import { type EntryFilter, type EntryRecord, EntryRepo } from './entry.repo.ts';

type Ctx = RequestContext<CatalogueDb>;
type Heading = keyof (typeof zh)['workbook']['head'];
type Cell = string | boolean;

/** Numbers of the file without the column's trailing zeros: 20, not 20.0000. */
const plain = (numeric: string): string => (numeric.includes('.') ? withoutTrailing(withoutTrailing(numeric, '0'), '.') : numeric);

/** Columns in their order: what stands in one, and its width where it is not the usual. */
const COLUMNS: readonly (readonly [key: Heading, cell: (entry: EntryRecord) => Cell, width?: number])[] = [
  ['number', (entry) => entry.drugNumber],
  ['name', (entry) => entry.drugName, 32],
  ['spec', (entry) => entry.drugSpec, 24],
  ['form', (entry) => entry.drugForm],
  ['type', (entry) => entry.drugType],
  ['category', (entry) => entry.drugCategory, 18],
  ['maker', (entry) => entry.drugChangjia, 24],
  ['insurance', (entry) => entry.medicalInsCode, 18],
  ['approval', (entry) => entry.approvalNumber, 18],
  ['grade', (entry) => entry.drugDirectoryType],
  ['price', (entry) => entry.price],
  ['unit', (entry) => entry.stockUnit],
  ['packed', (entry) => plain(quantityToText(entry.stockDmin))],
  ['prepara', (entry) => entry.preparaUnit],
  ['dose', (entry) => (Number(entry.dMin) === 0 ? '' : plain(entry.dMin))],
  ['doseUnit', (entry) => entry.dMinUnit],
  ['split', (entry) => entry.splitAllowed],
  ['stockKept', (entry) => entry.stockKept],
  ['cold', (entry) => entry.coldChain],
  ['control', (entry) => entry.controlClass],
  ['limit', (entry) => entry.limitUseScope, 32],
  ['ingredients', (entry) => entry.ingredients.join(', '), 24],
  ['enabled', (entry) => entry.enabled],
];

async function* rowsOf(ctx: Ctx, entries: AsyncIterable<EntryRecord>) {
  const said = (cell: Cell): string => (typeof cell === 'string' ? cell : cell ? ctx.text('workbook.yes') : ctx.text('workbook.no'));
  for await (const entry of entries) yield Object.fromEntries(COLUMNS.map(([key, cell]) => [key, said(cell(entry))]));
}

/** The list with its filters as an Excel file, streamed. */
export function exportEntries(ctx: Ctx, filter: EntryFilter): RawReply {
  const sheet = ctx.text(`workbook.sheet.${filter.group}`);
  ctx.audit({ subject: 'catalogue', subjectId: filter.group, note: JSON.stringify(filter) });
  return xlsxReply({
    fileName: `${sheet}-${ctx.clock.today()}`,
    sheetName: sheet,
    columns: COLUMNS.map(([key, , width]) => {
      return { key, title: ctx.text(`workbook.head.${key}`), kind: key === 'price' ? key : 'text', ...(width !== undefined && { width }) } as const;
    }),
    rows: rowsOf(ctx, streamRows(new EntryRepo(ctx).all(ctx.user.orgId, filter))),
  });
}
