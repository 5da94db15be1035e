import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageContract } from '../../contract/message.contract.ts';
import type { UnreadCounts } from '../../contract/message.schema.ts';
import { hearMessages } from './hear-messages.ts';
import { LOAD_AFTER_MS, unreadOf } from './unread.store.ts';

const ROUTES = messageContract.routes;
const counts = (notices: number, messages: number, mustReadCount = 0): UnreadCounts => ({
  unreadNoticeCount: notices,
  unreadMessageCount: messages,
  unreadTotalCount: notices + messages,
  mustReadCount,
});
const notice = { id: 'n1', type: 1, isRead: '0' } as const;
const push = {
  method: 'messagePush',
  id: 'n9',
  userId: '',
  toUserId: [],
  title: '停水通知',
  messageType: 1,
  urgency: 'normal',
  unreadNoticeCount: 1,
  unreadMessageCount: 0,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('unread messages of a session', () => {
  it('[4-05] opening one counts it down once, and never below 0', async () => {
    const { http } = createFakeWebContext();
    http.answer(ROUTES.unread, counts(1, 0));
    const unread = unreadOf({ http });
    await unread.load();
    unread.wasOpened(notice);
    expect([unread.total, unread.isUnread(notice)]).toEqual([0, false]);
    unread.wasOpened(notice);
    unread.wasOpened({ ...notice, id: 'n2' });
    unread.wasOpened({ ...notice, id: 'm1', type: 2 });
    expect([unread.notices, unread.messages]).toEqual([0, 0]);
  });

  it('one that was read before counts nothing down', async () => {
    const { http } = createFakeWebContext();
    http.answer(ROUTES.unread, counts(2, 0));
    const unread = unreadOf({ http });
    await unread.load();
    unread.wasOpened({ ...notice, isRead: '1' });
    expect(unread.total).toBe(2);
  });

  it('[4-05] everything read leaves what the server says is left, and lists are read again', async () => {
    const { http } = createFakeWebContext();
    http.answer(ROUTES.unread, counts(3, 2));
    http.answer(ROUTES.readAll, counts(0, 0));
    const unread = unreadOf({ http });
    await unread.load();
    const { changes } = unread;
    await unread.readAll('1:2:', {});
    expect([unread.total, unread.changes]).toEqual([0, changes + 1]);
    expect(http.callsOf(ROUTES.readAll)[0]?.input).toEqual({ body: { asOf: '1:2:' } });
  });

  it('what arrives is added, also while the counters are on their way', async () => {
    const context = createFakeWebContext();
    const unread = unreadOf(context);
    const titles: string[] = [];
    const end = hearMessages(context, unread, ({ title }) => titles.push(title));
    let asked = 0;
    context.http.answer(ROUTES.unread, () => {
      asked += 1;
      // The first answer was counted before the notice came.
      if (asked === 1) context.receive(push);
      return counts(asked === 1 ? 1 : 2, 0);
    });
    await unread.load();
    expect([unread.total, asked, titles]).toEqual([2, 2, ['停水通知']]);
    context.receive({ ...push, id: 'n10' });
    expect(unread.total).toBe(3);
    end();
    expect(context.live()).toEqual([]);
  });

  it('is heard once, however many pages hear it, and until the last of them goes', () => {
    const context = createFakeWebContext();
    const unread = unreadOf(context);
    unread.take(counts(0, 0));
    const titles: string[] = [];
    const ends = [hearMessages(context, unread), hearMessages(context, unread, ({ title }) => titles.push(title))];
    context.receive(push);
    expect([unread.total, unread.changes, titles]).toEqual([1, 1, ['停水通知']]);
    ends[1]?.();
    context.receive({ ...push, id: 'n10' });
    expect([unread.total, titles.length]).toEqual([2, 1]);
    ends[0]?.();
    expect(context.live()).toEqual([]);
    hearMessages(context, unread);
    context.receive({ ...push, id: 'n11' });
    expect(unread.total).toBe(3);
  });

  it('is right after a reconnection, and lists are read again', () => {
    const context = createFakeWebContext();
    const unread = unreadOf(context);
    hearMessages(context, unread, () => {});
    context.receive({ method: 'initMessage', ...counts(7, 5) });
    context.receive({ method: 'initMessage', ...counts(1, 0) });
    expect([unread.total, unread.changes]).toEqual([1, 2]);
  });

  it('follows what another window reads, with one call for many frames', async () => {
    const context = createFakeWebContext();
    const unread = unreadOf(context);
    context.http.answer(ROUTES.unread, counts(0, 0));
    hearMessages(context, unread, () => {});
    context.receive({ method: 'initMessage', ...counts(2, 0) });
    context.receive({ method: 'messageRead', ids: ['n1'] });
    context.receive({ method: 'messageRead', ids: ['n2'] });
    expect(unread.isUnread(notice)).toBe(false);
    await vi.advanceTimersByTimeAsync(LOAD_AFTER_MS);
    expect([unread.total, context.http.callsOf(ROUTES.unread).length]).toEqual([0, 1]);
  });

  it('one that was withdrawn and released again is unread again', async () => {
    const context = createFakeWebContext();
    const unread = unreadOf(context);
    context.http.answer(ROUTES.unread, counts(0, 0));
    hearMessages(context, unread, () => {});
    context.receive({ method: 'initMessage', ...counts(1, 0) });
    unread.wasOpened(notice);
    context.receive({ method: 'messageChanged', id: 'n1' });
    expect(unread.isUnread(notice)).toBe(true);
    await vi.advanceTimersByTimeAsync(LOAD_AFTER_MS);
  });

  it('a failure leaves the counters that are here', async () => {
    const { http } = createFakeWebContext();
    const unread = unreadOf({ http });
    http.refuse(ROUTES.unread, { error: 'network' });
    await unread.load();
    expect([unread.known, unread.total]).toEqual([false, 0]);
    unread.take(counts(1, 1));
    await unread.load();
    expect(unread.total).toBe(2);
  });
});
