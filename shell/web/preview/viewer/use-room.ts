import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Width inside an element in pixels, followed as it changes. */
export function useRoom(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(box.current?.clientWidth ?? 0), [box]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return width;
}

/** Where the focus stands while nobody has put it anywhere: at the dialog, or at the cross that the library looks for first. */
const UNTOUCHED = '[role="dialog"], .semi-modal-content, .semi-modal-close';

/** Gives the keys to what is shown, so that it scrolls; not when somebody is at work elsewhere in the dialog. */
export function useFirstFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.matches(UNTOUCHED)) box.current?.focus({ preventScroll: true });
  }, [box]);
}
