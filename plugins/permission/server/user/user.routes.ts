import { implement, inQueue } from '@nephra/plugin-sdk/server';
import { userContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';
import { imUsers } from './im-users.query.ts';
import { createUser, editUser } from './save-user.command.ts';
import { presentUser } from './user-facts.ts';
import { lockUser, removeUser, resetPassword, setState, setStates, setWechat, unlockUser } from './user-state.command.ts';
import { userTable } from '../tables/user.table.ts';
import { listUsers } from './users.query.ts';

export const userRoutes = implement<PermissionDb>()(userContract, {
  list: ({ query }, ctx) => listUsers(ctx, query),
  info: async ({ params }, ctx) => presentUser(ctx, await userTable.one(ctx, params.id)),
  create: ({ body }, ctx) => createUser(ctx, body),
  edit: ({ params, body }, ctx) => editUser(ctx, params.id, body),
  remove: ({ params }, ctx) => removeUser(ctx, params.id),
  state: ({ params, query }, ctx) => setState(ctx, params.id, query.enabledMark),
  states: ({ body }, ctx) => setStates(ctx, body.ids, body.enabledMark),
  // Hashes are slow on purpose and made inside the transaction here: three of them at most hold connections meanwhile.
  resetPassword: inQueue(
    () => ['passwords'],
    ({ params, body }, ctx) => resetPassword(ctx, params.id, body),
  ),
  unlock: ({ params }, ctx) => unlockUser(ctx, params.id),
  lock: ({ params, query }, ctx) => lockUser(ctx, params.id, query.unLockTime),
  wechat: ({ params, body }, ctx) => setWechat(ctx, params.id, body.qyWxUserId),
  imUser: ({ query }, ctx) => imUsers(ctx, query),
});
