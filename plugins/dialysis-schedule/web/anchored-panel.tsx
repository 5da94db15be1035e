import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface AnchoredPanelProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

const GAP = 4;
const EDGE = 8;
const FOCUSABLE = 'button:not(:disabled), input:not(:disabled)';

/** A box at a cell, above the board. Takes the cursor, gives it back to the cell, closes on Escape and on a press elsewhere. */
export function AnchoredPanel({ anchor, label, children, onClose }: AnchoredPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const panel = box.current;
    if (!panel) return;
    const at = anchor.getBoundingClientRect();
    const below = at.bottom + GAP + panel.offsetHeight <= window.innerHeight || at.top < panel.offsetHeight + GAP;
    panel.style.top = `${Math.max(EDGE, below ? at.bottom + GAP : at.top - panel.offsetHeight - GAP)}px`;
    panel.style.left = `${Math.max(EDGE, Math.min(at.left, window.innerWidth - panel.offsetWidth - EDGE))}px`;
    panel.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  }, [anchor]);

  useEffect(() => {
    const press = (event: PointerEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || box.current?.contains(target)) return;
      // A list of choices opens outside of the box.
      if (target.closest('.semi-portal')) return;
      close.current();
    };
    document.addEventListener('pointerdown', press);
    return () => {
      document.removeEventListener('pointerdown', press);
      if (document.activeElement === document.body || box.current?.contains(document.activeElement)) anchor.focus();
    };
  }, [anchor]);

  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    onClose();
    anchor.focus();
  };
  return createPortal(
    <div ref={box} role="dialog" aria-label={label} className="ds-menu" onKeyDown={handleKey} onClick={(event) => event.stopPropagation()}>
      {children}
    </div>,
    document.body,
  );
}
