import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Height of what scrolls, in pixels. The browser tells it once the page is laid out and whenever it changes, also when what was hidden shows: asking for
 * it lays the page out at once, in the task that drew it.
 * @param assumed stands until then
 */
export function useBoxHeight(frame: RefObject<HTMLElement | null>, assumed: number): number {
  const [height, setHeight] = useState(assumed);
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setHeight((known) => box.clientHeight || known));
    observer.observe(box);
    return () => observer.disconnect();
  }, [frame]);
  return height;
}
