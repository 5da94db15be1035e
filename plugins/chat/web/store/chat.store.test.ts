import { afterEach, describe, expect, test } from 'vitest';
import { chatContract } from '../../contract/conversation.contract.ts';
import { unreadOf } from '../log/conversation-state.ts';
import { conversationRow, type FakeChatServer, fakeChatServer, ME } from '../testing/chat-server.fixture.ts';
import { ChatStore } from './chat.store.ts';
import { ConversationStore } from './conversation.store.ts';
import { holdChat } from './shared-chat.ts';

let chat: ChatStore | undefined;
afterEach(() => {
  chat?.stop();
  chat = undefined;
});

const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
};
async function startWith(server: FakeChatServer): Promise<ChatStore> {
  chat = new ChatStore(server.ctx);
  chat.start();
  await settle();
  return chat;
}
const names = (store: ChatStore) => store.conversations.map(({ row }) => row.id);

describe('conversations', () => {
  test('[4-09] an incoming message makes its conversation, on top and unread; the own one from another window is not unread', async () => {
    const server = fakeChatServer();
    server.rows.push(conversationRow({ id: 'u9', realName: '陈药师', latestSeq: 3, latestDate: 1 }));
    const store = await startWith(server);
    server.write('透析液到了');
    expect([names(store), store.unread]).toEqual([['u2', 'u9'], 1]);
    server.ctx.receive({
      ...{ method: 'sendMessage', UserId: ME, account: '', headIcon: '', realName: '', toUserId: 'u9', toAccount: '', toHeadIcon: '', toRealName: '陈药师' },
      ...{ messageType: 'text', toMessage: '好', dateTime: 9e12, latestDate: 9e12, id: 'x', seq: 4, clientId: 'elsewhere' },
    });
    expect([names(store), store.unread, store.conversation('u9')?.row.latestMessage]).toEqual([['u9', 'u2'], 1, '好']);
  });

  test('[4-08] opening a conversation clears what is unread, and tells the server through the socket', async () => {
    const server = fakeChatServer();
    server.rows.push(conversationRow({ latestSeq: 2, unreadMessage: 2 }));
    const store = await startWith(server);
    expect(store.unread).toBe(2);
    store.read('u2');
    expect(store.unread).toBe(0);
    expect(server.frames('UpdateReadMessage')).toMatchObject([{ formUserId: 'u2', seq: 2 }]);
    store.read('u2');
    expect(server.frames('UpdateReadMessage')).toHaveLength(1);
  });

  test('a mark that was lost with the connection is told on the next one, and the list of then does not bring it back', async () => {
    const server = fakeChatServer();
    server.rows.push(conversationRow({ latestSeq: 2, unreadMessage: 2 }));
    const store = await startWith(server);
    store.read('u2');
    server.connected();
    await settle();
    expect([server.frames('UpdateReadMessage').length, store.unread]).toEqual([2, 0]);
    server.heard('UpdateReadMessage');
    await settle();
    server.connected();
    await settle();
    expect(server.frames('UpdateReadMessage')).toHaveLength(2);
  });

  test('what is read in another window is read here; what the other side has read is known of own messages', async () => {
    const server = fakeChatServer();
    server.rows.push(conversationRow({ latestSeq: 2, unreadMessage: 1 }));
    const store = await startWith(server);
    server.ctx.receive({ method: 'messagesRead', formUserId: 'u2', readerId: ME, seq: 2, readTime: 1 });
    server.ctx.receive({ method: 'messagesRead', formUserId: 'u2', readerId: 'u2', seq: 1, readTime: 1 });
    expect([store.unread, store.conversation('u2')?.row.peerReadSeq]).toEqual([0, 1]);
  });

  test('after a lost connection the list is read again; nothing that came before counts twice', async () => {
    const server = fakeChatServer();
    const store = await startWith(server);
    server.write('一');
    server.write('二', false);
    server.rows.push(conversationRow({ latestSeq: 2, unreadMessage: 2 }));
    server.connected();
    await settle();
    expect(store.unread).toBe(2);
  });

  test('a list that cannot be read says so, and is there after the next try', async () => {
    const server = fakeChatServer();
    server.ctx.http.refuse(chatContract.routes.conversations, { error: 'network' });
    const store = await startWith(server);
    expect(store.loadState).toBe('failed');
    server.ctx.http.answer(chatContract.routes.conversations, { list: [conversationRow({ latestSeq: 1 })] });
    await store.load();
    expect([store.loadState, names(store)]).toEqual(['ready', ['u2']]);
  });

  test('a group that one has left goes from the list', async () => {
    const server = fakeChatServer();
    server.rows.push(conversationRow({ id: 'group-1', kind: 'group', realName: '早班' }));
    const store = await startWith(server);
    expect(names(store)).toEqual(['group-1']);
    server.rows.length = 0;
    server.ctx.receive({ method: 'groupChanged', groupId: '1' });
    await settle();
    expect(names(store)).toEqual([]);
  });
});

describe('an open conversation', () => {
  async function opened(count: number) {
    const server = fakeChatServer();
    for (let nth = 0; nth < count; nth += 1) server.write(`n${nth + 1}`, false);
    server.rows.push(conversationRow({ latestSeq: count, unreadMessage: count }));
    const store = await startWith(server);
    const conversation = new ConversationStore(store, conversationRow());
    store.show(conversation);
    await conversation.load();
    await settle();
    return { server, store, conversation, seqs: () => conversation.lines.map(({ seq }) => seq) };
  }
  const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth);

  test('[9-01] opens with the newest 30, and reads older ones in front of them', async () => {
    const { conversation, seqs, store } = await opened(75);
    expect([seqs(), conversation.hasOlder, store.unread]).toEqual([run(46, 75), true, 0]);
    await Promise.all([conversation.loadOlder(), conversation.loadOlder()]);
    expect([seqs(), conversation.hasOlder]).toEqual([run(16, 75), true]);
    await conversation.loadOlder();
    expect([seqs(), conversation.hasOlder]).toEqual([run(1, 75), false]);
  });

  test('[4-08] what comes while somebody looks is read at once; while the page lies behind another one it is not', async () => {
    const { server, store, conversation } = await opened(1);
    server.write('二');
    expect(store.unread).toBe(0);
    conversation.look(false);
    server.write('三');
    expect([store.unread, store.announcement?.seq]).toEqual([1, 3]);
    conversation.look(true);
    expect([store.unread, server.frames('UpdateReadMessage').at(-1)?.seq]).toEqual([0, 3]);
  });

  test('what was missed while the connection was lost comes behind the last one, in order and once', async () => {
    const { server, seqs } = await opened(3);
    for (let nth = 0; nth < 250; nth += 1) server.write('x', false);
    server.connected();
    server.write('y');
    await settle();
    expect(seqs()).toEqual(run(1, 254));
  });

  test('a message that comes without the one before it calls for what lies between', async () => {
    const { server, seqs } = await opened(2);
    server.write('三', false);
    server.write('四');
    expect(seqs()).toEqual([1, 2, 4]);
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4]);
  });

  test('who was away for very long begins at the newest ones; the others come by scrolling back', async () => {
    const { server, seqs, conversation } = await opened(2);
    for (let nth = 0; nth < 1_000; nth += 1) server.write('x', false);
    server.connected();
    await settle();
    expect([seqs(), conversation.hasOlder]).toEqual([run(973, 1_002), true]);
  });

  test('[5-25] a text is sent without the blanks around it, an empty one never', async () => {
    const { server, conversation } = await opened(0);
    conversation.setText(' \n ');
    conversation.sendText();
    conversation.setText('  已换药\n下午再看  ');
    conversation.sendText();
    await settle();
    expect(server.frames('SendMessage')).toMatchObject([{ toUserId: 'u2', messageType: 'text', messageContent: '已换药\n下午再看' }]);
    expect(conversation.text).toBe('');
  });

  test('a message stands once from the press to the echo, whichever of its answers comes first', async () => {
    const { server, conversation } = await opened(0);
    const shown = () => [conversation.lines.length, conversation.unsent.length];
    conversation.setText('一');
    conversation.sendText();
    await settle();
    expect(shown()).toEqual([0, 1]);
    server.store();
    expect(shown()).toEqual([1, 0]);
    server.heard('SendMessage');
    await settle();
    expect(shown()).toEqual([1, 0]);
  });

  test('one whose answer was lost is found again when the missed ones are read, and sent no more', async () => {
    const { server, conversation } = await opened(1);
    conversation.setText('二');
    conversation.sendText();
    await settle();
    const { clientId } = server.frames('SendMessage')[0] ?? {};
    server.messages.push({ ...server.write('二', false), seq: 2, sendUserId: ME, clientId: String(clientId) });
    server.messages.splice(1, 1);
    server.connected();
    await settle();
    expect([conversation.lines.map(({ content }) => content), conversation.unsent.length]).toEqual([['n1', '二'], 0]);
  });

  test('what is written survives the drawer, and is dropped with the last letter', async () => {
    const { server, store, conversation } = await opened(0);
    conversation.setText('写到一半');
    conversation.dispose();
    const again = new ConversationStore(store, conversationRow());
    expect(again.text).toBe('写到一半');
    expect([...server.ctx.record.drafts.keys()]).toEqual(['session:text:u2']);
    again.setText('');
    expect(server.ctx.record.drafts.size).toBe(0);
  });

  test('a jump back shows the neighbours; what comes meanwhile waits, and reading on leads to it', async () => {
    const { server, conversation, seqs, store } = await opened(100);
    await conversation.showAround(40);
    expect([seqs(), conversation.found, conversation.hasNewer]).toEqual([run(26, 55), 40, true]);
    server.write('新');
    expect([seqs().at(-1), store.unread]).toEqual([55, 1]);
    await conversation.loadNewer();
    await conversation.loadNewer();
    expect([seqs(), conversation.hasNewer, store.unread]).toEqual([run(26, 101), false, 0]);
    await conversation.loadOlder();
    expect([seqs(), conversation.hasOlder]).toEqual([run(1, 101), false]);
  });
});

test('badge and drawer hold one store, and the last that lets go ends it', async () => {
  const server = fakeChatServer();
  const [badge, drawer] = [holdChat(server.ctx), holdChat(server.ctx)];
  expect(drawer.store).toBe(badge.store);
  await settle();
  badge.release();
  badge.release();
  server.write('一');
  expect(unreadOf(drawer.store.conversations[0] ?? expect.fail('no conversation'))).toBe(1);
  drawer.release();
  expect(server.ctx.live()).toEqual([]);
});
