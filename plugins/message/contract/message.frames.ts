import { type Frames, Type } from '@nephra/plugin-sdk/contract';
import { unreadCounts } from './message.schema.ts';

/** Moment on the wire; null: there is none. */
const time = Type.Union([Type.Integer(), Type.Null()]);

/** Unread messages of one conversation (wire facts 3). */
export const unreadConversation = Type.Object({
  /** Who wrote them. */
  sendUserId: Type.String(),
  receiveUserId: Type.String(),
  unreadNum: Type.Integer(),
  /** The newest of them, and what it is: text, image, voice, video. */
  defaultMessage: Type.String(),
  defaultMessageType: Type.String(),
  defaultMessageTime: time,
});

/** Frames of the socket (wire facts 3 and 4). What they tell is in rows already: a page that missed one reads again when it is connected. */
export const messageFrames = {
  name: 'message',
  hears: {
    OnConnection: {
      summary: 'Greeting of a socket; answered by what is unread',
      need: 'session',
      audit: 'none',
      body: Type.Object({ mobileDevice: Type.Optional(Type.Boolean()) }),
      reply: 'initMessage',
      background: true,
    },
  },
  pushes: {
    initMessage: {
      summary: 'What is unread, after each connection. Badge: unreadNoticeCount + unreadMessageCount',
      body: Type.Object({
        /** Only the person themself: who else is at work is told to nobody. `onlineUsers` is its name on the other server line. */
        onlineUserList: Type.Array(Type.String()),
        onlineUsers: Type.Array(Type.String()),
        userId: Type.String(),
        /** Of the chat, where that plugin is on. */
        unreadNums: Type.Array(unreadConversation),
        ...unreadCounts.properties,
        /** Title of the newest notice and of the newest message; `''`: none. */
        noticeDefaultText: Type.String(),
        noticeDefaultTime: time,
        messageDefaultText: Type.String(),
        messageDefaultTime: time,
      }),
    },
    messagePush: {
      summary:
        'Something new for this person. The title is in their language. The counters are what to add, 1 and 0 or 0 and 1: thousands of pages must not ask for theirs at once',
      body: Type.Object({
        id: Type.String(),
        /** Who released or sent it; empty for a plugin. */
        userId: Type.String(),
        /** Older clients expect the member; who else received it is told to nobody. */
        toUserId: Type.Array(Type.String()),
        title: Type.String(),
        /** `MessageType` */
        messageType: Type.Integer(),
        urgency: Type.String(),
        unreadNoticeCount: Type.Integer(),
        unreadMessageCount: Type.Integer(),
      }),
    },
    messageRead: {
      summary: 'To all pages of a person: something was read, confirmed or taken out of the list. Counters are to be read again (`unread`)',
      body: Type.Object({
        /** Which; empty: many, the list is to be read again. */
        ids: Type.Array(Type.String()),
      }),
    },
    messageChanged: {
      summary: 'To those who had it: a notice was withdrawn or deleted, or is shown otherwise. Counters and list are to be read again',
      body: Type.Object({ id: Type.String() }),
    },
  },
} as const satisfies Frames;
