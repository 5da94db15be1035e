import { Button, IconRefresh, Input } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ListStore } from '../list/list-store.ts';
import { EmptyState, ErrorCard, ListSkeleton } from '../facts/states.tsx';
import { useSlices } from '../use-slices.ts';
import './queue-panel.css';

const SEARCH_DELAY_MS = 250;
/** Rows that are drawn in one piece. */
const PIECE = 8;

/** Search value that the panel's own field fills. */
export interface QueueFilter {
  readonly keyword?: string;
}

export interface QueuePanelProps<Row, Filter extends QueueFilter> {
  /** Whoever made it starts it and disposes of it. */
  readonly store: ListStore<Row, Filter>;
  /** Name of the list. */
  readonly label: string;
  /** Name and hint of the search field. */
  readonly searchLabel: string;
  readonly refreshLabel: string;
  readonly onRefresh: () => void;
  /** Stands right of the search field. */
  readonly beside?: ReactNode;
  /** Stands between search and list: stages, what is held. */
  readonly children?: ReactNode;
  /** Says above the list how many wait. */
  readonly waiting?: string;
  /** Said when nothing waits. */
  readonly emptyText: string;
  /** Text of the button below the list that shows more of it; `hidden` counts what is hidden. */
  readonly showMore?: (hidden: number) => string;
  /** Says below the list how many are hidden; with `showMore`, once one call gives no more. */
  readonly rest?: (hidden: number) => ReactNode;
  /** Stands below the list when there is more than it shows: a pager. */
  readonly more?: ReactNode;
  /** Key of the row that is open beside the queue. */
  readonly openKey: string | null;
  readonly onOpen: (row: Row) => void;
  /** A `QueueEntry`. */
  readonly renderRow: (row: Row) => ReactNode;
}

/** ↑ ↓ walk through the rows to the button that shows more, Home and End go to the ends of the list. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...(event.currentTarget.closest('.nk-queue')?.querySelectorAll<HTMLButtonElement>('button[data-row], button[data-more]') ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const rows = buttons.filter((button) => button.hasAttribute('data-row')).length;
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(0, next), buttons.length - 1)]?.focus();
}

/** What waits to be done, beside the work itself: found while typing, walked through and opened with the keyboard. */
function ObservedQueuePanel<Row, Filter extends QueueFilter>({
  store,
  label,
  searchLabel,
  refreshLabel,
  onRefresh,
  beside,
  children,
  waiting,
  emptyText,
  showMore,
  rest,
  more,
  openKey,
  onOpen,
  renderRow,
}: QueuePanelProps<Row, Filter>) {
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Row that the keyboard goes to once it is drawn. */
  const goTo = useRef<number | null>(null);
  const type = (keyword: string) => {
    goTo.current = null;
    store.setDraft({ keyword } as Partial<Filter>);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void store.search(), SEARCH_DELAY_MS);
  };
  // What stands in the list is not yet what was asked for.
  const typed = (store.draft.keyword ?? '') !== (store.filter.keyword ?? '');
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (typed || store.state.kind === 'failed') {
      // What stands here is the answer to something else: whoever goes on quickly would take the wrong patient in hand.
      clearTimeout(timer.current);
      void store.search();
    }
    if (store.loading) goTo.current = 0;
    else list.current?.querySelector<HTMLButtonElement>('button[data-row]')?.focus();
  };
  const focusNew = () => {
    if (goTo.current === null || store.loading) return;
    const { activeElement } = document;
    const away = activeElement !== document.body && !activeElement?.matches('[data-more], [data-search], [data-search] *');
    const row = list.current?.querySelectorAll<HTMLButtonElement>('button[data-row]')[goTo.current];
    if (!away) row?.focus();
    if (away || row) goTo.current = null;
  };
  const hidden = store.total - store.rows.length;
  // A queue that was not read has no number: a nought would say that nobody waits.
  const known = store.state.kind === 'ready' || store.rows.length > 0;
  const goesOn = showMore !== undefined && store.growable;
  const goOn = async () => {
    const shown = store.rows.length;
    await store.showMore();
    // The keyboard stood on the button, which may be gone; what it asked for begins here.
    goTo.current = store.rows.length > shown ? shown : null;
    focusNew();
  };
  return (
    <div className="nk-queue">
      <div className="nk-queue-search">
        <Input
          value={store.draft.keyword ?? ''}
          showClear
          placeholder={searchLabel}
          aria-label={searchLabel}
          onChange={type}
          onKeyDown={intoList}
          data-search
        />
        {beside}
        <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={refreshLabel} onClick={onRefresh} />
      </div>
      {children}
      {waiting !== undefined && (
        <p className="nk-queue-note" role="status">
          {known ? waiting : '\u00a0'}
        </p>
      )}
      {store.state.kind === 'failed' && <ErrorCard error={store.state.error} onRetry={() => void store.reload()} />}
      {store.state.kind === 'loading' && store.state.first && <ListSkeleton />}
      {store.state.kind === 'ready' && store.rows.length === 0 && <EmptyState text={emptyText} />}
      <ul ref={list} className="nk-queue-rows" aria-label={label} aria-busy={typed || store.loading} onKeyDown={walk}>
        <QueueRows store={store} openKey={openKey} onOpen={onOpen} renderRow={renderRow} onDrawn={focusNew} />
      </ul>
      {goesOn && (
        <Button theme="light" block data-more loading={store.loading} onClick={() => void goOn()} onKeyDown={walk}>
          {showMore(hidden)}
        </Button>
      )}
      {hidden > 0 && !goesOn && rest && <p className="nk-queue-note">{rest(hidden)}</p>}
      {hidden > 0 && more}
    </div>
  );
}

type QueueRowsProps<Row, Filter extends QueueFilter> = Pick<QueuePanelProps<Row, Filter>, 'store' | 'openKey' | 'onOpen' | 'renderRow'> & {
  /** Called when other or more rows stand. */
  readonly onDrawn: () => void;
};

/** Rows in pieces, so that the page around them is not drawn again with each. */
function ObservedQueueRows<Row, Filter extends QueueFilter>({ store, openKey, onOpen, renderRow, onDrawn }: QueueRowsProps<Row, Filter>) {
  const drawn = useSlices(store.rows.length, PIECE, PIECE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called for each piece and each answer, not for each function
  useEffect(onDrawn, [drawn, store.rows]);
  return store.rows.slice(0, drawn).map((row) => {
    const key = store.keyOf(row);
    return <QueueRow key={key} row={row} open={key === openKey} onOpen={onOpen} renderRow={renderRow} />;
  });
}

const QueueRows = observer(ObservedQueueRows) as typeof ObservedQueueRows;

type QueueRowProps<Row> = Pick<QueuePanelProps<Row, QueueFilter>, 'onOpen' | 'renderRow'> & {
  readonly row: Row;
  readonly open: boolean;
};

function ObservedQueueRow<Row>({ row, open, onOpen, renderRow }: QueueRowProps<Row>) {
  return (
    <li>
      <button type="button" className="nk-queue-row" data-row aria-current={open || undefined} onClick={() => onOpen(row)}>
        {renderRow(row)}
      </button>
    </li>
  );
}

/** Those that stand are not drawn again with the next piece. */
const QueueRow = observer(ObservedQueueRow) as typeof ObservedQueueRow;

/** Watches the store by itself. */
export const QueuePanel = observer(ObservedQueuePanel) as typeof ObservedQueuePanel;
