import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './floating-panel.css';

interface FloatingPanelProps {
  readonly anchor: HTMLElement;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly role?: string;
  readonly label?: string;
  /** Which edge of the anchor it keeps to. Default start. */
  readonly align?: 'start' | 'end';
  /** Puts the cursor into the panel and gives it back to the anchor on Escape. */
  readonly takesFocus?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
}

const GAP = 4;
const EDGE = 8;
const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), [tabindex="0"]';

/**
 * A box at an element, above everything. Exists only while it is open: a component that waits beside each of a thousand
 * rows would cost more than the rows. Closes on Escape, on a press elsewhere, and when the page scrolls under it.
 */
export function FloatingPanel({ anchor, children, onClose, className, style, role, label, align = 'start', takesFocus, onKeyDown }: FloatingPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const box = panel.current;
    if (!box) return undefined;
    const place = () => {
      const at = anchor.getBoundingClientRect();
      const below = at.bottom + GAP + box.offsetHeight <= window.innerHeight || at.top < box.offsetHeight + GAP;
      const left = align === 'end' ? at.right - box.offsetWidth : at.left;
      box.style.top = `${below ? at.bottom + GAP : at.top - box.offsetHeight - GAP}px`;
      box.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - box.offsetWidth - EDGE))}px`;
    };
    place();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(place);
    observer.observe(box);
    return () => observer.disconnect();
  }, [anchor, align]);

  useEffect(() => {
    if (takesFocus) (panel.current?.querySelector<HTMLElement>(FOCUSABLE) ?? panel.current)?.focus();
  }, [takesFocus]);

  useEffect(() => {
    const outside = (event: Event) => {
      if (!(event.target instanceof Node) || !(panel.current?.contains(event.target) || anchor.contains(event.target))) close.current();
    };
    const always = () => close.current();
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('scroll', outside, true);
    window.addEventListener('resize', always);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('scroll', outside, true);
      window.removeEventListener('resize', always);
    };
  }, [anchor]);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    onKeyDown?.(event);
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    if (event.key === 'Escape') event.preventDefault();
    onClose();
    if (takesFocus) anchor.focus();
  };

  return createPortal(
    // React bubbles events of a portal to the row it came from; a press in here is none of the row's business.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: role and name come together from the user of the panel
    // biome-ignore lint/a11y/noStaticElementInteractions: the role comes from the user of the panel
    <div
      ref={panel}
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={className ? `nk-floating ${className}` : 'nk-floating'}
      style={style}
      onKeyDown={handleKey}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </div>,
    document.body,
  );
}
