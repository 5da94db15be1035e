import { AppError, EnvelopeCode, moneyFromWire, moneyToText, quantityFromWire, quantityToText, type QueryOf } from '@nephra/plugin-sdk/contract';
import { type FigureColumn, type FigureRows, type RawReply, xlsxBook, type XlsxKind } from '@nephra/plugin-sdk/server';
import type { figuresContract } from '../contract/index.ts';
import { figureAsked, rowsOf } from './figure-rows.ts';
import type { FiguresCtx } from './figure-reader.ts';

/** More rows of one figure are not written into a workbook: whoever needs them asks for a shorter period. */
export const MAX_EXPORTED_ROWS = 20_000;
const ROWS_PER_READ = 500;

type Row = FigureRows['list'][number];

const KINDS: Readonly<Record<FigureColumn['kind'], XlsxKind>> = {
  text: 'text',
  day: 'date',
  time: 'datetime',
  count: 'integer',
  yuan: 'money',
  percent: 'quantity',
};

/** A number as the cells of its kind take it: decimal text, never a bare number that might be fen. */
function cellOf(kind: FigureColumn['kind'], value: string | number | null | undefined): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || kind === 'time') return value;
  if (kind === 'yuan') return moneyToText(moneyFromWire(value));
  return kind === 'percent' ? quantityToText(quantityFromWire(value)) : String(value);
}

/** GET Rows/{panel}/Export. @throws AppError `figures.too-many-rows` */
export async function exportRows(ctx: FiguresCtx, panelId: string, query: QueryOf<(typeof figuresContract.routes)['rowsExport']>): Promise<RawReply> {
  const { language } = ctx;
  const { panel, asked } = figureAsked(ctx, panelId, query);
  // By key: what comes in between two reads moves rows over the edge of a page.
  const rows = new Map<string, Row>();
  let columns: readonly FigureColumn[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await rowsOf(ctx, panel, { ...asked, currentPage, pageSize: ROWS_PER_READ });
    if (page.total > MAX_EXPORTED_ROWS)
      throw new AppError('figures.too-many-rows', { code: EnvelopeCode.Refused, params: { total: page.total, most: MAX_EXPORTED_ROWS } });
    columns = page.columns;
    for (const row of page.list) rows.set(row.key, row);
    if (page.list.length === 0 || currentPage * ROWS_PER_READ >= page.total) break;
  }
  const title = panel.title[language];
  const days = asked.day ?? (asked.startDate === asked.endDate ? asked.startDate : `${asked.startDate} – ${asked.endDate}`);
  return await xlsxBook(`${title} ${days}`, [
    {
      name: title,
      columns: columns.map(({ key, label, kind }) => ({ key, title: label[language], kind: KINDS[kind] })),
      rows: [...rows.values()].map(({ cells }) => Object.fromEntries(columns.map(({ key, kind }) => [key, cellOf(kind, cells[key])]))),
    },
  ]);
}
