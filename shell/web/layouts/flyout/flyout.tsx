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
  readonly onClick: (event: React.MouseEvent) => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
}

export interface FlyoutProps {
  readonly placement: Placement;
  /** `hover` also opens on click and by keyboard; what the pointer has opened, a click keeps open. */
  readonly openOn?: 'hover' | 'click';
  readonly className?: string;
  readonly panelClassName?: string;
  readonly trigger: (props: FlyoutTriggerProps, open: boolean) => ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** Hidden, and not squeezed by the edge it happens to stand at, until it was measured. */
const UNPLACED: CSSProperties = { visibility: 'hidden', left: 0, top: 0 };

const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex="0"]';

/** `hovered` goes when the pointer goes; `kept`, pressed or with the focus inside, stays until a press outside, a second press, Escape, or the focus that leaves it. */
type State = 'closed' | 'hovered' | 'kept';

/** A click without a pointer: Enter, Space, or a screen reader's press. */
const isByKeyboard = (event: React.MouseEvent) => event.detail === 0;

const focusFirst = (panel: HTMLElement | null) => panel?.querySelector<HTMLElement>(FOCUSABLE)?.focus();

/**
 * A panel that floats beside its trigger. It stands right behind the trigger in the document, so that Tab walks from one to the other and
 * a screen reader finds it where it belongs; `position: fixed` lifts it out of scrolling parents. It observes, because what its callers
 * draw with `trigger` and `children` is read while it is drawn, not while they are.
 */
export const Flyout = observer(function Flyout({ placement, openOn = 'click', className = '', panelClassName = '', trigger, children }: FlyoutProps) {
  const [state, setState] = useState<State>('closed');
  const [place, setPlace] = useState<CSSProperties>(UNPLACED);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focusInside = useRef(false);
  const id = useId();
  const open = state !== 'closed';
  const setHovered = useCallback((hovered: boolean) => setState((now) => (now === 'kept' ? now : hovered ? 'hovered' : 'closed')), []);
  const { enter, leave, forget } = useHoverIntent(setHovered, openOn === 'hover');

  const close = useCallback(() => {
    forget();
    setState('closed');
  }, [forget]);
  /** Back to where it was opened; focus that a panel under the pointer never had stays where it is. */
  const closeAndReturn = useCallback(() => {
    const { activeElement } = document;
    if (activeElement === document.body || root.current?.contains(activeElement)) document.getElementById(id)?.focus();
    close();
  }, [id, close]);
  const keep = (moveFocus: boolean) => {
    forget();
    if (open && moveFocus) focusFirst(panel.current);
    else focusInside.current = moveFocus;
    setState('kept');
  };

  useLayoutEffect(() => {
    if (!open || panel.current === null || root.current === null) return;
    const anchor = root.current.getBoundingClientRect();
    const size = panel.current.getBoundingClientRect();
    setPlace(placeFlyout(anchor, size, { width: window.innerWidth, height: window.innerHeight }, placement));
  }, [open, placement]);

  // Only what has its place is seen, and nothing hidden takes the focus.
  useLayoutEffect(() => {
    if (!open || place === UNPLACED || !focusInside.current) return;
    focusInside.current = false;
    focusFirst(panel.current);
  }, [open, place]);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    // What only hovers never had the focus: a page that takes it does not take the menu from under the pointer.
    const focusOutside = (event: Event) => state === 'kept' && outside(event);
    // Wherever the focus is: what a pointer has opened over a field must go without the pointer having to move.
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      closeAndReturn();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', focusOutside);
    document.addEventListener('keydown', leaveByKey, true);
    window.addEventListener('resize', close);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', focusOutside);
      document.removeEventListener('keydown', leaveByKey, true);
      window.removeEventListener('resize', close);
    };
  }, [open, state, close, closeAndReturn]);

  const openByKeyboard = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowRight') return;
    if (event.key === 'ArrowRight' && placement !== 'right-start') return;
    event.preventDefault();
    keep(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the pointer and the focus that pass through the trigger and the panel inside are heard
    <div
      ref={root}
      className={`nephra-flyout ${className}`}
      onMouseEnter={enter}
      onMouseLeave={leave}
      onFocus={({ target }) => panel.current?.contains(target) && setState('kept')}
    >
      {trigger(
        {
          id,
          'aria-expanded': open,
          'aria-haspopup': 'true',
          'aria-controls': open ? `${id}-panel` : undefined,
          onClick: (event) => (state === 'kept' ? close() : keep(isByKeyboard(event))),
          onKeyDown: openByKeyboard,
        },
        open,
      )}
      {open && (
        <div ref={panel} id={`${id}-panel`} className={`nephra-flyout-panel ${panelClassName}`} style={place}>
          {children(closeAndReturn)}
        </div>
      )}
    </div>
  );
});
