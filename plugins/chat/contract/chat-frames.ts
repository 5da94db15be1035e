import { type Frames, paginationSchema, Type } from '@nephra/plugin-sdk/contract';
import { HISTORY_PAGE, MAX_MESSAGES_READ } from './limits.ts';
import { chatMessage, clientId, messageContent, messageType, peerId, sentContent } from './message.schema.ts';

/** Milliseconds; both are the same moment, older clients read either. */
const times = { dateTime: Type.Integer(), latestDate: Type.Integer() };
/** Ours, beside the fields of the wire: older clients do not look at them. */
const place = { id: Type.String(), seq: Type.Integer() };

/**
 * Frames of the chat (wire facts 3), names and fields as on the wire; what is added stands at the end of each. `initMessage` belongs to the plugin `message`.
 */
export const chatFrames = {
  name: 'chat',
  hears: {
    /**
     * Stored when `heard` comes, which is sent where the frame has a `ref`. The message itself comes to every socket of the sender, this one too, as `sendMessage`,
     * and to every socket of the receivers as `receiveMessage`; one that misses them reads `messagesAfter`. Refusals: `chat.empty`, `chat.text-too-long`,
     * `chat.person-unknown`, `chat.group-unknown`, `chat.yourself`, `chat.file-missing`, `chat.content-invalid`, `chat.link-missing`, `chat.too-many`, `chat.other-content`.
     */
    SendMessage: {
      summary: 'Send a message to a person or a group',
      need: 'session',
      // The message itself is the record of who wrote what to whom, and when; a second one for each would fill the log that people search.
      audit: 'none',
      body: Type.Object({ toUserId: peerId, messageType, messageContent: sentContent, clientId: Type.Optional(clientId) }),
    },
    /** Whatever `sord` says, the page is answered in ascending order; `sord` says which end page 1 is taken from. */
    MessageList: {
      summary: 'A page of the messages of a conversation',
      need: 'session',
      audit: 'none',
      body: Type.Object({
        toUserId: peerId,
        /** Oneself; not looked at. */
        formUserId: Type.Optional(Type.String({ maxLength: 80 })),
        currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
        pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MESSAGES_READ, default: HISTORY_PAGE })),
        sord: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('')])),
        keyword: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      reply: 'messageList',
    },
    /** Nothing is answered but `heard`; both sides are told by `messagesRead`. Marks only go forward. */
    UpdateReadMessage: {
      summary: 'Messages of a person or a group are read',
      need: 'session',
      audit: 'none',
      body: Type.Object({
        /** Whose messages were read: a person's id, or `group-<id>`. */
        formUserId: peerId,
        /** Read up to this one; left out: up to the newest. */
        seq: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      background: true,
    },
  },
  pushes: {
    sendMessage: {
      summary: 'A message that one has sent, to all own sockets',
      body: Type.Object({
        UserId: Type.String(),
        account: Type.String(),
        headIcon: Type.String(),
        realName: Type.String(),
        toUserId: Type.String(),
        toAccount: Type.String(),
        toHeadIcon: Type.String(),
        toRealName: Type.String(),
        messageType,
        toMessage: messageContent,
        ...times,
        ...place,
        /** Empty where it was sent without. */
        clientId: Type.String(),
      }),
    },
    receiveMessage: {
      summary: 'A message for oneself or a group that one is in, to all own sockets',
      body: Type.Object({
        /** The conversation: who sent it, or `group-<id>`; then account is empty, name and picture are those of the group. */
        formUserId: Type.String(),
        account: Type.String(),
        headIcon: Type.String(),
        realName: Type.String(),
        messageType,
        formMessage: messageContent,
        ...times,
        ...place,
        /** Who sent it. */
        sendUserId: Type.String(),
        sendRealName: Type.String(),
        sendHeadIcon: Type.String(),
      }),
    },
    messageList: {
      summary: 'A page of a conversation, in ascending order',
      body: Type.Object({ list: Type.Array(chatMessage), pagination: paginationSchema, toUserId: Type.String() }),
    },
    /** Ours. To all sockets of who read them, so that badges there go down, and in a conversation of two to those of who wrote them. */
    messagesRead: {
      summary: 'Messages were read',
      body: Type.Object({
        /** The conversation as the receiver of this frame knows it. */
        formUserId: Type.String(),
        readerId: Type.String(),
        /** All up to this one. */
        seq: Type.Integer(),
        readTime: Type.Integer(),
      }),
    },
    /** Ours. A group was made, renamed, left or ended, or its people are others: read it again. To who is in it, and who no longer is. */
    groupChanged: { summary: 'A group is not what it was', body: Type.Object({ groupId: Type.String() }) },
  },
} as const satisfies Frames;
