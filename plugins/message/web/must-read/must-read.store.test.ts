import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { ApiError } from '@nephra/plugin-sdk/web';
import { messageContract } from '../../contract/message.contract.ts';
import { messageInfo, messagePage, messageRow } from '../message.fixture.ts';
import { unreadOf } from '../unread/unread.store.ts';
import { MustReadStore } from './must-read.store.ts';

const { list, readInfo, receipt, unread } = messageContract.routes;
const due = { mustRead: 1 } as const;

function waiting(count: number) {
  const context = createFakeWebContext();
  const counts = { unreadNoticeCount: count, unreadMessageCount: 0, unreadTotalCount: count, mustReadCount: count };
  unreadOf(context).take(counts);
  context.http.answer(unread, counts);
  context.http.answer(readInfo, ({ params }) => messageInfo(Number(params.id.slice(1)), due));
  context.http.answer(receipt, { receiptTime: 5 });
  return { context, store: new MustReadStore(context) };
}

it('must-read notices come one after another, the oldest first, each with its receipt', async () => {
  const { context, store } = waiting(2);
  const rows = [messageRow(1, due), messageRow(2), messageRow(3, { ...due, receiptTime: 4 }), messageRow(4, due)];
  context.http.answer(list, { ...messagePage(0, {}), list: rows });
  await store.start();
  expect([store.info?.id, store.left]).toEqual(['n4', 1]);
  await store.confirm();
  expect([store.info?.id, store.left]).toEqual(['n1', 0]);
  await store.confirm();
  expect(store.info).toBeNull();
  expect(context.http.callsOf(receipt).map(({ input }) => input.params)).toEqual([{ id: 'n4' }, { id: 'n1' }]);
});

it('one that waits behind a hundred others is found, and no more is asked than that', async () => {
  const { context, store } = waiting(1);
  context.http.answer(list, ({ query }) => {
    const page = messagePage(400, query);
    return query.currentPage === 2 ? { ...page, list: [...page.list.slice(1), messageRow(150, due)] } : page;
  });
  await store.start();
  expect([store.info?.id, context.http.callsOf(list).length]).toEqual(['n150', 2]);
});

it('later means all of them, and nothing is confirmed', async () => {
  const { context, store } = waiting(2);
  context.http.answer(list, { ...messagePage(0, {}), list: [messageRow(1, due), messageRow(2, due)] });
  await store.start();
  store.stop();
  expect([store.info, store.left, context.http.callsOf(receipt)]).toEqual([null, 0, []]);
});

it('one that was withdrawn in between is passed over; a receipt that was refused keeps the notice open', async () => {
  const { context, store } = waiting(2);
  context.http.answer(list, { ...messagePage(0, {}), list: [messageRow(1, due), messageRow(2, due)] });
  context.http.answer(readInfo, ({ params }) => {
    if (params.id === 'n2') throw new ApiError({ code: 404, error: 'message.not-found', message: '' });
    return messageInfo(1, due);
  });
  await store.start();
  expect(store.info?.id).toBe('n1');
  context.http.refuse(receipt, { error: 'network' });
  await store.confirm();
  expect([store.info?.id, store.receipt.unknown]).toEqual(['n1', true]);
});
