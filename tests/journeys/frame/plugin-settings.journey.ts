import { expectAccessible } from '../pages/looks/axe.ts';
import { dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';
import { expectSaid } from '../pages/looks/said.ts';

interface Sheet {
  readonly version: number;
  readonly settings: readonly { readonly name: string; readonly value: unknown; readonly source: string; readonly setBy: string }[];
}

const HOUR = '日对账开始时刻（时）';

test('an administrator changes a setting, sees who set it, is told of a wrong value, and gives it back', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/system/pluginSettings' });
  const { page } = desk;
  const main = page.getByRole('main');
  const sheet = () => dataAs<Sheet>(desk, 'GET', '/api/system/PluginSettings/insurance');
  const hour = async () => (await sheet()).settings.find(({ name }) => name === 'reconcileHour');
  await expect(main.getByRole('heading', { name: '插件设置' })).toBeVisible();
  await main
    .getByRole('navigation', { name: '插件' })
    .getByRole('button', { name: /^医保接口/ })
    .click();
  const field = main.getByRole('spinbutton', { name: HOUR }).or(main.getByRole('textbox', { name: HOUR }));
  await expect(field).toHaveValue('1');
  await expectAccessible(page, 'plugin settings');

  await field.fill('4');
  await field.press('Enter');
  await expectSaid(desk, '设置已保存，立即生效');
  expect(await hour()).toMatchObject({ value: 4, source: 'page', setBy: expect.stringMatching(/./) });
  const row = main.getByRole('row').filter({ hasText: HOUR });
  await expect(row).toContainText('在此设置');

  // Somebody else saves meanwhile: what was typed stays and is compared with what stands now.
  await field.fill('6');
  const body = { orgId: '', version: (await sheet()).version, values: { reconcileHour: 2 } };
  await dataAs(desk, 'PUT', '/api/system/PluginSettings/insurance', body);
  await main.getByRole('button', { name: '保存' }).click();
  await expect(main.getByRole('alert').filter({ hasText: '设置已被他人修改' })).toBeVisible();
  await main.getByRole('button', { name: '重新读取' }).click();
  await expect(row).toContainText('2');
  await expect(field).toHaveValue('6');
  await main.getByRole('button', { name: '撤销修改' }).click();
  await expect(field).toHaveValue('2');

  await actOnRow(row, '恢复默认');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(row).toContainText('插件默认');
  expect(await hour()).toMatchObject({ value: 1, source: 'default', setBy: '' });
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('a value of one organisation is none of the others, and staff without the menu have no such page', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/system/pluginSettings' });
  const { page } = desk;
  const main = page.getByRole('main');
  const limitOf = async (orgId: string) =>
    (await dataAs<Sheet>(desk, 'GET', `/api/system/PluginSettings/catalogue?orgId=${orgId}`)).settings.find(({ name }) => name === 'priceChangeLimit')?.value;
  await main
    .getByRole('navigation', { name: '插件' })
    .getByRole('button', { name: /^目录与价格/ })
    .click();
  const place = main.getByRole('combobox', { name: '适用范围' });
  await place.click();
  await page.getByRole('option', { name: /武汉/ }).click();
  await expect(place).toContainText('武汉');
  const limit = main.getByRole('spinbutton', { name: '一人可调价的幅度（%）' }).or(main.getByRole('textbox', { name: '一人可调价的幅度（%）' }));
  await expect(limit).toHaveValue('30');
  await limit.fill('12');
  await main.getByRole('button', { name: '保存' }).click();
  await expectSaid(desk, '设置已保存，立即生效');
  expect([await limitOf('org-wh'), await limitOf('org-gz')]).toEqual([12, 30]);
  const row = main.getByRole('row').filter({ hasText: '一人可调价的幅度' });
  await actOnRow(row, '恢复默认');
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(row).toContainText('插件默认');
  expect(desk.faults).toEqual([]);
  await desk.leave();

  const nurse = await deskOf(browser, 'nurse', { at: '/system/pluginSettings' });
  await expect(nurse.page.getByRole('main').getByRole('heading', { name: '插件设置' })).toHaveCount(0);
  expect((await nurse.call('GET', '/api/system/PluginSettings')).code).toBe(403);
  await nurse.leave();
});
