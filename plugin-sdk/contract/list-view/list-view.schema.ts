import { type Static, Type } from 'typebox';
import { PAGE_SIZES } from '../paging.ts';

export const columnSetting = Type.Object({ prop: Type.String({ maxLength: 100 }), label: Type.String({ maxLength: 100 }), visible: Type.Boolean() });

/** A way to look at a list. */
export const viewContent = Type.Object({
  /** In their order; empty: as without a view. */
  columns: Type.Array(columnSetting, { maxItems: 200 }),
  sort: Type.Union([Type.Object({ sidx: Type.String({ maxLength: 100 }), sort: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) }), Type.Null()]),
  /** Search values by the names of their fields; those that are not here are empty. Together at most `MAX_VIEW_FILTER` characters of JSON. */
  filter: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
  pageSize: Type.Integer({ minimum: 1, maximum: Math.max(...PAGE_SIZES) }),
});
export type ViewContent = Static<typeof viewContent>;

/** People whom something is meant for. */
export const audience = Type.Object({
  /** They and those of the organisations below it; empty: of all organisations. */
  orgId: Type.String({ maxLength: 64 }),
  /** Only those with this role; empty: whatever their roles are. */
  roleId: Type.String({ maxLength: 64 }),
});
export type Audience = Static<typeof audience>;

export const namedAudience = Type.Object({ ...audience.properties, orgName: Type.String(), roleName: Type.String() });
export type NamedAudience = Static<typeof namedAudience>;

export const listView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  content: viewContent,
  /** It is the caller's own. */
  mine: Type.Boolean(),
  /** Whose it is. */
  ownerName: Type.String(),
  shared: Type.Boolean(),
  /** Whom it is shared with; told to its owner, and to those who may end that. */
  audiences: Type.Array(namedAudience),
  /** The caller may change whom it is shared with; of an own view that is shared also its name and its content. */
  manages: Type.Boolean(),
});
export type ListView = Static<typeof listView>;

/** What a list opens with: the answer of `GetColumnsByModuleId` to callers that ask for a view. */
export const openingView = Type.Object({
  columns: Type.Array(columnSetting),
  view: Type.Union([listView, Type.Null()]),
  /** Sentence for people: the view that was asked for is none, or not shared with them. Empty: it is there, or none was asked for. */
  refusal: Type.String(),
});
export type OpeningView = Static<typeof openingView>;
