import type { Locator, Page } from '@playwright/test';
import { shareOf } from '../../support/cases/effort.ts';
import { colleague } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { focusIsIn, walkByTab } from '../pages/looks/focus.ts';
import { expect, test } from '../pages/journey.ts';
import { rowWithAct } from '../pages/looks/narrow.ts';
import { newBill } from '../pages/work/new-bill.ts';
import { type Opening, SCREENS } from '../pages/looks/overlays.ts';

/** A name that nobody has, also when the journey runs again on the same system. */
const BILLED = `欧阳有键${Date.now() % 1_000_000}`;
/** Stops of the frame alone: menu, bar and tabs. A page that adds none was not reached. */
const FRAME_STOPS = 10;

/** Goes to what opens it, as the keyboard goes: an act of a row by the table's arrow keys. */
async function opener(page: Page, { by, name }: Opening): Promise<Locator> {
  const main = page.getByRole('main');
  if (by !== 'row') {
    const found = by === 'button' ? main.getByRole('button', { name, exact: true }) : main.getByRole(by, { name });
    return found.filter({ visible: true }).first();
  }
  const row = rowWithAct(main, name);
  await row.locator('xpath=ancestor::table/..').focus();
  await page.keyboard.press('ArrowDown');
  return row
    .getByRole('button', { name, exact: true })
    .or(row.getByRole('button', { name: '更多' }))
    .first();
}

/** Opens it by keys, walks round inside, and leaves it by Escape: the focus stays inside and comes back to where it was. */
async function visit(page: Page, at: string, opening: Opening): Promise<void> {
  const from = await opener(page, opening);
  // What it is about may still be on its way: a key that cannot be pressed yet takes no focus.
  await expect(from).toBeEnabled();
  await from.focus();
  await page.keyboard.press(opening.by === 'textbox' ? 'ArrowDown' : 'Enter');
  const inMenu = page.getByRole('menuitem', { name: opening.name, exact: true });
  const opened = page.getByRole(opening.kind).last();
  await expect(opened.or(inMenu).first()).toBeVisible();
  if (await inMenu.isVisible()) {
    await inMenu.focus();
    await page.keyboard.press('Enter');
    await expect(opened).toBeVisible();
  }
  if (opening.kind === 'dialog') {
    await expect.poll(() => focusIsIn(page, 'dialog'), `${at}: the focus goes into the dialog`).toBe(true);
    const stops = await walkByTab(page, at);
    expect(stops, `${at}: stops in the dialog`).toBeGreaterThan(0);
    expect(await focusIsIn(page, 'dialog'), `${at}: Tab stays in the dialog`).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await focusIsIn(page, 'dialog'), `${at}: Shift+Tab stays in the dialog`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole(opening.kind), at).toHaveCount(0);
  await expect(from, `${at}: the focus comes back`).toBeFocused();
}

const share = shareOf('pages that are walked through by the keyboard', SCREENS, Math.ceil(SCREENS.length / 8));
for (const { account, address, page: name, tab, needs, openings } of SCREENS)
  test(`by the keyboard: ${name}${tab ? ` (${tab})` : ''}, with ${openings.map((one) => one.name).join(', ')}`, { tag: '@once' }, async ({ browser }) => {
    test.skip(!share.some((one) => one.address === address && one.tab === tab), 'another day, and in the long run');
    if (needs === 'bill of today') await newBill(await colleague(account), BILLED);
    const desk = await deskOf(browser, account, { at: address });
    const { page } = desk;
    if (tab) await page.getByRole('tab', { name: tab }).first().click();
    await expect(page.getByRole('main').getByRole('button').filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('link', { name: '跳到正文' }).focus();
    const stops = await walkByTab(page, name);
    expect(stops, name).toBeGreaterThan(FRAME_STOPS);
    for (const opening of openings) await visit(page, `${name}: ${opening.name}`, opening);
    expect(desk.faults).toEqual([]);
    await desk.leave();
  });

test('by the keyboard: a day is typed into the search, and who goes on before the calendar is there keeps the cursor', { tag: '@once' }, async ({
  browser,
}) => {
  const desk = await deskOf(browser, 'admin', { at: '/system/audit' });
  const { page } = desk;
  const search = page.getByRole('main').getByRole('search');
  const day = search.getByRole('textbox', { name: '起始日期' });
  await day.focus();
  await page.keyboard.press('Tab');
  await expect(search.locator('.semi-datepicker')).toBeVisible();
  await expect(search.getByRole('button', { name: '查询' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(day).toBeFocused();
  const typed = '2026-01-05';
  await day.pressSequentially(typed);
  await page.keyboard.press('Tab');
  await expect(day).toHaveValue(typed);
  const asked = page.waitForRequest((request) => request.url().includes('startTime='));
  await search.getByRole('button', { name: '查询' }).focus();
  await page.keyboard.press('Enter');
  await asked;
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
