import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type BackupRow, type BackupStatus, backupContract } from '../../contract/backup/backup.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './backup.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row: BackupRow = {
  id: 'b-1',
  fileName: 'nephra-20260302-013000-0001.nephra',
  fileSize: 3_000_000,
  fileUrl: '/x',
  creatorTime: Date.parse('2026-03-02T01:30:00+08:00'),
  state: 'done',
  scheduled: 1,
  creatorUser: '',
  host: 'SIM',
  withFiles: 1,
  rows: 1_000,
  files: 3,
  fileBytes: 9,
  milliseconds: 2_500,
  reason: '',
  verifyState: 'broken',
  verifiedAt: Date.parse('2026-03-02T01:31:00+08:00'),
  verifyText: '可以恢复，但下列规则不符。',
  broken: ['charging: SIM rule'],
};
const status: BackupStatus = {
  lastGoodAt: row.creatorTime,
  lateSince: 0,
  nextAt: 0,
  folder: '/SIM/backups',
  host: 'SIM',
  availableBytes: 10 * 1024 ** 3,
  databaseBytes: 1024 ** 2,
  embedded: true,
  passphrase: 'kept',
  run: null,
};

async function open(over: Partial<BackupStatus> = {}, rows: readonly BackupRow[] = [row]) {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  answerContract(context.http, backupContract, {
    list: toPage([...rows], rows.length, {}),
    status: { ...status, ...over },
    settings: { enabled: 0, cron: '30 1 * * *', withFiles: 1, verifyAfter: 1, keepDays: 7, keepWeeks: 5, keepMonths: 12, version: 3 },
    saveSettings: { version: 4 },
    start: { id: 'b-2' },
    remove: null,
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'systemData.dataBackup' }) });
  await page.until(() => document.body.textContent?.includes('/SIM/backups'));
  return { shown: page, http: context.http };
}

it('[2.5-06] a backup that is missing and one that broke a rule are told', async () => {
  const { shown } = await open({ lateSince: 1 });
  expect(document.body.textContent).toContain('定时备份已经错过');
  expect(document.body.textContent).toContain('2.9 MB');
  await shown.click(await shown.until(() => [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('有规则不符'))));
  await shown.until(() => document.body.textContent?.includes('charging: SIM rule'));
});

it('[2.5-06] what is under way shows how far it is, and nothing else begins meanwhile', async () => {
  const { shown } = await open({ run: { runId: 'r-1', work: 'make', step: 'rows', done: 3, total: 4, startedAt: 1 } });
  expect(document.body.textContent).toContain('正在读取数据');
  expect(document.body.textContent).toContain('75%');
  expect((shown.get('button', '立即备份') as HTMLButtonElement).disabled).toBe(true);
  expect(shown.get('button', '停止')).toBeTruthy();
});

it('[2.5-06] the settings say what is not in a backup, and send a passphrase only when one was typed', async () => {
  const { shown, http } = await open();
  await shown.click(shown.get('button', '备份设置'));
  await shown.until(() => document.body.textContent?.includes('secret.key'));
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => http.calls.find(({ route }) => route === backupContract.routes.saveSettings));
  expect(call.input).toMatchObject({ body: { version: 3, passphrase: '', keepDays: 7 } });
});

it('without a backup there is an empty list, and no passphrase is a warning', async () => {
  const { shown } = await open({ lastGoodAt: 0, passphrase: 'none' }, []);
  expect(document.body.textContent).toContain('还没有备份。');
  expect(document.body.textContent).toContain('还没有备份口令');
  expect((shown.get('button', '立即备份') as HTMLButtonElement).disabled).toBe(true);
});

it('[2.5-06] who manages one centre is told for whom the page is, and nothing is asked of the server', async () => {
  const context = createFakeWebContext({ texts });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'systemData.dataBackup' }) });
  expect(page.text()).toContain('只有系统管理员可以使用');
  expect([page.find('button', '立即备份'), context.http.calls.length]).toEqual([undefined, 0]);
});
