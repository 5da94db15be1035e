import type { PluginFiles } from '../../contract/index.ts';
import type { LoadedSession } from '../session/session-loader.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';

export interface OfflinePorts {
  readonly storage: BrowserStorage;
  readonly view: Window & typeof globalThis;
  readonly token: () => string;
  readonly now: () => number;
  /** Milliseconds by which the server's clock is ahead; told back at a start without network. */
  readonly ahead: () => number;
  readonly assumeAhead: (ms: number) => void;
  readonly later: (work: () => void, ms: number) => () => void;
}

/** After the page has drawn, and once for many things that come at once. */
const CALM_MS = 2_500;

/**
 * Opens pages while the network is away, where a page asked for it (`WebContext.worksOffline`): until then nothing is kept and no code of it is fetched. What is kept:
 * `shell/web/offline/device-copy.ts`, `kept-files.ts`.
 */
export function createOffline({ storage, view, token, now, ahead, assumeAhead, later }: OfflinePorts) {
  const files = new Map<string, PluginFiles>();
  let loaded: LoadedSession | undefined;
  let wanted = false;
  let cancel: (() => void) | undefined;
  const copy = () => import('./device-copy.ts');
  const changed = (): void => {
    if (!wanted) return;
    cancel?.();
    // waits: what a page still loads is kept with it; without it the next visit keeps it
    cancel = later(() => {
      if (loaded && token() !== '')
        void copy()
          .then((code) => code.keepOnDevice({ storage, view, loaded, files, token: token(), ahead: ahead(), now: now() }))
          .catch(() => {});
    }, CALM_MS);
  };
  return {
    keep(): void {
      wanted = true;
      changed();
    },
    /** The server answered who is signed in and with which plugins. */
    took(session: LoadedSession): LoadedSession {
      if (session.registry.revision !== '') {
        loaded = session;
        changed();
      }
      return session;
    },
    /** Facts of a plugin's files, as they were where the server is away. @throws what `ask` threw */
    async filesOf(folder: string, ask: () => Promise<PluginFiles>): Promise<PluginFiles> {
      try {
        const facts = await ask();
        files.set(folder, facts);
        changed();
        return facts;
      } catch (error) {
        const kept = files.get(folder);
        if (kept) return kept;
        throw error;
      }
    },
    /** The session as it was last known, for a server that is away. @throws `error` when nothing is kept for this sign-in */
    async restore(error: unknown): Promise<LoadedSession> {
      if (storage.get('keptSession') === undefined) throw error;
      const kept = (await copy()).readKeptSession(storage, token(), now());
      if (!kept) throw error;
      for (const [folder, facts] of Object.entries(kept.files)) files.set(folder, facts);
      assumeAhead(kept.ahead);
      return kept;
    },
  };
}
