import type { Page } from '@playwright/test';
import { type Caller, callAs, dataAs } from '../pages/caller.ts';
import { type Desk, deskOf } from '../pages/desk.ts';
import { closeMenu, openMenu } from '../pages/looks/narrow.ts';
import { expectPrinted, watchPrints } from '../pages/looks/print.ts';
import { PRESCRIPTION, PrescriptionPage } from '../pages/work/prescription.ts';
import { tick } from '../pages/looks/tick.ts';
import { expect, test } from '../pages/journey.ts';

/** Stock on hand of one drug, added up over its lots. */
async function stockOf(desk: Desk, name: string): Promise<number> {
  const answer = await callAs(desk, 'GET', `/api/his/pharmacy/stock?keyword=${encodeURIComponent(name)}&pageSize=100`);
  const { list } = answer.data as { list: { drugName: string; onHand: number }[] };
  return list.filter((lot) => lot.drugName === name).reduce((sum, lot) => sum + lot.onHand, 0);
}

/** What the stock ledger says went out with one prescription; other counters work at the same time. */
async function handedOut(desk: Desk, drug: string, dpNumber: string): Promise<number> {
  const answer = await callAs(desk, 'GET', '/api/his/pharmacy/movement?pageSize=100');
  const { list } = answer.data as { list: { drugName: string; dpNumber: string; quantity: number }[] };
  return list.filter((move) => move.drugName === drug && move.dpNumber === dpNumber).reduce((sum, move) => sum - move.quantity, 0);
}

interface Listed {
  readonly patientName: string;
  readonly outpatientCode: string;
  readonly classId: string;
  readonly prescriptionCount: number;
}

/** A dialysis patient of the demo with a place in a shift who has no prescription today: the first of the list; other journeys take the last. */
async function freshPatient(doctor: Caller): Promise<Listed> {
  const { list } = await dataAs<{ list: Listed[] }>(doctor, 'GET', '/api/his/prescription/patient?scope=dialysis&pageSize=100');
  const found = list.find(({ classId, prescriptionCount }) => classId !== '' && prescriptionCount === 0);
  if (!found) throw new Error('every dialysis patient has a prescription today');
  return found;
}

async function seesInMenu(page: Page, { own, others }: { readonly own: readonly string[]; readonly others: readonly string[] }): Promise<void> {
  const menu = await openMenu(page);
  for (const name of own) await expect(menu).toContainText(name);
  for (const name of others) await expect(menu).not.toContainText(name);
  await closeMenu(page);
}

test.describe.configure({ mode: 'serial' });

test('[1-02] [2.7-02] [2.7-03] doctor prescribes, cashier charges, pharmacist dispenses; each sees only their own menu', async ({ browser }) => {
  const doctor = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const work = await PrescriptionPage.on(doctor.page);
  await seesInMenu(doctor.page, { own: ['医院业务', '处方开立'], others: ['收费结算', '药房发药'] });

  await work.showDialysis();
  const { patientName: patient, outpatientCode } = await freshPatient(doctor);
  await work.look(outpatientCode);
  await work.openPatient(patient);
  await work.add('药品', 'ghsc', '骨化三醇软胶囊');
  await work.add('材料', '透析器', '透析器');
  await work.add('诊疗', '血液透析', '血液透析');
  await work.add('化验', '血常规', '血常规');

  const drug = work.row('骨化三醇');
  await drug.getByLabel('单次用量', { exact: true }).fill('0.5');
  await drug.getByLabel('频次').selectOption('qd');
  await drug.getByLabel('天数').fill('28');
  await expect(drug.getByLabel('数量', { exact: true })).toHaveValue('3');
  const number = await work.saveAndConfirm();

  const pharmacist = await deskOf(browser, 'pharmacist', { at: '/his/pharmacy' });
  const before = await stockOf(pharmacist, '骨化三醇软胶囊');
  await expect(pharmacist.page.getByRole('list', { name: '药房队列' })).toHaveAttribute('aria-busy', 'false');
  await expect(pharmacist.page.getByRole('list', { name: '药房队列' })).not.toContainText(number);
  await seesInMenu(pharmacist.page, { own: ['药房发药'], others: ['处方开立'] });

  const cashier = await deskOf(browser, 'cashier', { at: '/his/charging' });
  await seesInMenu(cashier.page, { own: ['收费结算'], others: ['药房发药'] });
  await cashier.page.getByLabel('姓名、拼音、门诊号、处方号').fill(number);
  const waiting = cashier.page.getByRole('list', { name: '待收费处方' });
  // What was in the list before the search is not what it finds: it would be opened anew under the question below.
  await expect(waiting.getByRole('button')).toHaveCount(1);
  await expect(waiting).toHaveAttribute('aria-busy', 'false');
  await waiting.getByText(patient, { exact: true }).click();
  await expect(cashier.page.getByRole('main')).toContainText(number);
  const pay = cashier.page.getByRole('form', { name: '支付' });
  // Where an insurance plugin runs, insured patients are settled with the insurer first and paying alone is a choice of its own.
  const alone = cashier.page.getByRole('button', { name: '不用医保，改为自费收费' });
  await expect(alone.or(pay)).toBeVisible();
  if (await alone.isVisible()) {
    await alone.click();
    await cashier.page.getByRole('button', { name: '改为自费', exact: true }).click();
  }
  await pay.getByRole('button', { name: '确认收费' }).dblclick();
  await expect(cashier.page.getByRole('region', { name: '收费成功' })).toBeVisible();
  const bills = await callAs(cashier, 'GET', `/api/his/charge/bill?keyword=${number}`);
  expect((bills.data as { list: unknown[] }).list).toHaveLength(1);

  const printed = await watchPrints(cashier.page);
  await cashier.page.getByRole('button', { name: '打印结算单' }).click();
  const sheet = await printed();
  expectPrinted(sheet, [patient, number, '医疗费用结算单', '化验', '合计']);

  await pharmacist.page.getByRole('button', { name: '刷新' }).first().click();
  await pharmacist.page.getByLabel('姓名、拼音、门诊号、处方号').fill(number);
  await pharmacist.page.getByRole('list', { name: '药房队列' }).getByRole('button').filter({ hasText: number }).click();
  const acts = pharmacist.page.getByRole('toolbar', { name: '操作' });
  for (const check of ['查处方', '查药品', '查配伍禁忌', '查用药合理性']) await tick(pharmacist.page.getByRole('checkbox', { name: check }));
  await acts.getByRole('button', { name: '审方通过' }).click();
  await acts.getByRole('button', { name: '配药（锁定批次）' }).click();
  await acts.getByRole('button', { name: '发药', exact: true }).dblclick();
  await expect.poll(() => handedOut(pharmacist, '骨化三醇软胶囊', number)).toBe(60);
  await expect(acts.getByRole('button', { name: '发药', exact: true })).toBeHidden();
  expect(await handedOut(pharmacist, '骨化三醇软胶囊', number)).toBe(60);
  // Others may have handed out some meanwhile; nobody brings any.
  expect(await stockOf(pharmacist, '骨化三醇软胶囊')).toBeLessThanOrEqual(before - 60);

  for (const desk of [doctor, cashier, pharmacist]) {
    expect(desk.faults).toEqual([]);
    await desk.leave();
  }
});
