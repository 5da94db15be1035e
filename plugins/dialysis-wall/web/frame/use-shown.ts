import { type RefObject, useEffect, useState } from 'react';

/** Whether a page is the one in front: those behind other tabs stay, and what they lay over the window must not. */
export function useShown(anchor: RefObject<HTMLElement | null>): boolean {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const element = anchor.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(() => setShown(element.getClientRects().length > 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, [anchor]);
  return shown;
}
