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
 * rows would cost more than the rows. Follows the element; closes on Escape, on a press
 * elsewhere, and when the element leaves the window.
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
      // Where it would run out of the window it keeps to the other edge of its anchor, not to the window.
      const fits = at.left + box.offsetWidth <= window.innerWidth - EDGE;
      const left = align === 'end' || !fits ? at.right - box.offsetWidth : at.left;
      box.style.top = `${below ? at.bottom + GAP : at.top - box.offsetHeight - GAP}px`;
      box.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - box.offsetWidth - EDGE))}px`;
    };
    // The keyboard of a phone resizes and scrolls the page while one types, so the box follows its anchor instead of closing.
    const follow = (event: Event) => {
      if (event.target instanceof Node && box.contains(event.target)) return;
      const at = anchor.getBoundingClientRect();
      if (at.bottom < 0 || at.top > window.innerHeight) close.current();
      else place();
    };
    place();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place);
    observer?.observe(box);
    document.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    return () => {
      observer?.disconnect();
      document.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
    };
  }, [anchor, align]);

  useEffect(() => {
    if (takesFocus) (panel.current?.querySelector<HTMLElement>(FOCUSABLE) ?? panel.current)?.focus();
  }, [takesFocus]);

  useEffect(() => {
    const outside = (event: Event) => {
      if (!(event.target instanceof Node) || !(panel.current?.contains(event.target) || anchor.contains(event.target))) close.current();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
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
