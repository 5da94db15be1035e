import type { Browser } from '@playwright/test';
import { longRun } from '../../support/cases/effort.ts';
import { type Caller, colleague, dataAs } from '../pages/caller.ts';
import { type Desk, deskOf, openDesk, signIn } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { tick } from '../pages/looks/tick.ts';
import { expectSaid } from '../pages/looks/said.ts';
import { PASSWORD } from '../pages/system.ts';
import { Bedside, keptOnDevice, reloadOffline, scan } from '../pages/work/bedside.ts';
import { PRESCRIPTION, PrescriptionPage } from '../pages/work/prescription.ts';

interface Card {
  readonly slotId: string;
  readonly sessionId: string;
  readonly patientId: string;
  readonly stationCode: string;
  readonly patientName: string;
  readonly patientCode: string;
  readonly state: number;
  readonly machineState: string;
  readonly zone: string;
}
interface Whole {
  readonly state: number;
  readonly machineCode: string;
  readonly machineState: string;
  readonly prescriptionId: string;
  readonly prescriptionNo: string;
  readonly standing: { readonly dialyserId: string | null } | null;
  readonly entries: readonly { readonly kind: string; readonly content: { readonly material?: { readonly lot: string } } }[];
}

const TABLET = { width: 1280, height: 800 };
/** As in `PayStatus` of the prescription. */
const CHARGED = 1;
const SECOND = { account: 'treatnurse', pin: '2580' };

/** What the journey hands from one to the next. */
const treated: { planned: string; cards: Card[] } = { planned: '', cards: [] };

const today = async (who: Caller): Promise<readonly Card[]> => (await dataAs<{ cards: Card[] }>(who, 'GET', '/api/dialysis/Today')).cards;
const wholeOf = (who: Caller, sessionId: string): Promise<Whole> => dataAs<Whole>(who, 'GET', `/api/dialysis/Session/${sessionId}`);

async function leaveWell(desk: Desk): Promise<void> {
  expect(desk.faults).toEqual([]);
  await desk.leave();
}

// One day of one centre: each part begins with what the one before left.
test.describe.configure({ mode: 'serial' });
test.skip(!longRun, 'the whole day of a centre, in the long run: its parts have journeys of their own');

test('the head nurse plans a patient who has no place today', async ({ browser }) => {
  const desk = await deskOf(browser, 'headnurse', { at: '/his/dialysisSchedule' });
  const { page } = desk;
  const waiting = page.locator('.ds-people button').filter({ hasText: /HD\d{5} HD ?A$/ });
  await expect(waiting.first()).toBeVisible();
  treated.planned = (await waiting.first().locator('b').textContent()) ?? '';
  await waiting.first().click();
  // The first shift of the day, at a station of the ordinary zone whose machine is there.
  const free = page.locator('tr[data-zone="A"]:not(:has(.ds-machine)) td.ds-first:empty');
  await free.first().click();
  await expect(page.locator('td.ds-first').filter({ hasText: treated.planned })).toBeVisible();
  await expect.poll(async () => (await today(desk)).some(({ patientName }) => patientName === treated.planned)).toBe(true);
  await leaveWell(desk);
});

/** Takes somebody who waits for a place of the ordinary zone to a free station of another one. @returns the name */
async function placeElsewhere({ page }: Desk): Promise<string> {
  const waiting = page.locator('.ds-people button').filter({ hasText: /HD\d{5} HD ?A$/ });
  await expect(waiting.first()).toBeVisible();
  const name = (await waiting.first().locator('b').textContent()) ?? '';
  await waiting.first().click();
  await page.locator('tr[data-zone="B"] td.ds-first:empty').first().click();
  return name;
}

test('a station of another zone is refused to the head nurse; infection control lets it pass with a reason', async ({ browser }) => {
  const head = await deskOf(browser, 'headnurse', { at: '/his/dialysisSchedule' });
  const name = await placeElsewhere(head);
  await expectSaid(head, /患者属A区，不能排在B区机位；例外须感控人员写明理由放行/);
  await expect(head.page.locator('td.ds-first').filter({ hasText: name })).toHaveCount(0);
  await leaveWell(head);
  const control = await deskOf(browser, 'quality', { at: '/his/dialysisSchedule' });
  const { page } = control;
  const passed = await placeElsewhere(control);
  const dialog = page.getByRole('dialog', { name: '跨区放行' });
  await expect(dialog).toContainText('患者属A区，不能排在B区机位');
  await expect(dialog.getByRole('button', { name: '放行', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: /放行理由/ }).fill('A 区机位已满，B 区机器终末消毒合格');
  await dialog.getByRole('button', { name: '放行', exact: true }).click();
  await expect(page.locator('tr[data-zone="B"] td.ds-first').filter({ hasText: passed })).toBeVisible();
  await leaveWell(control);
});

/** The doctor's share of a treatment, from the worklist; who may let something pass says why. @returns the sentence that stood against it; empty: nothing did */
async function confirmOnRound({ page }: Desk, card: Card, reason = ''): Promise<string> {
  await page.goto('/dialysis/round');
  await page.getByRole('combobox', { name: '班次' }).click();
  await page.getByRole('option', { name: '全部班次' }).click();
  await page.getByRole('textbox', { name: '姓名或机位' }).fill(card.stationCode);
  await page.getByRole('button', { name: new RegExp(`${card.stationCode} ?${card.patientName}`) }).click();
  const plan = page.locator('.dr-panel').getByRole('group', { name: '当日处方' });
  await plan.getByRole('spinbutton', { name: '超滤量' }).fill('2000');
  await plan.getByRole('spinbutton', { name: '时间' }).fill('240');
  await plan.getByRole('button', { name: '确认当日处方', exact: true }).click();
  const refused = plan.getByRole('alert');
  const confirmed = plan.getByText(/ 于 \d\d:\d\d 确认/);
  await expect(refused.or(confirmed).first()).toBeVisible();
  if (await confirmed.isVisible()) return '';
  const sentence = (await refused.textContent()) ?? '';
  if (reason === '') return sentence;
  await plan.getByRole('textbox', { name: /说明理由后继续/ }).fill(reason);
  await plan.getByRole('button', { name: '继续', exact: true }).click();
  await expect(confirmed).toBeVisible();
  return sentence;
}

/** The doctor confirms; where a consent is missing, and the doctor has no right to pass that, the director does with a reason. */
async function confirmByDoctors(doctor: Desk, director: Desk, card: Card): Promise<void> {
  const sentence = await confirmOnRound(doctor, card);
  if (sentence === '') return;
  expect(sentence).toContain('知情同意');
  await confirmOnRound(director, card, '纸质同意书已签，待补录');
}

async function nurseAtTablet(browser: Browser): Promise<Desk> {
  const nurse = await openDesk(browser, { viewport: TABLET, keepsPages: true });
  nurse.page.on('dialog', (dialog) => void dialog.accept());
  await signIn(nurse, 'nurse');
  await nurse.page.goto('/dialysis/today');
  return nurse;
}

/** Chooses the number with which the second person signs at a colleague's tablet. */
async function chooseNumber(browser: Browser): Promise<void> {
  const desk = await deskOf(browser, SECOND.account, { at: '/profile' });
  await desk.page.getByRole('tab', { name: '修改密码' }).click();
  const panel = desk.page.getByRole('region', { name: '床旁签署口令' });
  await panel.getByLabel('登录密码').fill(PASSWORD);
  await panel.getByLabel('新的签署口令').fill(SECOND.pin);
  await panel.getByRole('button', { name: '保存签署口令' }).click();
  await expect(panel.getByText(/^已设置 · /)).toBeVisible();
  await leaveWell(desk);
}

test('nurse and second nurse treat two patients at a tablet, through a cut of the network and a reload without it', async ({ browser }) => {
  await chooseNumber(browser);
  const [doctor, director] = [await deskOf(browser, 'doctor'), await deskOf(browser, 'director')];
  const nurse = await nurseAtTablet(browser);
  const { page, context } = nurse;
  const cards = await today(nurse);
  const isWaiting = (one: Card): boolean => one.state === 0 && one.machineState === 'ready' && one.zone === 'A';
  const chosen = [cards.find((one) => one.patientName === treated.planned), cards.find((one) => isWaiting(one) && one.patientName !== treated.planned)];
  for (const [at, card] of chosen.entries()) {
    if (!card) throw new Error('nobody waits at a machine that is ready');
    const bedside = new Bedside(page);
    await page.goto('/dialysis/today');
    await expect(page.getByRole('button', { name: new RegExp(`${card.stationCode} ${card.patientName}`) })).toBeVisible();
    await scan(page, card.patientCode);
    await expect(bedside.bed.getByRole('heading', { name: card.patientName })).toBeVisible();
    await bedside.assess();
    const { sessionId } = (await today(nurse)).find(({ slotId }) => slotId === card.slotId) ?? { sessionId: '' };
    await confirmByDoctors(doctor, director, card);
    await bedside.tab('核对上机');
    const prescribed = (await wholeOf(nurse, sessionId)).standing?.dialyserId ?? '';
    await scan(page, `SIMM${prescribed.replace(/\D/g, '').padStart(5, '0')}/SIM-L77${at}/991231`);
    await expect(bedside.bed.getByText(`SIM-L77${at}`)).toBeVisible();
    await bedside.start(SECOND);
    await bedside.reading('132', '78');
    await keptOnDevice(page, sessionId);
    await context.setOffline(true);
    await bedside.reading('126', '74');
    if (at === 1) {
      await reloadOffline(page);
      await expect(bedside.bed.getByText(/网络不通，显示的是 \d\d:\d\d 的内容；1 条记录待上传/)).toBeVisible();
      await bedside.reading('121', '72');
    }
    await context.setOffline(false);
    await expect(bedside.bed.getByRole('region', { name: '本机待上传的记录' })).toHaveCount(0);
    await bedside.finish('患者一般情况好。');
    const whole = await wholeOf(nurse, sessionId);
    expect(whole.state).toBe(5);
    expect(whole.entries.filter(({ kind }) => kind === 'reading')).toHaveLength(at === 1 ? 3 : 2);
    expect(whole.entries.flatMap(({ content }) => content.material?.lot ?? [])).toEqual([`SIM-L77${at}`]);
    treated.cards.push({ ...card, sessionId });
  }
  for (const desk of [doctor, director, nurse]) await leaveWell(desk);
});

test('the doctor changes the dry weight of one of them', async ({ browser }) => {
  const [card] = treated.cards;
  const desk = await deskOf(browser, 'doctor', { at: `/his/dialysisFile?patientId=${card?.patientId}` });
  const { page } = desk;
  await page.getByRole('tab', { name: '干体重' }).click();
  await page.getByRole('button', { name: '评定干体重' }).click();
  const dialog = page.getByRole('dialog', { name: '评定干体重' });
  const kg = dialog.getByRole('spinbutton', { name: /干体重/ });
  const changed = (Number(await kg.inputValue()) - 0.5).toFixed(1);
  await kg.fill(changed);
  await dialog.getByRole('textbox', { name: /依据/ }).fill('透后血压偏低，下调');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog').getByText(`${changed} kg`).first()).toBeVisible();
  await leaveWell(desk);
});

test('the engineer disinfects the machine, which is ready again', async ({ browser }) => {
  const desk = await deskOf(browser, 'engineer', { at: '/his/dialysisMachine' });
  const { page } = desk;
  const { machineCode, machineState } = await wholeOf(await colleague('headnurse'), treated.cards[0]?.sessionId ?? '');
  expect(machineState).toBe('to-disinfect');
  await expect(page.getByRole('row').filter({ hasText: machineCode })).toContainText('待消毒');
  const row = page.getByRole('row').filter({ hasText: machineCode });
  await row.getByRole('button', { name: '消毒登记' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`消毒登记 ${machineCode}`) });
  const choose = async (name: string, value: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: new RegExp(name) }).click();
    await page.getByRole('option').filter({ hasText: value }).click();
  };
  await choose('方式', '热消毒');
  await choose('残留检测', '不适用');
  // Half an hour ago somebody still lay there: the dialog says what becomes of it, and the true minute is typed.
  await dialog.getByRole('button', { name: '30 分钟' }).click();
  const early = dialog.getByText(/开始时间早于本机上次用毕（[\d-]+ \d\d:\d\d）/);
  await expect(early).toBeVisible();
  const used = /[\d-]+ \d\d:\d\d/.exec((await early.textContent()) ?? '')?.[0] ?? '';
  const from = dialog.getByRole('textbox', { name: /开始/ });
  await from.fill(`${(await from.inputValue()).slice(0, 5)}${used}`);
  await from.press('Tab');
  await expect(early).toHaveCount(0);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('可用');
  await page.goto('/his/dialysisDisinfection');
  await expect(page.getByRole('row').filter({ hasText: machineCode })).toContainText('热消毒');
  await page.goto('/his/dialysisMachine');
  await expect(page.getByRole('row').filter({ hasText: machineCode })).toContainText('可用');
  await leaveWell(desk);
});

test('the clerk finds nothing wrong with what was treated today', async ({ browser }) => {
  const desk = await deskOf(browser, 'clerk', { at: '/dialysis/findings' });
  const { page } = desk;
  await expect(page.getByText(/已完成治疗 \d+ 次，其中已生成处方 \d+ 次/)).toBeVisible();
  for (const { patientCode } of treated.cards) {
    await page.getByPlaceholder('姓名、门诊号').fill(patientCode);
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: patientCode })
        .filter({ hasText: /未生成处方|治疗单未完成/ }),
    ).toHaveCount(0);
  }
  await leaveWell(desk);
});

/** What the closed sheet wrote, confirmed by its doctor on the page of prescriptions, with a reason for each finding that asks for one. */
async function confirmWritten(browser: Browser, card: Card, prescriptionNo: string): Promise<void> {
  const desk = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const { page } = desk;
  const work = await PrescriptionPage.on(page);
  await work.openByCode(card.patientCode, card.patientName);
  // A tab shows the end of the number. Somebody may have another prescription of the day, which is open then.
  await page
    .getByRole('tablist', { name: '当日处方' })
    .getByRole('tab')
    .filter({ hasText: new RegExp(`^${prescriptionNo.slice(-4)}`) })
    .click();
  await expect(page.getByRole('main')).toContainText(prescriptionNo);
  await page.getByRole('button', { name: '确认', exact: true }).click();
  const asked = page.getByRole('dialog', { name: '确认前请处理以下提示' });
  const confirmed = page.getByRole('main').getByText('待收费', { exact: true });
  await expect(asked.or(confirmed).first()).toBeVisible();
  if (await asked.isVisible()) {
    const fields = await asked.getByRole('combobox').all();
    for (const field of fields) {
      await field.fill('SIM 已核对');
      // In the last one it confirms, and the dialog goes when the answer comes.
      await field.press('Enter');
    }
    if (fields.length === 0) await asked.getByRole('button', { name: /确认处方/ }).click();
  }
  await expect(confirmed).toBeVisible();
  await leaveWell(desk);
}

/** The pharmacy hands out what did not come out of stock at the bedside. @returns whether there was any; what left at the bedside waits in no queue */
async function handOutAtCounter(browser: Browser, prescriptionNo: string): Promise<boolean> {
  const desk = await deskOf(browser, 'pharmacist', { at: '/his/pharmacy' });
  const { page } = desk;
  await page.getByLabel('姓名、拼音、门诊号、处方号').fill(prescriptionNo);
  const queue = page.getByRole('list', { name: '药房队列' });
  const own = queue.getByRole('button').filter({ hasText: prescriptionNo });
  await expect(own.or(page.getByText('没有处方', { exact: true })).first()).toBeVisible();
  const waits = await own.isVisible();
  if (waits) {
    await own.click();
    const acts = page.getByRole('toolbar', { name: '操作' });
    for (const check of ['查处方', '查药品', '查配伍禁忌', '查用药合理性']) await tick(page.getByRole('checkbox', { name: check }));
    for (const act of ['审方通过', '配药（锁定批次）', '发药']) await acts.getByRole('button', { name: act, exact: true }).click();
    await expect(acts.getByRole('button', { name: '发药', exact: true })).toBeHidden();
  }
  await leaveWell(desk);
  return waits;
}

/** What the open month says is not handed out yet: numbers of prescriptions. It stands on the page as soon as the prescriptions do. */
const notHandedOut = async ({ page }: Desk): Promise<string[]> =>
  (await page.getByRole('main').getByRole('listitem').filter({ hasText: '的药品尚未发出' }).allTextContents()).map((line) => /CF\d+/.exec(line)?.[0] ?? line);

test('the cashier closes the month of one of them with what the closed sheet wrote', async ({ browser }) => {
  const [card] = treated.cards;
  if (!card) throw new Error('nobody was treated');
  const { prescriptionId, prescriptionNo } = await wholeOf(await colleague('doctor'), card.sessionId);
  await confirmWritten(browser, card, prescriptionNo);
  const desk = await deskOf(browser, 'cashier', { at: '/his/charging' });
  const { page } = desk;
  const main = page.getByRole('main');
  const openMonth = async (): Promise<void> => {
    await page.getByRole('tab', { name: '月结' }).click();
    await page.getByLabel('姓名、拼音、门诊号').fill(card.patientCode);
    await page.getByRole('list', { name: '患者' }).getByText(card.patientName, { exact: true }).click();
    await expect(main).toContainText(prescriptionNo);
  };
  await openMonth();
  await page.getByRole('button', { name: '记账', exact: true }).click();
  await expect(page.getByText(/已记账 \d+ 张/).first()).toBeVisible();
  const handedOut = await handOutAtCounter(browser, prescriptionNo);
  // What the counter did meanwhile is looked at before it is settled.
  await page.goto('/his/charging');
  await openMonth();
  // Another prescription of the day went on account with it, and a month waits for the drugs of each.
  for (const number of await notHandedOut(desk)) expect(await handOutAtCounter(browser, number), `${number} waits at the counter`).toBe(true);
  await page.goto('/his/charging');
  await openMonth();
  await page.getByRole('button', { name: '自费月结' }).click();
  const dialog = page.getByRole('dialog', { name: /自费月结/ });
  await dialog.getByText('现金').first().click();
  await dialog.getByRole('button', { name: '确认结算' }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByText(/SF\w*\d{10,}/).first()).toBeVisible();
  const rx = await dataAs<{ rxStatus: number; payStatus: number }>(await colleague('doctor'), 'GET', `/api/his/prescription/${prescriptionId}`);
  expect(rx.payStatus).toBe(CHARGED);
  // Confirmed by its doctor, and past the pharmacy where that had something to do.
  expect(rx.rxStatus).toBeGreaterThanOrEqual(handedOut ? 2 : 1);
  await leaveWell(desk);
});
