import { observer } from 'mobx-react-lite';
import { memo, useEffect, useRef } from 'react';
import type { ColumnLayout } from '../columns/column-layout.ts';
import { useKitText } from '../kit-text.ts';
import { ACTIONS_COLUMN, INDEX_COLUMN, SELECTION_COLUMN } from '../columns/table-columns.ts';
import { cellClass, cellStyle } from './table-row.tsx';

interface TableHeadProps<Row> {
  readonly layout: ColumnLayout<Row>;
  readonly rows: readonly Row[];
  readonly selection: 'none' | 'single' | 'multiple';
  readonly isSelected?: (row: Row) => boolean;
  readonly onSelect?: (rows: readonly Row[], selected: boolean) => void;
  readonly sorting: { readonly sidx: string; readonly sort: 'asc' | 'desc' } | null;
  readonly onSort?: (sidx: string) => void;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** The heads stick to the top; a click on a sortable one asks for another order. */
export function TableHead<Row>({ layout, rows, selection, isSelected, onSelect, sorting, onSort }: TableHeadProps<Row>) {
  const text = useKitText();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {layout.columns.map((placed) => {
          const { column } = placed;
          if (column.prop === SELECTION_COLUMN) {
            return (
              <th key={column.prop} scope="col" className={cellClass(placed)} style={cellStyle(placed)}>
                {selection === 'multiple' && <SelectAll rows={rows} isSelected={isSelected} onSelect={onSelect} />}
              </th>
            );
          }
          const sidx = column.sortable === true ? column.prop : column.sortable || undefined;
          const sorted = sidx !== undefined && sorting?.sidx === sidx ? sorting.sort : undefined;
          return (
            <th
              key={column.prop}
              scope="col"
              className={cellClass(placed)}
              style={cellStyle(placed)}
              title={column.label}
              aria-sort={sorted && ARIA_SORT[sorted]}
            >
              {sidx !== undefined && onSort ? (
                <button
                  type="button"
                  className="nk-sort"
                  data-sorted={sorted}
                  aria-label={text('sortBy', { label: column.label })}
                  onClick={() => onSort(sidx)}
                >
                  {column.label}
                </button>
              ) : (
                column.label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SelectAllBox<Row>({ rows, isSelected, onSelect }: Pick<TableHeadProps<Row>, 'rows' | 'isSelected' | 'onSelect'>) {
  const text = useKitText();
  const box = useRef<HTMLInputElement>(null);
  const count = isSelected ? rows.filter((row) => isSelected(row)).length : 0;
  const all = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return <input ref={box} type="checkbox" checked={all} disabled={rows.length === 0} aria-label={text('selectAll')} onChange={() => onSelect?.(rows, !all)} />;
}

/** Watches the selection by itself, so that a tick does not draw the whole head. */
const SelectAll = observer(SelectAllBox) as typeof SelectAllBox;

function SummaryRowOnce<Row>({ layout, rows }: { readonly layout: ColumnLayout<Row>; readonly rows: readonly Row[] }) {
  const text = useKitText();
  if (!layout.columns.some(({ column }) => column.summary)) return null;
  const own = [SELECTION_COLUMN, ACTIONS_COLUMN];
  const hasIndex = layout.columns.some(({ column }) => column.prop === INDEX_COLUMN);
  const labelAt = layout.columns.findIndex(({ column }) => (hasIndex ? column.prop === INDEX_COLUMN : !own.includes(column.prop) && !column.summary));
  return (
    <tfoot>
      <tr>
        {layout.columns.map((placed, at) => (
          <td key={placed.column.prop} className={cellClass(placed)} style={cellStyle(placed)}>
            {at === labelAt ? text('summary') : placed.column.summary?.(rows)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** The row 合计 at the foot; there when a column knows how to sum up. Adds up again only when rows or columns change. */
export const SummaryRow = memo(SummaryRowOnce) as typeof SummaryRowOnce;
