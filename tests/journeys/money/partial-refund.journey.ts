import { type Caller, colleague, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { connectGuangzhou } from '../pages/work/insurer.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';

interface QueueRow {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly patientName: string;
  readonly chargedBefore: boolean;
}
interface PreviewLine {
  readonly detailId: string;
  readonly drugName: string;
  readonly drugNum: number;
}
interface Settlement {
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly problem: string;
  readonly psn_cash_pay: number;
  readonly fund_pay_sumamt: number;
  readonly billNo: string;
  readonly setl_id: string;
}

/** An insured prescription with a line of which one may come back while others stay, settled with the insurer. */
async function settledPrescription(cashier: Caller): Promise<{ dpNumber: string; line: PreviewLine; settlement: Settlement }> {
  const { list } = await dataAs<{ list: QueueRow[] }>(cashier, 'GET', '/api/his/charge/patientlist?insured=1&pageSize=50');
  for (const { dpId, dpNumber } of list) {
    const { lines } = await dataAs<{ lines: PreviewLine[] }>(cashier, 'GET', `/api/his/charge/selfpay/${dpId}`);
    const line = lines.find((one) => one.drugNum >= 2 && lines.filter((other) => other.drugName === one.drugName).length === 1);
    if (!line) continue;
    const certificate = { mdtrt_cert_type: '02', mdtrt_cert_no: '' };
    const begun = await dataAs<Settlement>(cashier, 'POST', '/api/medins/settlement', { dpIds: [dpId], certificate, acct_used_flag: '0' });
    expect([begun.state, begun.problem]).toEqual(['presettled', '']);
    const { version, psn_cash_pay, fund_pay_sumamt } = begun;
    const payments = psn_cash_pay > 0 ? [{ payWay: 'cash', amount: psn_cash_pay }] : [];
    const body = { version, psn_cash_pay, fund_pay_sumamt, payments };
    const settlement = await dataAs<Settlement>(cashier, 'POST', `/api/medins/settlement/${begun.id}/settle`, body);
    expect(settlement.state).toBe('settled');
    return { dpNumber, line, settlement };
  }
  throw new Error('no insured prescription with two of anything waits');
}

test('[7.3] one of several comes back: the insurer cancels, the whole bill is reversed, and the rest is settled anew at once', async ({ browser }) => {
  await connectGuangzhou(await colleague('admin'));
  const { dpNumber, line, settlement } = await settledPrescription(await colleague('cashier'));

  const cashier = await deskOf(browser, 'cashier', { at: '/his/charging' });
  const { page } = cashier;
  await page.getByRole('tab', { name: '账单', exact: true }).click();
  await actOnRow(page.getByRole('row').filter({ hasText: settlement.billNo }), '退费');
  const dialog = page.getByRole('dialog', { name: new RegExp(settlement.billNo) });
  await expect(dialog.getByText(`结算号 ${settlement.setl_id}`)).toBeVisible();
  await dialog.getByRole('button', { name: '清空' }).click();
  await dialog.getByLabel(`${line.drugName}退几`).fill('1');
  await expect(dialog.getByText('① 向医保撤销整笔结算', { exact: false })).toBeVisible();
  const act = dialog.getByRole('button', { name: /^撤销医保结算，退回 ¥/ });
  await expect(act).toBeDisabled();
  await dialog.getByLabel('退费原因').fill('患者退回一份');
  await act.click();

  // What remains opens at the desk, marked, with the smaller quantity.
  await expect(page.getByText('此前已结算并部分退回', { exact: false })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(dpNumber);
  await expect(page.getByRole('row').filter({ hasText: line.drugName }).first()).toContainText(`${line.drugNum - 1} `);
  await page.getByRole('button', { name: '医保结算', exact: true }).click();
  await expect(page.getByLabel('凭证号码', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '下一步：就诊与诊断' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '上传费用并预结算' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '下一步：收款' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '确认结算', exact: true })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '结算成功' })).toBeVisible();

  await page.goto('/his/insurance');
  await page.getByRole('tab', { name: '结算记录' }).click();
  await actOnRow(page.getByRole('row').filter({ hasText: settlement.billNo }), '查看');
  await expect(page.getByText(`部分退费：退回 ${line.drugName} × 1；其余已重新结算`, { exact: false })).toBeVisible();
  expect(cashier.faults).toEqual([]);
  await cashier.leave();
});
