import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { noticeContract } from '../../contract/notice.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { noticeRow } from '../message.fixture.ts';
import { Page } from './notice.page.tsx';

const ROUTES = noticeContract.routes;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const draft = noticeRow(1);
const released = noticeRow(2, { enabledMark: 1, mustRead: 1, pinned: 1, urgency: 'urgent', releaseTime: 1_772_000_000_000, version: 4 });
const reader = { userId: 'u2', realName: '李护士', account: 'nurse', organizeName: '护理部', readTime: null, receiptTime: null };

async function open(over: Parameters<typeof createFakeWebContext>[0] = {}) {
  const context = createFakeWebContext({ texts, ...over });
  answerContract(context.http, noticeContract, {
    list: toPage([draft, released], 2, {}),
    info: {
      ...draft,
      bodyText: '<p>停水</p>',
      content: { ops: [{ insert: '停水\n' }] },
      toUserIds: '',
      receivers: [{ kind: 'role', id: 'r1', name: '护士' }],
      files: '',
    },
    create: { id: 'n9', version: 1 },
    edit: { id: 'n1', version: 2 },
    countReceivers: { count: 12, everybody: false },
    release: { id: 'n1', version: 2, receivers: 12 },
    withdraw: { id: 'n2', version: 5 },
    readers: { receivers: 12, read: 9, unread: 3, receipts: 7 },
    readerNames: toPage([reader], 3, {}),
    remind: { receivers: 3 },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.notice', fullName: '系统公告' }) });
  const shown = page;
  await shown.until(() => shown.find('button', /SIM 公告 2/));
  return { shown, context };
}

const rowOf = (shown: RenderedPage, title: string): HTMLElement => {
  const row = shown.all('row').find((one) => one.textContent?.includes(title));
  if (!row) throw new Error(`No row ${title}.`);
  return row;
};
async function act(shown: RenderedPage, title: string, name: string): Promise<void> {
  const own = [...rowOf(shown, title).querySelectorAll('button')].find((one) => one.textContent === name);
  if (own) return shown.click(own);
  const more = [...rowOf(shown, title).querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === '更多' || one.textContent === '更多');
  if (more) await shown.click(more);
  await shown.click(await shown.until(() => shown.find('menuitem', name)));
}
const callOf = (context: FakeWebContext, route: (typeof ROUTES)[keyof typeof ROUTES]) => context.http.callsOf(route).at(-1)?.input;

it('[4-05] a draft is released after the question how many people it reaches; a released one is taken back', async () => {
  const { shown, context } = await open();
  await act(shown, 'SIM 公告 1', '发布');
  await shown.until(() => context.http.callsOf(ROUTES.release).length === 1);
  expect(context.record.questions[0]?.content).toBe('发布“SIM 公告 1”？将有 12 人收到。');
  expect(callOf(context, ROUTES.countReceivers)).toEqual({ body: { receivers: [{ kind: 'role', id: 'r1' }] } });
  expect(callOf(context, ROUTES.release)).toEqual({ params: { id: 'n1' }, query: { version: 1 } });
  await act(shown, 'SIM 公告 2', '撤回');
  await shown.until(() => context.http.callsOf(ROUTES.withdraw).length === 1);
  expect(callOf(context, ROUTES.withdraw)).toEqual({ params: { id: 'n2' } });
});

it('[2.5-05] shows how many have read a released notice and who has not', async () => {
  const { shown, context } = await open();
  await act(shown, 'SIM 公告 2', '阅读情况');
  await shown.until(() => document.body.textContent?.includes('12 人中已有 9 人阅读'));
  expect(document.body.textContent).toContain('7 人已确认。');
  await shown.until(() => shown.all('cell', '李护士').length === 1);
  expect(callOf(context, ROUTES.readerNames)).toMatchObject({ query: { state: 'unread', currentPage: 1 } });
  await shown.click(shown.get('button', /^已确认/));
  expect(callOf(context, ROUTES.readerNames)).toMatchObject({ query: { state: 'receipt' } });
});

it('[4-05] those who have not read a released notice are reminded after a question', async () => {
  const { shown, context } = await open();
  await act(shown, 'SIM 公告 2', '阅读情况');
  await shown.until(() => document.body.textContent?.includes('12 人中已有 9 人阅读'));
  await shown.click(shown.get('button', '提醒未读人员'));
  await shown.until(() => context.http.callsOf(ROUTES.remind).length === 1);
  expect(context.record.questions.at(-1)?.content).toContain('给 3 位未读人员');
  expect(callOf(context, ROUTES.remind)).toEqual({ params: { id: 'n2' }, body: {} });
});

it('[2.5-05] what somebody may not do is not offered', async () => {
  const { shown } = await open({ grants: ['system.notice'] });
  for (const name of ['新建公告', '编辑', '发布', '阅读情况', '撤回', '更多']) expect(shown.find('button', name)).toBeUndefined();
});
