import type { Locator, Page } from '@playwright/test';
import { expect } from '../journey.ts';

/** A key that is pressed with gloves on. */
const GLOVE_PX = 44;

/** Of a treatment as the tablet shows it; fingers on the glass are counted, keys of the number pad apart from everything else. */
export class Bedside {
  taps = 0;
  digits = 0;
  readonly page: Page;
  readonly bed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bed = page.locator('.ds-bed');
  }

  key(name: string | RegExp): Locator {
    return this.bed.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }
  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    // A key that is not to be pressed is told as such, long before the journey's own limit.
    await expect(target).toBeEnabled();
    // Gloves: nothing that is pressed is lower than this, nor narrower.
    const side = await target.evaluate((key: HTMLElement) => Math.min(key.offsetWidth, key.offsetHeight));
    expect(side, `${target}`).toBeGreaterThanOrEqual(GLOVE_PX);
    await target.click();
  }
  async type(digits: string): Promise<void> {
    for (const digit of digits) {
      this.digits += 1;
      await this.key(digit).click();
    }
  }
  async number(label: RegExp, digits: string): Promise<void> {
    await this.tap(this.key(label));
    // Nobody looks for the keys: they are there, whole, wherever the form was scrolled to.
    await expect(this.bed.locator('.ds-pad')).toBeInViewport({ ratio: 0.99 });
    await this.type(digits);
  }
  async next(digits: string): Promise<void> {
    await this.tap(this.key('下一项'));
    await this.type(digits);
  }
  tab(name: string): Promise<void> {
    return this.tap(this.page.getByRole('tab', { name }));
  }

  /** From the check-in until a doctor has to confirm. */
  async assess(weight = '66.5'): Promise<void> {
    await this.tap(this.key('签到'));
    await this.number(/^体重（含衣物）/, weight);
    await this.number(/^收缩压/, '138');
    await this.next('82');
    const isCatheter = (await this.key('干燥').count()) > 0;
    for (const name of isCatheter ? ['干燥'] : ['强', '正常']) await this.tap(this.key(name).first());
    await this.tap(this.key('保存'));
    await expect(this.bed.getByText('等待医生确认')).toBeVisible();
  }

  /** First check, start, and the second check by somebody else at this tablet. */
  async start(second: { readonly account: string; readonly pin: string }): Promise<void> {
    await this.tab('核对上机');
    for (let item = 0; item < 4; item += 1) await this.tap(this.key('合格').nth(item));
    await this.tap(this.key('完成首次核对'));
    await expect(this.bed.getByRole('heading', { name: /首次核对.*\d\d:\d\d/ })).toBeVisible();
    await this.tap(this.key('上机'));
    await expect(this.bed.getByRole('heading', { name: '二次核对' })).toBeVisible();
    for (let item = 0; item < 5; item += 1) await this.tap(this.key('合格').nth(item));
    await this.tap(this.key('第二人签署'));
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '账号' }).fill(second.account);
    await dialog.locator('input[type=password]').fill(second.pin);
    await this.tap(dialog.getByRole('button', { name: '签署', exact: true }));
    await expect(this.bed.getByRole('heading', { name: '监测记录' })).toBeVisible();
  }

  async reading(systolic: string, diastolic: string): Promise<void> {
    await this.number(/^收缩压/, systolic);
    await this.next(diastolic);
    await this.tap(this.key('保存'));
    await expect(this.key(/^收缩压 –/)).toBeVisible();
  }

  /** The end, what is taken afterwards, what is due, and the closed sheet. */
  async finish(note: string, weight = '64.4'): Promise<void> {
    await this.tab('下机');
    await this.number(/^超滤量/, '2000');
    await this.tap(this.key('密闭回血'));
    for (let clot = 0; clot < 3; clot += 1) await this.tap(this.key('0 级').nth(clot));
    await this.tap(this.key('否'));
    await this.tap(this.key('下机'));
    // It ran for some minutes: the sheet asks why.
    await this.bed.getByRole('textbox', { name: '说明理由后继续' }).fill('患者要求提前下机');
    await this.tap(this.key('继续'));
    await this.number(/^体重（含衣物）/, weight);
    await this.number(/^收缩压/, '128');
    await this.next('76');
    await this.tap(this.key('保存'));
    // What is due is given before the sheet closes.
    await this.tab('医嘱');
    // Drawn together with what is due: counted before it, nothing would seem due.
    await expect(this.bed.getByRole('region', { name: '长期与临时透析医嘱', exact: true })).toBeVisible();
    for (let left = await this.key('执行').count(); left > 0; left -= 1) {
      await this.tap(this.key('执行').first());
      await expect(this.key('执行')).toHaveCount(left - 1);
    }
    await this.tab('透后');
    await this.bed.getByRole('textbox', { name: /^护士小结/ }).fill(note);
    await this.tap(this.key('完成治疗单'));
    await expect(this.bed.getByText(/已生成处方/)).toBeVisible();
  }
}

/** As a scanner types it: all keys at once, wherever the focus is. A machine that stands still between two of them makes no person of the scanner. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((typed) => {
    const began = performance.now();
    for (const key of [...typed, 'Enter']) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(press, 'timeStamp', { value: began });
      (document.activeElement ?? document.body).dispatchEvent(press);
    }
  }, code);

/** Until the device holds what the page runs on: the worker has marked its files as whole, the session is written down, and the day and this treatment lie there sealed. */
export const keptOnDevice = (page: Page, sessionId: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async (id) => {
        const sealed = (name: string): boolean =>
          Object.entries(localStorage).some(([key, value]) => key.includes(`session:${name}`) && String(value).includes('"sealed":1'));
        const session = localStorage.getItem('jnpf_keptSession') !== null;
        return (await caches.match('/kept-at')) !== undefined && session && sealed('day:') && sealed(`whole:${id}`);
      }, sessionId),
    )
    .toBe(true);

/** A page that comes from the device has no network to become idle. */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#nephra-main')).toBeVisible();
}
