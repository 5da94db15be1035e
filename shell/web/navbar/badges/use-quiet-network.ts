import { useEffect, useState } from 'react';

/** So long nothing has arrived before what nobody waits for is fetched. */
export const QUIET_MS = 2_000;

/** True from when nothing has been fetched for a while: the page stands, and what only decorates it may come. */
export function useQuietNetwork(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        seen.disconnect();
        setQuiet(true);
      }, QUIET_MS);
    };
    const seen = new PerformanceObserver(wait);
    seen.observe({ type: 'resource' });
    wait();
    return () => {
      clearTimeout(timer);
      seen.disconnect();
    };
  }, []);
  return quiet;
}
