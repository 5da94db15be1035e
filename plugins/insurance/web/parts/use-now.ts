import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/** The time of the server, drawn anew each second while `running`. Milliseconds. */
export function useNow(running: boolean): number {
  const ctx = usePlugin();
  const [now, setNow] = useState(() => ctx.now());
  useEffect(() => {
    if (!running) return undefined;
    setNow(ctx.now());
    const timer = setInterval(() => setNow(ctx.now()), 1000);
    return () => clearInterval(timer);
  }, [ctx, running]);
  return now;
}
