import type { Page } from '@playwright/test';
import { callAs, colleague, dataAs } from '../pages/caller.ts';
import { type Desk, deskOf, openDesk, signIn } from '../pages/desk.ts';
import { connectGuangzhou, plannedFault, platformRecovers } from '../pages/work/insurer.ts';
import { idNumbersOfPatients, secretsOfConnections, watchForLeaks } from '../pages/looks/leak-watch.ts';
import { newPatient } from '../pages/work/new-patient.ts';
import { newPrescription } from '../pages/work/new-prescription.ts';
import { expectPrinted, watchPrints } from '../pages/looks/print.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';

/** How often the bar looks by itself (`parts/line.store.ts`), and a little more. */
const LOOK_MS = 21_000;

/** Takes the first insured prescription and goes on with Enter alone until the patient's part is to be paid. @returns the patient */
async function untilPayment({ page }: Desk): Promise<string> {
  const queue = page.getByRole('list', { name: '待医保结算' });
  await queue.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('凭证号码', { exact: true })).toBeFocused();
  // The queue moves while others work: whoever is open counts, not who stood first.
  const name = (await page.locator('[data-row][aria-current="true"] strong').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '下一步：就诊与诊断' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/事前审核(没有)?发现/)).toBeVisible();
  await expect(page.getByRole('button', { name: '上传费用并预结算' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '下一步：收款' })).toBeFocused();
  await expect(page.getByRole('region', { name: '谁支付多少' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '确认结算', exact: true })).toBeEnabled();
  return name;
}

const openInsurance = async (page: Page) => {
  await page.goto('/his/insurance');
  await seesInsurance(page);
};

const seesInsurance = async (page: Page) => {
  await expect(page.getByText('模拟环境 · 非真实医保结算')).toBeVisible();
  const queue = page.getByRole('list', { name: '待医保结算' });
  await expect(queue).toHaveAttribute('aria-busy', 'false');
  await expect(queue.getByRole('button').first()).toBeVisible();
};

/** Takes one prescription at the charging desk and pays it without the insurer. */
async function paysAlone(page: Page, { dpNumber, outpatientCode }: { dpNumber: string; outpatientCode: string }): Promise<void> {
  await page.goto('/his/charging');
  await page.getByLabel('姓名、拼音、门诊号、处方号').fill(dpNumber);
  // What was in the list before the search is not what it finds.
  const found = page.getByRole('list', { name: '待收费处方' });
  await expect(found.getByRole('button')).toHaveCount(1);
  await expect(found).toHaveAttribute('aria-busy', 'false');
  await found.getByRole('button').filter({ hasText: outpatientCode }).click();
  await expect(page.getByRole('main')).toContainText(dpNumber);
  const pay = page.getByRole('form', { name: '支付' });
  const alone = page.getByRole('button', { name: '不用医保，改为自费收费' });
  await expect(alone.or(pay)).toBeVisible();
  if (await alone.isVisible()) {
    await alone.click();
    await page.getByRole('button', { name: '改为自费', exact: true }).click();
  }
  await pay.getByRole('button', { name: '确认收费' }).click();
  await expect(page.getByRole('region', { name: '收费成功' })).toBeVisible();
}

test.beforeAll(async () => {
  await connectGuangzhou(await colleague('admin'));
});

test('[7.3] a cashier settles an insured prescription without a mouse, prints, and cancels it', async ({ browser }) => {
  const cashier = await deskOf(browser, 'cashier', { at: '/his/insurance' });
  const { page } = cashier;
  await seesInsurance(page);
  const name = await untilPayment(cashier);
  await page.keyboard.press('Enter');
  const done = page.getByRole('region', { name: '结算成功', exact: true });
  await expect(done).toContainText(/SF\w*\d{10,}/);
  const receipt = /SF\w*\d{10,}/.exec((await done.textContent()) ?? '')?.[0] ?? '';
  expect(receipt).not.toBe('');

  const printed = await watchPrints(page);
  await page.getByRole('button', { name: '打印结算单', exact: true }).click();
  const paper = await printed();
  expectPrinted(paper, [name, receipt, '广东省社会医疗保险费用结算单', '模拟环境 · 非真实医保结算', '基金支付总额']);

  await page.getByRole('tab', { name: '结算记录' }).click();
  const row = page.getByRole('row').filter({ hasText: receipt });
  await expect(row).toContainText('已结算');
  await actOnRow(row, '查看');
  await page.getByRole('button', { name: '撤销结算' }).click();
  await page.getByLabel('原因').fill('患者要求改为自费');
  await page.getByRole('button', { name: '确认撤销' }).click();
  await expect(page.getByRole('dialog', { name: '医保结算' }).getByText('已撤销', { exact: true }).first()).toBeVisible();
  expect(cashier.faults).toEqual([]);
  await cashier.leave();
});

test('[7.3] [M2] an answer that is lost inside of a settlement ends in the cockpit, and there in certainty', async ({ browser }) => {
  const cashier = await deskOf(browser, 'cashier', { at: '/his/insurance' });
  const { page } = cashier;
  await seesInsurance(page);
  const name = await untilPayment(cashier);
  await plannedFault({ kind: 'cut', infno: ['2207'], when: 'after', count: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('请勿再次结算，也不要先收或退现金。')).toBeVisible();
  await expect(page.getByText(/有 \d+ 笔医保结算结果未确定/)).toBeVisible();
  await expect(page.getByRole('button', { name: '确认结算', exact: true })).toHaveCount(0);

  // The charging desk says so on top and stays a desk.
  await page.goto('/his/charging');
  const banner = page.getByRole('alert').filter({ hasText: /有 \d+ 笔医保结算结果未确定/ });
  await expect(banner).toBeVisible();
  const first = page.getByRole('list', { name: '待收费处方' }).getByRole('button').first();
  await expect(first).toBeVisible();
  expect((await banner.boundingBox())?.y).toBeLessThan((await first.boundingBox())?.y ?? 0);
  await page.getByRole('list', { name: '待收费处方' }).getByRole('button').first().click();
  await expect(
    page
      .getByRole('button', { name: '确认收费' })
      .or(page.getByRole('button', { name: '医保结算' }))
      .first(),
  ).toBeVisible();

  await page.getByRole('button', { name: '查看异常结算' }).first().click();
  const card = page.getByRole('article', { name });
  await expect(card).toContainText('2207 结算');
  await card.getByRole('button', { name: '立即核实' }).click();
  await expect(page.getByText('没有异常结算')).toBeVisible();
  await page.goto('/his/insurance');
  await page.getByRole('tab', { name: '结算记录' }).click();
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText('已结算');
  expect(cashier.faults).toEqual([]);
  await cashier.leave();
});

test('[7.3] nothing that opens doors and no full ID number reaches a browser', async ({ browser }) => {
  const admin = await openDesk(browser);
  const atAdmin = await watchForLeaks(admin);
  await signIn(admin, 'admin');
  const setup = admin.page;
  await setup.goto('/his/insurance/setup');
  const facility = setup.getByRole('article').filter({ hasText: 'H44SIM000001' });
  await facility.getByRole('button', { name: '修改' }).click();
  const dialog = setup.getByRole('dialog');
  const [secret = ''] = secretsOfConnections();
  await dialog.locator('input[type=password]').first().fill(secret);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(facility.getByText(/\d+ 项正常/)).toBeVisible();
  await setup.goto('/system/plugins');
  await actOnRow(setup.getByRole('row').filter({ hasText: 'insurance-guangdong' }), '详情');
  await setup.getByRole('button', { name: '开始检查' }).first().click();
  await expect(setup.getByText(/\d+ 项正常/)).toBeVisible();

  const cashier = await openDesk(browser);
  const atCashier = await watchForLeaks(cashier);
  await signIn(cashier, 'cashier');
  await openInsurance(cashier.page);
  const name = await untilPayment(cashier);
  await cashier.page.keyboard.press('Enter');
  await expect(cashier.page.getByRole('region', { name: '结算成功' })).toBeVisible();
  await cashier.page.getByRole('tab', { name: '登记' }).click();
  await expect(cashier.page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
  await cashier.page.getByRole('tab', { name: '结算记录' }).click();
  await actOnRow(cashier.page.getByRole('row').filter({ hasText: name }).first(), '查看');
  await expect(cashier.page.getByRole('dialog', { name: '医保结算' })).toContainText('证据轨迹');
  await cashier.page.goto('/his/charging');
  await expect(cashier.page.getByRole('list', { name: '待收费处方' }).getByRole('button').first()).toBeVisible();

  const clerk = await openDesk(browser);
  const atClerk = await watchForLeaks(clerk);
  await signIn(clerk, 'clerk');
  const { page } = clerk;
  await page.goto('/his/insurance/cockpit');
  await expect(page.getByText(/没有异常结算|笔未确定/)).toBeVisible();
  await page.goto('/his/insurance/log');
  await actOnRow(page.getByRole('row').filter({ hasText: '1101' }).first(), '查看');
  const message = page.getByRole('dialog');
  await expect(message.getByRole('region', { name: '答复' })).toContainText('psn_no');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '查询平台' }).click();
  const question = page.getByRole('dialog', { name: '查询平台' });
  const [idNumber = ''] = idNumbersOfPatients();
  await question
    .locator('textarea')
    .first()
    .fill(JSON.stringify({ data: { psn_no: 'SIM44010000000001', certno: idNumber } }));
  await question.getByRole('button', { name: '查询', exact: true }).click();
  await expect(question.getByRole('region', { name: '答复' })).toBeVisible();

  const expected = {
    admin: ['PUT /api/medins/connection/org-gz', 'POST /api/medins/connection/org-gz/check', 'GET /api/medins/regions', 'GET /api/medins/connection'],
    cashier: [
      /^POST \/api\/medins\/person\//,
      'POST /api/medins/settlement',
      /^POST \/api\/medins\/settlement\/.+\/settle$/,
      'GET /api/medins/outpatientregister',
    ],
    clerk: [
      'GET /api/medins/doubtful',
      /^GET \/api\/medins\/interfaceinfo\/(?!AuthInfo)[^/]+$/,
      'GET /api/medins/interfaceinfo/AuthInfo',
      'POST /api/medins/proxy',
    ],
  };
  for (const [who, desk, watch] of [['admin', admin, atAdmin] as const, ['cashier', cashier, atCashier] as const, ['clerk', clerk, atClerk] as const]) {
    await watch.end();
    for (const one of expected[who]) expect(watch.read).toContainEqual(typeof one === 'string' ? one : expect.stringMatching(one));
    expect(watch.read.length, 'also the code of the pages').toBeGreaterThan(20);
    expect(watch.frames()).toBeGreaterThan(0);
    expect(watch.unread).toEqual([]);
    expect(watch.found).toEqual([]);
    expect(desk.faults).toEqual([]);
    await desk.leave();
  }
});

test('[7.3] [N1] a silent platform stops insured settlements only: others pay, the bar says what waits, and it comes back', async ({ browser }) => {
  const cashier = await deskOf(browser, 'cashier');
  const { page } = cashier;
  await page.clock.install();
  const bar = page.getByRole('status').filter({ hasText: /医保(接口|平台)/ });
  await openInsurance(page);
  await expect(bar).toContainText('医保接口正常');

  const { list } = await dataAs<{ list: { patientId: string }[] }>(cashier, 'GET', '/api/his/charge/patientlist?insured=1&pageSize=1');
  const [insured] = list;
  if (!insured) throw new Error('no insured patient waits');
  // Somebody who pays alone, of this journey's own: other cashiers take the others.
  const doctor = await colleague('doctor');
  const { patientId, outpatientCode } = await newPatient(doctor, `欧阳自费${Date.now() % 1_000_000}`);
  const other = { outpatientCode, ...(await newPrescription(doctor, patientId)) };
  const ask = () => callAs(cashier, 'POST', `/api/medins/person/${insured.patientId}`, {});
  const state = async () => await dataAs<{ line: string; waiting: number }>(cashier, 'GET', '/api/medins/state');

  // Four at a time are let through to one facility's platform; the fifth and sixth wait for a place, for twenty seconds at most: somebody else's import
  // may hold the engine longer than that on a slow machine, and then they ask once more.
  await expect(async () => {
    await plannedFault({ kind: 'delay', infno: ['1101'], when: 'before', count: 4, ms: 600_000 });
    const held = Promise.all([ask(), ask(), ask(), ask(), ask(), ask()]);
    try {
      await expect.poll(async () => (await state()).waiting, { timeout: 20_000 }).toBe(2);
      // Calls that wait too long give up: the bar's own next look comes at once.
      await page.clock.fastForward(LOOK_MS);
      await expect(bar).toContainText('2 个请求在等待', { timeout: 20_000 });
    } finally {
      await platformRecovers();
      await held;
    }
  }).toPass();

  // All of it is silent, so that nothing that the server still had to ask for is answered in between.
  await plannedFault({ kind: 'cut', when: 'before', count: 0 });
  for (let call = 0; call < 3; call += 1) expect((await ask()).code).not.toBe(200);
  await expect.poll(async () => [(await ask()).code === 200, (await state()).line]).toEqual([false, 'down']);
  await page.reload();
  await expect(bar).toContainText('医保平台暂不可达');
  await expect(bar).toContainText('自费收费不受影响');
  await paysAlone(page, other);

  await platformRecovers();
  await expect.poll(async () => (await ask()).code, { intervals: [1000] }).toBe(200);
  await openInsurance(page);
  await expect(bar).toContainText('医保接口正常');
  expect(cashier.faults).toEqual([]);
  // Its clock stands still.
  await cashier.context.close();
});
