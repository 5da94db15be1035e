import type { Browser, Page } from '@playwright/test';
import { wireDay } from '../../../tools/sim/insurance/clock.ts';
import { demoFacts } from '../../../tools/sim/insurance/demo/demo-facts.ts';
import { type CatalogueEntry, type InsuranceSimulator, startInsuranceSimulator } from '../../../tools/sim/insurance/index.ts';
import { settleCase } from '../../../tools/sim/insurance/testing/cases.ts';
import { createDesk } from '../../../tools/sim/insurance/testing/desk.ts';
import { startDemoSystem } from '../../support/demo-template.ts';
import type { RunningSystem } from '../../support/processes/running-system.ts';
import { colleague } from '../pages/caller.ts';
import { type Desk, deskOf } from '../pages/desk.ts';
import { connectGuangzhou } from '../pages/work/insurer.ts';
import { tick } from '../pages/looks/tick.ts';
import { expect, test } from '../pages/journey.ts';

/** A platform and a system of this journey's own: others plan faults of theirs, and days are compared whole here. */
let platform: InsuranceSimulator;
let system: RunningSystem;
const facts = demoFacts(new Date());
const NEWER = 1_200;
/** An edition of today: files and lists have it since the demo facility looked last. */
const EDITION = `V${wireDay(new Date()).replaceAll('-', '')}`;

/** What the platform has added since the demo facility looked last. */
const added = (n: number): CatalogueEntry => ({
  code: `XSIM9${String(n).padStart(7, '0')}`,
  name: `演示新药${n}`,
  listType: '101',
  chargeType: '09',
  grade: '乙',
  limited: false,
  limitText: '',
  sharePpm: 100_000,
  caps: null,
  spec: '10mg×20片/盒',
  form: '片剂',
  unit: '片',
  packUnit: '盒',
  packQuantity: 20,
  approval: `SIM准字9${n}`,
  maker: '演示药业',
  version: EDITION,
});

test.beforeAll(async () => {
  platform = await startInsuranceSimulator({ port: 0, catalogue: [...facts.catalogue, ...Array.from({ length: NEWER }, (_none, n) => added(n))] });
  system = await startDemoSystem({ OUTBOUND_ALLOW: `insurance=${platform.url}`, RATE_PER_MINUTE: '100000' }, { shortLived: true });
  await connectGuangzhou(await colleague('admin', system.url), platform.url);
});
test.afterAll(async () => {
  await system?.stop();
  await platform?.close();
});

const clerkAt = (browser: Browser, at: string): Promise<Desk> => deskOf(browser, 'clerk', { url: system.url, at });

/** Shows the entries of the facility that a keyword finds. */
async function find(page: Page, keyword: string): Promise<void> {
  await page.getByPlaceholder('名称、拼音、规格、编码').fill(keyword);
  await page.keyboard.press('Enter');
}

/** A clerk before what the facility has of the national catalogue. */
async function clerkAtVersions(browser: Browser): Promise<Desk> {
  const clerk = await clerkAt(browser, '/his/insurance/catalogue');
  await clerk.page.getByRole('tab', { name: '目录版本' }).click();
  return clerk;
}

test('[7.3] a newer edition comes, and it is said how much of it was new', async ({ browser }) => {
  const clerk = await clerkAtVersions(browser);
  const { page } = clerk;
  const row = page.getByRole('row').filter({ hasText: '1301' });
  await expect(row).toContainText('V20260601');
  await row.getByRole('button', { name: '下载' }).click();
  await expect(row).toContainText('完成');
  await expect(row).toContainText(`写入 ${NEWER} 条`);
  await expect(row).toContainText(EDITION);
  await row.getByRole('button', { name: '下载' }).click();
  await expect(row).toContainText('写入 0 条');
  expect(clerk.faults).toEqual([]);
  await clerk.leave();
});

test('[7.3] how far a download has come is shown while it runs', async ({ browser }) => {
  const clerk = await clerkAtVersions(browser);
  const { page } = clerk;
  const row = page.getByRole('row').filter({ hasText: '1316' });
  // Pairs of codes come page by page: the first comes, the second is held back until the bar has been seen.
  platform.control.faults({ kind: 'delay', infno: '1316', when: 'before', skip: 1, ms: 600_000 });
  await row.getByRole('button', { name: '下载' }).click();
  const bar = row.getByRole('progressbar', { name: '1316' });
  await expect(bar).toBeVisible();
  const share = Number(await bar.getAttribute('aria-valuenow'));
  expect([share > 0, share < 50]).toEqual([true, true]);
  await expect(page.getByText('正在下载 1 种目录，可以离开本页')).toBeVisible();
  platform.control.clearFaults();
  platform.control.release();
  await expect(row).toContainText('完成');
  await expect(bar).toHaveCount(0);
  expect(clerk.faults).toEqual([]);
  await clerk.leave();
});

test('[7.3] an entry without a code is mapped by a proposal, reported, and taken back; what is above its cap says so', async ({ browser }) => {
  const known = platform.ledger().counts.mappings;
  const clerk = await clerkAt(browser, '/his/insurance/catalogue');
  const { page } = clerk;
  // What needs work stands first.
  await expect(page.getByRole('toolbar', { name: '状态' }).getByRole('button', { name: /未对照/ })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('未对照');

  await find(page, '丙酚替诺福韦');
  const row = page.getByRole('row').filter({ hasText: '丙酚替诺福韦片' });
  await expect(row).toContainText('未对照');
  await row.getByRole('button', { name: '对照' }).click();
  const proposals = page.getByRole('listbox', { name: '建议' });
  await expect(proposals.getByRole('option').first()).toContainText('XSIM00000118');
  await expect(proposals.getByRole('option').first()).toContainText('名称相同');
  await page.getByRole('combobox', { name: '在国家目录中查找' }).press('Enter');
  await expect(row).toContainText('未上报');
  await expect(row).toContainText('XSIM00000118');

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '上报（1）' }).click();
  await expect(page.getByText('上报：成功 1 条，失败 0 条')).toBeVisible();
  await expect(row).toContainText('正常');
  expect(platform.ledger().counts.mappings).toBe(known + 1);

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '撤销对照（1）' }).click();
  const ask = page.getByRole('dialog').filter({ hasText: '撤销 1 条对照？已上报的会同时在医保平台撤销。' });
  await ask.getByRole('button', { name: /确定|确认/ }).click();
  await expect(page.getByText('撤销：成功 1 条，失败 0 条')).toBeVisible();
  await expect(row).toContainText('未对照');
  expect(platform.ledger().counts.mappings).toBe(known);

  await find(page, '低通量透析器');
  const dear = page.getByRole('row').filter({ hasText: '低通量透析器' }).filter({ hasText: '高于限价' }).first();
  const [, cap = ''] = /CSIM\d+.*?¥92\.00(¥[\d.]+)/.exec(((await dear.textContent()) ?? '').replace(/\s/g, '')) ?? [];
  expect(['¥78.20', '¥82.80', '¥87.40']).toContain(cap);
  await dear.getByRole('button', { name: '对照' }).click();
  await expect(page.getByText(`单价 ¥92.00 高于支付限价 ${cap}，超出部分由患者自付。`)).toBeVisible();
  expect(clerk.faults).toEqual([]);
  await clerk.leave();
});

test('[7.3] a day is compared with the platform; a settlement of another program of the facility is found and explained', async ({ browser }) => {
  const [person] = facts.persons.filter(({ area, filings, paused }) => area === '440100' && filings.length > 0 && !paused);
  if (!person) throw new Error('the demo has nobody insured in Guangzhou');
  const other = createDesk(platform, 'guangdong', () => new Date());
  await other.signIn();
  const foreign = await settleCase(other, person, 'OTHER1', 'OTHER1');
  expect([foreign.answer.infcode, foreign.answer.errMsg]).toEqual(['0', '']);

  const clerk = await clerkAt(browser, '/his/insurance/reconcile');
  const { page } = clerk;
  // The day on which it was settled, also when the next one has begun meanwhile.
  const kept = () => platform.ledger().settlements.find(({ setlId }) => setlId === foreign.setlId);
  const day = kept()?.at.slice(0, 10);
  const settledOn = page.getByRole('toolbar', { name: '本月各日' }).getByRole('button', { name: new RegExp(`(^| )${day} `) });
  await settledOn.click();
  await page.getByRole('button', { name: '开始对账' }).click();
  const row = page.getByRole('row').filter({ hasText: foreign.setlId });
  await expect(row).toContainText('仅平台有');
  await expect(page.getByText(/^1 笔结算使用了本机构编码，但不是由本系统发出/)).toBeVisible();
  await row.getByRole('button', { name: '裁定' }).click();
  const dialog = page.getByRole('dialog', { name: '裁定' });
  await tick(dialog.getByRole('radio', { name: '属于其他系统，保留' }));
  await dialog.locator('textarea').fill('住院系统的结算，已与住院处核实');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('已说明');
  await expect(row).toContainText('住院系统的结算，已与住院处核实');
  await expect(settledOn).toHaveAttribute('data-state', 'explained');
  expect(kept()?.state).toBe('settled');
  expect(clerk.faults).toEqual([]);
  await clerk.leave();
});
