import { Button, IconRefresh, IconSetting, IconStar } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Alert } from '../facts/alert.tsx';
import type { Column, RowAction, ToolbarAction } from '../columns/column.ts';
import type { ColumnSettingsPort } from '../columns/column-settings.ts';
import { DataTable } from '../table/data-table.tsx';
import { errorText } from '../error-text.ts';
import type { SearchField } from '../form-field.ts';
import { useKitText } from '../kit-text.ts';
import { LatePart } from '../late-part.ts';
import { NextPiece } from '../next-piece.ts';
import { ListPager } from './rows/list-pager.tsx';
import { ListSearch } from './list-search.tsx';
import type { ListStore } from './list-store.ts';
import { PageFrame } from '../page/page-frame.tsx';
import { useRightCheck } from '../menu/permission-button.tsx';
import { EmptyState, ErrorCard, ListSkeleton } from '../facts/states.tsx';
import { Toolbar } from './toolbar.tsx';
import { useColumnSettings } from '../columns/use-column-settings.ts';
import { useSearchKey } from '../page/use-search-key.ts';
import type { ListViews } from './views/list-views.tsx';
import './list-page.css';

/** Opened rarely; its drawer component need not come with every list. */
const ColumnDrawer = lazy(() => import('../columns/column-drawer.tsx').then((module) => ({ default: module.ColumnDrawer })));

/** Comes with the menu of views, or with a list that opens with one. */
const viewParts = new LatePart(() => import('./views/list-views.tsx'));
const Views = lazy(() => viewParts.fetch().then(({ ListViews }) => ({ default: ListViews }))) as unknown as typeof ListViews;

export interface ListPageProps<Row, Filter extends object> {
  /** Without a title the list has no head of its own, for lists inside other pages; then give a `label`. */
  readonly title?: string;
  readonly label?: string;
  readonly store: ListStore<Row, Filter>;
  readonly columns: readonly Column<Row>[];
  /** Fields of the search form. A field's `name` is a key of the store's filter. */
  readonly search?: readonly SearchField<Partial<Filter>>[];
  readonly toolbar?: readonly ToolbarAction[];
  /** Stands in the toolbar, before refresh and column settings. */
  readonly toolbarExtra?: ReactNode;
  readonly rowActions?: readonly RowAction<Row>[];
  /** Actions that stand in the row; the others go into a menu. Default 2. */
  readonly inlineActions?: number;
  readonly index?: boolean;
  readonly selection?: 'none' | 'single' | 'multiple';
  /** Enter or double click on a row. */
  readonly onOpen?: (row: Row) => void;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly emptyText?: string;
  /** Button in the empty state. */
  readonly emptyAction?: ReactNode;
  /** Tells the lists of one page apart when column settings are kept. */
  readonly settingsKey?: string;
  /** Keeps the column settings somewhere else; `false` = no settings and no saved views. Default: on the server, per user and menu. */
  readonly columnSettings?: ColumnSettingsPort | false;
  /** Between search form and table: key figures, notes. */
  readonly children?: ReactNode;
}

function ObservedListPage<Row, Filter extends object>(props: ListPageProps<Row, Filter>) {
  const { title, store, search = [], toolbar = [], selection = 'none', columnSettings } = props;
  const text = useKitText();
  const granted = useRightCheck();
  const searchFrame = useRef<HTMLFormElement>(null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [viewsAt, setViewsAt] = useState<HTMLElement | null>(null);
  useSearchKey(searchFrame);
  useEffect(() => () => store.dispose(), [store]);

  const grantedKey = props.columns.map((column) => (column.permission === undefined || granted('column', column.permission) ? '1' : '0')).join('');
  const columns = useMemo(() => props.columns.filter((_, at) => grantedKey[at] === '1'), [props.columns, grantedKey]);
  useNewColumns(grantedKey, store);
  const settings = useColumnSettings(columns, columnSettings, props.settingsKey, async (view, ctx) => {
    const { lookThrough } = await viewParts.fetch();
    lookThrough(view, { store, search, columns }, ctx);
  });
  const { waiting } = settings;
  useEffect(() => {
    if (!waiting) void store.start();
  }, [store, waiting]);
  const { state } = store;
  const label = props.label ?? title ?? '';

  const withToolbar = toolbar.length > 0 || props.toolbarExtra !== undefined || selection === 'multiple';
  const tools = (
    <span className="nk-list-tools" data-named={settings.view?.name ? true : undefined}>
      <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={text('refresh')} onClick={() => void store.reload()} />
      {settings.modelId !== undefined && settings.keeper.open && (
        <Button
          className="nk-views-button"
          theme="borderless"
          type="tertiary"
          icon={<IconStar />}
          aria-label={text('views')}
          aria-expanded={viewsAt !== null}
          onClick={({ currentTarget }: MouseEvent<HTMLElement>) => setViewsAt(currentTarget)}
        >
          {settings.view?.name}
        </Button>
      )}
      {settings.modelId !== undefined && (
        <Button theme="borderless" type="tertiary" icon={<IconSetting />} aria-label={text('columnSettings')} onClick={() => setSettingsOpen(true)} />
      )}
    </span>
  );

  const table = (
    <DataTable
      label={label}
      rows={store.rows}
      columns={settings.shown}
      rowKey={(row) => store.keyOf(row)}
      index={props.index}
      indexFrom={store.paged ? (store.currentPage - 1) * store.pageSize : 0}
      selection={selection}
      isSelected={(row) => store.isSelected(row)}
      onSelect={(rows, selected) => (selection === 'single' && rows[0] ? store.selectOnly(rows[0]) : store.setSelected(rows, selected))}
      sorting={store.sorting}
      onSort={(sidx) => void store.sortBy(sidx)}
      rowActions={props.rowActions}
      inlineActions={props.inlineActions}
      activeKey={store.activeKey}
      onActive={(row) => store.setActive(store.keyOf(row))}
      onOpen={props.onOpen}
      rowClass={props.rowClass}
      loading={state.kind === 'loading' && !state.first}
      scrollKey={store.place}
      empty={<ListBlank store={store} search={search} text={props.emptyText} action={props.emptyAction} />}
    />
  );

  return (
    <PageFrame title={title} bare={title === undefined}>
      {search.length > 0 && (
        <ListSearch label={label} store={store} fields={search} frame={searchFrame}>
          {!withToolbar && tools}
        </ListSearch>
      )}
      {props.children}
      {(withToolbar || search.length === 0) && (
        <Toolbar actions={toolbar} label={label}>
          {store.selectedRows.length > 0 && selection === 'multiple' && (
            <span className="nk-list-selected" role="status">
              {text('selected', { n: store.selectedRows.length })}
              <button
                type="button"
                className="nk-link"
                onClick={(event) => {
                  // It goes with the choice that it ends.
                  event.currentTarget.closest<HTMLElement>('[role="toolbar"]')?.focus();
                  store.clearSelection();
                }}
              >
                {text('clearSelection')}
              </button>
            </span>
          )}
          {props.toolbarExtra}
          {tools}
        </Toolbar>
      )}
      {state.kind === 'failed' && store.rows.length > 0 && (
        <Alert kind="error" text={text('failedBecause', { reason: errorText(state.error, text) })}>
          <button type="button" className="nk-text-button" onClick={() => void store.reload()}>
            {text('retry')}
          </button>
        </Alert>
      )}
      <div className="nk-list-body">{search.length > 0 ? <NextPiece>{table}</NextPiece> : table}</div>
      {store.paged && <ListPager store={store} label={label} />}
      <Suspense fallback={null}>
        {settingsOpen && <ColumnDrawer columns={columns} list={settings} onClose={() => setSettingsOpen(false)} />}
        {viewsAt && <Views anchor={viewsAt} store={store} search={search} columns={columns} list={settings} onClose={() => setViewsAt(null)} />}
      </Suspense>
    </PageFrame>
  );
}

/** Rows that are here came without what the person was not allowed to see: a column that is granted meanwhile asks for them anew. */
function useNewColumns<Row, Filter extends object>(grantedKey: string, store: ListStore<Row, Filter>): void {
  const before = useRef(grantedKey);
  useEffect(() => {
    const sameColumns = grantedKey.length === before.current.length;
    const gained = sameColumns && [...grantedKey].some((mark, at) => mark === '1' && before.current[at] === '0');
    before.current = grantedKey;
    if (gained) void store.reload();
  }, [grantedKey, store]);
}

interface ListBlankProps<Row, Filter extends object> {
  readonly store: ListStore<Row, Filter>;
  readonly search: readonly SearchField<Partial<Filter>>[];
  readonly text: string | undefined;
  readonly action: ReactNode;
}

function ObservedListBlank<Row, Filter extends object>({ store, search, text, action }: ListBlankProps<Row, Filter>) {
  const kit = useKitText();
  const { state } = store;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.reload()} />;
  if (state.kind !== 'ready') return <ListSkeleton />;
  // What an empty list says ("nobody yet") would be untrue of a search that found nothing.
  if (store.narrowedBy(search.map((field) => field.name)))
    return (
      <EmptyState text={kit('noMatch')}>
        <Button
          theme="light"
          type="primary"
          onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
            // The button goes with the empty list: the table keeps the focus.
            currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
            void store.resetSearch();
          }}
        >
          {kit('clearSearch')}
        </Button>
      </EmptyState>
    );
  return <EmptyState text={text}>{action}</EmptyState>;
}

const ListBlank = observer(ObservedListBlank) as typeof ObservedListBlank;

/** A whole list page on a `ListStore` (spec 2.6, 9). */
export const ListPage = observer(ObservedListPage) as typeof ObservedListPage;
