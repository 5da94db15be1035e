import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { ApiError, createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/** So often a screen says that it hangs there still. */
const KEEP_EVERY_MS = 30 * 60_000;
/** Without an answer it says so again: a session that nobody has kept yet locks after some minutes, and nobody stands there to unlock it. */
const ASK_AGAIN_MS = 20_000;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = async () => {
      let next = KEEP_EVERY_MS;
      try {
        const { screenSessionContract } = await import('../../../contract/access/screen-session.contract.ts');
        await createClient(screenSessionContract, http).keep({}, { quiet: true, background: true });
        if (open) setKept(true);
      } catch (error) {
        if (!isAnswer(error)) next = ASK_AGAIN_MS;
      }
      // waits: the session is kept as time passes
      if (open) timer = setTimeout(() => void keep(), next);
    };
    void keep();
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }, [http]);
  return kept;
}

/** The server has said that this is no screen; everything else is a connection, or a server, that is away for now. */
const isAnswer = (error: unknown): boolean => error instanceof ApiError && error.code === EnvelopeCode.Forbidden;
