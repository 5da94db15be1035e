import { defineContract, fileLink, get, pageQuery, paginationSchema, type Static, Type } from '@nephra/plugin-sdk/contract';

const unit = Type.Union([Type.Literal('count'), Type.Literal('yuan'), Type.Literal('percent')]);
/** Business day; whether there is such a day, and whether it may be asked for, is a rule and not a shape. */
const day = Type.String({ minLength: 1, maxLength: 20 });
const key = Type.String({ minLength: 1, maxLength: 100 });
const period = { startDate: day, endDate: day };

/** One number: over the period, or as of now where the panel says so. Yuan with fen; `percent` 12.5 is twelve and a half. */
export const figureTotalView = Type.Object({
  key: Type.String(),
  label: Type.String(),
  unit,
  value: Type.Number(),
  /** The same of the period before; null where that says nothing. */
  before: Type.Union([Type.Number(), Type.Null()]),
  /** How it is reckoned; empty where the label says it. */
  rule: Type.String(),
  opens: Type.Boolean(),
});

export const figureDaysView = Type.Object({
  key: Type.String(),
  title: Type.String(),
  unit,
  stacked: Type.Boolean(),
  opens: Type.Boolean(),
  /** Every business day of the period; each series has a value for each. */
  days: Type.Array(Type.String()),
  series: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), values: Type.Array(Type.Number()) })),
});

export const figurePartsView = Type.Object({
  key: Type.String(),
  title: Type.String(),
  unit,
  opens: Type.Boolean(),
  list: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), value: Type.Number() })),
});

/** A panel as it stands on the page, in the reader's language. */
export const figurePanelView = Type.Object({
  /** `<plugin>.<panel>`, unique. */
  id: Type.String(),
  title: Type.String(),
  /** `failed`: could not be read; `late`: took too long. Both have no figures. */
  state: Type.Union([Type.Literal('ready'), Type.Literal('failed'), Type.Literal('late')]),
  /** What stands there is the state of this moment, whatever the period. */
  now: Type.Boolean(),
  totals: Type.Array(figureTotalView),
  days: Type.Union([figureDaysView, Type.Null()]),
  parts: Type.Array(figurePartsView),
});

const panelId = Type.Object({ panel: Type.String({ minLength: 1, maxLength: 130 }) });
/** What of a panel is opened: a total, an entry of parts, one day. */
const question = { ...period, figure: key, part: Type.Optional(key), day: Type.Optional(day) };

/** The page of figures. What is shown comes from plugins; each panel has a permission of its own. */
export const figuresContract = defineContract('figures', {
  panels: get('/api/his/figures/Panels', {
    summary: 'Every panel that the caller may see, over a period, or one of them',
    need: 'perm:his.figures',
    audit: 'read',
    query: Type.Object({ ...period, panel: Type.Optional(Type.String({ maxLength: 130 })) }),
    reply: Type.Object({
      ...period,
      /** The period that values are compared with: as long, just before. */
      before: Type.Object(period),
      /** Today by the server's clock. */
      today: Type.String(),
      at: Type.Integer(),
      list: Type.Array(figurePanelView),
    }),
  }),
  export: get('/api/his/figures/Export', {
    summary: 'The page as a workbook: a sheet for each panel',
    need: 'perm:his.figures:btn_export',
    audit: 'export',
    raw: true,
    link: true,
    query: Type.Object(period),
    reply: fileLink,
  }),
  rows: get('/api/his/figures/Rows/{panel}', {
    summary: 'What a figure is made of, a page of its rows',
    need: 'perm:his.figures',
    audit: 'read-patient',
    params: panelId,
    query: Type.Object({ ...question, currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize }),
    reply: Type.Object({
      columns: Type.Array(
        Type.Object({ key: Type.String(), label: Type.String(), kind: Type.Union([Type.Literal('text'), Type.Literal('day'), Type.Literal('time'), unit]) }),
      ),
      list: Type.Array(
        Type.Object({
          key: Type.String(),
          cells: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
          opens: Type.Union([Type.Object({ menu: Type.String(), query: Type.Record(Type.String(), Type.String()) }), Type.Null()]),
        }),
      ),
      pagination: paginationSchema,
    }),
  }),
  rowsExport: get('/api/his/figures/Rows/{panel}/Export', {
    summary: 'All rows of a figure as a workbook, up to a limit',
    need: 'perm:his.figures:btn_export',
    audit: 'export',
    raw: true,
    link: true,
    params: panelId,
    query: Type.Object(question),
    reply: fileLink,
  }),
});

export type FigureUnitName = Static<typeof unit>;
export type FigureTotalView = Static<typeof figureTotalView>;
export type FigureDaysView = Static<typeof figureDaysView>;
export type FigurePartsView = Static<typeof figurePartsView>;
export type FigurePanelView = Static<typeof figurePanelView>;
