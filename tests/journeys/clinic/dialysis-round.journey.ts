import { callAs, colleague, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { tick } from '../pages/looks/tick.ts';

interface Row {
  readonly patientId: string;
  readonly patientName: string;
  readonly stationCode: string;
  readonly dryWeight: number | null;
  readonly problems: readonly { readonly code: string }[];
}
interface Person {
  readonly notes: readonly { readonly content: { readonly plan: string }; readonly signedByName: string }[];
  readonly waiting: readonly unknown[];
  readonly facts: { readonly dryWeight: { readonly kg: number } };
}

const NOTE = '上调干体重，下次透析观察血压';

test('the doctor finds a problem, changes a dry weight, writes a note and signs what waits in one go', async ({ browser }) => {
  const nurse = await colleague('nurse');
  const { list } = await dataAs<{ list: Row[] }>(nurse, 'GET', '/api/dialysis/Round');
  const row = list.find(({ dryWeight, problems }) => dryWeight !== null && problems.length > 0 && !problems.some(({ code }) => /draft|signature/.test(code)));
  if (!row) throw new Error('nobody of today has a problem');
  const { patientId, patientName, stationCode } = row;
  const kg = ((row.dryWeight ?? 60) + 0.3).toFixed(1);
  const doctor = await deskOf(browser, 'doctor', { at: '/dialysis/round' });
  const { page } = doctor;
  // Told by mouth; the list hears of it by itself.
  const order = { once: true, everyDays: 0, timing: 'during', title: 'SIM 左卡尼汀', dose: '1 g 静脉注射', highRisk: false };
  await dataAs(nurse, 'POST', '/api/dialysis/Round/Proposal', { patientId, dryWeight: null, order });

  await page.getByRole('combobox', { name: '班次' }).click();
  await page.getByRole('option', { name: '全部班次' }).click();
  await page.getByRole('textbox', { name: '姓名或机位' }).fill(stationCode);
  await page.getByRole('button', { name: new RegExp(`${stationCode} ?${patientName}`) }).click();
  const panel = page.locator('.dr-panel');
  await expect(panel.getByRole('list', { name: '今日问题' }).getByRole('listitem').first()).toBeVisible();

  await panel.getByRole('button', { name: '调整干体重' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: '干体重' }).fill(kg);
  await dialog.getByRole('textbox', { name: '评估依据' }).fill('透后收缩压偏低，无水肿');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(panel.getByText(`${kg} kg（`)).toBeVisible();

  await panel.getByRole('tab', { name: /查房记录/ }).click();
  await panel.getByRole('button', { name: '写查房记录' }).click();
  await dialog.getByRole('textbox', { name: '处理意见' }).fill(NOTE);
  await dialog.getByRole('switch', { name: '保存时签署' }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(panel.getByText(NOTE)).toBeVisible();

  await page.getByRole('button', { name: /^待签/ }).click();
  for (const kind of ['医嘱', '查房记录']) await tick(page.getByRole('checkbox', { name: `选择 ${patientName} 的${kind}` }));
  await page.getByRole('button', { name: '签署 2 项' }).click();
  await expect(page.getByText('已签署 2 项，未成功 0 项')).toBeVisible();

  const after = (await callAs(nurse, 'GET', `/api/dialysis/Round/Patient/${patientId}`)).data as Person;
  expect(after.facts.dryWeight.kg).toBe(Number(kg));
  expect(after.notes[0]).toMatchObject({ content: { plan: NOTE }, signedByName: expect.stringMatching(/./) });
  expect(after.waiting).toEqual([]);
  const { list: orders } = (await callAs(doctor, 'GET', `/api/dialysis/Orders?patientId=${patientId}`)).data as { list: { title: string }[] };
  expect(orders.map(({ title }) => title)).toContain('SIM 左卡尼汀');
  expect(doctor.faults).toEqual([]);
  await doctor.leave();
});
