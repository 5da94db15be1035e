import { useEffect, useMemo, useRef } from 'react';

/** A pointer that only crosses a trigger opens nothing; one that strays for a moment on its way to the panel closes nothing. */
const OPEN_AFTER_MS = 90;
const CLOSE_AFTER_MS = 220;

/** Turns pointer entries and exits into a calm open and close. Touch screens send no hover: a tap is a click. */
export function useHoverIntent(setOpen: (open: boolean) => void, enabled: boolean): { enter: () => void; leave: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    const later = (open: boolean, delay: number) => () => {
      if (!enabled) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOpen(open), delay);
    };
    return { enter: later(true, OPEN_AFTER_MS), leave: later(false, CLOSE_AFTER_MS) };
  }, [setOpen, enabled]);
}
