import { answerContract, createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageContract } from '../contract/message.contract.ts';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import { Page as Centre } from './centre/message-centre.page.tsx';
import { Slot as Drawer } from './drawer/message-drawer.slot.tsx';
import { Page as Flow } from './flow/flow-detail.page.tsx';
import { flowAddress } from '../domain/reading/flow-config.ts';
import { messageInfo, messagePage, messageRow } from './message.fixture.ts';
import { Slot as Badge } from './badge/message-badge.slot.tsx';

const ROUTES = messageContract.routes;
const FILE = `20260302_${'0'.repeat(32)}.pdf`;
const counts = (unread: number, mustReadCount = 0) => ({ unreadNoticeCount: unread, unreadMessageCount: 0, unreadTotalCount: unread, mustReadCount });

let page: RenderedPage | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await page?.unmount();
  page = undefined;
});

function contextWith(total: number, unread = 1, over: Parameters<typeof createFakeWebContext>[0] = {}): FakeWebContext {
  const context = createFakeWebContext({ texts: zh, ...over });
  answerContract(context.http, messageContract, {
    list: ({ query }) => messagePage(total, query),
    unread: counts(unread),
    readInfo: messageInfo(1, { files: JSON.stringify([{ name: '排班表.pdf', fileId: FILE, url: `/api/file/Download/annex/${FILE}` }]) }),
    readAll: counts(0),
    removeRecord: { count: 2 },
    receipt: { receiptTime: 5 },
  });
  return context;
}

describe('the drawer', () => {
  const open = async (context: FakeWebContext) => {
    page = await renderElement(<Drawer close={() => context.record.places.push('closed')} />, { context });
    return page;
  };

  it('[2.4-09] shows unread dot, title, creator and time', async () => {
    const context = contextWith(1);
    context.http.answer(ROUTES.list, { ...messagePage(2, {}), list: [messageRow(1, { urgency: 'urgent', pinned: 1 }), messageRow(2, { isRead: '1' })] });
    const { until, all } = await open(context);
    const [first, second] = await until(() => all('button', /SIM 通知/).length === 2 && all('button', /SIM 通知/));
    expect(first?.textContent).toMatch(/^SIM 通知 1紧急置顶王主任/);
    expect([first, second].map((row) => row?.querySelector('[role="img"]')?.getAttribute('aria-label'))).toEqual(['未读', undefined]);
    expect(second?.querySelector('time')?.getAttribute('datetime')).toBe('2026-03-02T01:28:00.000Z');
  });

  it('[9-01] reads on within 200 pixels of the bottom, 20 at a time', async () => {
    const context = contextWith(45);
    // Each row is 100 pixels high.
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => document.querySelectorAll('.message-drawer-list li').length * 100);
    const shown = await open(context);
    const rows = () => shown.all('button', /SIM 通知/).length;
    const scrolled = async (scrollTop: number) => {
      const list = document.querySelector('.message-drawer-list') ?? expect.fail('no list');
      for (const [name, value] of Object.entries({ clientHeight: 800, scrollTop })) Object.defineProperty(list, name, { configurable: true, value });
      await act(async () => void list.dispatchEvent(new Event('scroll', { bubbles: true })));
      await shown.settle();
    };
    await shown.until(() => rows() === 20);
    await scrolled(999);
    expect(context.http.callsOf(ROUTES.list)).toHaveLength(1);
    await scrolled(1_000);
    await shown.until(() => rows() === 40);
    expect(context.http.callsOf(ROUTES.list).map(({ input }) => input.query)).toEqual([
      { currentPage: 1, pageSize: 20 },
      { currentPage: 2, pageSize: 20 },
    ]);
  });

  it('[2.4-08] leads to the message centre, and marks all as read after a question', async () => {
    const context = contextWith(1);
    const shown = await open(context);
    const { get, click, until } = shown;
    await until(() => shown.find('button', /SIM 通知 1/));
    await click(get('button', '全部已读'));
    expect(context.record.questions[0]?.content).toBe('您确定全部为已读状态, 是否继续?');
    await until(() => shown.find('button', /SIM 通知 1/)?.querySelector('[role="img"]') === null || context.http.callsOf(ROUTES.list).length > 1);
    expect(context.http.callsOf(ROUTES.readAll)[0]?.input).toEqual({ body: { asOf: '1:2:' } });
    await click(get('button', '消息中心'));
    expect(context.record.places).toEqual(['closed', '/messageRecord']);
  });

  it('[2.4-10] [9-16] an item opens the dialog 查看消息, 80 % wide, with title, date, creator, body and attachments', async () => {
    const context = contextWith(1);
    const { get, find, click, press, until } = await open(context);
    await click(await until(() => find('button', /SIM 通知 1/)));
    const dialog = await until(() => find('dialog', '查看消息'));
    expect(document.querySelector<HTMLElement>('.semi-modal')?.style.width).toBe('80%');
    for (const part of ['SIM 通知 1', '王主任', '2026-03-02 09:29', 'SIM 正文 1', '附件', '排班表.pdf']) expect(dialog.textContent).toContain(part);
    await click(get('button', /^打开.*排班表.pdf|排班表.pdf$/));
    expect(context.record.previews[0]?.fileId).toBe(FILE);
    await press(dialog, 'Escape');
    await until(() => !find('dialog', '查看消息'));
    expect(get('button', /SIM 通知 1/).querySelector('[role="img"]')).toBeNull();
  });

  it('says that there is nothing, and that it could not be read', async () => {
    const context = contextWith(0, 0);
    const shown = await open(context);
    await shown.until(() => shown.text().includes('没有消息'));
    expect((shown.get('button', '全部已读') as HTMLButtonElement).disabled).toBe(true);
    await shown.unmount();
    context.http.refuse(ROUTES.list, { error: 'network' });
    const again = await open(context);
    await again.click(await again.until(() => again.find('button', '重试')));
    expect(context.http.callsOf(ROUTES.list).length).toBe(3);
  });
});

describe('the mark on the bell', () => {
  it('[2.4-07] counts what is unread up to 99, tells screen readers, and what arrives is a quiet line', async () => {
    const context = contextWith(0, 100, { texts: en, language: 'en' });
    page = await renderElement(<Badge />, { context });
    const { get, until, container } = page;
    await until(() => container.textContent === '99+');
    expect(get('status').textContent).toBe('100 unread messages');
    const push = {
      method: 'messagePush',
      id: 'n9',
      userId: '',
      toUserId: [],
      title: 'SIM',
      messageType: 1,
      urgency: 'normal',
      unreadNoticeCount: 1,
      unreadMessageCount: 0,
    };
    context.receive({ ...push });
    context.receive({ ...push, id: 'n10', title: 'SIM 2' });
    await until(() => context.record.toasts.length > 0);
    expect(context.record.toasts).toEqual([{ kind: 'info', text: '2 new messages, the latest: SIM 2' }]);
    await page.unmount();
    expect(context.live()).toEqual([]);
  });

  it('a must-read notice comes up by itself once nobody types, and goes with its receipt', async () => {
    const context = contextWith(1);
    context.http.answer(ROUTES.unread, counts(1, 1));
    context.http.answer(ROUTES.list, { ...messagePage(1, {}), list: [messageRow(1, { mustRead: 1 })] });
    context.http.answer(ROUTES.readInfo, messageInfo(1, { mustRead: 1 }));
    // Fetched beforehand: nothing but the typing holds it back.
    await import('./must-read/must-read.view.tsx');
    const typing = document.body.appendChild(document.createElement('input'));
    typing.focus();
    page = await renderElement(<Badge />, { context });
    const { find, get, click, until } = page;
    await until(() => context.http.callsOf(ROUTES.unread).length > 0);
    await page.settle();
    expect(context.http.callsOf(ROUTES.list)).toEqual([]);
    typing.remove();
    await until(() => find('dialog', '查看消息'));
    expect(get('button', '稍后再看')).toBeTruthy();
    await click(get('button', '我已阅读并知悉'));
    await until(() => !find('dialog', '查看消息'));
    expect(context.http.callsOf(ROUTES.receipt)[0]?.input).toEqual({ params: { id: 'n1' } });
  });
});

describe('the message centre', () => {
  it('[2.1-09] shows all, notices, messages or what is unread', async () => {
    const context = contextWith(45, 3);
    page = await renderPage(Centre, { context });
    const { get, all, click, until } = page;
    await until(() => all('button', /SIM 通知/).length === 20);
    await click(get('button', /^公告/));
    await click(get('button', /^消息$/));
    await click(get('button', /^未读/));
    expect(context.http.callsOf(ROUTES.list).map(({ input: { query } }) => query)).toMatchObject([
      { currentPage: 1 },
      { type: '1' },
      { type: '2' },
      { isRead: '0' },
    ]);
    expect(get('button', /^未读/).textContent).toBe('未读 3');
  });

  it('takes several away at once, after a question', async () => {
    const context = contextWith(3, 0);
    page = await renderPage(Centre, { context });
    const { get, all, click, until } = page;
    await until(() => all('button', /SIM 通知/).length === 3);
    const [, first, second] = all('checkbox');
    if (first) await click(first);
    if (second) await click(second);
    const [remove] = all('button', '删除');
    if (remove) await click(remove);
    expect(context.record.questions[0]?.content).toBe('确定从您的消息中删除这 2 条？其他人不受影响。');
    expect(context.http.callsOf(ROUTES.removeRecord)[0]?.input).toEqual({ body: { ids: 'n1,n2' } });
    expect(get('button', '全部已读')).toBeTruthy();
  });
});

it('[2.1-13] the address of a workflow names it, and what brings it', async () => {
  const config = new URLSearchParams(flowAddress('{"enCode":"SIM.LEAVE","type":2,"processId":"p1"}').split('?')[1]).get('config') ?? '';
  page = await renderPage(Flow, { context: createFakeWebContext({ texts: zh }), query: { config } });
  for (const part of ['待我处理', 'SIM.LEAVE', 'p1', 'workflow']) expect(page.text()).toContain(part);
});
