import { createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react';

/** Inside a table: whether the keyboard stands on this row. */
export const RowFocus = createContext(true);

/** For controls that may stand in rows: only those of one row take part in the tab order, else a list would be a hundred stops long. */
export const useRowTabIndex = (): 0 | -1 => (useContext(RowFocus) ? 0 : -1);

/** For the frame of a table: when the row that had the focus is gone, deleted mostly, the keyboard stays in the table. */
export function useFocusInTable(frame: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const box = frame.current;
    // By the browser's own event: React is deaf while it draws, which is when a dialog that closes gives the focus back.
    const remember = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    };
    box?.addEventListener('focusin', remember);
    return () => box?.removeEventListener('focusin', remember);
  }, [frame]);
  // After each drawing, because nothing tells of a focus that goes with its element.
  useLayoutEffect(() => {
    if (last.current === null || last.current.isConnected) return;
    last.current = null;
    const at = document.activeElement;
    if (at === null || at === document.body) frame.current?.focus({ preventScroll: true });
  });
}
