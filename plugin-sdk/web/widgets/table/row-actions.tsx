import { useButtonCheck } from '../menu/permission-button.tsx';
import { useKitText } from '../kit-text.ts';
import { useRowTabIndex } from './row-focus.ts';
import { useRunOnce } from '../run-once.ts';
import type { RowAction } from '../columns/column.ts';
import { RowMenu } from './row-menu.tsx';
import { useMemo, useState } from 'react';

/** The actions that this user may use at all, whatever the row. */
export function useGrantedActions<Row>(actions: readonly RowAction<Row>[] | undefined): readonly RowAction<Row>[] {
  const granted = useButtonCheck();
  const key = (actions ?? []).map((action) => (action.button === undefined || granted(action.button) ? '1' : '0')).join('');
  // The same list as long as the grants are the same, so that rows need not be drawn again.
  return useMemo(() => (actions ?? []).filter((_, at) => key[at] === '1'), [actions, key]);
}

interface RowActionsProps<Row> {
  readonly row: Row;
  readonly actions: readonly RowAction<Row>[];
  readonly inline: number;
}

/** The buttons of one row; those that do not fit go into a menu. */
export function RowActions<Row>({ row, actions, inline }: RowActionsProps<Row>) {
  const text = useKitText();
  const tabIndex = useRowTabIndex();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { busy, run } = useRunOnce();
  const shown = actions.filter((action) => action.visible?.(row) ?? true);
  const direct = shown.length <= inline + 1 ? shown : shown.slice(0, inline);
  const rest = shown.slice(direct.length);
  const start = (action: RowAction<Row>) => void run(() => action.onClick(row), { confirm: action.confirm?.(row), danger: action.danger });
  return (
    <span className="nk-row-actions">
      {direct.map((action) => (
        <button
          key={action.key}
          type="button"
          tabIndex={tabIndex}
          className={action.danger ? 'nk-link nk-danger' : 'nk-link'}
          disabled={action.disabled?.(row)}
          // Not disabled: that would take the focus away, and a dialog that opens could not give it back.
          aria-disabled={busy || undefined}
          onClick={(event) => {
            event.stopPropagation();
            start(action);
          }}
        >
          {action.text}
        </button>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          tabIndex={tabIndex}
          className="nk-link"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            event.stopPropagation();
            setAnchor(anchor ? null : event.currentTarget);
          }}
        >
          {text('more')}
        </button>
      )}
      {anchor && (
        <RowMenu
          anchor={anchor}
          items={rest.map((action) => ({ key: action.key, text: action.text, danger: action.danger, disabled: busy || action.disabled?.(row) }))}
          onPick={(key) => {
            const action = rest.find((one) => one.key === key);
            if (action) start(action);
          }}
          onClose={() => setAnchor(null)}
        />
      )}
    </span>
  );
}
