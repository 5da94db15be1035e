import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * What a worker keeps from one journey to the next: windows whose browser has fetched the code of the pages already, and sessions that are signed
 * in. A journey gets a window whose storage is that of a person who has just signed in; nothing that another one opened, typed or was told is left.
 */
export interface Session {
  readonly key: string;
  /** What the browser stored at the sign-in. */
  readonly storage: Readonly<Record<string, string>>;
  readonly usedAt: number;
}

/** Well below the time after which a session that nobody works in is locked. */
const FRESH_MS = 5 * 60_000;
/** An address of the product that runs none of its code. */
const NOWHERE = '/api/health';

// waits: kept on purpose, and emptied by whoever takes one
const windows = new Map<string, Page[]>();
// waits: kept on purpose, and only those that are still signed in are used
const sessions = new Map<string, Session[]>();

const keep = <T>(kept: Map<string, T[]>, key: string, value: T): void => void kept.set(key, [...(kept.get(key) ?? []), value]);

/** The window of a browser of this kind that nobody uses now, else of one that `open` makes. Nothing is stored in it. */
export async function takeWindow(kind: string, browser: Browser, open: () => Promise<BrowserContext>): Promise<Page> {
  // Those of a browser process that is gone are gone with it.
  const usable = (windows.get(kind) ?? []).filter((page) => !page.isClosed() && page.context().browser() === browser);
  const found = usable.pop();
  windows.set(kind, usable);
  if (found) return found;
  const page = await (await open()).newPage();
  await page.goto(NOWHERE);
  return page;
}

/** A session that is signed in and that nobody uses now. */
export function takeSession(key: string): Session | undefined {
  const fresh = (sessions.get(key) ?? []).filter(({ usedAt }) => Date.now() - usedAt < FRESH_MS);
  const found = fresh.pop();
  sessions.set(key, fresh);
  return found;
}

/** Hands back what a journey has finished with. Only for those that end well: what a failure left behind is for nobody. */
export async function handBack(kind: string, page: Page, session?: Session): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  // The page's code ends here, and with it whatever it would still have stored.
  await page.goto(NOWHERE);
  page.removeAllListeners();
  await page.unrouteAll();
  await context.unrouteAll();
  await context.clearCookies();
  await page.emulateMedia({ media: null });
  await storeInstead(page, {});
  keep(windows, kind, page);
  if (session) keep(sessions, session.key, { ...session, usedAt: Date.now() });
}

/** What the page's browser stores for this system. */
export const storageOf = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

/** Makes the browser's storage for this system what it was at a sign-in. */
export const storeInstead = (page: Page, storage: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((kept) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  }, storage);
