import type { Locator } from '@playwright/test';
import { type Caller, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { actOnRow } from '../pages/looks/narrow.ts';
import { expectSaid } from '../pages/looks/said.ts';
import { choosePerson } from '../pages/work/choose-person.ts';

/** Words of this run, so that it can be repeated on the same system. */
const STAMP = String(Date.now()).slice(-7);
const [GATHER, WARD, GONE] = [`SIM${STAMP} A`, `SIM${STAMP} B`, `SIM${STAMP} C`];
const CONFIG = '/api/WeChat/QYHConfig';
const PEOPLE = '/api/WeChat/QYUser';

interface Account {
  readonly version: number;
  readonly gateway: string;
  readonly loginPage: string;
}

/** The work account speaks with the simulated service of this run. @returns gives it back what it had */
async function speakWith(admin: Caller, url: string): Promise<() => Promise<unknown>> {
  const known = {
    corpId: 'SIMcorp0001',
    agentId: 1_000_001,
    secret: 'SIM-work-secret',
    bookSecret: 'SIM-book-secret',
    siteAddress: '',
    scanOn: 1,
    messageOn: 1,
  };
  const save = async (to: Pick<Account, 'gateway' | 'loginPage'>) => {
    const { version } = await dataAs<Account>(admin, 'GET', CONFIG);
    await dataAs(admin, 'PUT', CONFIG, { ...known, ...to, version });
  };
  const { gateway, loginPage } = await dataAs<Account>(admin, 'GET', CONFIG);
  await save({ gateway: url, loginPage: url });
  return () => save({ gateway, loginPage });
}

/** Somebody of the staff by account. */
async function personOf(admin: Caller, account: string): Promise<{ id: string; qyWxUserId: string }> {
  const { list } = await dataAs<{ list: { id: string; account: string; qyWxUserId: string }[] }>(
    admin,
    'GET',
    `${PEOPLE}?currentPage=1&pageSize=50&keyword=${account}`,
  );
  const found = list.find((row) => row.account === account);
  if (!found) throw new Error(`there is no ${account}`);
  return found;
}

/** What the service delivered, as its page of sent messages shows it. */
const delivered = async (url: string): Promise<string> => await (await fetch(url)).text();
const times = (text: string, words: string): number => text.split(words).length - 1;

test('[2.5-07] a message goes to a person and to a department; what was refused is sent again, and nobody gets it twice', async ({ browser }) => {
  const url = process.env.NEPHRA_WECHAT;
  test.skip(!url, 'this system speaks with no simulated service of the run');
  if (!url) return;
  const desk = await deskOf(browser, 'admin', { at: '/weChat/qyMessage' });
  const { page } = desk;
  const giveBack = await speakWith(desk, url);
  const nurse = await personOf(desk, 'nurse');
  const bind = (qyWxUserId: string) => dataAs(desk, 'PUT', `${PEOPLE}/${nurse.id}`, { qyWxUserId });
  const sheet = page.getByRole('dialog', { name: '写消息' });
  const rowOf = (words: string): Locator => page.getByRole('row').filter({ hasText: words });
  const write = async (words: string): Promise<void> => {
    await page.getByRole('button', { name: '写消息' }).click();
    await sheet.getByRole('textbox', { name: /^内容/ }).fill(words);
  };
  const send = () => sheet.getByRole('button', { name: '发送', exact: true }).click();

  await write(GATHER);
  await choosePerson(sheet, '收件人', 'nurse');
  await send();
  await expect(sheet).toBeHidden();
  await expect(rowOf(GATHER)).toContainText('已发送');
  expect(times(await delivered(url), GATHER)).toBe(1);
  await actOnRow(rowOf(GATHER), '查看');
  const opened = page.getByRole('dialog', { name: '消息详情' });
  await expect(opened.getByRole('listitem').filter({ hasText: 'SIM.nurse' })).toContainText('已送达');
  await expect(opened).toContainText('SIM-msg-');
  await opened.getByRole('button', { name: '关闭' }).last().click();

  await write(WARD);
  await sheet.getByRole('button', { name: /^部门/ }).click();
  // A single organisation at the top stands open; another journey may have made a second one.
  const group = page.getByRole('treeitem', { name: '康源医疗集团(演示)' }).first();
  await expect(group).toBeVisible();
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.getByRole('button', { name: '展开' }).click();
  await page.getByRole('treeitem', { name: /广州/ }).first().getByRole('button', { name: '展开' }).click();
  await page
    .getByRole('treeitem', { name: /肾内科/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await send();
  await expect(rowOf(WARD)).toContainText('已发送');
  expect(times(await delivered(url), WARD)).toBe(1);

  // Bound to somebody who left: the service refuses, the log says why, and the sheet stays open with what was written.
  await bind(`SIM.gone${STAMP}`);
  await write(GONE);
  await choosePerson(sheet, '收件人', 'nurse');
  await send();
  await expect(sheet.getByText('可见范围').first()).toBeVisible();
  await sheet.getByRole('button', { name: '取消' }).last().click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await expect(sheet).toBeHidden();
  await expect(rowOf(GONE)).toContainText('被拒绝');
  await bind('SIM.nurse');
  await actOnRow(rowOf(GONE), '重发');
  await page.getByRole('button', { name: '确定', exact: true }).click();
  await expectSaid(desk, '已发给 1 人');
  await expect(rowOf(GONE)).toContainText('已发送');
  await expect(rowOf(GONE).getByRole('button', { name: '重发' })).toHaveCount(0);
  expect(times(await delivered(url), GONE)).toBe(1);

  // Of a patient nothing leaves.
  await write('138 0013 8000');
  await choosePerson(sheet, '收件人', 'nurse');
  await send();
  await expect(sheet.getByText('内容含手机号或证件号').first()).toBeVisible();
  await sheet.getByRole('button', { name: '取消' }).last().click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await giveBack();
  expect(desk.faults).toEqual([]);
  await desk.leave();
});
