import { handOut } from '../pages/work/counter.ts';
import { type Caller, colleague, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { connectGuangzhou } from '../pages/work/insurer.ts';
import { newPatient } from '../pages/work/new-patient.ts';
import { newPrescription } from '../pages/work/new-prescription.ts';
import { expect, test } from '../pages/journey.ts';
import { backToList } from '../pages/looks/narrow.ts';

/** A name that nobody has, also when the journey runs again on the same system. */
const NAME = `欧阳月结${Date.now() % 1_000_000}`;
const PLAN = { dialysisNo: '', mode: 'HD', weekdays: [1, 3, 5], classId: '', bed: '', firstDate: null, dryWeight: null, access: '' };

/**
 * A dialysis patient of this journey's own, who pays alone: a treatment is on the account of the month, a material waits at the desk and is not
 * handed out. What others wrote or settle meanwhile, and how old the month is, makes no difference.
 */
async function waitingPatient(doctor: Caller, cashier: Caller): Promise<{ outpatientCode: string; dpId: string; dpNumber: string }> {
  const { patientId, outpatientCode } = await newPatient(doctor, NAME, { patientType: 'dialysis', dialysis: PLAN });
  const carriedOut = await newPrescription(doctor, patientId, 'treatment');
  const waiting = await newPrescription(doctor, patientId, 'material');
  const month = new Intl.DateTimeFormat('sv', { year: 'numeric', month: '2-digit', timeZone: 'Asia/Shanghai' }).format();
  await dataAs(cashier, 'POST', `/api/his/charge/actions/record/${patientId}`, { month, dpIds: [carriedOut.dpId] });
  return { outpatientCode, ...waiting };
}

interface Insured {
  readonly patientId: string;
  readonly patientName: string;
  readonly outpatientCode: string;
}

/**
 * An insured dialysis patient of the demo with nothing else in this month, and a treatment of today on the account; the filings and codes that the
 * insurer wants are the demo's. Residents have no account at the insurer, so something is left to them to pay.
 */
async function insuredMonth(doctor: Caller, cashier: Caller): Promise<Insured> {
  const month = new Intl.DateTimeFormat('sv', { year: 'numeric', month: '2-digit', timeZone: 'Asia/Shanghai' }).format();
  const listed = async (path: string) => (await dataAs<{ list: Insured[] }>(cashier, 'GET', path)).list;
  const busy = new Set((await listed(`/api/his/charge/monthpatientlist?month=${month}&pageSize=200`)).map(({ patientId }) => patientId));
  const insured = await listed('/api/his/patient?patientType=dialysis&reimWay=390&pageSize=200');
  const patient = insured.find(({ patientId }) => !busy.has(patientId));
  if (!patient) throw new Error('every insured dialysis patient has something in this month');
  const { dpId } = await newPrescription(doctor, patient.patientId, 'treatment', '390');
  await dataAs(cashier, 'POST', `/api/his/charge/actions/record/${patient.patientId}`, { month, dpIds: [dpId] });
  return patient;
}

test.beforeAll(async () => {
  await connectGuangzhou(await colleague('admin'));
});

test('[7.8-01] a month through the insurer: who pays how much is shown and asked before anything is settled', async ({ browser }) => {
  const patient = await insuredMonth(await colleague('doctor'), await colleague('cashier'));
  const cashier = await deskOf(browser, 'cashier', { at: '/his/charging' });
  const { page } = cashier;
  await page.getByRole('tab', { name: '月结' }).click();
  await page.getByLabel('姓名、拼音、门诊号').fill(patient.outpatientCode);
  await page.getByRole('list', { name: '患者' }).getByText(patient.patientName, { exact: true }).click();
  const settle = page.getByRole('button', { name: '医保月结', exact: true });
  await expect(settle).toBeEnabled();
  await settle.click();
  const dialog = page.getByRole('dialog', { name: /医保月结/ });
  const act = dialog.getByRole('button', { name: /^确认结算/ });
  await expect(act).toBeVisible();
  await expect(dialog).toContainText('统筹基金支付');
  await expect(dialog).toContainText('个人自付');
  await expect(dialog).toContainText('尚未结算');
  await expect(dialog.getByRole('radio', { name: '现金' })).toBeChecked();
  await expect(act).toContainText(/收取自付 ¥\d/);

  // Looked at and left: nothing was settled, and the month is as it was.
  await dialog.getByRole('button', { name: '关闭窗口' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText(/SF\w*\d{10,}/)).toHaveCount(0);
  await expect(settle).toBeEnabled();

  await settle.click();
  // Not exact: the way is called 微信 here and WeChat Pay in English, where the word alone is another text.
  await dialog.getByText('微信').first().click();
  await act.click();
  const run = page.getByRole('dialog');
  await expect(run.getByText('已完成', { exact: true })).toBeVisible();
  await expect(run.getByRole('row').filter({ hasText: patient.outpatientCode })).toContainText('成功');
  await run.getByRole('button', { name: '关闭', exact: true }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/SF\w*\d{10,}/)
      .first(),
  ).toBeVisible();
  expect(cashier.faults).toEqual([]);
  await cashier.leave();
});

test('[7.8-01] [3-15] month charge: the dry run names what is in the way, then the run settles, with progress, receipts and the chart', async ({ browser }) => {
  const { outpatientCode, dpId, dpNumber } = await waitingPatient(await colleague('doctor'), await colleague('cashier'));

  const cashier = await deskOf(browser, 'cashier', { at: '/his/charging' });
  const { page } = cashier;
  await page.getByRole('tab', { name: '月结' }).click();
  await page.getByLabel('姓名、拼音、门诊号').fill(outpatientCode);
  await page.getByRole('list', { name: '患者' }).getByText(NAME, { exact: true }).click();
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
  const planned = dialog.getByRole('row').filter({ hasText: outpatientCode });
  await expect(planned).toContainText('跳过');
  await expect(planned).toContainText(dpNumber);
  await dialog.getByRole('button', { name: '关闭窗口' }).click();
  await expect(dialog).toBeHidden();

  // Put on the account here and then handed out at the counter: now the month is ready.
  await page.getByRole('button', { name: '记账', exact: true }).click();
  await expect(page.getByText('已记账 1 张').first()).toBeVisible();
  await handOut(await colleague('pharmacist'), dpId);
  await page.getByRole('button', { name: '全中心月结' }).click();
  await expect(takeIn).not.toBeChecked();
  await expect(dialog.getByRole('row').filter({ hasText: outpatientCode })).toContainText('可结算');
  await dialog.getByRole('button', { name: /^开始月结 \d+ 人/ }).click();

  await expect(dialog.getByRole('progressbar', { name: '月结进度' })).toHaveAttribute('aria-valuenow', '100');
  await expect(dialog.getByText('已完成', { exact: true })).toBeVisible();
  const result = dialog.getByRole('row').filter({ hasText: outpatientCode });
  await expect(result).toContainText('成功');
  const receipt = /SF\w*\d{10,}/.exec((await result.textContent()) ?? '')?.[0] ?? '';
  expect(receipt).not.toBe('');
  await dialog.getByRole('button', { name: '关闭', exact: true }).click();

  await expect(page.getByRole('main').getByText(receipt)).toBeVisible();
  await backToList(page);
  await expect(page.getByRole('list', { name: '患者' }).getByRole('button').filter({ hasText: outpatientCode })).toContainText('已结清');
  expect(cashier.faults).toEqual([]);
  await cashier.leave();
});
