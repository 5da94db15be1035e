import type { Page } from '@playwright/test';
import { type Desk, deskOf } from '../pages/desk.ts';
import { PASSWORD } from '../pages/system.ts';
import { newPatient } from '../pages/work/new-patient.ts';
import { PRESCRIPTION, PrescriptionPage } from '../pages/work/prescription.ts';
import { expect, test } from '../pages/journey.ts';

/** A name that nobody has, also when the journeys run again on the same system. */
const NAME = `欧阳风波${Date.now() % 1_000_000}`;

/** Begins a prescription for a patient whom no other journey touches. */
async function beginFor(desk: Desk, name: string): Promise<PrescriptionPage> {
  const { outpatientCode } = await newPatient(desk, name);
  const work = await PrescriptionPage.on(desk.page);
  await work.openByCode(outpatientCode, name);
  return work;
}

/** Ends the session on the server, as an administrator or a time limit would; the page is not told by its own click. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => (localStorage.getItem('jnpf_token') ?? '').split('|')[0] ?? '');
  await page.request.get('/api/oauth/Logout', { headers: { Authorization: token } });
}

test('[8-03] a session that ends in the middle of a form: the form survives the new log-in and can be saved', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const { page } = desk;
  const work = await beginFor(desk, `${NAME}一`);
  await work.add('诊疗', '皮试', '皮试');
  await endSession(page);
  // The socket tells the page at once; nobody has to run into it by saving.
  await page.getByPlaceholder('请输入密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录并继续' }).click();
  await expect(work.lines).toContainText('皮试');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/CF\d{10,}/).first()).toBeVisible();
  expect(desk.faults).toEqual([]);
  await desk.leave('ended');
});

test('[8-02] when the server is away the page says so, keeps what was typed, and goes on when it is back', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const { page } = desk;
  const work = await beginFor(desk, `${NAME}二`);
  await work.add('诊疗', '换药', '换药');
  await page.context().route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/连接|没有收到服务器/).first()).toBeVisible();
  await expect(work.lines).toContainText('换药');
  await page.context().unroute('**/api/**');
  page.on('dialog', (dialog) => void dialog.accept());
  // A reload leads back to the patient.
  await page.reload();
  await expect(work.lines).toContainText('换药');
  await desk.leave();
});

test('text that looks like a program or like SQL is shown as text', async ({ browser }) => {
  const desk = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const { page } = desk;
  const nasty = `"><img src=x onerror="window.__hit=1">'; DROP TABLE prescription.prescription; --`;
  const work = await beginFor(desk, `${NAME}三`);
  await work.add('诊疗', '换药', '换药');
  await page.getByLabel('备注').first().fill(nasty);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText(/CF\d{10,}/).first()).toBeVisible();
  // A reload leads back to the patient.
  await page.reload();
  await expect(page.getByLabel('备注').first()).toHaveValue(nasty);
  expect(await page.evaluate(() => '__hit' in window)).toBe(false);
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
