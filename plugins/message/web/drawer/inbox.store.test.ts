import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { messageContract } from '../../contract/message.contract.ts';
import { messagePage, messageRow } from '../message.fixture.ts';
import { InboxStore } from './inbox.store.ts';

const { list, readAll } = messageContract.routes;

it('[9-01] pages of 20, each once, and what moved down meanwhile stands once', async () => {
  const context = createFakeWebContext();
  const pages = [messagePage(45, { currentPage: 1 }), messagePage(45, { currentPage: 2 }), messagePage(45, { currentPage: 3 })];
  context.http.answer(list, ({ query }) => {
    const page = pages[(query.currentPage ?? 1) - 1] ?? messagePage(0, {});
    // One arrived: the last row of the first page is the first of the second.
    return query.currentPage === 2 ? { ...page, list: [messageRow(20), ...page.list.slice(0, 19)] } : page;
  });
  const store = new InboxStore(context);
  await store.load();
  await Promise.all([store.more(), store.more()]);
  await store.more();
  await store.more();
  expect(context.http.callsOf(list).map(({ input }) => input.query)).toEqual([
    { currentPage: 1, pageSize: 20 },
    { currentPage: 2, pageSize: 20 },
    { currentPage: 3, pageSize: 20 },
  ]);
  expect(new Set(store.rows.map(({ id }) => id)).size).toBe(store.rows.length);
  expect([store.rows.length, store.hasMore]).toEqual([44, false]);
});

it('reading again keeps how far somebody went down', async () => {
  const context = createFakeWebContext();
  context.http.answer(list, ({ query }) => messagePage(60, query));
  const store = new InboxStore(context);
  await store.load();
  await store.more();
  await store.load();
  expect([store.rows.length, context.http.callsOf(list).at(-1)?.input.query]).toEqual([40, { currentPage: 1, pageSize: 40 }]);
  await store.more();
  expect(store.rows.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, at) => `n${at + 1}`));
});

it('a page that failed can be asked for again', async () => {
  const context = createFakeWebContext();
  context.http.refuse(list, { error: 'network' });
  const store = new InboxStore(context);
  await store.load();
  expect(store.state.kind).toBe('failed');
  context.http.answer(list, messagePage(0, {}));
  await store.load();
  expect([store.state.kind, store.rows]).toEqual(['ready', []]);
});

it('[8-12] [8-13] everything read asks first, and means the list that was looked at', async () => {
  const asked: string[] = [];
  const context = createFakeWebContext({
    t: (key) => ({ 'readAll.ask': '您确定全部为已读状态, 是否继续?', 'readAll.title': '提示' })[key] ?? key,
    confirms: (content) => asked.push(content) > 1,
  });
  context.http.answer(list, messagePage(1, {}));
  context.http.answer(readAll, { unreadNoticeCount: 0, unreadMessageCount: 0, unreadTotalCount: 0, mustReadCount: 0 });
  const store = new InboxStore(context);
  await store.load();
  await store.readAll();
  expect(context.http.callsOf(readAll)).toEqual([]);
  await store.readAll();
  expect(asked[0]).toBe('您确定全部为已读状态, 是否继续?');
  expect(context.record.questions[0]?.title).toBe('提示');
  expect(context.http.callsOf(readAll)[0]?.input).toEqual({ body: { asOf: '1:2:' } });
  expect(context.record.toasts).toEqual([{ kind: 'success', text: 'ok' }]);
});
