import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/**
 * The present by the server's clock, in milliseconds, drawn anew every so many seconds.
 * @param isRunning false: it stands, nothing is drawn anew
 */
export function useNow(seconds: number, isRunning = true): number {
  const { now } = usePlugin();
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!isRunning) return undefined;
    setAt(now());
    // waits: time is shown as it passes
    const timer = setInterval(() => setAt(now()), seconds * 1_000);
    return () => clearInterval(timer);
  }, [now, seconds, isRunning]);
  return at;
}
