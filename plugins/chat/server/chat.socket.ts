import { hear } from '@nephra/plugin-sdk/server';
import { chatFrames } from '../contract/chat-frames.ts';
import { messageList } from './conversation/messages.query.ts';
import { markRead } from './conversation/read-marks.command.ts';
import { sendMessage } from './message/send-message.command.ts';
import type { ChatDb } from './tables/tables.ts';

export const chatSocket = hear<ChatDb>()(chatFrames, {
  SendMessage: (body, ctx) => sendMessage(ctx, body),
  MessageList: (body, ctx) => messageList(ctx, body),
  UpdateReadMessage: ({ formUserId, seq }, ctx) => markRead(ctx, formUserId, seq),
});
