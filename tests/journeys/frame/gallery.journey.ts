import type { Browser, Locator, Page } from '@playwright/test';
import { asShown } from '../languages/spoken-locators.ts';
import { type Desk, deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { backToList, dialogWidth } from '../pages/looks/narrow.ts';
import { shareOf } from '../../support/cases/effort.ts';

/** What a screen reader could not use: controls without a name, ids that stand twice, references that lead nowhere. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const seen = (element: Element) => element.closest('[hidden], [aria-hidden="true"]') === null && (element as HTMLElement).offsetParent !== null;
    const told = (element: Element | null) => (element?.textContent ?? '').trim();
    const shortly = (element: Element) => element.outerHTML.slice(0, 160);
    for (const element of document.querySelectorAll(
      'button, input:not([type="hidden"]), textarea, a[href], [role="button"], [role="combobox"], [role="tab"], [role="tree"], [role="dialog"], [role="switch"]',
    )) {
      if (!seen(element)) continue;
      const by = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
      const label = element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null;
      const own = element.getAttribute('aria-label');
      const name =
        by.map((id) => told(document.getElementById(id))).join('') ||
        // The library's selects say this of themselves when nobody names them.
        (own === 'selected' ? '' : own) ||
        told(label) ||
        told(element.closest('label')) ||
        (own === 'selected' ? '' : told(element)) ||
        element.getAttribute('placeholder') ||
        element.getAttribute('title');
      if (!name) faults.push(`no name: ${shortly(element)}`);
    }
    const ids = new Map<string, number>();
    for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
    for (const [id, count] of ids) if (count > 1 && !id.startsWith('linear-gradient')) faults.push(`id ${id} stands ${count} times`);
    // A closed list has no active entry, whatever the attribute says.
    for (const element of document.querySelectorAll('[aria-activedescendant]:not([aria-expanded="false"])')) {
      const id = element.getAttribute('aria-activedescendant') ?? '';
      if (id !== '' && document.getElementById(id) === null) faults.push(`leads nowhere: ${shortly(element)}`);
    }
    for (const image of document.querySelectorAll('img:not([alt])')) if (seen(image)) faults.push(`no alt: ${shortly(image)}`);
    return faults;
  });
}

const listOf = (page: Page): Locator => page.getByRole('navigation', { name: '组件', exact: true });

async function openGallery(browser: Browser): Promise<Desk> {
  const desk = await deskOf(browser, 'developer', { at: '/extend/widgets' });
  await expect(listOf(desk.page).getByRole('button', { name: 'UserPickerDialog', exact: true })).toBeVisible();
  return desk;
}

/** Shows one widget; on a phone it takes the place of the list. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(
    listOf(page)
      .or(page.getByRole('button', { name: '返回', exact: true }).filter({ visible: true }))
      .first(),
  ).toBeVisible();
  if (!(await listOf(page).isVisible())) await backToList(page);
  await listOf(page).getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

test('every example opens without an error and can be used by a screen reader', async ({ browser }) => {
  const desk = await openGallery(browser);
  const { page } = desk;
  const names = await listOf(page).getByRole('button').allTextContents();
  expect(names.length).toBeGreaterThan(40);
  const faults: string[] = [];
  // An eighth of them with each seed: the tree of what a screen reader hears is walked for every state of every one.
  for (const name of shareOf('examples of the gallery, walked by a screen reader', names, Math.ceil(names.length / 8))) {
    await choose(page, name);
    const states = page.getByRole('group', { name: `${name} 的状态` });
    await expect(states.getByRole('button').first()).toBeVisible();
    for (const state of await states.getByRole('button').allTextContents()) {
      await states.getByRole('button', { name: asShown(state) }).click();
      const live = page.locator(`[data-example^="${name}:"]`);
      await expect(live).toBeVisible();
      await expect(live.locator('.nk-field-wait')).toHaveCount(0);
      // A dialog's example has one button to open it; a list of files has one for each.
      const opener = live.getByRole('button', { name: /^打开(?:抽屉)?$/ });
      if ((await opener.count()) > 0) {
        await opener.click();
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeVisible();
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${state}: ${fault}`));
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${state}: ${fault}`));
      expect(desk.complaints, `${name} ${state}`).toEqual([]);
    }
  }
  expect(faults).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[2.6-03] [9-16] the dialogs are as wide as they should be; a person is found by pinyin and taken by keys alone', async ({ browser }) => {
  const desk = await openGallery(browser);
  const { page } = desk;
  const dialog = page.getByRole('dialog');
  const expectWidth = async (name: string, width: number) => {
    await choose(page, name);
    await page.getByRole('button', { name: '打开', exact: true }).click();
    // It grows while it opens.
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(dialogWidth(width));
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  await expectWidth('UserPickerDialog', 450);
  const search = page.getByRole('textbox', { name: '输入姓名、账号或拼音' });
  await expect(search).toBeFocused();
  await page.keyboard.type('doctor');
  await expect(page.getByRole('treeitem').first()).toContainText('/doctor');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-example^="UserPickerDialog"]')).toContainText('/doctor');
  await expect(page.getByRole('button', { name: '打开', exact: true })).toBeFocused();

  await expectWidth('UserSelectDialog', 800);
  await close();
  await expectWidth('OrganizationSelectDialog', 800);
  await expect(dialog).toContainText('组织选择');
  await close();
  await desk.leave();
});

/** The stock stands before the name: what a call saves after the drag, and not the one before. */
const isMoved = (saved: string): boolean => saved.indexOf('stock') > 0 && saved.indexOf('stock') < saved.indexOf('name');

for (const by of ['mouse', 'finger'] as const) {
  test(`[2.6-05] columns change places by ${by}; the order is there again after a reload`, async ({ browser }) => {
    const desk = await openGallery(browser);
    const { page } = desk;
    await choose(page, 'ListPage');
    const heads = page.locator('[data-example^="ListPage"]').getByRole('columnheader');
    await expect(heads.filter({ hasText: '库存' })).toBeVisible();
    await page.getByRole('button', { name: '列表显示设置' }).click();
    const drawer = page.getByRole('dialog');
    const rows = drawer.getByRole('listitem');
    await expect(rows).toHaveCount(3);
    expect((await page.locator('.semi-sidesheet-inner').boundingBox())?.width).toBeCloseTo(320, 2);
    await drawer.getByRole('button', { name: '恢复默认' }).click();
    // The order of an earlier run is gone: each row is measured at the place that it keeps.
    await expect(rows).toContainText(['编码', '物品', '库存']);
    const grip = await rows.nth(2).locator('.nk-columns-grip').boundingBox();
    const first = await rows.nth(1).boundingBox();
    if (!grip || !first) throw new Error('The rows of the drawer have no place.');
    const [x, from, to] = [grip.x + grip.width / 2, grip.y + grip.height / 2, first.y + first.height / 2];
    const saved = page.waitForResponse((answer) => answer.url().includes('SetColumnsByModuleId') && isMoved(answer.request().postData() ?? ''));
    if (by === 'mouse') {
      await page.mouse.move(x, from);
      await page.mouse.down();
      await page.mouse.move(x, to, { steps: 6 });
      await page.mouse.up();
    } else {
      const touch = await desk.context.newCDPSession(page);
      const at = (type: string, y?: number) =>
        touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: y === undefined ? [] : [{ x, y }] });
      await at('touchStart', from);
      for (let step = 1; step <= 6; step += 1) await at('touchMove', from + ((to - from) * step) / 6);
      await at('touchEnd');
    }
    await expect(rows.nth(1)).toContainText('库存');
    await saved;
    await page.reload();
    await choose(page, 'ListPage');
    await expect(heads.nth(3)).toContainText('物品');
    expect(desk.faults).toEqual([]);
    await desk.leave();
  });
}
