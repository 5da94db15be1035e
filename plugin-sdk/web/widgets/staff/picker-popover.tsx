import { Input } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Column } from '../columns/column.ts';
import { useKitText } from '../kit-text.ts';
import { PickerPanel } from './picker-panel.tsx';
import { PickerStore, type PickerStoreOptions } from './picker-store.ts';
import { useStore } from '../use-store.ts';

export interface PickerPopoverProps<Row> extends PickerStoreOptions<Row> {
  /** Name of the field for screen readers. */
  readonly label: string;
  readonly rowKey: (keyof Row & string) | ((row: Row) => string);
  /** What each row shows, for example name, specification, price, stock. Those without a width share the room. */
  readonly columns: readonly Column<Row>[];
  readonly onPick: (row: Row) => void;
  /** Name of what is chosen now; shows while nobody types. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Pixels of the list. Default 560, never wider than the window. */
  readonly width?: number;
  /** After choosing, the cursor stays for the next one. Default true. */
  readonly stay?: boolean;
  readonly style?: CSSProperties;
}

function ObservedPicker<Row>(props: PickerPopoverProps<Row>) {
  const { label, load, isDisabled, delayMs, onPick, value = '', placeholder, id, disabled, invalid, stay = true, style } = props;
  const text = useKitText();
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const store = useStore(() => new PickerStore<Row>({ load, isDisabled, delayMs }));
  useEffect(() => store.use({ load, isDisabled, delayMs }));

  const take = (row: Row | undefined) => {
    if (row === undefined) return;
    store.hide();
    onPick(row);
    if (stay) frame.current?.querySelector('input')?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      // Combinations belong to the page, Ctrl+Enter mostly confirms: never a choice, and a search that stands open is over.
      if (event.key === 'Enter') store.hide();
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (store.open) store.move(event.key === 'ArrowDown' ? 1 : -1);
      else store.show();
    } else if (event.key === 'Enter' && store.open) take(store.pick());
    else if (event.key === 'Escape' && store.open) store.hide();
    else {
      if (event.key === 'Tab') store.hide();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={frame} style={style} onKeyDownCapture={handleKey}>
      <Input
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={store.open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={store.open && store.activeIndex >= 0 ? `${listId}-${store.activeIndex}` : undefined}
        autoComplete="off"
        disabled={disabled}
        validateStatus={invalid ? 'error' : 'default'}
        aria-invalid={invalid || undefined}
        value={store.open ? store.keyword : value}
        placeholder={value || placeholder || text('keyword')}
        onChange={(keyword) => store.type(keyword)}
        onFocus={() => store.show()}
        onClick={() => store.show()}
      />
      {store.open && frame.current && (
        <PickerPanel
          anchor={frame.current}
          id={listId}
          label={label}
          store={store}
          columns={props.columns}
          keyOf={(row) => (typeof props.rowKey === 'function' ? props.rowKey(row) : String(row[props.rowKey]))}
          width={props.width ?? 560}
          onPick={take}
          onClose={() => store.hide()}
        />
      )}
    </div>
  );
}

/**
 * A field that finds rows by keyword while one types: arrows move, Enter takes, Escape closes. For drugs, items, patients. Nothing is taken that
 * nobody chose: without letters no row stands under the keys, a resting mouse points at none, and Enter with Ctrl or another key is none.
 */
export const PickerPopover = observer(ObservedPicker) as typeof ObservedPicker;
