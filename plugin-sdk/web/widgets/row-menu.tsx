import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

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

/** A small menu at a button. Exists only while it is open: a dropdown component per row would cost more than the row. */
export function RowMenu({ anchor, items, onPick, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const box = menu.current;
    if (!box) return;
    const place = anchor.getBoundingClientRect();
    const below = place.bottom + box.offsetHeight + 8 <= window.innerHeight;
    box.style.top = `${below ? place.bottom + 4 : Math.max(4, place.top - box.offsetHeight - 4)}px`;
    box.style.left = `${Math.max(4, Math.min(place.right - box.offsetWidth, window.innerWidth - box.offsetWidth - 4))}px`;
    box.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  }, [anchor]);

  useEffect(() => {
    const close = (event: Event) => {
      if (!(event.target instanceof Node) || !(menu.current?.contains(event.target) || anchor.contains(event.target))) onClose();
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

  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const buttons = [...(menu.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowUp') buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      onClose();
      anchor.focus();
    } else return;
    event.preventDefault();
  };

  return createPortal(
    <div ref={menu} role="menu" tabIndex={-1} className="nk-menu" onKeyDown={handleKey}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          disabled={item.disabled}
          className={item.danger ? 'nk-danger' : undefined}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
            anchor.focus();
            onPick(item.key);
          }}
        >
          {item.text}
        </button>
      ))}
    </div>,
    document.body,
  );
}
