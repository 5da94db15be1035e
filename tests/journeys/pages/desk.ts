import type { Browser, BrowserContext, Page } from '@playwright/test';
import { combination, localeOf, viewportOf } from '../languages/combination.ts';
import { type Caller, callerWith } from './caller.ts';
import { expect } from './journey.ts';
import { handBack, type Session, storageOf, storeInstead, takeSession, takeWindow } from './kept-desks.ts';
import { hearMessages } from './looks/said.ts';
import { PASSWORD, systemUrl } from './system.ts';

/** A member of staff at a computer of their own: one browser profile, signed in, with everything that went wrong on the page. */
export interface Desk extends Caller {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page's own code raised; a journey ends with `expect(desk.faults).toEqual([])`. */
  readonly faults: string[];
  /** What the page's console called an error. */
  readonly complaints: string[];
  /** Every message that came over the page, also those that are gone again; see `expectSaid`. */
  readonly said: readonly string[];
  /**
   * The journey is done with this desk. Browser and session are kept for the next one; say `ended` when the session is not what it was at the
   * sign-in, and close the context instead when the journey set something up for the whole browser.
   */
  readonly leave: (session?: 'ended') => Promise<void>;
}

export interface DeskOptions {
  readonly language?: 'zh-CN' | 'zh-TW' | 'en-US';
  readonly viewport?: { width: number; height: number };
  readonly password?: string;
  /** A system of the journey's own; the one of all journeys when absent. */
  readonly url?: string;
  /** Pages may keep themselves on the device. Routes of a journey see nothing of what a service worker answers, so that only those have one that are about it. */
  readonly keepsPages?: boolean;
  /** Where to begin; the start page when absent. */
  readonly at?: string;
}

const openBrowser = (browser: Browser, { language = localeOf(combination()), url = systemUrl(), keepsPages = false }: DeskOptions): Promise<BrowserContext> =>
  browser.newContext({
    ...{ baseURL: url, locale: language, timezoneId: 'Asia/Shanghai', viewport: viewportOf(combination()) },
    serviceWorkers: keepsPages ? 'allow' : 'block',
  });

async function sitDown(page: Page, { viewport = viewportOf(combination()), url = systemUrl() }: DeskOptions): Promise<Omit<Desk, 'leave'>> {
  await page.setViewportSize(viewport);
  const faults: string[] = [];
  const complaints: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // What could not be loaded is said by the place alone.
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  const token = () => page.evaluate(() => (localStorage.getItem('jnpf_token') ?? '').split('|')[0] ?? '');
  return { page, context: page.context(), faults, complaints, said: await hearMessages(page), ...callerWith(url, token) };
}

/** A browser that knows nothing yet, where nobody has signed in. */
export async function openDesk(browser: Browser, options: DeskOptions = {}): Promise<Desk> {
  const context = await openBrowser(browser, options);
  return { ...(await sitDown(await context.newPage(), options)), leave: () => context.close() };
}

/** Types account and password on the login page and waits for the start page. */
export async function signIn({ page }: Pick<Desk, 'page'>, account: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account, password);
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await expect(page.getByRole('main')).toBeVisible();
}

export async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  const fields = page.locator('form input:not([type="checkbox"])');
  await fields.nth(0).fill(account);
  await fields.nth(1).fill(password);
  await fields.nth(1).press('Enter');
}

/** Goes on with a session of an earlier journey. @returns whether it is still one */
async function goOn(page: Page, { storage }: Session, at: string): Promise<boolean> {
  await storeInstead(page, storage);
  await page.goto(at);
  const inside = page.locator('#nephra-main');
  const asked = page.locator('form input[type="password"]');
  await expect(inside.or(asked).first()).toBeVisible();
  return await inside.isVisible();
}

/** A signed-in desk in one step: through the login page, or with a session that an earlier journey of this worker began there. */
export async function deskOf(browser: Browser, account: string, options: DeskOptions = {}): Promise<Desk> {
  const { url = systemUrl(), language = localeOf(combination()), password = PASSWORD, at = '/home' } = options;
  const kind = `${url} ${language}`;
  const key = `${kind} ${account} ${password}`;
  const desk = await sitDown(await takeWindow(kind, browser, () => openBrowser(browser, options)), options);
  const leaving = (session: Session) => (ended?: 'ended') => handBack(kind, desk.page, ended ? undefined : session);
  const kept = takeSession(key);
  if (kept && (await goOn(desk.page, kept, at))) return { ...desk, leave: leaving(kept) };
  if (kept) await storeInstead(desk.page, {});
  await signIn(desk, account, password);
  const session = { key, storage: await storageOf(desk.page), usedAt: Date.now() };
  if (at !== '/home') await desk.page.goto(at);
  return { ...desk, leave: leaving(session) };
}
