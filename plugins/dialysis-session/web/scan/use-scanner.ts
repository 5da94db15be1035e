import { type RefObject, useEffect, useRef } from 'react';
import { WedgeReader } from './wedge-reader.ts';

/** Pages behind other tabs stay, hidden; a cover lies over all of them. */
const OUT_OF_SIGHT = '[hidden],[inert]';

/** Hears what a scanner types anywhere on the page that `place` stands on, while that page is the one that is shown. A dialog keeps its keys to itself. */
export function useScanner(place: RefObject<HTMLElement | null>, onCode: (code: string) => void): void {
  const heard = useRef(onCode);
  heard.current = onCode;
  useEffect(() => {
    const isShown = (): boolean => place.current !== null && place.current.closest(OUT_OF_SIGHT) === null;
    const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role="dialog"]') !== null;
    return new WedgeReader(
      (code) => heard.current(code),
      (target) => isShown() && !isInDialog(target),
    ).listen(document);
  }, [place]);
}
