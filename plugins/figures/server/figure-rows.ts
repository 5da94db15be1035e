import { AppError, EnvelopeCode, type QueryOf, toPage } from '@nephra/plugin-sdk/contract';
import type { FigurePanel, FigureQuestion, FigureRows } from '@nephra/plugin-sdk/server';
import type { figuresContract } from '../contract/index.ts';
import { type FiguresCtx, panelAsked, periodAsked, readerOf, refusalOf } from './figure-reader.ts';

type Asked = QueryOf<(typeof figuresContract.routes)['rowsExport']>;
type AskedPage = QueryOf<(typeof figuresContract.routes)['rows']>;

const FIRST_PAGE_SIZE = 20;

/** What is opened, once it may be; noted in the audit entry of the call. @throws AppError see `panelAsked`, `periodAsked`, `figures.day-outside` */
export function figureAsked(ctx: FiguresCtx, panelId: string, query: Asked): { panel: FigurePanel; asked: Omit<FigureQuestion, 'currentPage' | 'pageSize'> } {
  const panel = panelAsked(ctx, panelId);
  const period = periodAsked(query, ctx.clock.today());
  const { figure, part, day } = query;
  if (day !== undefined && (day < period.startDate || day > period.endDate || day.length !== period.startDate.length))
    throw new AppError('figures.day-outside', { code: EnvelopeCode.Invalid, params: { day: day.slice(0, 20) }, fields: [{ path: 'day', msg: '' }] });
  ctx.audit({
    subject: 'figure',
    subjectId: `${panelId}/${figure}`,
    note: [part, day, `${period.startDate} – ${period.endDate}`].filter(Boolean).join(' '),
  });
  return { panel, asked: { ...period, figure, ...(part === undefined ? {} : { part }), ...(day === undefined ? {} : { day }) } };
}

/** A page of rows as the panel answers it. @throws AppError in sentences of this plugin */
export async function rowsOf(ctx: FiguresCtx, panel: FigurePanel, question: FigureQuestion): Promise<FigureRows> {
  try {
    return await panel.rows(readerOf(ctx), question);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** GET Rows/{panel}. */
export async function listRows(ctx: FiguresCtx, panelId: string, query: AskedPage) {
  const { panel, asked } = figureAsked(ctx, panelId, query);
  const page = { currentPage: query.currentPage ?? 1, pageSize: query.pageSize ?? FIRST_PAGE_SIZE };
  const { columns, list, total } = await rowsOf(ctx, panel, { ...asked, ...page });
  const { list: rows, pagination } = toPage(
    list.map(({ key, cells, opens }) => ({ key, cells: { ...cells }, opens: opens ? { menu: opens.menu, query: { ...opens.query } } : null })),
    total,
    page,
  );
  return { columns: columns.map(({ key, label, kind }) => ({ key, label: label[ctx.language], kind })), list: rows, pagination };
}
