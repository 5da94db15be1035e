import { type RefObject, useEffect, useRef } from 'react';

/**
 * Nobody who works by keys is thrown to the top of the page: when what had the focus went away, it goes to `target`. Who never was in `place` is not
 * fetched there: a page that opens marks nothing.
 */
export function useFocusBack(state: unknown, place: RefObject<HTMLElement | null>, target: (place: HTMLElement) => HTMLElement | null | undefined): void {
  const before = useRef(state);
  const wasThere = useRef(false);
  useEffect(() => {
    const note = ({ target: at }: FocusEvent): void => {
      if (at instanceof Node && place.current?.contains(at)) wasThere.current = true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked where the focus is when the state has changed, and then alone
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && wasThere.current && place.current) target(place.current)?.focus();
  }, [state]);
}
