import { createContext, type ReactNode, useContext } from 'react';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { Drafts, HttpPort } from '@nephra/plugin-sdk/web';
import type { ExportsStore } from './exports/exports.store.ts';
import type { Confirm, ToastPort } from './feedback/feedback.port.ts';
import type { SocketPort } from './net/socket/socket.port.ts';
import type { PluginHost } from './plugins/plugin-host.port.ts';
import type { PreviewStore } from './preview/preview.store.ts';
import type { MenuItem, RouteEntry, RouteMeta, Visit } from './router/route-table.ts';
import type { DeviceStore } from './session/device.store.ts';
import type { RecentPages } from './session/recent-pages.ts';
import type { SessionStore } from './session/session.store.ts';
import type { LayoutType, SettingsStore } from './session/settings.store.ts';
import type { BrowserStorage } from './storage/browser-storage.ts';

/** Where the person is and can go. */
export interface ShellRouter {
  /** Fixed routes and the ones made from the menu; observable. */
  readonly routes: readonly RouteEntry[];
  /** What the main area shows; observable. */
  readonly visit: Visit | null;
  find(path: string): RouteEntry | undefined;
  /** Goes to an address of the shell (path + query). Asks first when the page left has unsaved work. */
  navigate(fullPath: string, options?: { readonly replace?: boolean }): void;
  /** Opens a menu entry: page, frame or new window (with a one-time ticket, spec 2.2 types 6 and 7). */
  open(item: MenuItem): Promise<void>;
  /** Draws an address afresh (`/redirect{fullPath}`). */
  refresh(fullPath: string): void;
  /** Draws every page afresh the next time it is shown, the one that is shown at once. */
  startOver(): void;
}

/** Unsaved work of pages (spec 2.3). */
export interface UnsavedGuard {
  /** True when a page of this address has unsaved work. */
  isDirty(fullPath: string): boolean;
  /** Asks when there is unsaved work under these addresses; true = go on. */
  mayLeave(fullPaths: readonly string[]): Promise<boolean>;
}

export interface ShellActions {
  /** Asks, calls the server, forgets the session, closes all tags and goes to /login (spec 4, logout). */
  logout(): Promise<void>;
  /** Locks here and on the server, then shows /lockScreen. */
  lock(): Promise<void>;
  /** Loads the texts, switches, saves on the server, re-reads menu titles and says so in the new language (spec 8). */
  changeLanguage(language: Language, siteLanguage?: string): Promise<void>;
  /** Switches and saves on the server (SystemTheme). */
  changeLayout(layout: LayoutType): Promise<void>;
  /**
   * Works in another organisation, or under another position, from now on: asks about unsaved work, tells the server, reads menus and
   * rights again. Tabs that are no longer permitted close, the others start anew. False when nothing changed.
   */
  switchMajor(majorType: 'Organize' | 'Position', majorId: string): Promise<boolean>;
  /** Asks the server for a sign of life now; while it is away this happens by itself with growing pauses. */
  retryServer(): Promise<void>;
}

/** All that the shell's own components work with. */
export interface Shell {
  readonly session: SessionStore;
  readonly settings: SettingsStore;
  readonly device: DeviceStore;
  readonly storage: BrowserStorage;
  readonly drafts: Drafts;
  /** Make typed clients of contracts from it: `createClient(sessionContract, shell.http)`. */
  readonly http: HttpPort;
  readonly socket: SocketPort;
  readonly toast: ToastPort;
  readonly confirm: Confirm;
  readonly router: ShellRouter;
  readonly unsaved: UnsavedGuard;
  readonly plugins: PluginHost;
  /** Full-screen document preview; `previewDocument` of a plugin's context is its `open`. The layout frame draws it. */
  readonly preview: PreviewStore;
  /** Exports of the person that are made in the background. */
  readonly exports: ExportsStore;
  /** Pages this person opened on this computer. */
  readonly recent: RecentPages;
  readonly actions: ShellActions;
  /** The present by the server's clock, milliseconds. */
  now(): number;
  /** Text of `i18n/<area>/<language>.json` by dotted key. Read inside an `observer`, it follows the language. */
  t(key: string, params?: Record<string, string | number>): string;
  /** Title of a route in the current language: text key first, then the server's name. */
  title(meta: RouteMeta): string;
  /** Hears that the session ended (log-out, expiry): forget what belongs to the person. Returns what ends it. */
  onSessionEnd(listener: () => void): () => void;
}

const Context = createContext<Shell | null>(null);

export function ShellProvider({ shell, children }: { readonly shell: Shell; readonly children: ReactNode }) {
  return <Context.Provider value={shell}>{children}</Context.Provider>;
}

/** The shell around. Wrap components that read observable fields in `observer` of mobx-react-lite. */
export function useShell(): Shell {
  const shell = useContext(Context);
  if (shell === null) throw new Error('This component must be drawn inside the shell.');
  return shell;
}

/**
 * The frame around all pages: `layouts/layout-frame.tsx` exports `LayoutFrame` with these props.
 * It draws navigation, navbar and tags, and calls `renderPage` once per view it keeps alive: always for `visit`, and with
 * view caching also for earlier visits that stay mounted but hidden. The React key of a view is `path#generation`
 * (spec 2.4: keyed by path): another query of an open page reaches it as a new `visit` without a new mount.
 */
export interface LayoutFrameProps {
  readonly visit: Visit;
  readonly renderPage: (visit: Visit) => ReactNode;
}
