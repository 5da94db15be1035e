import { useEffect, useState } from 'react';

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
