import { Type } from 'typebox';
import { defineContract, del, get, post, put } from '../route.ts';
import { audience, columnSetting, listView, namedAudience, viewContent } from './list-view.schema.ts';
import { MAX_VIEW_NAME, MAX_VIEW_SHARES, MAX_VIEWS } from './list-view-limits.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
/** Id of a menu, with `:name` where its page has several lists. */
const moduleId = Type.String({ minLength: 1, maxLength: 100 });
const name = Type.String({ minLength: 1, maxLength: MAX_VIEW_NAME });
const place = Type.Object({ id: Type.String(), fullName: Type.String() });

/** Saved views of lists, and the columns that lists begin with (beside spec 7.16). */
export const listViewContract = defineContract('list-view', {
  /** Own views in their order, then those of others that are shared with the caller, by name. @throws AppError `core.forbidden`: the page is not theirs */
  list: get('/api/permission/ListView/Module/{moduleId}', {
    summary: 'Saved views of a list',
    need: 'session',
    audit: 'none',
    params: Type.Object({ moduleId }),
    reply: Type.Object({
      list: Type.Array(listView),
      /** The one that the list opens with; empty: none. */
      defaultId: Type.String(),
      mayShare: Type.Boolean(),
    }),
  }),
  /** @throws AppError `core.view-name-taken`, `core.too-many-views`, `core.view-too-large`, `core.view-name-empty`, `core.forbidden` */
  create: post('/api/permission/ListView', {
    summary: 'Save a view of a list',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ moduleId, name, content: viewContent }),
    reply: listView,
  }),
  /** Name and content of an own view; of one that is shared only by those who may share. @throws AppError as `create`, `core.view-unknown`, `core.view-shared` */
  change: put('/api/permission/ListView/{id}', {
    summary: 'Change a view of a list',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    body: Type.Object({ name, content: viewContent }),
    reply: Type.Null(),
  }),
  /** One that is gone already, or somebody else's, is passed over. @throws AppError `core.view-shared` for one that is shared, to those who may not share */
  remove: del('/api/permission/ListView/{id}', {
    summary: 'Delete an own view of a list',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    reply: Type.Null(),
  }),
  /** Nobody in the list: it is its owner's alone again. @throws AppError `core.view-unknown`, `core.share-beyond`: not within the caller's reach */
  share: put('/api/permission/ListView/{id}/Actions/Share', {
    summary: 'Say whom a view is shared with',
    need: 'perm:lists.share',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    body: Type.Object({ audiences: Type.Array(audience, { maxItems: MAX_VIEW_SHARES }) }),
    reply: Type.Null(),
  }),
  /** @throws AppError `core.view-unknown` */
  choose: put('/api/permission/ListView/Module/{moduleId}/Default', {
    summary: 'Say which view a list opens with',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    params: Type.Object({ moduleId }),
    /** Empty: none. */
    body: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    reply: Type.Null(),
  }),
  /** Ids of others and unknown ones are passed over. */
  order: put('/api/permission/ListView/Module/{moduleId}/Order', {
    summary: 'Order the own views of a list',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    params: Type.Object({ moduleId }),
    body: Type.Object({ ids: Type.Array(id, { maxItems: MAX_VIEWS }) }),
    reply: Type.Null(),
  }),
  /** Whom something may be meant for: organisations and roles within the caller's reach. */
  audiences: get('/api/permission/ListView/Audiences', {
    summary: 'Whom views and default columns may be meant for',
    need: { anyOf: ['perm:lists.share', 'perm:lists.defaults'] },
    audit: 'none',
    reply: Type.Object({ everywhere: Type.Boolean(), organizes: Type.Array(place), roles: Type.Array(place) }),
  }),
  /** @throws AppError `core.forbidden`: the page is not theirs */
  defaults: get('/api/permission/ListView/Columns/{moduleId}', {
    summary: 'Where the columns of a list come from, and what others begin with',
    need: 'session',
    audit: 'none',
    params: Type.Object({ moduleId }),
    reply: Type.Object({
      /** The default that the caller's own columns stand above; null: that of the page. */
      applies: Type.Union([namedAudience, Type.Null()]),
      mayArrange: Type.Boolean(),
      /** All that the caller may change. */
      list: Type.Array(namedAudience),
    }),
  }),
  /** @throws AppError `core.share-beyond`: not within the caller's reach; `core.forbidden`: the page is not theirs */
  saveDefault: put('/api/permission/ListView/Columns/{moduleId}', {
    summary: 'Say which columns others begin with',
    need: 'perm:lists.defaults',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ moduleId }),
    /** No columns: they begin with those of the page again. */
    body: Type.Object({ ...audience.properties, columns: Type.Array(columnSetting, { maxItems: 200 }) }),
    reply: Type.Null(),
  }),
});
