import { usePlugin } from '@nephra/plugin-sdk/web';
import { useRef, useState } from 'react';

interface RunOptions {
  /** Question to ask before. */
  readonly confirm?: string;
  readonly danger?: boolean;
}

/**
 * Runs one act at a time: while it is under way, further presses do nothing. A failure of the act was already told by the
 * HTTP client; anything else goes to the fault report.
 */
export function useRunOnce(): { readonly busy: boolean; readonly run: (act: () => unknown, options?: RunOptions) => Promise<void> } {
  const { confirm, report } = usePlugin();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = async (act: () => unknown, options: RunOptions = {}) => {
    if (running.current) return;
    running.current = true;
    try {
      if (options.confirm !== undefined && !(await confirm({ content: options.confirm, danger: options.danger }))) return;
      const result = act();
      if (!(result instanceof Promise)) return;
      setBusy(true);
      await result;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ApiError') report(error, 'button');
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
