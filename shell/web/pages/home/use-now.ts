import { useEffect, useState } from 'react';
import { useShell } from '../../shell-context.tsx';

const TICK_MS = 10_000;

/** The time of the server, fresh every ten seconds. */
export function useNow(): number {
  const shell = useShell();
  const [now, setNow] = useState(() => shell.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(shell.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [shell]);
  return now;
}
