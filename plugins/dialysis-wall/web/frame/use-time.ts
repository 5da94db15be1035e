import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/** The present by the server's clock, anew every so many seconds. */
export function useTime(seconds: number): number {
  const { now } = usePlugin();
  const [at, setAt] = useState(now);
  useEffect(() => {
    // waits: time is shown as it passes
    const timer = setInterval(() => setAt(now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [now, seconds]);
  return at;
}

/** Counts on every so many seconds, for lists that turn their pages. */
export function useTurn(seconds: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    // waits: pages turn as time passes
    const timer = setInterval(() => setTurn((before) => before + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return turn;
}
