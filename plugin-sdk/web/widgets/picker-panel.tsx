import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Column } from './column.ts';
import { errorText } from './error-text.ts';
import { useKitText } from './kit-text.ts';
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

const PANEL_HEIGHT = 320;

function ObservedPickerPanel<Row>({ anchor, id, label, store, columns, keyOf, width, onPick, onClose }: PickerPanelProps<Row>) {
  const text = useKitText();
  const panel = useRef<HTMLDivElement>(null);
  const { rows, state, activeIndex } = store;

  useLayoutEffect(() => {
    const box = panel.current;
    if (!box) return;
    const place = anchor.getBoundingClientRect();
    const wide = Math.min(width, window.innerWidth - 16);
    const below = place.bottom + PANEL_HEIGHT <= window.innerHeight || place.top < PANEL_HEIGHT;
    box.style.width = `${wide}px`;
    box.style.left = `${Math.max(8, Math.min(place.left, window.innerWidth - wide - 8))}px`;
    if (below) box.style.top = `${place.bottom + 4}px`;
    else box.style.bottom = `${window.innerHeight - place.top + 4}px`;
  }, [anchor, width]);

  useEffect(() => {
    const close = (event: Event) => {
      if (!(event.target instanceof Node) || !(panel.current?.contains(event.target) || anchor.contains(event.target))) onClose();
    };
    document.addEventListener('pointerdown', close, true);
    document.addEventListener('scroll', close, true);
    window.addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', close, true);
      document.removeEventListener('scroll', close, true);
      window.removeEventListener('resize', onClose);
    };
  }, [anchor, onClose]);

  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex]);

  const tracks = columns.map((column) => (column.width === undefined ? `minmax(${column.minWidth ?? 96}px, 1fr)` : `${column.width}px`)).join(' ');
  return createPortal(
    <div ref={panel} className="nk-picker" style={{ '--nk-tracks': tracks } as CSSProperties}>
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
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys for all rows
            <div
              key={keyOf(row)}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === activeIndex}
              aria-disabled={store.isDisabled(row) || undefined}
              className="nk-picker-row"
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => store.isDisabled(row) || store.point(at)}
              onClick={() => store.isDisabled(row) || onPick(row)}
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
          ))}
        </div>
      </div>
      <div className="nk-picker-note" role="status">
        {state.kind === 'failed' && <span className="nk-complaint-text">{errorText(state.error, text)}</span>}
        {state.kind === 'loading' && text('searching')}
        {state.kind === 'ready' && (rows.length === 0 ? text('noMatch') : text('found', { n: rows.length }))}
      </div>
    </div>,
    document.body,
  );
}

/** The list under a picker's field. */
export const PickerPanel = observer(ObservedPickerPanel) as typeof ObservedPickerPanel;
