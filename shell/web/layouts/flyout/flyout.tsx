import './flyout.css';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Placement, placeFlyout } from './place.ts';
import { useHoverIntent } from './use-hover-intent.ts';

/** What the trigger must carry. */
export interface FlyoutTriggerProps {
  readonly id: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'true';
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}

export interface FlyoutProps {
  readonly placement: Placement;
  /** `hover` also opens on click and by keyboard. */
  readonly openOn?: 'hover' | 'click';
  readonly className?: string;
  readonly panelClassName?: string;
  readonly trigger: (props: FlyoutTriggerProps, open: boolean) => ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** Hidden, and not squeezed by the edge it happens to stand at, until it was measured. */
const UNPLACED: CSSProperties = { visibility: 'hidden', left: 0, top: 0 };

const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex="0"]';

/**
 * A panel that floats beside its trigger. It stands right behind the trigger in the document, so that Tab walks from one to the other and
 * a screen reader finds it where it belongs; `position: fixed` lifts it out of scrolling parents. It observes, because what its callers
 * draw with `trigger` and `children` is read while it is drawn, not while they are.
 */
export const Flyout = observer(function Flyout({ placement, openOn = 'click', className = '', panelClassName = '', trigger, children }: FlyoutProps) {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<CSSProperties>(UNPLACED);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focusInside = useRef(false);
  const id = useId();
  const hover = useHoverIntent(setOpen, openOn === 'hover');

  const focusTrigger = useCallback(() => document.getElementById(id)?.focus(), [id]);
  const close = useCallback(() => setOpen(false), []);

  useLayoutEffect(() => {
    if (!open || panel.current === null || root.current === null) return;
    const anchor = root.current.getBoundingClientRect();
    const size = panel.current.getBoundingClientRect();
    setPlace(placeFlyout(anchor, size, { width: window.innerWidth, height: window.innerHeight }, placement));
    if (focusInside.current) panel.current.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    focusInside.current = false;
  }, [open, placement]);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    window.addEventListener('resize', close);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      window.removeEventListener('resize', close);
    };
  }, [open, close]);

  const openByKeyboard = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowRight') return;
    if (event.key === 'ArrowRight' && placement !== 'right-start') return;
    event.preventDefault();
    focusInside.current = true;
    setOpen(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the keys and the pointer that pass through from the trigger and the panel inside are heard
    <div
      ref={root}
      className={`nephra-flyout ${className}`}
      onMouseEnter={hover.enter}
      onMouseLeave={hover.leave}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        focusTrigger();
      }}
    >
      {trigger(
        {
          id,
          'aria-expanded': open,
          'aria-haspopup': 'true',
          'aria-controls': open ? `${id}-panel` : undefined,
          onClick: () => setOpen(openOn === 'hover' ? true : !open),
          onKeyDown: openByKeyboard,
        },
        open,
      )}
      {open && (
        <div ref={panel} id={`${id}-panel`} className={`nephra-flyout-panel ${panelClassName}`} style={place}>
          {children(() => {
            setOpen(false);
            focusTrigger();
          })}
        </div>
      )}
    </div>
  );
});
