import type { Browser, CDPSession, Page } from '@playwright/test';
import { recordRequests, type SeenRequest } from '../../../tools/bench/pages/load-chain.mjs';
import { expect, test } from '../pages/journey.ts';
import { PASSWORD, systemUrl } from '../pages/system.ts';
import { md5 } from '../../../shell/web/net/login/md5.ts';
import { shareOf } from '../../support/cases/effort.ts';

/** What index.html starts before there is any code: a saving that must never show anything wrong. */
const LIST = '/his/patient';
const ROWS = 'table tbody tr td, [role="grid"] [role="row"] [role="gridcell"]';
/** Pages that name the list they begin with (`plugin.ts`), each with that list. */
const NAMED: readonly (readonly [page: string, list: string])[] = [
  ['/his/dialysisFile', '/api/his/dialysis-file'],
  ['/system/notice', '/api/message/Notice'],
];
/** Of a page with an empty cache, everything together, heads of the answers included. */
const MAX_BYTES = { list: 400_000, login: 97_280 };
const bytesOf = (requests: readonly SeenRequest[]): number => requests.reduce((sum, request) => sum + request.bytes, 0);

async function tokenOf(account: string): Promise<string> {
  const fields = { account, password: md5(PASSWORD), origin: 'password', grant_type: 'password', client_id: 'admin', client_secret: '123456', scope: 'all' };
  const answer = await fetch(`${systemUrl()}/api/oauth/Login`, { method: 'POST', body: new URLSearchParams(fields) });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

const endSession = (token: string) => fetch(`${systemUrl()}/api/oauth/Logout`, { headers: { Authorization: token } });

interface Visitor {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly requests: () => readonly SeenRequest[];
  readonly faults: string[];
  readonly leave: () => Promise<void>;
}

/** A browser with an empty cache in which somebody is signed in, before the first page. */
async function visitorWith(browser: Browser, token: string, language = 'zh'): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: systemUrl(), locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  await context.addInitScript(
    ([kept, chosen]) => {
      // Only the first page of the tab finds the session there: what it does to it afterwards holds.
      if (sessionStorage.getItem('visited') !== null) return;
      sessionStorage.setItem('visited', 'yes');
      localStorage.setItem('jnpf_token', `${kept}|String`);
      localStorage.setItem('jnpf_language', `${chosen}|String`);
    },
    [token, language],
  );
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const devtools = await context.newCDPSession(page);
  const { done } = await recordRequests(devtools);
  return { page, devtools, requests: done, faults, leave: () => context.close() };
}

const told = (requests: readonly SeenRequest[]) => requests.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join('\n');
const asked = (requests: readonly SeenRequest[], path: string) => requests.filter(({ url }) => new URL(url).pathname === path);

test('the first list page: nothing that it does not need, and nothing twice', async ({ browser }) => {
  const token = await tokenOf('doctor');
  const visitor = await visitorWith(browser, token);
  await visitor.page.goto(LIST);
  await expect(visitor.page.locator(ROWS).first()).toBeVisible();
  const requests = visitor.requests();
  expect(bytesOf(requests), told(requests)).toBeLessThanOrEqual(MAX_BYTES.list);
  const paths = requests.map(({ url }) => new URL(url).pathname);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  // Asked for by what stands in index.html, not by the page: that one calls another way.
  expect(asked(requests, '/api/his/patient').map(({ type }) => type)).toEqual(['Fetch']);
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
  await endSession(token);
});

test('the log-in page and the start page fetch nothing of plugins and no kit', async ({ browser }) => {
  const stranger = await browser.newContext({ baseURL: systemUrl() });
  const page = await stranger.newPage();
  const { done } = await recordRequests(await stranger.newCDPSession(page));
  const facts = page.waitForResponse((response) => response.url().includes('/api/oauth/LoginPage'));
  await page.goto(LIST);
  await expect(page).toHaveURL(/\/login\?redirect/);
  await expect(page.locator('form button').first()).toBeVisible();
  await (await facts).finished();
  const fetched = done();
  expect(bytesOf(fetched), told(fetched)).toBeLessThanOrEqual(MAX_BYTES.login);
  const urls = fetched.map(({ url }) => new URL(url).pathname);
  expect(urls.filter((url) => /^\/plugins\/|\/(kit|frame|shell)-|CurrentUser|Session/.test(url))).toEqual([]);
  await stranger.close();

  const token = await tokenOf('doctor');
  const visitor = await visitorWith(browser, token);
  await visitor.page.goto('/home');
  await expect(visitor.page.getByRole('main')).toBeVisible();
  expect(asked(visitor.requests(), '/api/oauth/CurrentUser')).toHaveLength(1);
  await visitor.leave();
  await endSession(token);
});

test('a session that has ended meanwhile leads to the log-in page and back to the address', async ({ browser }) => {
  const token = await tokenOf('doctor');
  await endSession(token);
  const visitor = await visitorWith(browser, token);
  await visitor.page.goto(LIST);
  await expect(visitor.page).toHaveURL(/\/login\?redirect=\/his\/patient/);
  await expect(visitor.page.locator('form button').first()).toBeVisible();
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});

test('somebody else signs in on the same browser: menus and name are theirs', async ({ browser }) => {
  const [doctor, cashier] = [await tokenOf('doctor'), await tokenOf('cashier')];
  const visitor = await visitorWith(browser, doctor);
  const { page } = visitor;
  await page.goto(LIST);
  await expect(page.locator(ROWS).first()).toBeVisible();
  const name = async (token: string) =>
    (
      (await (await fetch(`${systemUrl()}/api/oauth/CurrentUser`, { headers: { Authorization: token } })).json()) as {
        data: { userInfo: { userName: string } };
      }
    ).data.userInfo.userName;
  const [first, second] = [await name(doctor), await name(cashier)];
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate((token) => localStorage.setItem('jnpf_token', `${token}|String`), cashier);
  await page.goto('/home');
  await expect(page.getByText(second).first()).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  // The tab was left while its own answers were still on their way: an answer to the former session is nobody's.
  await page.route('**/api/oauth/CurrentUser*', async (route) => {
    await page.evaluate((token) => localStorage.setItem('jnpf_token', `${token}|String`), doctor);
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText(first).first()).toBeVisible();
  await expect(page.getByText(second)).toHaveCount(0);
  await visitor.leave();
  for (const token of [doctor, cashier]) await endSession(token);
});

test('what the server proposes may be wrong: another page, another version, files that are gone', async ({ browser }) => {
  const token = await tokenOf('doctor');
  const wrong: readonly ((start: { id: string; base: string; needs: string[] }) => object)[] = [
    (start) => ({ ...start, id: 'pharmacy' }),
    (start) => ({ ...start, base: '/plugins/patient/0.9.0-gone/' }),
    (start) => ({ ...start, needs: ['entry-of-yesterday.js', '@nephra/plugin-sdk/ui/date', 'no/such/name'] }),
  ];
  for (const twist of wrong) {
    const visitor = await visitorWith(browser, token);
    await visitor.page.route('**/api/registry/Session*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { start: { id: string; base: string; needs: string[] } } };
      expect(body.data.start.id).toBe('patient');
      await route.fulfill({ response, json: { ...body, data: { ...body.data, start: twist(body.data.start) } } });
    });
    await visitor.page.goto(LIST);
    await expect(visitor.page.locator(ROWS).first()).toBeVisible();
    expect(visitor.faults).toEqual([]);
    await visitor.leave();
  }
  await endSession(token);
});

test('in another language the page and its rows come in that language, asked for once', async ({ browser }) => {
  for (const [page, list] of shareOf('pages that name their list', NAMED, 1)) {
    const token = await tokenOf('admin');
    const visitor = await visitorWith(browser, token, 'en');
    await visitor.page.goto(page);
    await expect(visitor.page.locator(ROWS).first()).toBeVisible();
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en');
    for (const call of ['/api/oauth/CurrentUser', list]) expect(asked(visitor.requests(), call).map(({ type }) => type)).toEqual(['Fetch']);
    await visitor.leave();
    await endSession(token);
  }
});

test('without the server the page says so and goes on when it is back', async ({ browser }) => {
  const token = await tokenOf('doctor');
  const visitor = await visitorWith(browser, token);
  const { page } = visitor;
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.goto(LIST);
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
  await page.unroute('**/api/**');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.locator(ROWS).first()).toBeVisible();
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
  await endSession(token);
});
