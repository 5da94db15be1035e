import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

test('the day begins with what waits: cards from one call, that open their page and stay as they were arranged', async ({ browser }) => {
  const desk = await deskOf(browser, 'cashier', { at: '/home' });
  const { page } = desk;
  const cards = page.getByRole('region', { name: '今日工作' });
  await expect(cards.getByText('待收费处方')).toBeVisible();

  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/home/') && calls.push(request.url()));
  await page.reload();
  await expect(cards.getByText('待收费处方')).toBeVisible();
  expect(calls).toHaveLength(1);

  await cards.getByRole('button', { name: '调整卡片' }).click();
  await cards.getByRole('button', { name: '收起“患者”' }).click();
  const kept = page.waitForResponse((answer) => answer.url().includes('SetColumnsByModuleId'));
  await cards.getByRole('button', { name: '完成' }).click();
  await kept;
  await expect(cards.getByRole('button', { name: '调整卡片' })).toBeVisible();
  await page.reload();
  await expect(cards.getByText('待收费处方')).toBeVisible();
  await expect(cards.getByText('在档患者')).toHaveCount(0);

  await cards.getByRole('button', { name: '收费', exact: true }).click();
  await expect(page).toHaveURL(/\/his\/charging/);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
