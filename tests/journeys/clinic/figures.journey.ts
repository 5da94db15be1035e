import type { Locator, Page, Response } from '@playwright/test';
import { type Caller, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';

interface Panel {
  readonly id: string;
  readonly totals: readonly { readonly key: string; readonly value: number }[];
  readonly days: { readonly days: readonly string[]; readonly series: readonly { readonly values: readonly number[] }[] } | null;
}
interface Rows {
  readonly list: readonly { readonly cells: Readonly<Record<string, string | number | null>> }[];
  readonly pagination: { readonly total: number };
}

const FIGURES = '/api/his/figures';
/** The demo's bills reach further back than this. */
const LOOKED_BACK_DAYS = 20;
const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(Date.now() - days * DAY_MS);

const takingsIn = (panels: readonly Panel[]): Panel => {
  const found = panels.find(({ id }) => id === 'charging.takings');
  if (!found) throw new Error('the panel of takings is not there');
  return found;
};
const fenOn = ({ days }: Panel, day: string): number => {
  const at = days?.days.indexOf(day) ?? -1;
  return (days?.series ?? []).reduce((sum, { values }) => sum + Math.round((values[at] ?? 0) * 100), 0);
};
const dataOf = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data;

/** The newest day before today on which something was taken, and what the month that it lies in is called on the page: today others charge as well. */
async function dayWithTakings(who: Caller): Promise<{ day: string; month: '本月' | '上月' }> {
  const [startDate, endDate] = [dayBefore(LOOKED_BACK_DAYS), dayBefore(1)];
  const { list } = await dataAs<{ list: Panel[] }>(who, 'GET', `${FIGURES}/Panels?startDate=${startDate}&endDate=${endDate}`);
  const takings = takingsIn(list);
  const day = takings.days?.days.findLast((one) => fenOn(takings, one) > 0);
  if (day === undefined) throw new Error(`nothing was taken from ${startDate} to ${endDate}`);
  return { day, month: day.slice(0, 7) === dayBefore(0).slice(0, 7) ? '本月' : '上月' };
}

/** Chooses a period by its name. @returns what the server said of takings then */
async function choose(page: Page, period: string): Promise<Panel> {
  const answered = page.waitForResponse((answer) => answer.url().includes(`${FIGURES}/Panels`));
  await page.getByRole('button', { name: period, exact: true }).click();
  return takingsIn((await dataOf<{ list: Panel[] }>(await answered)).list);
}

/** Presses what opens rows. @returns the rows as the server gave them */
async function openRows(page: Page, what: Locator): Promise<Rows> {
  const answered = page.waitForResponse((answer) => answer.url().includes(`${FIGURES}/Rows/`));
  await what.click();
  return await dataOf<Rows>(await answered);
}

const yuan = (value: number): string => `¥${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('a manager sees what the centre took, chooses another period, and opens a day down to its bills', async ({ browser }) => {
  const manager = await deskOf(browser, 'manager', { at: '/his/figures' });
  const { page } = manager;
  const takings = page.getByRole('region', { name: '收款统计', exact: true });
  await expect(takings.getByRole('button', { name: '净收入' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: '患者', exact: true }).getByText('在档患者', { exact: true })).toBeVisible();

  const { day, month } = await dayWithTakings(manager);
  const shown = await choose(page, month);
  await expect(page.getByRole('button', { name: month, exact: true })).toHaveAttribute('aria-pressed', 'true');
  const net = shown.totals.find(({ key }) => key === 'net')?.value ?? 0;
  await expect(takings.getByRole('button', { name: '净收入' }).first()).toContainText(yuan(net));

  await takings.getByRole('button', { name: '表格', exact: true }).click();
  const { list, pagination } = await openRows(page, takings.getByRole('button', { name: `查看 ${day} 的明细`, exact: true }).first());
  expect(pagination.total).toBe(list.length);
  expect(list.reduce((sum, { cells }) => sum + Math.round(Number(cells.amount) * 100), 0)).toBe(fenOn(shown, day));
  const rows = page.getByRole('dialog', { name: '统计明细' });
  await expect(rows.getByText(String(list[0]?.cells.number))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toBeHidden();

  // The choice is still there the next time.
  await page.reload();
  await expect(page.getByRole('button', { name: month, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await choose(page, '本月');
  expect(manager.faults).toEqual([]);
  await manager.leave();
});

test('whoever may open bills comes from a figure to the bill itself', async ({ browser }) => {
  const clerk = await deskOf(browser, 'clerk', { at: '/his/figures' });
  const { page } = clerk;
  const takings = page.getByRole('region', { name: '收款统计', exact: true });
  await expect(takings.getByRole('button', { name: '净收入' }).first()).toBeVisible();
  // Figures of patients are not the clerk's, nor is the export.
  await expect(page.getByRole('region', { name: '患者', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0);

  const { month } = await dayWithTakings(clerk);
  await choose(page, month);
  const { list } = await openRows(page, takings.getByRole('button', { name: '净收入' }).first());
  const number = String(list[0]?.cells.number);
  const rows = page.getByRole('dialog', { name: '统计明细' });
  await rows.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(/\/his\/charging/);
  await expect(rows).toBeHidden();
  await expect(page.getByRole('dialog').filter({ hasText: number })).toBeVisible();
  expect(clerk.faults).toEqual([]);
  await clerk.leave();
});
