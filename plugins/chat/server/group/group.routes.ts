import { implement } from '@nephra/plugin-sdk/server';
import { groupContract } from '../../contract/group.contract.ts';
import type { ChatDb } from '../tables/tables.ts';
import { addMembers, createGroup, handOver, leaveGroup, removeMember, renameGroup } from './group.command.ts';
import { groupsOf, groupWithMembers } from './group.query.ts';

export const groupRoutes = implement<ChatDb>()(groupContract, {
  list: async (_input, ctx) => ({ list: await groupsOf(ctx) }),
  one: ({ params }, ctx) => groupWithMembers(ctx, params.id),
  create: ({ body }, ctx) => createGroup(ctx, body),
  rename: ({ params, body }, ctx) => renameGroup(ctx, params.id, body.fullName),
  addMembers: ({ params, body }, ctx) => addMembers(ctx, params.id, body.userIds),
  removeMember: ({ params }, ctx) => removeMember(ctx, params.id, params.userId),
  handOver: ({ params, body }, ctx) => handOver(ctx, params.id, body.userId),
  leave: async ({ params }, ctx) => {
    await leaveGroup(ctx, params.id);
    return null;
  },
});
