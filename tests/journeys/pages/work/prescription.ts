import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';

type Kind = '药品' | '材料' | '诊疗' | '化验' | '套餐';

const NUMBER = /CF\d{10,}/;

export const PRESCRIPTION = '/his/prescription';

/** The prescription work area as a doctor uses it. */
export class PrescriptionPage {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** @param page stands at its address */
  static async on(page: Page): Promise<PrescriptionPage> {
    const work = new PrescriptionPage(page);
    await work.#listed();
    return work;
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
    await this.#listed();
  }

  /** Leaves those in the list whom a keyword finds. */
  async look(keyword: string): Promise<void> {
    const answered = this.#page.waitForResponse((answer) => answer.url().includes(`keyword=${encodeURIComponent(keyword)}`));
    await this.#page.getByLabel('姓名、拼音首字母、门诊号').fill(keyword);
    await answered;
    await this.#listed();
  }

  /** Opens the one patient whom an out-patient code finds, whoever else is in the list. */
  async openByCode(outpatientCode: string, name: string): Promise<void> {
    await this.#page.getByLabel('患者范围').getByText('全部', { exact: true }).click();
    const keyword = this.#page.getByLabel('姓名、拼音首字母、门诊号');
    await keyword.fill(outpatientCode);
    await keyword.press('Enter');
    await expect(this.#page.getByRole('heading', { name })).toBeVisible();
    await expect(this.#page.getByRole('tabpanel')).toContainText('医疗类别');
  }

  /** What was asked for last is in the list, not what stood there before. */
  async #listed(): Promise<void> {
    await expect(this.patients).toHaveAttribute('aria-busy', 'false');
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

  /** Number of the prescription that is open, once it has one. */
  async number(): Promise<string> {
    const main = this.#page.getByRole('main');
    await expect(main).toContainText(NUMBER);
    return NUMBER.exec((await main.textContent()) ?? '')?.[0] ?? '';
  }

  async saveAndConfirm(): Promise<string> {
    await this.#page.getByRole('button', { name: '保存并确认' }).click();
    await expect(this.#page.getByText('待收费', { exact: true })).toBeVisible();
    return await this.number();
  }
}
