import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column, RowAction } from '../columns/column.ts';
import { layoutColumns } from '../columns/column-layout.ts';
import { useKitText } from '../kit-text.ts';
import { isPlainKey } from '../page/plain-key.ts';
import { ROW_HEIGHT, TableRow } from './table-row.tsx';
import { SummaryRow, TableHead } from './table-head.tsx';
import { useTableSize } from './table-size.ts';
import { scrollStep, tableWindow, wholeTable } from './table-window.ts';
import { useOnPaper } from '../frames/use-on-paper.ts';
import { useGrantedActions } from './row-actions.tsx';
import { useFocusInTable } from './row-focus.ts';
import { inlineFor, useTableColumns } from '../columns/table-columns.ts';
import { useSlices } from '../use-slices.ts';
import './data-table.css';

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Index column; `indexFrom` is the number before the first row. */
  readonly index?: boolean;
  readonly indexFrom?: number;
  readonly selection?: 'none' | 'single' | 'multiple';
  readonly isSelected?: (row: Row) => boolean;
  readonly onSelect?: (rows: readonly Row[], selected: boolean) => void;
  readonly sorting?: { readonly sidx: string; readonly sort: 'asc' | 'desc' } | null;
  readonly onSort?: (sidx: string) => void;
  readonly rowActions?: readonly RowAction<Row>[];
  /** Actions that stand in the row; the others go into a menu. Default 2. */
  readonly inlineActions?: number;
  /** Row that the keyboard stands on. */
  readonly activeKey?: string | null;
  readonly onActive?: (row: Row) => void;
  /** Enter or double click. */
  readonly onOpen?: (row: Row) => void;
  readonly rowClass?: (row: Row) => string | undefined;
  /** Drawn instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** Shows that newer rows are on their way. */
  readonly loading?: boolean;
  /** When it changes, the table scrolls back to the top. */
  readonly scrollKey?: string | number;
}

type RowActs<Row> = Required<Pick<DataTableProps<Row>, 'onSelect' | 'onActive' | 'onOpen'>>;

/** What rows call: the same functions from drawing to drawing, which call those of the last one. Rows that did not change are not drawn with the table. */
function useLatestActs<Row>(props: DataTableProps<Row>): RowActs<Row> {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useRef<RowActs<Row>>({
    onSelect: (rows, selected) => latest.current.onSelect?.(rows, selected),
    onActive: (row) => latest.current.onActive?.(row),
    onOpen: (row) => latest.current.onOpen?.(row),
  }).current;
}

function ObservedTable<Row>(props: DataTableProps<Row>) {
  const {
    rows,
    rowKey,
    label,
    indexFrom = 0,
    selection = 'none',
    isSelected,
    onSelect,
    activeKey = null,
    onActive,
    onOpen,
    rowClass,
    loading,
    scrollKey,
  } = props;
  const text = useKitText();
  const frame = useRef<HTMLDivElement>(null);
  useFocusInTable(frame);
  const view = useTableSize(frame, label);
  const acts = useLatestActs(props);
  const [scrollTop, setScrollTop] = useState(0); // in whole steps, so that most scroll events draw nothing
  const actions = useGrantedActions(props.rowActions);
  const inlineActions = inlineFor(actions, props.inlineActions ?? 2, view.width, { heading: text('actions'), more: text('more') });
  const columns = useTableColumns({ columns: props.columns, index: props.index, selection, actions, inline: inlineActions, text });
  const layout = useMemo(() => layoutColumns(columns, view.width), [columns, view.width]);
  const onPaper = useOnPaper(frame);
  const part = onPaper ? wholeTable(rows.length) : tableWindow(rows.length, ROW_HEIGHT, scrollTop, view.height);
  const drawnTo = part.from + useSlices(part.to - part.from);
  const below = part.below + (part.to - drawnTo) * ROW_HEIGHT;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, its change is the signal
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0;
    setScrollTop(0);
  }, [scrollKey]);

  const goTo = (at: number) => {
    const row = rows[at];
    const box = frame.current;
    if (row === undefined || !box) return;
    onActive?.(row);
    const head = ROW_HEIGHT;
    const top = at * ROW_HEIGHT;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + 2 * head > box.scrollTop + box.clientHeight)
      box.scrollTop = top + 2 * head - box.clientHeight + (columns.some((column) => column.summary) ? head : 0);
  };

  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== frame.current) return;
    const at = rows.findIndex((row) => rowKey(row) === activeKey);
    const row = rows[at];
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 2);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: rows.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    };
    const next = steps[event.key];
    if (next !== undefined) goTo(Math.min(Math.max(0, next), rows.length - 1));
    else if (event.key === 'Enter' && isPlainKey(event) && row !== undefined && onOpen) onOpen(row);
    else if (event.key === ' ' && row !== undefined && selection !== 'none') onSelect?.([row], selection === 'single' || !isSelected?.(row));
    else return;
    event.preventDefault();
  };

  return (
    <section
      ref={frame}
      className={loading ? 'nk-table nk-table-loading' : 'nk-table'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame scrolls and takes the arrow keys for its rows
      tabIndex={0}
      style={{ scrollPaddingLeft: layout.covered.left, scrollPaddingRight: layout.covered.right }}
      aria-label={label}
      aria-busy={loading || undefined}
      onScroll={(event) => setScrollTop(scrollStep(event.currentTarget.scrollTop, ROW_HEIGHT))}
      onKeyDown={handleKey}
    >
      <table style={{ width: layout.width }} aria-rowcount={rows.length + 1} aria-label={label}>
        <colgroup>
          {layout.columns.map(({ column, width }) => (
            <col key={column.prop} style={{ width }} />
          ))}
        </colgroup>
        <TableHead
          layout={layout}
          rows={rows}
          selection={selection}
          isSelected={isSelected}
          onSelect={onSelect}
          sorting={props.sorting ?? null}
          onSort={props.onSort}
        />
        <tbody>
          {part.above > 0 && (
            <tr aria-hidden className="nk-gap">
              <td colSpan={layout.columns.length} style={{ height: part.above }} />
            </tr>
          )}
          {rows.slice(part.from, drawnTo).map((row, offset) => {
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                row={row}
                at={part.from + offset}
                number={indexFrom + part.from + offset + 1}
                layout={layout}
                selection={selection}
                selected={isSelected?.(row) ?? false}
                active={key === activeKey}
                className={rowClass?.(row)}
                actions={actions}
                inlineActions={inlineActions}
                onSelect={acts.onSelect}
                onActive={acts.onActive}
                onOpen={onOpen && acts.onOpen}
              />
            );
          })}
          {below > 0 && (
            <tr aria-hidden className="nk-gap">
              <td colSpan={layout.columns.length} style={{ height: below }} />
            </tr>
          )}
        </tbody>
        {rows.length > 0 && <SummaryRow layout={layout} rows={rows} />}
      </table>
      {rows.length === 0 && <div className="nk-table-empty">{props.empty ?? text('noData')}</div>}
    </section>
  );
}

/**
 * A table with selection, index column, summary row and keyboard. Draws only the visible rows, so 10,000 rows cost no more
 * than 50; paper has them all. Rows have one height; text that does not fit is cut off and shown as tooltip.
 */
export const DataTable = observer(ObservedTable) as typeof ObservedTable;
