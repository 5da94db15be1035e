import { expect, type Page } from '@playwright/test';

type Kind = '药品' | '材料' | '诊疗' | '化验' | '套餐';

/** The prescription work area as a doctor uses it. */
export class PrescriptionPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/his/prescription');
    await expect(this.patients).toBeVisible();
  }

  get patients() {
    return this.#page.getByRole('list', { name: '患者列表' });
  }

  get lines() {
    return this.#page.getByRole('table', { name: '处方明细' });
  }

  /** Everybody on dialysis, not those of the day alone: on Sundays nobody is planned. */
  async showDialysis(): Promise<void> {
    const answered = this.#page.waitForResponse((answer) => answer.url().includes('scope=dialysis'));
    await this.#page.getByLabel('患者范围').getByText('透析', { exact: true }).click();
    await answered;
  }

  async openPatient(name: string): Promise<void> {
    await this.patients.getByText(name, { exact: true }).click();
    await expect(this.#page.getByRole('tabpanel')).toContainText('医疗类别');
  }

  /** Picks the first answer for a keyword with the keyboard alone. */
  async add(kind: Kind, keyword: string, expected: string): Promise<void> {
    await this.#page.getByRole('toolbar', { name: '添加' }).getByRole('button', { name: kind }).click();
    const box = this.#page.getByPlaceholder('输入名称、拼音首字母或编码');
    await box.fill(keyword);
    await expect(this.#page.locator('[role=listbox] [role=option]').first()).toContainText(expected);
    await box.press('Enter');
    await expect(this.lines).toContainText(expected);
  }

  row(name: string) {
    return this.lines.getByRole('row').filter({ hasText: name });
  }

  async saveAndConfirm(): Promise<string> {
    await this.#page.getByRole('button', { name: '保存并确认' }).click();
    await expect(this.#page.getByText('待收费', { exact: true })).toBeVisible();
    const number = /CF\d{10,}/.exec((await this.#page.getByRole('main').textContent()) ?? '')?.[0];
    if (!number) throw new Error('no prescription number is shown');
    return number;
  }
}
