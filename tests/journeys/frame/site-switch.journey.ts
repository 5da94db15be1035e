import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RegistryEntry, RegistryFile } from '@nephra/plugin-sdk/contract';
import { PGlite } from '@electric-sql/pglite';
import type { Browser } from '@playwright/test';
import { copyDemo } from '../../support/demo-template.ts';
import { type RunningSystem, startSystem } from '../../support/processes/running-system.ts';
import { callAs, dataAs } from '../pages/caller.ts';
import { type Desk, openDesk, signIn } from '../pages/desk.ts';
import { expectPrinted, watchPrints } from '../pages/looks/print.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';

const SITE = 'insurance-guangxi';
/** The region and its package, in the three languages. */
const TRACE = /guangxi|广西|廣西/i;
const FORM = '打印广西结算单';

/** A system of this journey's own, from the built packages and its own registry.json: the other journeys need theirs whole. */
let folder: string;
let system: RunningSystem;

function writeRegistry(enabled: boolean): void {
  const { site, plugins, overrides } = JSON.parse(readFileSync('registry.json', 'utf8')) as RegistryFile;
  const entries = plugins.map(
    (entry): RegistryEntry => ({ ...entry, source: path.resolve(entry.source), enabled: entry.id === SITE ? enabled : entry.enabled }),
  );
  const file = path.join(folder, 'registry.json');
  writeFileSync(`${file}.new`, JSON.stringify({ site, plugins: entries, overrides }));
  renameSync(`${file}.new`, file);
}

/** The demo data with the first centre in that region. */
async function demoData(): Promise<string> {
  const dataDir = path.join(folder, 'data');
  await copyDemo(dataDir);
  const engine = await PGlite.create(path.join(dataDir, 'db'));
  const { affectedRows } = await engine.query(`update charging.facility set fixmedins_code = 'H45SIM000001' where fixmedins_code = 'H44SIM000001'`);
  expect(affectedRows).toBe(1);
  await engine.close();
  return dataDir;
}

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-switch-'));
  writeRegistry(true);
  const env = { REGISTRY_FILE: path.join(folder, 'registry.json'), RATE_PER_MINUTE: '100000', LOGIN_FAILURES_PER_ADDRESS: '10000' };
  system = await startSystem({ dataDir: await demoData(), env, shortLived: true });
});
test.afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stateOf = async (): Promise<string | undefined> => {
  const health = (await (await fetch(`${system.url}/api/health`)).json()) as { data: { plugins: { id: string; state: string }[] } };
  return health.data.plugins.find(({ id }) => id === SITE)?.state;
};

/** Somebody who signs in at a browser that knows nothing yet, with the addresses that it asks for. */
async function morning(browser: Browser, account: string): Promise<Desk & { readonly asked: string[] }> {
  const desk = await openDesk(browser, { url: system.url });
  const asked: string[] = [];
  desk.page.on('request', (request) => asked.push(request.url()));
  await signIn(desk, account);
  return { ...desk, asked };
}

/** Opens a bill of the first day that had any. @returns its id */
async function openBill(desk: Desk): Promise<string> {
  const { page } = desk;
  await page.goto('/his/charging');
  await page.getByRole('tab', { name: '日收费', exact: true }).click();
  await page.getByRole('button', { name: '看账单' }).first().click();
  const row = page
    .getByRole('row')
    .filter({ hasText: /SF\w*\d{10,}/ })
    .first();
  const billNo = /SF\w*\d{10,}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await actOnRow(row, '查看');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: billNo })).toBeVisible();
  await expect(drawer.getByRole('button', { name: /打印(广西)?结算单/ })).toHaveCount(1);
  const { list } = await dataAs<{ list: { chargeId: string }[] }>(desk, 'GET', `/api/his/charge/bill?keyword=${billNo}&pageSize=1`);
  return list[0]?.chargeId ?? '';
}

const formOf = (desk: Desk, chargeId: string) => callAs(desk, 'GET', `/api/his/charge/printgx?chargeId=${chargeId}`);

test('[9-09] [A1] a region that is switched off leaves no trace; switched on it is back at the next sign-in, without a restart', async ({ browser }) => {
  const before = await morning(browser, 'cashier');
  const chargeId = await openBill(before);
  const printed = await watchPrints(before.page);
  await before.page.getByRole('button', { name: FORM }).click();
  expect(before.asked.some((address) => address.includes(SITE))).toBe(true);
  await expect(before.page.getByRole('button', { name: '打印结算单', exact: true })).toHaveCount(0);
  expectPrinted(await printed(), ['费用类别', '符合政策范围', 'H45SIM000001']);
  expect((await formOf(before, chargeId)).code).toBe(200);

  writeRegistry(false);
  await expect.poll(stateOf).not.toBe('active');
  const without = await morning(browser, 'cashier');
  expect(await openBill(without)).toBe(chargeId);
  await expect(without.page.getByRole('button', { name: FORM })).toHaveCount(0);
  expect(await formOf(without, chargeId)).toMatchObject({ code: 404, data: null, extras: { error: 'core.unknown-route' } });
  expect(JSON.stringify(await dataAs(without, 'GET', '/api/oauth/CurrentUser'))).not.toMatch(TRACE);
  expect(await without.page.content()).not.toMatch(TRACE);
  await without.page.goto('/his/insurance');
  await expect(without.page.getByRole('tab').first()).toBeVisible();
  expect(await without.page.content()).not.toMatch(TRACE);
  // Only the call that this journey made itself knows the address.
  expect(without.asked.filter((address) => TRACE.test(address))).toEqual([]);

  writeRegistry(true);
  await expect.poll(stateOf).toBe('active');
  const again = await morning(browser, 'cashier');
  await openBill(again);
  await expect(again.page.getByRole('button', { name: FORM })).toBeVisible();
  expect(again.asked.some((address) => address.includes(SITE))).toBe(true);
  for (const desk of [before, without, again]) {
    expect(desk.faults).toEqual([]);
    await desk.leave();
  }
});
