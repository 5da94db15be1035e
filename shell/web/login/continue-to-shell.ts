import type { EarlyVisit } from '../boot/early-start.ts';

/** The entry `shell` as the login page sees it. */
interface ShellEntry {
  start(options: { readonly fromLogin: boolean }): Promise<void>;
}

const importShell = (): Promise<ShellEntry> => System.import<ShellEntry & Record<string, unknown>>('shell');

/**
 * Fetches the shell while the person is still typing. A failure is left for the real attempt to report.
 * @returns gives the plan up, for a page that goes before its browser found the time.
 */
export function prefetchShell(): () => void {
  const fetchNow = () => void importShell().catch(() => {});
  if ('requestIdleCallback' in window) {
    const planned = window.requestIdleCallback(fetchNow, { timeout: 2000 });
    return () => window.cancelIdleCallback(planned);
  }
  const planned = setTimeout(fetchNow, 200);
  return () => clearTimeout(planned);
}

/**
 * Goes on in the same document after sign-in: the address changes, the login page makes room, the shell starts.
 * @throws when the shell's files cannot be had; asking again tries again.
 */
export async function continueToShell(target: string, visit: Omit<EarlyVisit, 'path' | 'search'>, makeRoom: () => void): Promise<void> {
  const { pathname, search } = new URL(target, location.href);
  globalThis.nephraEarly?.begin({ ...visit, path: pathname, search });
  let shell: ShellEntry;
  try {
    shell = await importShell();
  } catch (error) {
    System.forgetFailures();
    throw error;
  }
  window.history.replaceState(null, '', target);
  makeRoom();
  await shell.start({ fromLogin: true });
}
