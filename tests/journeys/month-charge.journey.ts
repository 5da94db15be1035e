import { expect, test } from '@playwright/test';
import { handOut } from './pages/counter.ts';
import { type Desk, dataAs, deskOf } from './pages/desk.ts';

interface Planned {
  readonly patientId: string;
  readonly patientName: string;
  readonly outpatientCode: string;
  readonly reimWay: string;
  readonly runs: boolean;
  readonly blockers: readonly { readonly kind: string; readonly dpId: string; readonly dpNumber: string; readonly level: string }[];
}

/** A patient whose month waits for nothing but one prescription that is neither handed out nor on the account. */
async function waitingPatient(cashier: Desk): Promise<{ patient: Planned; dpId: string; dpNumber: string }> {
  const month = await cashier.page.evaluate(() => new Intl.DateTimeFormat('sv', { year: 'numeric', month: '2-digit' }).format());
  const { list } = await dataAs<{ list: { orgId: string }[] }>(cashier, 'GET', `/api/his/charge/monthclose?month=${month}`);
  const run = { month, orgId: list[0]?.orgId, settleWay: 'selfpay', payWay: 'cash', takeIn: false, dryRun: true };
  const { dryRun } = await dataAs<{ dryRun: { patients: Planned[] } }>(cashier, 'POST', '/api/his/charge/hospmonth', run);
  // Who pays alone is settled without any insurer: first, if there is one.
  for (const patient of [...dryRun.patients].sort((a, b) => Number(a.reimWay !== '0') - Number(b.reimWay !== '0'))) {
    const obstacles = patient.blockers.filter(({ level }) => level === 'block');
    const [first] = obstacles;
    const kinds = new Set(obstacles.map(({ kind }) => kind));
    const simple = kinds.size === 2 && kinds.has('waiting') && kinds.has('notDispensed') && obstacles.every(({ dpId }) => dpId === first?.dpId);
    if (simple && first) return { patient, dpId: first.dpId, dpNumber: first.dpNumber };
  }
  throw new Error('nobody of this month waits for one prescription alone');
}

test('[7.8-01] [3-15] month charge: the dry run names what is in the way, then the run settles, with progress, receipts and the chart', async ({ browser }) => {
  const cashier = await deskOf(browser, 'cashier');
  const { page } = cashier;
  const { patient, dpId, dpNumber } = await waitingPatient(cashier);

  await page.goto('/his/charging');
  await page.getByRole('tab', { name: '月结' }).click();
  await page.getByLabel('姓名、拼音、门诊号').fill(patient.outpatientCode);
  await page.getByRole('list', { name: '患者' }).getByText(patient.patientName, { exact: true }).click();
  await expect(page.getByRole('main')).toContainText(`处方 ${dpNumber} 的药品尚未发出`);
  await expect(page.getByRole('img', { name: '按日费用' }).locator('canvas, svg').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '自费月结' })).toBeDisabled();

  // The run of the whole centre lists the obstacle and would leave this patient out.
  await page.getByRole('button', { name: '全中心月结' }).click();
  const dialog = page.getByRole('dialog');
  // Other journeys charge at the desk meanwhile; what waits there stays there.
  const takeIn = dialog.getByRole('checkbox', { name: '同时记入仍在收费窗口的处方' });
  await dialog.getByText('同时记入仍在收费窗口的处方').click();
  await expect(takeIn).not.toBeChecked();
  await dialog.getByRole('button', { name: '试算' }).click();
  const planned = dialog.getByRole('row').filter({ hasText: patient.outpatientCode });
  await expect(planned).toContainText('跳过');
  await expect(planned).toContainText(`处方 ${dpNumber}`);
  await dialog.getByRole('button', { name: 'close' }).click();
  await expect(dialog).toBeHidden();

  // Put on the account here and then handed out at the counter: now the month is ready.
  await page.getByRole('button', { name: '记账', exact: true }).click();
  await expect(page.getByText('已记账 1 张').first()).toBeVisible();
  const pharmacist = await deskOf(browser, 'pharmacist');
  await handOut(pharmacist, dpId);
  await page.getByRole('button', { name: '全中心月结' }).click();
  await expect(takeIn).not.toBeChecked();
  await expect(dialog.getByRole('row').filter({ hasText: patient.outpatientCode })).toContainText('可结算');
  await dialog.getByRole('button', { name: /^开始月结 \d+ 人/ }).click();

  await expect(dialog.getByRole('progressbar', { name: '月结进度' })).toHaveAttribute('aria-valuenow', '100');
  await expect(dialog.getByText('已完成', { exact: true })).toBeVisible();
  const result = dialog.getByRole('row').filter({ hasText: patient.outpatientCode });
  await expect(result).toContainText('成功');
  const receipt = /SF\w*\d{10,}/.exec((await result.textContent()) ?? '')?.[0] ?? '';
  expect(receipt).not.toBe('');
  await dialog.getByRole('button', { name: '关闭', exact: true }).click();

  await expect(page.getByRole('main').getByText(receipt)).toBeVisible();
  await expect(page.getByRole('list', { name: '患者' }).getByRole('button').filter({ hasText: patient.outpatientCode })).toContainText('已月结');
  for (const desk of [cashier, pharmacist]) {
    expect(desk.faults).toEqual([]);
    await desk.context.close();
  }
});
