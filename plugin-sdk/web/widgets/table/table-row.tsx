import { observer } from 'mobx-react-lite';
import type { CSSProperties, ReactNode } from 'react';
import type { Column, RowAction } from '../columns/column.ts';
import type { ColumnLayout, PlacedColumn } from '../columns/column-layout.ts';
import { useKitText } from '../kit-text.ts';
import { RowFocus } from './row-focus.ts';
import { RowActions } from './row-actions.tsx';
import { ACTIONS_COLUMN, INDEX_COLUMN, SELECTION_COLUMN } from '../columns/table-columns.ts';

/** Height of every row in pixels, border included; the style sheet says the same. */
export const ROW_HEIGHT = 40;

export interface TableRowProps<Row> {
  readonly row: Row;
  readonly at: number;
  readonly number: number;
  readonly layout: ColumnLayout<Row>;
  readonly selection: 'none' | 'single' | 'multiple';
  readonly selected: boolean;
  readonly active: boolean;
  readonly className?: string;
  readonly actions: readonly RowAction<Row>[];
  readonly inlineActions: number;
  readonly onSelect?: (rows: readonly Row[], selected: boolean) => void;
  readonly onActive?: (row: Row) => void;
  readonly onOpen?: (row: Row) => void;
}

/** Only what differs from column to column in pixels; everything else is a class, which costs less than a style per cell. */
export function cellStyle({ left, right }: PlacedColumn<never>): CSSProperties | undefined {
  return left !== undefined ? { left } : right !== undefined ? { right } : undefined;
}

export function cellClass({ column, left, right }: PlacedColumn<never>): string | undefined {
  const stick = left !== undefined ? 'nk-stick' : right !== undefined ? 'nk-stick nk-stick-right' : '';
  const align = column.align === 'right' ? ' nk-right' : column.align === 'center' ? ' nk-center' : '';
  const screenOnly = column.prop === SELECTION_COLUMN || column.prop === ACTIONS_COLUMN ? ' nk-screen-only' : '';
  return (stick + align + screenOnly).trim() || undefined;
}

/** What a cell shows. */
export function contentOf<Row>(column: Column<Row>, row: Row, at: number): ReactNode {
  if (column.render) return column.render(row, at);
  const value: unknown = (row as Record<string, unknown>)[column.prop];
  return value === null || value === undefined ? '' : String(value);
}

function TableRowOnce<Row>(props: TableRowProps<Row>) {
  const { row, at, number, layout, selection, selected, active, className, actions, inlineActions, onSelect, onActive, onOpen } = props;
  const text = useKitText();
  const classes = [active && 'nk-active', selected && 'nk-selected', className].filter(Boolean).join(' ');
  const select = (on: boolean) => onSelect?.([row], on);
  return (
    <RowFocus value={active}>
      <tr
        className={classes || undefined}
        aria-rowindex={at + 2}
        aria-selected={selection === 'none' ? undefined : selected}
        aria-current={active || undefined}
        onClick={() => onActive?.(row)}
        onDoubleClick={onOpen && (() => onOpen(row))}
      >
        {layout.columns.map((placed) => {
          const { column } = placed;
          if (column.prop === SELECTION_COLUMN) {
            return (
              <td key={column.prop} className={cellClass(placed)} style={cellStyle(placed)}>
                <input
                  type={selection === 'single' ? 'radio' : 'checkbox'}
                  tabIndex={active ? 0 : -1}
                  checked={selected}
                  aria-label={text('selectRow', { n: number })}
                  onChange={(event) => select(selection === 'single' || event.target.checked)}
                  onDoubleClick={(event) => event.stopPropagation()}
                />
              </td>
            );
          }
          if (column.prop === ACTIONS_COLUMN) {
            return (
              <td key={column.prop} className={cellClass(placed)} style={cellStyle(placed)}>
                <RowActions row={row} actions={actions} inline={inlineActions} />
              </td>
            );
          }
          const content = column.prop === INDEX_COLUMN ? number : contentOf(column, row, at);
          const tip = column.text?.(row) ?? (typeof content === 'string' ? content : undefined);
          return (
            <td key={column.prop} className={cellClass(placed)} style={cellStyle(placed)} title={tip || undefined}>
              {content}
            </td>
          );
        })}
      </tr>
    </RowFocus>
  );
}

/** Drawn again only when its row, the columns, or something that a cell reads from a store changes. */
export const TableRow = observer(TableRowOnce) as typeof TableRowOnce;
