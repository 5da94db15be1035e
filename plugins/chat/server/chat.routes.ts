import { implement } from '@nephra/plugin-sdk/server';
import { chatContract } from '../contract/conversation.contract.ts';
import { conversationsOf } from './conversation/conversation-list.query.ts';
import { messagesByPlace } from './conversation/messages.query.ts';
import { searchAll, searchOwn } from './conversation/search.query.ts';
import { recordingOf } from './file/recording.query.ts';
import { linkCandidates, linkKinds, openLinks } from './link/link.query.ts';
import type { ChatDb } from './tables/tables.ts';

export const chatRoutes = implement<ChatDb>()(chatContract, {
  conversations: async (_input, ctx) => ({ list: await conversationsOf(ctx) }),
  messages: ({ query }, ctx) => messagesByPlace(ctx, query),
  search: ({ query }, ctx) => searchOwn(ctx, query),
  searchAll: ({ body }, ctx) => searchAll(ctx, body),
  recording: ({ params }, ctx) => recordingOf(ctx, params.fileName),
  linkKinds: (_input, ctx) => ({ list: linkKinds(ctx) }),
  linkCandidates: async ({ query }, ctx) => ({ list: await linkCandidates(ctx, query.kind, query.keyword) }),
  openLinks: async ({ body }, ctx) => ({ list: await openLinks(ctx, body.links) }),
});
