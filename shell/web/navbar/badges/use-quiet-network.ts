import { useEffect, useState } from 'react';

/** So long nothing has arrived before what nobody waits for is fetched. */
export const QUIET_MS = 2_000;
/** A page that asks for something again and again is never quiet: then it has had its turn. */
export const LOUD_MS = 30_000;

/** True from when nothing has been fetched for a while, or after `LOUD_MS`: the page stands, and what only decorates it may come. */
export function useQuietNetwork(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => {
      clearTimeout(timer);
      clearTimeout(last);
      seen.disconnect();
    };
    const end = () => {
      stop();
      setQuiet(true);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, QUIET_MS);
    };
    const last = setTimeout(end, LOUD_MS);
    const seen = new PerformanceObserver(wait);
    seen.observe({ type: 'resource' });
    wait();
    return stop;
  }, []);
  return quiet;
}
