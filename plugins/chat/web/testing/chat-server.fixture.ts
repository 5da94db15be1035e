import { answerContract, createFakeWebContext, type FakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { toPage } from '@nephra/plugin-sdk/contract';
import { userContract } from '../../../permission/contract/index.ts';
import { chatContract, type Conversation, type OpenedLink } from '../../contract/conversation.contract.ts';
import { groupContract } from '../../contract/group.contract.ts';
import type { ChatMessage } from '../../contract/message.schema.ts';

/** 2026-11-26 10:00 in Shanghai. */
export const NOON = Date.UTC(2026, 10, 26, 2);
export const ME = 'u1';
const MINUTE = 60_000;

export const conversationRow = (more: Partial<Conversation> = {}): Conversation => ({
  ...{ id: 'u2', account: 'nurse', realName: '王护士', headIcon: '', latestMessage: '', messageType: 'text', latestDate: NOON, unreadMessage: 0 },
  ...{ kind: 'person', latestUserId: 'u2', latestUserName: '王护士', latestSeq: 0, readSeq: 0, peerReadSeq: 0, open: true },
  ...more,
});

export const storedMessage = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${seq}`, seq, sendUserId: 'u2', sendRealName: '王护士', sendHeadIcon: '', sendTime: NOON - 1_000 * MINUTE + seq * MINUTE },
  ...{ receiveUserId: ME, receiveTime: null, content: `第 ${seq} 条`, contentType: 'text', state: 0, clientId: '' },
  ...more,
});

/** A server with one conversation, whose messages a test writes; what it answers and pushes is what the contract says. */
export interface FakeChatServer {
  readonly ctx: FakeWebContext;
  readonly messages: ChatMessage[];
  readonly rows: Conversation[];
  links: readonly OpenedLink[];
  /** The other side writes; told over the socket unless the connection is cut. */
  write(content: string, told?: boolean): ChatMessage;
  /** Frames that were sent, by name. */
  frames(method: string): readonly Readonly<Record<string, unknown>>[];
  /** Answers the newest frame of that name. */
  heard(method: string): void;
  /** Stores what was sent last, and tells the sender's windows. */
  store(): ChatMessage;
  connected(): void;
}

export function fakeChatServer(options: FakeWebOptions = {}): FakeChatServer {
  const ctx = createFakeWebContext({ user: { userId: ME, userName: '李医生' }, now: () => NOON, ...options });
  const messages: ChatMessage[] = [];
  const rows: Conversation[] = [];
  const frames = (method: string) => ctx.record.frames.filter((frame) => frame.method === method);
  const server: FakeChatServer = {
    ctx,
    messages,
    rows,
    links: [],
    write(content, told = true) {
      const message = storedMessage((messages.at(-1)?.seq ?? 0) + 1, { content, sendTime: NOON });
      messages.push(message);
      const { id, seq, sendUserId, sendRealName, sendHeadIcon, sendTime, contentType } = message;
      if (told)
        ctx.receive({
          ...{ method: 'receiveMessage', formUserId: sendUserId, account: 'nurse', headIcon: '', realName: sendRealName, messageType: contentType },
          ...{ formMessage: content, dateTime: sendTime, latestDate: sendTime, id, seq, sendUserId, sendRealName, sendHeadIcon },
        });
      return message;
    },
    frames,
    heard(method) {
      const ref = frames(method).at(-1)?.ref;
      ctx.receive({ method: 'heard', ref });
    },
    store() {
      const sent = frames('SendMessage').at(-1);
      if (!sent) throw new Error('Nothing was sent.');
      const { toUserId, messageType, messageContent, clientId } = sent;
      const seq = (messages.at(-1)?.seq ?? 0) + 1;
      const content = typeof messageContent === 'string' ? messageContent : JSON.stringify(messageContent);
      const message = storedMessage(seq, {
        sendUserId: ME,
        sendRealName: '李医生',
        receiveUserId: String(toUserId),
        content,
        clientId: String(clientId),
        sendTime: NOON,
      });
      messages.push(message);
      ctx.receive({
        ...{
          method: 'sendMessage',
          UserId: ME,
          account: 'doctor',
          headIcon: '',
          realName: '李医生',
          toUserId,
          toAccount: 'nurse',
          toHeadIcon: '',
          toRealName: '王护士',
        },
        ...{ messageType, toMessage: messageContent, dateTime: NOON, latestDate: NOON, id: message.id, seq, clientId },
      });
      return message;
    },
    connected: () => ctx.receive({ method: 'greeted' }),
  };
  answerContract(ctx.http, chatContract, {
    conversations: () => ({ list: rows }),
    messages: ({ query }) => {
      const { afterSeq, beforeSeq, pageSize = 50 } = query;
      const fit = messages.filter(({ seq }) => seq > (afterSeq ?? 0) && seq < (beforeSeq ?? Number.POSITIVE_INFINITY));
      const list = afterSeq === undefined ? fit.slice(-pageSize) : fit.slice(0, pageSize);
      return { list, more: fit.length > list.length, latestSeq: messages.at(-1)?.seq ?? 0, readSeq: 0, peerReadSeq: 0 };
    },
    search: ({ query: { keyword, currentPage = 1, pageSize = 50 } }) => {
      const found = messages.filter(({ content }) => content.includes(keyword)).reverse();
      const page = found.slice((currentPage - 1) * pageSize, currentPage * pageSize);
      const list = page.map(({ id, seq, sendUserId, sendRealName, sendTime, content, contentType }) => ({
        ...{ id, seq, peerId: 'u2', peerName: '王护士', sendUserId, sendRealName, sendTime, content, contentType },
      }));
      return toPage(list, found.length, { currentPage, pageSize });
    },
    openLinks: ({ body }) => ({ list: server.links.filter((link) => body.links.some(({ kind, id }) => kind === link.kind && id === link.id)) }),
    linkKinds: { list: [{ kind: 'patient', title: '患者' }] },
    linkCandidates: () => ({ list: [...server.links] }),
  });
  answerContract(ctx.http, groupContract, { list: { list: [] } });
  ctx.http.answer(userContract.routes.imUser, toPage([], 0, {}));
  return server;
}
