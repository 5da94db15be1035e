import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';

const homeFigure = Type.Object({
  key: Type.String(),
  label: Type.String(),
  unit: Type.Union([Type.Literal('count'), Type.Literal('yuan')]),
  value: Type.Number(),
  /** The same of the whole day before; null where that says nothing. */
  yesterday: Type.Union([Type.Number(), Type.Null()]),
  tone: Type.Union([Type.Literal(''), Type.Literal('wait'), Type.Literal('alarm')]),
});
export type HomeFigureView = Static<typeof homeFigure>;

const homeRow = Type.Object({
  key: Type.String(),
  text: Type.String(),
  note: Type.String(),
  /** enCode of the menu that shows it, and what that page is asked for. */
  opens: Type.Union([Type.Object({ menu: Type.String(), query: Type.Record(Type.String(), Type.String()) }), Type.Null()]),
});

const homeCard = Type.Object({
  /** `<plugin>.<card>` */
  id: Type.String(),
  title: Type.String(),
  /** enCode of the menu that it opens. */
  menu: Type.String(),
  figures: Type.Array(homeFigure),
  rows: Type.Array(homeRow),
  /** Its plugin could not say in time what stands there. */
  failed: Type.Boolean(),
  /** The person put it away; then nothing of it is read. */
  hidden: Type.Boolean(),
});
export type HomeCardView = Static<typeof homeCard>;

/** The arrangement is kept as the columns of a list are, under this name (`SetColumnsByModuleId`). */
export const HOME_MODULE = 'shell.home';

export const homeContract = defineContract('home', {
  cards: get('/api/home/Cards', {
    summary: 'Everything on the start page: cards of plugins in the order of the person who looks, with what was put away',
    need: 'session',
    // Rows of a card name patients.
    audit: 'read-patient',
    reply: Type.Object({ list: Type.Array(homeCard), /** When it was read; milliseconds. */ at: Type.Integer() }),
  }),
});
