import { type TSchema, type TUnsafe, Type } from 'typebox';
import { type PageRequest, pageQuery } from '../../paging.ts';
import { type Contract, defineContract, del, get, post, put, type ReadRoute, type Route, type RouteMap, type WriteRoute } from '../../route.ts';
import { needOf } from '../buttons.ts';
import { type ExchangeRoutes, exchangeRoutes, type ImportRouteName } from './exchange-routes.ts';
import { filterSchema } from '../filter/filter-ways.ts';
import { linesGiven, linesReply } from '../lines/lines-schema.ts';
import { labelsSchema } from '../relations/relation-names.ts';
import { relationRoutes } from './relation-routes.ts';
import { mayBeLeftOut } from '../conditions/settle-values.ts';
import { type RecordPage, recordPageOf } from './record-totals.ts';
import type { RecordAct } from '../record-document.ts';
import type { ActsOf, AnyRecord, Narrowed, RecordBody, RecordField, RecordRow } from '../record-types.ts';

/** Answer of a call that writes one record. */
export interface Saved {
  readonly id: string;
  readonly version: number;
}
type ById = TUnsafe<{ readonly id: string }>;

/** Query of the list: a page of it, sorted and searched, narrowed by fields. */
export type RecordQuery<R extends AnyRecord> = PageRequest & Narrowed<R>;

/** A page of rows, or all rows of one node. */
type ListRoute<R extends AnyRecord> = [NonNullable<R['~whole']>] extends [true]
  ? ReadRoute<ById, TUnsafe<{ readonly keyword?: string }>, TUnsafe<{ readonly list: readonly RecordRow<R>[] }>>
  : ReadRoute<TSchema, TUnsafe<RecordQuery<R>>, TUnsafe<RecordPage<RecordRow<R>>>>;

interface AllRoutes<R extends AnyRecord> extends ExchangeRoutes<R> {
  readonly list: ListRoute<R>;
  readonly one: ReadRoute<ById, TSchema, TUnsafe<RecordRow<R>>>;
  readonly create: WriteRoute<TSchema, TSchema, TUnsafe<RecordBody<R>>, TUnsafe<Saved>>;
  readonly edit: WriteRoute<ById, TSchema, TUnsafe<RecordBody<R>>, TUnsafe<Saved>>;
  readonly remove: WriteRoute<ById, TSchema, TSchema, TUnsafe<null>>;
  readonly state: WriteRoute<ById, TSchema, TSchema, TUnsafe<Saved>>;
}
type RouteNames<A> =
  | 'list'
  | 'one'
  | Extract<RecordAct, keyof A>
  | ('export' extends keyof A ? 'exportExcel' : never)
  | ('import' extends keyof A ? ImportRouteName : never);
export type RecordRoutes<R extends AnyRecord> = Pick<AllRoutes<R>, RouteNames<ActsOf<R>>>;

export interface RecordContract<R extends AnyRecord, More extends RouteMap> extends Contract<RecordRoutes<R> & More> {
  readonly record: R;
  /** Names of the routes that are written like any other. */
  readonly more: readonly (keyof More & string)[];
}

const byId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const saved = Type.Object({ id: Type.String(), version: Type.Integer() });
const frame = { id: Type.String(), version: Type.Integer(), creatorTime: Type.Integer(), lastModifyTime: Type.Integer() };
/** Id that writes say besides the fields. */
const ACCEPTED = Type.String({ maxLength: 64 });
const SHOWN_SCHEMAS: Readonly<Record<string, TSchema>> = { int: Type.Integer(), money: Type.Number(), instant: Type.Integer() };

/**
 * The routes of a record, and those beside it that are written by hand.
 * @param more routes that are no reading, adding, changing, switching or removing of one record
 */
export function recordContract<R extends AnyRecord, const More extends RouteMap = Record<never, never>>(record: R, more?: More): RecordContract<R, More> {
  const routes: Record<string, Route> = { ...routesOf(record) };
  for (const [name, route] of Object.entries(more ?? {})) {
    if (routes[name]) throw new TypeError(`REC-030 ${record.name} routes.${name}: the record has a route of this name already`);
    routes[name] = route;
  }
  const { name, routes: all } = defineContract(record.name.replaceAll('.', '-'), routes);
  return { name, routes: all, record, more: Object.keys(more ?? {}) } as unknown as RecordContract<R, More>;
}

function routesOf(record: AnyRecord): Readonly<Record<string, Route>> {
  const { at, title, acts, spec, fields, shown, filter, left } = record;
  const { list: listAt = '', one: oneAt = '/{id}' } = record.document.wire;
  const code = `perm:${record.menu}` as const;
  const row = Type.Object({
    ...frame,
    ...schemas(
      fields.filter(({ cells }) => !cells),
      (field) => (field.withheld ? Type.Optional(field.of.schema(field)) : field.of.schema(field)),
    ),
    ...labelsSchema(fields),
    ...(record.tree && { treeLevel: Type.Optional(Type.Integer()) }),
    ...shownSchemas(shown),
  });
  const whole = Type.Object({ ...row.properties, ...linesOf(fields) });
  const narrowed = schemas(
    fields.filter((field) => filter.includes(field.name)),
    (field) => Type.Optional(filterSchema(field, field.of.schema(field))),
  );
  const write = (act: RecordAct) => {
    return { spec, audit: acts[act]?.audit ?? 'write', need: needOf(record, act), retry: 'idempotent-key' } as const;
  };
  const read = (act: 'list' | 'one') => ({ spec, audit: acts[act]?.audit ?? ('none' as const), need: acts[act]?.need ?? code });
  // What is read from elsewhere is nobody's to give.
  const given = fields.filter(({ of }) => !of.derived);
  const body = {
    ...schemas(given, (field) => Type.Optional(givenSchema(field))),
    ...acceptedSchemas(shown),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  };
  const created = {
    ...schemas(given, (field) =>
      field.required && field.initial === undefined && !field.numbered && !mayBeLeftOut(field) ? givenSchema(field) : Type.Optional(givenSchema(field)),
    ),
    ...acceptedSchemas(shown),
  };
  const { [left?.narrows ?? '']: _node, ...besideNode } = narrowed;
  const all: Readonly<Record<'list' | 'one' | RecordAct, Route>> = {
    list: get(listAt.startsWith('/api/') ? (listAt as `/${string}`) : `${at}${listAt}`, {
      ...read('list'),
      ...(record.whole
        ? {
            summary: `${title.en}: all of one node; a keyword keeps what matches, with all above it`,
            params: byId,
            query: Type.Object({ keyword: pageQuery.keyword, ...besideNode }),
            reply: Type.Object({ list: Type.Array(row) }),
          }
        : { summary: `${title.en}: list`, query: Type.Object({ ...pageQuery, ...narrowed }), reply: recordPageOf(record, row) }),
    }),
    one: get(`${at}${oneAt}` as const, { ...read('one'), summary: `${title.en}: one`, params: byId, reply: whole }),
    create: post(at, { ...write('create'), summary: `${title.en}: add`, body: Type.Object(created), reply: saved }),
    edit: put(`${at}/{id}`, { ...write('edit'), summary: `${title.en}: change`, params: byId, body: Type.Object(body), reply: saved }),
    remove: del(`${at}/{id}`, { ...write('remove'), summary: `${title.en}: delete`, params: byId, reply: Type.Null() }),
    state: put(`${at}/{id}/Actions/State`, { ...write('state'), summary: `${title.en}: turn its state round`, params: byId, reply: saved }),
  };
  const served = Object.entries(all).filter(([route]) => route === 'list' || route === 'one' || acts[route as RecordAct]);
  return { ...Object.fromEntries(served), ...relationRoutes(record), ...exchangeRoutes(record, narrowed) };
}

const schemas = (fields: readonly RecordField[], of: (field: RecordField) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(fields.map((field) => [field.name, of(field)]));

const shownSchemas = (shown: AnyRecord['shown']): Record<string, TSchema> =>
  Object.fromEntries(shown.map(({ name, kind }) => [name, SHOWN_SCHEMAS[kind] ?? Type.String()]));

/** What writes may say besides the fields. */
const acceptedSchemas = (shown: AnyRecord['shown']): Record<string, TSchema> =>
  Object.fromEntries(shown.filter(({ accepted }) => accepted).map(({ name }) => [name, Type.Optional(ACCEPTED)]));

/** Members of one row that rows of lists have not. */
const linesOf = (fields: readonly RecordField[]): Record<string, TSchema> =>
  Object.fromEntries(fields.flatMap(({ name, cells, withheld }) => (cells ? [[name, withheld ? Type.Optional(linesReply(cells)) : linesReply(cells)]] : [])));

/** What a caller gives: a text that must stand is not empty. What is stored may be, so rows do not say it. */
function givenSchema(field: RecordField): TSchema {
  if (field.cells) return linesGiven(field.cells);
  const schema = field.of.schema(field);
  // Older clients write null where nothing is meant.
  if (!field.required && field.of.blank === '') return Type.Union([schema, Type.Null()]);
  return field.required && !field.numbered && !mayBeLeftOut(field) && field.of.empty === '' ? { ...schema, minLength: 1 } : schema;
}
