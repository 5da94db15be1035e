import { type RefObject, useEffect } from 'react';

/**
 * Tells whether an element can be seen: its browser tab is in front, and so is its page among those that are kept open. Pages behind other tabs stay
 * mounted, so that their own effects cannot tell.
 */
export function useOnScreen(element: RefObject<HTMLElement | null>, seen: (shown: boolean) => void): void {
  useEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    let within = true;
    const tell = (): void => seen(within && document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', tell);
    const observer =
      typeof IntersectionObserver === 'undefined'
        ? undefined
        : new IntersectionObserver((entries) => {
            within = entries.at(-1)?.isIntersecting ?? within;
            tell();
          });
    observer?.observe(box);
    tell();
    return () => {
      document.removeEventListener('visibilitychange', tell);
      observer?.disconnect();
    };
  }, [element, seen]);
}
