import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

export const PASSWORD = 'Demo2026';

/** Address of the system that `start-system.ts` started. */
export const systemUrl = (): string => {
  const url = process.env.NEPHRA_URL;
  if (!url) throw new Error('The journeys were started without their global set-up.');
  return url;
};

/** A member of staff at a computer of their own: one browser profile, signed in, with everything that went wrong on the page. */
export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page's own code raised; a journey ends with `expect(desk.faults).toEqual([])`. */
  readonly faults: string[];
}

export interface DeskOptions {
  readonly language?: 'zh-CN' | 'zh-TW' | 'en-US';
  readonly viewport?: { width: number; height: number };
  readonly password?: string;
  /** A system of the journey's own; the one of all journeys when absent. */
  readonly url?: string;
}

export async function openDesk(browser: Browser, options: DeskOptions = {}): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: options.url ?? systemUrl(),
    locale: options.language ?? 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: options.viewport ?? { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, context, faults };
}

/** Types account and password on the login page and waits for the start page. */
export async function signIn({ page }: Desk, account: string, password = PASSWORD): Promise<void> {
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

/** A signed-in desk in one step. */
export async function deskOf(browser: Browser, account: string, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk(browser, options);
  await signIn(desk, account, options.password);
  return desk;
}

/** Makes a call beside the page, with the token of its signed-in session. */
export async function callAs(
  { page }: Desk,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<{ code: number; msg: string; data: unknown }> {
  const token = await page.evaluate(() => (localStorage.getItem('jnpf_token') ?? '').split('|')[0] ?? '');
  const answer = await page.request.fetch(path, { method, headers: { Authorization: token }, ...(body === undefined ? {} : { data: body }) });
  return answer.json();
}

/** A call that must succeed. @returns its data */
export async function dataAs<T>(desk: Desk, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
  const { code, msg, data } = await callAs(desk, method, path, body);
  expect(code, `${method} ${path}: ${msg}`).toBe(200);
  return data as T;
}
