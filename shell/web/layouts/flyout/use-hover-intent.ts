import { useEffect, useMemo, useRef } from 'react';

/** A pointer that only crosses a trigger opens nothing; one that strays for a moment on its way to the panel closes nothing. */
const OPEN_AFTER_MS = 90;
const CLOSE_AFTER_MS = 220;

interface HoverIntent {
  readonly enter: () => void;
  readonly leave: () => void;
  /** Forgets what the pointer was about to do: a press or a key has decided. */
  readonly forget: () => void;
}

/** Turns pointer entries and exits into a calm open and close. Touch screens send no hover: a tap is a click. */
export function useHoverIntent(setHovered: (hovered: boolean) => void, enabled: boolean): HoverIntent {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    const forget = () => clearTimeout(timer.current);
    const later = (hovered: boolean, delay: number) => () => {
      if (!enabled) return;
      forget();
      timer.current = setTimeout(() => setHovered(hovered), delay);
    };
    return { enter: later(true, OPEN_AFTER_MS), leave: later(false, CLOSE_AFTER_MS), forget };
  }, [setHovered, enabled]);
}
