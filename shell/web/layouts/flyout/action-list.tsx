import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export interface Action {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Ticked: the choice in force. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  /** A line above it. */
  readonly divided?: boolean;
  /** Language of the label when it is not the page's. */
  readonly lang?: string;
  readonly run: () => void;
}

interface ActionListProps {
  readonly label: string;
  readonly actions: readonly Action[];
  readonly onDone: () => void;
}

const STEP: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A menu of acts or of choices: arrow keys, Home and End move, Enter acts. */
export function ActionList({ label, actions, onDone }: ActionListProps) {
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    const items: HTMLElement[] = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    if (!step || items.length === 0) return;
    event.preventDefault();
    const at = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
    items[step(at, items.length)]?.focus();
  };

  return (
    <div ref={list} role="menu" aria-label={label} className="nephra-action-list" tabIndex={-1} onKeyDown={move}>
      {actions.map((action) => (
        <button
          key={action.key}
          type="button"
          {...(action.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': action.checked })}
          disabled={action.disabled}
          lang={action.lang}
          className={action.divided ? 'nephra-action nephra-action-divided' : 'nephra-action'}
          onClick={() => {
            onDone();
            action.run();
          }}
        >
          {action.icon !== undefined && <span className="nephra-action-icon">{action.icon}</span>}
          <span className="nephra-action-label">{action.label}</span>
        </button>
      ))}
    </div>
  );
}
