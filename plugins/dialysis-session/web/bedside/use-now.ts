import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/** The present by the server's clock, drawn anew every so many seconds: for times that are left and due. */
export function useNow(seconds = 20): number {
  const { now } = usePlugin();
  const [at, setAt] = useState(now);
  useEffect(() => {
    // waits: what is left is drawn anew as it passes
    const timer = setInterval(() => setAt(now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [now, seconds]);
  return at;
}
