import type { CurrentUser, PluginFiles } from '../../contract/index.ts';
import type { SessionRegistry } from '../plugins/plugin-host.ts';
import type { LoadedSession } from '../session/session-loader.ts';
import { translateMenus } from '../router/menu-routes.ts';
import type { BrowserStorage, StoredValue } from '../storage/browser-storage.ts';
import type { KeepWish } from './kept-files.ts';

/** Name under which the session lies on the device; `SessionStore.reset` takes it away. */
export const KEPT_SESSION = 'keptSession';
/** A shift and the way home. What is older is not believed: rights may be others by then. */
const KEPT_MS = 16 * 3_600_000;
const WORKER = '/offline-worker.js';

/** What the shell knows of a session and of the files of its plugins. */
export interface SessionCopy {
  readonly current: CurrentUser;
  readonly registry: SessionRegistry;
  /** Folder → facts of its files. */
  readonly files: Readonly<Record<string, PluginFiles>>;
  /** By so many milliseconds the server's clock is ahead. */
  readonly ahead: number;
}
interface Kept extends SessionCopy {
  readonly keptAt: number;
  /** End of the token that it belongs to. */
  readonly owner: string;
}

const ownerOf = (token: string): string => token.slice(-16);

/** Writes the session down for a start without network. Of the person's own rights and menus alone; nothing of a patient is in it. */
export function keepSession(storage: BrowserStorage, token: string, copy: SessionCopy, now: number): void {
  const { start, ...registry } = copy.registry;
  const files = { ...copy.files, ...(start && { [start.base]: start.files }) };
  const kept: Kept = { ...copy, registry, files, keptAt: now, owner: ownerOf(token) };
  storage.set(KEPT_SESSION, JSON.parse(JSON.stringify(kept)) as StoredValue);
}

/** The session as it was last known; undefined when none is kept, or another one's, or an old one. */
export function readKeptSession(storage: BrowserStorage, token: string, now: number): (LoadedSession & Pick<SessionCopy, 'files' | 'ahead'>) | undefined {
  const kept = storage.get(KEPT_SESSION) as Partial<Kept> | undefined;
  if (!kept?.current || !kept.registry || kept.owner !== ownerOf(token)) return undefined;
  const age = now - (kept.keptAt ?? 0);
  if (age < 0 || age > KEPT_MS || kept.current.sessionInfo.passwordDemand !== '') return undefined;
  return { current: kept.current, registry: kept.registry, files: kept.files ?? {}, ahead: kept.ahead ?? 0, ...translateMenus(kept.current.menuList) };
}

/**
 * Registers the worker and tells it what this page runs on. A browser that has none (an address without https), or that forbids it, opens no page without network; all else
 * works as ever.
 * @param folders of the plugins of the session
 */
export async function keepFiles(view: Window & typeof globalThis, folders: readonly string[]): Promise<void> {
  const workers = view.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  await workers.register(WORKER);
  const { active } = await workers.ready;
  const { origin } = view.location;
  const paths = view.performance.getEntriesByType('resource').flatMap(({ name }) => {
    const url = new URL(name);
    return url.origin === origin ? [url.pathname + url.search] : [];
  });
  const boot = view.document.querySelector<HTMLScriptElement>('script[defer][src^="/assets/boot-"]')?.getAttribute('src') ?? '';
  const own = [...view.document.querySelectorAll<HTMLScriptElement>('script[src^="/assets/"]')].map(({ src }) => new URL(src).pathname);
  active?.postMessage({ boot, files: [...paths, ...own], folders } satisfies KeepWish);
}

interface ToKeep {
  readonly storage: BrowserStorage;
  readonly view: Window & typeof globalThis;
  readonly loaded: LoadedSession | undefined;
  readonly files: ReadonlyMap<string, PluginFiles>;
  readonly token: string;
  readonly ahead: number;
  readonly now: number;
}

/** Session and files; where the browser refuses, pages open with the network alone. */
export async function keepOnDevice({ storage, view, loaded, files, token, ahead, now }: ToKeep): Promise<void> {
  if (!loaded) return;
  const { current, registry } = loaded;
  keepSession(storage, token, { current, registry, files: Object.fromEntries(files), ahead }, now);
  const folders = registry.plugins.flatMap(({ base, previousBase }) => [base, previousBase].filter((folder) => folder !== ''));
  await keepFiles(view, folders).catch(() => undefined);
}
