import { expectAccessible } from '../pages/looks/axe.ts';
import { dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';
import { expectSaid } from '../pages/looks/said.ts';

const VERIFY = '校验审计日志';

interface Runs {
  readonly list: readonly { readonly id: string; readonly state: string; readonly requestedBy: string }[];
}

test('an administrator looks what runs in the background, starts a task and reads how it ended', async ({ browser }) => {
  const desk = await deskOf(browser, 'admin', { at: '/system/task' });
  const { page } = desk;
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: '后台任务' })).toBeVisible();
  const row = main.getByRole('row').filter({ hasText: VERIFY });
  await expect(row).toContainText('每天一次');
  await expectAccessible(page, 'tasks');

  await main.getByRole('textbox', { name: '按任务、插件或编号筛选' }).fill('verify-audit');
  await expect(main.getByRole('row').filter({ hasText: '清理过期数据' })).toHaveCount(0);
  await actOnRow(row, '立即运行');
  await expectSaid(desk, '任务已开始运行');
  // It moves by itself until it has ended; nobody presses anything.
  await expect(row).toContainText('完成');
  const { list } = await dataAs<Runs>(desk, 'GET', '/api/system/Jobs/core.verify-audit/Runs');
  expect(list[0]).toMatchObject({ state: 'done', requestedBy: expect.stringMatching(/./) });

  await actOnRow(row, '运行记录');
  const drawer = page.getByRole('dialog', { name: VERIFY });
  await expect(drawer.getByText(list[0]?.id ?? 'no run')).toBeVisible();
  await expect(drawer.getByRole('region', { name: '日志' })).toContainText(list[0]?.requestedBy ?? 'nobody');
  await expectAccessible(page, 'runs of a task');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('whoever is no administrator of the system has no such page', async ({ browser }) => {
  const desk = await deskOf(browser, 'nurse', { at: '/system/task' });
  await expect(desk.page.getByRole('main').getByRole('heading', { name: '后台任务' })).toHaveCount(0);
  expect((await desk.call('GET', '/api/system/Jobs')).code).toBe(403);
  await desk.leave();
});
