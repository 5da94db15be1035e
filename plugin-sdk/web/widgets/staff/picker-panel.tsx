import { observer } from 'mobx-react-lite';
import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Column } from '../columns/column.ts';
import { errorText } from '../error-text.ts';
import { FloatingPanel } from '../menu/floating-panel.tsx';
import { useKitText } from '../kit-text.ts';
import type { PickerStore } from './picker-store.ts';
import './picker-panel.css';

interface PickerPanelProps<Row> {
  readonly anchor: HTMLElement;
  readonly id: string;
  readonly label: string;
  readonly store: PickerStore<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly width: number;
  readonly onPick: (row: Row) => void;
  readonly onClose: () => void;
}

function ObservedPickerPanel<Row>({ anchor, id, label, store, columns, keyOf, width, onPick, onClose }: PickerPanelProps<Row>) {
  const text = useKitText();
  const { rows, state, activeIndex } = store;

  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex]);

  // The same function at every drawing, so that rows stay as they are while one types.
  const latest = useRef(onPick);
  latest.current = onPick;
  const pick = useCallback((row: Row) => latest.current(row), []);

  const tracks = columns.map((column) => (column.width === undefined ? `minmax(${column.minWidth ?? 96}px, 1fr)` : `${column.width}px`)).join(' ');
  return (
    <FloatingPanel anchor={anchor} className="nk-picker" style={{ '--nk-tracks': tracks, width } as CSSProperties} onClose={onClose}>
      <div className="nk-picker-scroll">
        <div className="nk-picker-row nk-picker-head" aria-hidden="true">
          {columns.map((column) => (
            <span key={column.prop} style={{ textAlign: column.align }}>
              {column.label}
            </span>
          ))}
        </div>
        <div role="listbox" id={id} aria-label={label} aria-busy={state.kind === 'loading'}>
          {rows.map((row, at) => (
            <PickerRow key={keyOf(row)} row={row} at={at} id={id} active={at === activeIndex} store={store} columns={columns} pick={pick} />
          ))}
        </div>
      </div>
      <div className="nk-picker-note" role="status">
        {state.kind === 'failed' && <span className="nk-complaint-text">{errorText(state.error, text)}</span>}
        {state.kind === 'loading' && text('searching')}
        {state.kind === 'ready' && (rows.length === 0 ? text('noMatch') : text('found', { n: rows.length }))}
      </div>
    </FloatingPanel>
  );
}

interface PickerRowProps<Row> extends Pick<PickerPanelProps<Row>, 'id' | 'store' | 'columns'> {
  readonly row: Row;
  readonly at: number;
  readonly active: boolean;
  readonly pick: (row: Row) => void;
}

/** One row found; drawn again only when it becomes another or the keys move over it. */
const PickerRow = memo(function PickerRow<Row>({ row, at, id, active, store, columns, pick }: PickerRowProps<Row>) {
  const disabled = store.isDisabled(row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys for all rows
    <div
      id={`${id}-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={disabled || undefined}
      className="nk-picker-row"
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => store.isDisabled(row) || pick(row)}
    >
      {columns.map((column) => {
        const content = column.render ? column.render(row, at) : String((row as Record<string, unknown>)[column.prop] ?? '');
        return (
          <span key={column.prop} style={{ textAlign: column.align }} title={column.text?.(row) ?? (typeof content === 'string' ? content : undefined)}>
            {content}
          </span>
        );
      })}
    </div>
  );
}) as <Row>(props: PickerRowProps<Row>) => ReactNode;

/** The list under a picker's field. */
export const PickerPanel = observer(ObservedPickerPanel) as typeof ObservedPickerPanel;
