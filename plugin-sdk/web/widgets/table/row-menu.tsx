import type { KeyboardEvent } from 'react';
import { FloatingPanel } from '../menu/floating-panel.tsx';

export interface RowMenuItem {
  readonly key: string;
  readonly text: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

interface RowMenuProps {
  readonly anchor: HTMLElement;
  readonly items: readonly RowMenuItem[];
  readonly onPick: (key: string) => void;
  readonly onClose: () => void;
}

/** Arrows move between the entries of a menu, around its ends. */
export function walkMenu(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/** A small menu at a button: arrows move, Enter takes, Escape closes. */
export function RowMenu({ anchor, items, onPick, onClose }: RowMenuProps) {
  return (
    <FloatingPanel anchor={anchor} role="menu" className="nk-menu" align="end" takesFocus onClose={onClose} onKeyDown={walkMenu}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          disabled={item.disabled}
          className={item.danger ? 'nk-danger' : undefined}
          onClick={() => {
            onClose();
            anchor.focus();
            onPick(item.key);
          }}
        >
          {item.text}
        </button>
      ))}
    </FloatingPanel>
  );
}
