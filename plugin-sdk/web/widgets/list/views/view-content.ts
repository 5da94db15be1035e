import type { ViewContent } from '../../../../contract/list-view/list-view.schema.ts';
import type { Column } from '../../columns/column.ts';
import type { ColumnSetting } from '../../columns/column-settings.ts';
import type { SearchField } from '../../form-field.ts';
import type { ListLook, ListStore } from '../list-store.ts';

/** A list as its person may use it: what they may not see is neither among its columns nor among its search fields. */
export interface ViewedList<Row, Filter extends object> {
  readonly store: ListStore<Row, Filter>;
  readonly search: readonly SearchField<Partial<Filter>>[];
  readonly columns: readonly Column<Row>[];
}

type Values = Readonly<Record<string, unknown>>;

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const sortKeys = (columns: readonly Pick<Column<never>, 'prop' | 'sortable'>[]): readonly string[] =>
  columns.flatMap(({ prop, sortable }) => (sortable === true ? [prop] : typeof sortable === 'string' ? [sortable] : []));

/** The list as it is looked at now. What was chosen beside it, mostly in a tree, is no part of a view. */
export function contentOf<Row, Filter extends object>({ store, search, columns }: ViewedList<Row, Filter>, settings: readonly ColumnSetting[]): ViewContent {
  const names = new Set<string>(search.map(({ name }) => name));
  const filter = Object.entries(store.filter as Values).filter(([name, value]) => names.has(name) && isFilled(value));
  const { sorting, pageSize } = store;
  return {
    columns: settings.map(({ prop, label, visible }) => ({ prop, label, visible })),
    sort: sorting && sortKeys(columns).includes(sorting.sidx) ? { sidx: sorting.sidx, sort: sorting.sort } : null,
    filter: Object.fromEntries(filter),
    pageSize,
  };
}

/**
 * What a view makes of a list: search values for its fields, those that the view says nothing of empty.
 * @returns dropped: how many of its conditions and orders the person may not use, or are gone
 */
export function lookOf<Row, Filter extends object>(
  { filter, sort, pageSize }: ViewContent,
  { store, search, columns }: ViewedList<Row, Filter>,
): { readonly look: ListLook<Filter>; readonly dropped: number } {
  const names = search.map(({ name }) => name as string);
  const kept = Object.entries(store.filter as Values).filter(([name]) => !names.includes(name));
  const given = Object.entries(filter).filter(([name]) => names.includes(name));
  const sorts = sort !== null && sortKeys(columns).includes(sort.sidx);
  return {
    look: { filter: Object.fromEntries([...kept, ...given]) as Partial<Filter>, sorting: sorts ? sort : null, pageSize },
    dropped: Object.keys(filter).length - given.length + (sort && !sorts ? 1 : 0),
  };
}

const byName = (filter: Values): string => JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1)));
const shownColumns = (columns: ViewContent['columns']): string => JSON.stringify(columns.map(({ prop, visible }) => [prop, visible]));

/** Labels follow the language and are no difference; a view that arranges no columns leaves them as they are. */
export const isSameContent = (one: ViewContent, other: ViewContent): boolean =>
  one.pageSize === other.pageSize &&
  JSON.stringify(one.sort) === JSON.stringify(other.sort) &&
  byName(one.filter) === byName(other.filter) &&
  (one.columns.length === 0 || other.columns.length === 0 || shownColumns(one.columns) === shownColumns(other.columns));
