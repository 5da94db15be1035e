import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 760px)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** True on a phone: one pane at a time, and a table shows only what it must. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
