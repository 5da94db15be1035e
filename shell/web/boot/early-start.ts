import type { Language } from '@nephra/plugin-sdk/contract';
import { chooseLanguage } from '../i18n/language-choice.ts';
import { decideNavigation, entryFor } from '../router/guard.ts';
import { decodeStored, STORAGE_PREFIX } from '../storage/browser-storage.ts';

/** The import map of index.html, as far as it says what to fetch. Addresses are absolute paths. */
export interface PageMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
  /** Entry → scripts that it runs on. */
  readonly depcache: Readonly<Record<string, readonly string[]>>;
  readonly nephra: {
    readonly shared: Readonly<Record<string, string>>;
    readonly css: Readonly<Record<string, readonly string[]>>;
    /** Language → files with the texts of shell and components. */
    readonly texts: Readonly<Record<Language, readonly string[]>>;
    /** A shared module of the chunk that nearly every list or edit page runs on. */
    readonly kit: string;
    /** Script of the start page. */
    readonly home: string;
  };
}

export interface EarlyAnswer {
  /** When the call left; milliseconds of this computer's clock. */
  readonly sentAt: number;
  /** Rejects when no answer came. */
  readonly answer: Promise<{ readonly status: number; readonly data: unknown }>;
}

/** Who opens what. */
export interface EarlyVisit {
  /** As log-in returned it. */
  readonly token: string;
  readonly language: Language;
  /** Language of the site over it. */
  readonly spoken?: string;
  /** Path of the address. */
  readonly path: string;
  /** Query of the address; a page that is opened with one may begin with other rows. */
  readonly search: string;
}

/** What was asked for before the shell's code was there. The shell finds it as `globalThis.nephraEarly`. */
export interface EarlyStart {
  /** Fetches all that is known to be needed, at once. Nothing is drawn or kept: what turns out wrong is fetched as if this had not been. */
  begin(visit: EarlyVisit): void;
  /**
   * Hands over the answer to a call to the first who makes it, if that is the session and language that asked. What is asked for in other words first, or
   * by somebody else, nobody gets from here: later it would be old.
   * @param call path and query as the shell writes them, without the stamp `n`
   */
  take(call: string, token: string, language: string): EarlyAnswer | undefined;
  /** Hands over a file of texts, once. Its hash was checked. */
  takeFile(address: string): Promise<Response> | undefined;
  /** Somebody writes, or goes on to another page: answers that nobody took are dropped, and no rows are asked for any more. */
  forget(): void;
}

/** The part of the answer to `registry/Session` that says what the page runs on. */
interface SessionAnswer {
  readonly data?: {
    readonly plugins?: readonly { readonly id: string; readonly locales: Readonly<Record<Language, string>> }[];
    readonly start?: {
      readonly id: string;
      readonly base: string;
      readonly needs: readonly string[];
      readonly files: { readonly integrity: Readonly<Record<string, string>>; readonly css: Readonly<Record<string, readonly string[]>> };
      readonly list?: string;
    };
  } | null;
}

export const CURRENT_USER = '/api/oauth/CurrentUser';
export const sessionCall = (path: string): string => `/api/registry/Session?${new URLSearchParams({ page: path })}`;

/** Drawn by the shell alone: the kit would only make their way longer. */
const WITHOUT_KIT: readonly string[] = ['/', '/home', '/404', '/lockScreen', '/auth-redirect', '/menuMore'];
const TIMEOUT_MS = 15_000;

/** What becomes of an answer that is there before anybody asks. Older ones, and those that do not fit, are asked for again. */
interface Keeping {
  readonly ms: number;
  readonly fits: (data: unknown) => boolean;
}
const isSuccess = (data: unknown): boolean => (data as { readonly code?: unknown } | null)?.code === 200;
/** Rights and menus may have changed. */
const SESSION: Keeping = { ms: 60_000, fits: () => true };
/** Nothing tells a page that rows have changed while its code was on the way. A refusal may be over by then (a due password), or the page has to hear why. */
const ROWS: Keeping = { ms: 10_000, fits: isSuccess };

export interface EarlyPorts {
  readonly page: Document;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

export function createEarlyStart(map: PageMap, { page, fetch, now }: EarlyPorts): EarlyStart & { readonly preload: (files: readonly string[]) => void } {
  const asked = new Map<string, EarlyAnswer & { readonly owner: string; readonly keptMs: number }>();
  const texts = new Map<string, Promise<Response>>();
  const preloaded = new Set<string>();
  /** The visit whose rows may still be asked for. */
  let current: EarlyVisit | undefined;

  /** A preload whose hash or kind differs from its use would be fetched a second time. */
  const preloadFile = (address: string, integrity: string | undefined): void => {
    if (integrity === undefined || preloaded.has(address)) return;
    preloaded.add(address);
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = address.endsWith('.css') ? 'style' : 'script';
    link.integrity = integrity;
    link.href = address;
    page.head.append(link);
  };
  const preload = (files: readonly string[]): void => {
    for (const file of files) for (const address of [...(map.nephra.css[file] ?? []), file]) preloadFile(address, map.integrity[address]);
  };

  const ask = (call: string, { token, language, spoken = language }: EarlyVisit, keeping = SESSION): EarlyAnswer => {
    const sentAt = now();
    const answer = fetch(`${call}${call.includes('?') ? '&' : '?'}n=${Math.floor(sentAt / 1000)}`, {
      headers: { Authorization: token, 'X-Language': spoken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(async (response) => {
      const data: unknown = await response.json();
      if (!keeping.fits(data)) throw new Error(`Refused: ${call}`);
      return { status: response.status, data };
    });
    // Whoever takes it sees the failure and asks again; nobody may ever take it.
    answer.catch(() => {});
    const early = { sentAt, answer, owner: token + spoken, keptMs: keeping.ms };
    asked.set(call, early);
    return early;
  };

  /**
   * @param user the session's own answer. What changes in its rights after it is told over the socket, so rows may not be older than that answer: they
   *   would be those of the organisation before, and nobody would notice.
   */
  const askRows = async ({ data }: SessionAnswer, visit: EarlyVisit, user: EarlyAnswer): Promise<void> => {
    const list = data?.start?.list;
    // A page that is opened with a query may begin with other rows.
    if (list === undefined || visit.search !== '') return;
    if (isSuccess((await user.answer).data) && current === visit) ask(list, visit, ROWS);
  };

  const preloadPage = ({ data }: SessionAnswer, visit: EarlyVisit): void => {
    const start = data?.start;
    if (start === undefined) return;
    const { id, base, needs, files } = start;
    for (const name of needs) {
      const shared = map.nephra.shared[name];
      if (shared !== undefined) preload([shared]);
      else for (const file of [...(files.css[name] ?? []), name]) preloadFile(base + file, files.integrity[file]);
    }
    const text = data?.plugins?.find((plugin) => plugin.id === id)?.locales[visit.language] ?? '';
    const integrity = files.integrity[text];
    if (integrity === undefined) return;
    const file = fetch(base + text, { integrity });
    file.catch(() => {});
    texts.set(base + text, file);
  };

  return {
    preload,
    begin(visit) {
      const { language, path } = visit;
      asked.clear();
      current = visit;
      const user = ask(CURRENT_USER, visit);
      ask(sessionCall(path), visit)
        .answer.then(({ data }) => {
          preloadPage(data as SessionAnswer, visit);
          return askRows(data as SessionAnswer, visit, user);
        })
        .catch(() => {});
      preload(filesOf(map, 'shell'));
      preload(map.nephra.texts[language]);
      if (path === '/' || path === '/home') preload([map.nephra.home]);
      const kit = map.nephra.shared[map.nephra.kit];
      if (kit !== undefined && !WITHOUT_KIT.includes(path)) preload([kit]);
    },
    take(call, token, language) {
      const found = asked.get(call);
      for (const other of asked.keys()) if (pathOf(other) === pathOf(call)) asked.delete(other);
      if (found === undefined || found.owner !== token + language) return undefined;
      // A computer's clock may be set back.
      return Math.abs(now() - found.sentAt) < found.keptMs ? found : undefined;
    },
    takeFile(address) {
      const found = texts.get(address);
      texts.delete(address);
      return found;
    },
    forget() {
      asked.clear();
      current = undefined;
    },
  };
}

const pathOf = (call: string): string | undefined => call.split('?', 1)[0];

/** Scripts of an entry; style sheets follow from them. */
function filesOf(map: PageMap, entry: 'login' | 'shell'): readonly string[] {
  const script = map.imports[entry];
  return script === undefined ? [] : [...(map.depcache[script] ?? []), script];
}

export interface Opening {
  /** Reads the browser's storage; throws where the browser forbids it. */
  readonly stored: (key: string) => string | null;
  readonly path: string;
  readonly search: string;
  readonly browserLanguage: string;
  /** Calls go to the page's own server. */
  readonly ownServer: boolean;
}

/** Starts what the visitor of an address needs: the log-in page's few files, or the shell with the calls that it begins with. */
export function openEarly(early: ReturnType<typeof createEarlyStart>, map: PageMap, { stored, path, search, browserLanguage, ownServer }: Opening): void {
  const read = (name: string): unknown => {
    try {
      return decodeStored(stored(STORAGE_PREFIX + name) ?? '');
    } catch {
      return undefined;
    }
  };
  const token = read('token');
  const hasToken = typeof token === 'string' && token !== '';
  const entry = entryFor({ hasToken, path, search });
  const step = decideNavigation({ hasToken, isLocked: read('lock') === 1, isLoaded: false, path, search });
  const language = chooseLanguage(read('language'), browserLanguage);
  if (hasToken && step.kind === 'load' && ownServer) {
    early.begin({ token, language, spoken: (read('siteLanguage') || language) as string, path, search });
    return;
  }
  early.preload(filesOf(map, entry));
  if (entry === 'shell') early.preload(map.nephra.texts[language]);
}
