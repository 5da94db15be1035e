import { useEffect } from 'react';

/** Reads at once and again and again while the page is open; nobody looks at a window behind others. @param read the same function at each drawing */
export function useEvery(milliseconds: number, read: () => unknown): void {
  useEffect(() => {
    void read();
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, read]);
}
