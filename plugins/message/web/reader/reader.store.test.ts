import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import { messageContract } from '../../contract/message.contract.ts';
import type { MessageInfo } from '../../contract/message.schema.ts';
import { flowAddress } from '../../domain/reading/flow-config.ts';
import { messageInfo, messageRow } from '../message.fixture.ts';
import { unreadOf } from '../unread/unread.store.ts';
import { ReaderStore } from './reader.store.ts';

const { readInfo, receipt } = messageContract.routes;
const FLOW = '{"enCode":"SIM.LEAVE","type":2}';

function reading(info: MessageInfo, grants?: readonly string[]) {
  const context = createFakeWebContext({ grants });
  unreadOf(context).take({ unreadNoticeCount: 1, unreadMessageCount: 1, unreadTotalCount: 2, mustReadCount: 0 });
  context.http.answer(readInfo, info);
  const left: string[] = [];
  return { context, left, store: new ReaderStore(context, () => left.push('left')), unread: unreadOf(context) };
}

describe('opening a message', () => {
  it('[3-17] a notice is shown in the dialog and is read', async () => {
    const { store, unread, context } = reading(messageInfo(1));
    await store.open(messageRow(1));
    expect([store.info?.title, unread.notices, context.record.places]).toEqual(['SIM 通知 1', 0, []]);
  });

  it('[3-17] anything else leads to its workflow or its page', async () => {
    const { store, left, context } = reading(messageInfo(1, { type: 2, opens: 'flow', bodyText: FLOW }));
    await store.open(messageRow(1, { type: 2 }));
    context.http.answer(readInfo, messageInfo(2, { type: 2, opens: 'link', link: { menu: 'his.stock', query: { lotId: 'SIM.L1' } } }));
    await store.open(messageRow(2, { type: 2 }));
    expect([store.info, context.record.places, left]).toEqual([null, [flowAddress(FLOW), '/his/stock?lotId=SIM.L1'], ['left', 'left']]);
  });

  it('to whoever may not open the page its words are shown', async () => {
    const { store, context } = reading(messageInfo(2, { type: 2, opens: 'link', link: { menu: 'his.stock', query: {} } }), []);
    await store.open(messageRow(2, { type: 2 }));
    expect([store.info?.id, context.record.places]).toEqual(['n2', []]);
  });

  it('[5-26] one of another type without a body opens nothing, and is read', async () => {
    const { store, unread, context } = reading(messageInfo(1, { type: 2, opens: 'nothing', bodyText: '' }));
    await store.open(messageRow(1, { type: 2 }));
    expect([store.info, context.record.places, unread.messages]).toEqual([null, [], 0]);
  });

  it('one that was withdrawn meanwhile is looked for again in the lists', async () => {
    const { store, unread, context } = reading(messageInfo(1));
    context.http.refuse(readInfo, { error: 'message.not-found', code: 404 });
    const { changes } = unread;
    await store.open(messageRow(1));
    expect([store.info, unread.changes, unread.total]).toEqual([null, changes + 1, 2]);
  });

  it('a receipt that was refused says so and can be given again', async () => {
    const { store, context } = reading(messageInfo(1, { mustRead: 1 }));
    await store.open(messageRow(1, { mustRead: 1 }));
    context.http.refuse(receipt, { error: 'network' });
    await store.confirm();
    expect([store.receipt.problem === null, store.info?.receiptTime]).toEqual([false, null]);
    context.http.answer(receipt, { receiptTime: 5 });
    await store.confirm();
    expect([store.receipt.problem, store.info?.receiptTime]).toEqual([null, 5]);
  });
});
