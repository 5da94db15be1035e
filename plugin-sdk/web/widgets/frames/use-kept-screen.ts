import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/** So often a screen says that it hangs there still. */
const KEEP_EVERY_MS = 30 * 60_000;

/**
 * Keeps the session of a screen on a wall while the page is open. An account whose only role is `screen` is needed for it; the session of everybody else
 * rests and ends as always.
 * @returns whether it is kept. Only then the page may call in the foreground by itself, so that the browser does not lock; else with `background`
 */
export function useKeptScreen(): boolean {
  const { http } = usePlugin();
  const [kept, setKept] = useState(false);
  useEffect(() => {
    let open = true;
    const keep = async () => {
      const { screenSessionContract } = await import('../../../contract/access/screen-session.contract.ts');
      if (!open) return;
      try {
        await createClient(screenSessionContract, http).keep({}, { quiet: true, background: true });
        if (open) setKept(true);
      } catch {
        // Not a screen, or no connection now: then the next time.
      }
    };
    void keep();
    // waits: the session is kept as time passes
    const timer = setInterval(() => void keep(), KEEP_EVERY_MS);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, [http]);
  return kept;
}
