import { AppError, EnvelopeCode, type Frames, type OrgId, Type, type UserId } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, hear, type PushTarget } from '@nephra/plugin-sdk/server';
import type { InlinePlugin } from '../../../../tests/support/inline-packages.ts';

/** Frames of the specification's chat (7.4) as far as tests of the socket need them. */
export const chatFrames = {
  name: 'chat',
  hears: {
    OnConnection: {
      summary: 'greeting',
      need: 'session',
      audit: 'none',
      body: Type.Object({ mobileDevice: Type.Optional(Type.Boolean()) }),
      reply: 'initMessage',
    },
    SendMessage: {
      summary: 'sends a message',
      need: 'session',
      audit: 'write',
      body: Type.Object({
        toUserId: Type.String({ minLength: 1, maxLength: 50 }),
        messageType: Type.Union([Type.Literal('text'), Type.Literal('image')]),
        messageContent: Type.String({ maxLength: 5000 }),
      }),
      reply: 'sendMessage',
    },
    UpdateReadMessage: { summary: 'marks as read', need: 'session', audit: 'none', body: Type.Object({ formUserId: Type.String() }), background: true },
    Announce: {
      summary: 'tells many',
      need: 'perm:chat.announce',
      audit: 'none',
      body: Type.Object({ to: Type.String(), role: Type.Optional(Type.String()), title: Type.String(), fail: Type.Optional(Type.Boolean()) }),
    },
  },
  pushes: {
    initMessage: { summary: 'after the greeting', body: Type.Object({ unreadNums: Type.Array(Type.String()), orgId: Type.String(), language: Type.String() }) },
    sendMessage: { summary: 'echo to the sender', body: Type.Object({ UserId: Type.String(), toUserId: Type.String(), toMessage: Type.String() }) },
    receiveMessage: { summary: 'to the receiver', body: Type.Object({ formUserId: Type.String(), messageType: Type.String(), formMessage: Type.String() }) },
    messagePush: { summary: 'a notice', body: Type.Object({ title: Type.String() }) },
  },
} as const satisfies Frames;

/** What a greeting waits for; whoever sets it sets it back. */
export const greetingTurn = { until: Promise.resolve() };

const targetOf = (to: string, role: string | undefined): PushTarget =>
  to === 'all' ? 'all' : to.startsWith('org-') ? { organisation: to as OrgId, ...(role && { role }) } : { person: to as UserId };

export const chatPlugin: InlinePlugin = {
  definition: {
    id: 'chat',
    version: '1.0.0',
    sdk: '^1.0.0',
    name: { zh: '聊天', zhtw: '聊天', en: 'Chat' },
    permissions: [{ enCode: 'chat.announce', title: { zh: '公告', zhtw: '公告', en: 'Announce' } }],
  },
  texts: {
    zh: { errors: { 'chat.closed': '会话“{{name}}”已关闭' } },
    zhtw: { errors: { 'chat.closed': '對話「{{name}}」已關閉' } },
    en: { errors: { 'chat.closed': 'The conversation {{name}} is closed' } },
  },
  server: defineServerPlugin({
    sockets: [
      hear()(chatFrames, {
        OnConnection: async (_body, ctx) => {
          await greetingTurn.until;
          return { unreadNums: [], orgId: ctx.user.orgId, language: ctx.language };
        },
        SendMessage: async ({ toUserId, messageType, messageContent }, ctx) => {
          const message = { formUserId: ctx.user.userId, messageType, formMessage: messageContent };
          await ctx.socket.push({ person: toUserId as UserId }, chatFrames, 'receiveMessage', message);
          // After the push: it must not leave.
          if (messageContent === 'closed') throw new AppError('chat.closed', { code: EnvelopeCode.Conflict, params: { name: 'A' } });
          if (messageContent === 'broken') throw new Error('a fault of the plugin');
          ctx.audit({ subjectId: toUserId });
          return { UserId: ctx.user.userId, toUserId, toMessage: messageContent };
        },
        UpdateReadMessage: async () => undefined,
        Announce: async ({ to, role, title, fail }, ctx) => {
          await ctx.transaction(() => ctx.socket.push(targetOf(to, role), chatFrames, 'messagePush', { title }));
          if (fail) throw new AppError('chat.closed', { params: { name: title } });
          return undefined;
        },
      }),
    ],
  }) as never,
};

/** The part of it that leaves greetings and notices to the plugin `message`, for tests that run both. */
const talkFrames = {
  name: 'chat',
  hears: { SendMessage: chatFrames.hears.SendMessage },
  pushes: { sendMessage: chatFrames.pushes.sendMessage, receiveMessage: chatFrames.pushes.receiveMessage },
} as const satisfies Frames;

export const talkPlugin: InlinePlugin = {
  definition: { id: 'chat', version: '1.0.0', sdk: '^1.0.0', name: chatPlugin.definition.name },
  server: defineServerPlugin({
    sockets: [
      hear()(talkFrames, {
        SendMessage: async ({ toUserId, messageType, messageContent }, ctx) => {
          const message = { formUserId: ctx.user.userId, messageType, formMessage: messageContent };
          await ctx.socket.push({ person: toUserId as UserId }, talkFrames, 'receiveMessage', message);
          return { UserId: ctx.user.userId, toUserId, toMessage: messageContent };
        },
      }),
    ],
  }) as never,
};
