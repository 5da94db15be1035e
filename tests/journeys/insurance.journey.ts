import { expect, type Page, test } from '@playwright/test';
import { type Desk, deskOf } from './pages/desk.ts';
import { connectGuangzhou, plannedFault } from './pages/insurer.ts';
import { watchPrints } from './pages/print.ts';

/** Takes the first insured prescription and goes on with Enter alone until the patient's part is to be paid. @returns the patient */
async function untilPayment({ page }: Desk): Promise<string> {
  const first = page.getByRole('list', { name: '待医保结算' }).getByRole('button').first();
  await first.focus();
  const name = (await first.locator('strong').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('凭证号码')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '下一步：就诊与诊断' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/事前审核(没有)?发现/)).toBeVisible();
  await expect(page.getByRole('button', { name: '上传费用并预结算' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '下一步：收款' })).toBeFocused({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: '谁支付多少' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '确认结算' })).toBeEnabled();
  return name;
}

const openDesk = async (page: Page) => {
  await page.goto('/his/insurance');
  await expect(page.getByText('模拟环境 · 非真实医保结算')).toBeVisible();
  await expect(page.getByRole('list', { name: '待医保结算' }).getByRole('button').first()).toBeVisible();
};

test.beforeAll(async ({ browser }) => {
  const admin = await deskOf(browser, 'admin');
  await connectGuangzhou(admin);
  await admin.context.close();
});

test('[7.3] a cashier settles an insured prescription without a mouse, prints, and cancels it', async ({ browser }) => {
  test.setTimeout(120_000);
  const cashier = await deskOf(browser, 'cashier');
  const { page } = cashier;
  await openDesk(page);
  const name = await untilPayment(cashier);
  await page.keyboard.press('Enter');
  const done = page.getByRole('region', { name: '结算成功' });
  await expect(done).toBeVisible({ timeout: 30_000 });
  const receipt = /SF\w*\d{10,}/.exec((await done.textContent()) ?? '')?.[0] ?? '';
  expect(receipt).not.toBe('');

  const printed = await watchPrints(page);
  await page.getByRole('button', { name: '打印医保结算单' }).click();
  const paper = await printed();
  for (const part of [name, receipt, '医疗保险结算单', '模拟环境 · 非真实医保结算', '基金支付总额']) expect(paper).toContain(part);

  await page.getByRole('tab', { name: '结算记录' }).click();
  const row = page.getByRole('row').filter({ hasText: receipt });
  await expect(row).toContainText('已结算');
  await row.getByRole('button', { name: '查看' }).click();
  await page.getByRole('button', { name: '撤销结算' }).click();
  await page.getByLabel('原因').fill('患者要求改为自费');
  await page.getByRole('button', { name: '确认撤销' }).click();
  await expect(page.getByRole('dialog', { name: '医保结算' }).getByText('已撤销', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  expect(cashier.faults).toEqual([]);
  await cashier.context.close();
});

test('[7.3] [M2] an answer that is lost inside of a settlement ends in the cockpit, and there in certainty', async ({ browser }) => {
  test.setTimeout(120_000);
  const cashier = await deskOf(browser, 'cashier');
  const { page } = cashier;
  await openDesk(page);
  const name = await untilPayment(cashier);
  await plannedFault({ kind: 'cut', infno: ['2207'], when: 'after', count: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('请勿再次结算，也不要先收或退现金。')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/有 \d+ 笔医保结算结果未确定/)).toBeVisible();
  await expect(page.getByRole('button', { name: '确认结算' })).toHaveCount(0);

  await page.getByRole('button', { name: '查看异常结算' }).first().click();
  const card = page.getByRole('article', { name });
  await expect(card).toContainText('2207 结算');
  await card.getByRole('button', { name: '立即核实' }).click();
  await expect(page.getByText('没有异常结算')).toBeVisible({ timeout: 60_000 });
  await page.goto('/his/insurance');
  await page.getByRole('tab', { name: '结算记录' }).click();
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText('已结算');
  expect(cashier.faults).toEqual([]);
  await cashier.context.close();
});
