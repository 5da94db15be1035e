import { createHash, randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Caller, callAs, colleague, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { PASSWORD } from '../pages/system.ts';

interface Card {
  readonly slotId: string;
  readonly stationCode: string;
  readonly patientName: string;
  readonly state: number;
  readonly machineState: string;
  readonly zone: string;
}
interface Whole {
  readonly id: string;
  readonly state: number;
  readonly check2By: string;
  readonly prescriptionNo: string;
  readonly entries: readonly { readonly kind: string; readonly content: { readonly fields?: { readonly systolic?: number } } }[];
}

const TABLET = { width: 1280, height: 800 };
const LONG_NOTE = '患者诉头晕乏力，予平卧位并减慢超滤后缓解。'.repeat(7);
const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/** Fingers on the glass; keys of the number pad are counted apart from everything else. */
class Fingers {
  taps = 0;
  digits = 0;
  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    // A key that is not to be pressed is told as such, long before the journey's own limit.
    await expect(target).toBeEnabled();
    await target.click();
  }
  async digitsOf(bed: Locator, number: string): Promise<void> {
    for (const digit of number) {
      this.digits += 1;
      await bed.getByRole('button', { name: digit, exact: true }).click();
    }
  }
}

/** What the page gives to the printer, as its browser makes it a PDF. @returns number of pages */
async function pagesOf(page: Page, print: Locator): Promise<number> {
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const frame = document.querySelector<HTMLIFrameElement>('.nk-print-frame');
      if (!frame?.contentWindow) return;
      observer.disconnect();
      frame.contentWindow.print = () => document.body.setAttribute('data-printed', frame.contentDocument?.documentElement.outerHTML ?? '');
    }).observe(document.body, { childList: true });
  });
  await print.click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  const paper = await page.context().newPage();
  await paper.setContent((await page.locator('body').getAttribute('data-printed')) ?? '');
  await expect(paper.getByText(LONG_NOTE)).toBeVisible();
  const pdf = await paper.pdf({ preferCSSPageSize: true });
  await paper.close();
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function read(nurse: Caller, id: string): Promise<Whole> {
  return (await callAs(nurse, 'GET', `/api/dialysis/Session/${id}`)).data as Whole;
}

test('a nurse and a second one treat a patient at the tablet, with one cut of the network, in sixty taps', async ({ browser }) => {
  const second = await colleague('treatnurse');
  await callAs(second, 'PUT', '/api/oauth/CoSignPin', { password: md5(PASSWORD), pin: '2580' });
  // Some of the demo's patients have not signed: the director may go on with a reason.
  const director = await colleague('director');
  const nurse = await deskOf(browser, 'nurse', { viewport: TABLET, at: '/dialysis/today' });
  const { cards } = (await callAs(nurse, 'GET', '/api/dialysis/Today')).data as { cards: Card[] };
  const card = cards.find((one) => one.state === 0 && one.machineState === 'ready' && one.zone === 'A');
  if (!card) throw new Error('nobody waits at a machine that is ready');
  const { page } = nurse;
  const fingers = new Fingers();
  const bed = page.locator('.ds-bed');
  const key = (name: string | RegExp) => bed.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  const number = async (label: RegExp, digits: string): Promise<void> => {
    await fingers.tap(key(label));
    await fingers.digitsOf(bed, digits);
  };
  const next = async (digits: string): Promise<void> => {
    await fingers.tap(key('下一项'));
    await fingers.digitsOf(bed, digits);
  };

  await fingers.tap(page.getByRole('button', { name: new RegExp(`${card.stationCode} ${card.patientName}`) }));
  await fingers.tap(key('签到'));
  await number(/^体重（含衣物）/, '66.5');
  await number(/^收缩压/, '138');
  await next('82');
  const isCatheter = (await key('干燥').count()) > 0;
  for (const name of isCatheter ? ['干燥'] : ['强', '正常']) await fingers.tap(key(name).first());
  await fingers.tap(key('保存'));
  await expect(bed.getByText('等待医生确认')).toBeVisible();
  const id =
    ((await callAs(nurse, 'GET', '/api/dialysis/Today')).data as { cards: { slotId: string; sessionId: string }[] }).cards.find(
      ({ slotId }) => slotId === card.slotId,
    )?.sessionId ?? '';
  const now = Date.now();
  const sent = { clientId: randomUUID(), recordedAt: now, sentAt: now };
  const passes = [{ guard: 'consent-missing', reason: '纸质同意书已签，待补录' }];
  await dataAs(director, 'POST', `/api/dialysis/Session/${id}/Actions/Confirm`, { ufTarget: 2000, minutes: 240, passes, ...sent });

  await fingers.tap(page.getByRole('tab', { name: '核对上机' }));
  for (let item = 0; item < 4; item += 1) await fingers.tap(key('合格').nth(item));
  await fingers.tap(key('完成首次核对'));
  await expect(bed.getByRole('heading', { name: /首次核对.*\d\d:\d\d/ })).toBeVisible();
  await fingers.tap(key('上机'));
  await expect(bed.getByRole('heading', { name: '二次核对' })).toBeVisible();
  for (let item = 0; item < 5; item += 1) await fingers.tap(key('合格').nth(item));
  await fingers.tap(key('第二人签署'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '账号' }).fill('treatnurse');
  await dialog.locator('input[type=password]').fill('2580');
  await fingers.tap(dialog.getByRole('button', { name: '签署', exact: true }));
  await expect(bed.getByRole('heading', { name: '监测记录' })).toBeVisible();
  expect((await read(nurse, id)).check2By).toBe('温晓岚');

  const reading = async (systolic: string, diastolic: string): Promise<void> => {
    await number(/^收缩压/, systolic);
    await next(diastolic);
    await fingers.tap(key('保存'));
    await expect(key(/^收缩压 –/)).toBeVisible();
  };
  const outbox = bed.getByRole('region', { name: '本机待上传的记录' });
  await reading('132', '78');
  await nurse.context.setOffline(true);
  await reading('126', '74');
  await expect(outbox).toContainText('1 条待上传');
  await reading('121', '72');
  await expect(outbox).toContainText('2 条待上传');
  await nurse.context.setOffline(false);
  await expect(outbox).toHaveCount(0);
  await reading('118', '70');
  const readings = (await read(nurse, id)).entries.filter(({ kind }) => kind === 'reading').map(({ content }) => content.fields?.systolic);
  expect(readings).toEqual([132, 126, 121, 118]);

  await fingers.tap(page.getByRole('tab', { name: '下机' }));
  await number(/^超滤量/, '2000');
  await fingers.tap(key('密闭回血'));
  for (let clot = 0; clot < 3; clot += 1) await fingers.tap(key('0 级').nth(clot));
  await fingers.tap(key('否'));
  await fingers.tap(key('下机'));
  // It ran for some minutes: the sheet asks why.
  await bed.getByRole('textbox', { name: '说明理由后继续' }).fill('患者要求提前下机');
  await fingers.tap(key('继续'));
  await number(/^体重（含衣物）/, '64.4');
  await number(/^收缩压/, '128');
  await next('76');
  // What is due is given before the sheet closes.
  await fingers.tap(key('保存'));
  await fingers.tap(page.getByRole('tab', { name: '医嘱' }));
  for (let left = await key('执行').count(); left > 0; left -= 1) await fingers.tap(key('执行').first());
  await fingers.tap(page.getByRole('tab', { name: '透后' }));
  await bed.getByRole('textbox', { name: /^护士小结/ }).fill(LONG_NOTE);
  await fingers.tap(key('完成治疗单'));
  await expect(bed.getByText(/已生成处方/)).toBeVisible();
  const whole = await read(nurse, id);
  expect([whole.state, whole.prescriptionNo !== '']).toEqual([5, true]);
  const counted = `${fingers.taps} taps and ${fingers.digits} keys of the number pad`;
  test.info().annotations.push({ type: 'taps', description: counted });
  console.log(`one treatment at the bedside: ${counted}`);
  expect(fingers.taps).toBeLessThanOrEqual(60);
  expect(await pagesOf(page, key('打印治疗记录单'))).toBe(1);
  expect(nurse.faults).toEqual([]);
  await nurse.leave();
});
