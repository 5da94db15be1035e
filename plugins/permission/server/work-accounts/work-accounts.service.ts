import type { UserId } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, selectPage, type ServerContext, sql, type WorkAccountCaller, type WorkAccounts } from '@nephra/plugin-sdk/server';
import { bindWorkUser } from '../user/user-state.command.ts';
import type { Ctx, PermissionDb } from '../permission-call.ts';
import { userTable } from '../tables/user.table.ts';

const SORTS = { account: 'person.account', realName: 'person.realName', workUserId: 'person.qyWxUserId' } as const;
/** Members of the work messaging service and accounts, for plugins that speak with it. */
export function workAccountsOf(own: ServerContext<PermissionDb>): WorkAccounts {
  // What reading and binding ask of a call, with the rights of whoever calls the other plugin.
  const callOf = ({ user, dataScope, log, language }: WorkAccountCaller): Ctx =>
    ({ db: own.db, pluginId: own.pluginId, clock: own.clock, newId: () => own.newId(), user, dataScope, log, language }) as Ctx;
  return {
    async page(caller, { keyword, bound, ...request }) {
      const ctx = callOf(caller);
      let query = userTable.select(ctx, 'person');
      if (bound) query = query.where('person.qyWxUserId', bound === 'yes' ? '<>' : '=', '');
      const matches = matchesKeyword('person.searchGrams', keyword);
      if (matches) query = query.where(matches);
      const page = await selectPage(query, { db: ctx.db, request, sorts: SORTS, byDefault: ['person.account', 'asc'], tieBreaker: 'person.id' });
      return {
        ...page,
        list: page.list.map(({ id, account, realName, mobilePhone: mobile, enabled, locked, qyWxUserId: workUserId }) => ({
          ...{ id: id as UserId, account, realName, mobile, open: enabled && !locked, workUserId },
        })),
      };
    },
    bind: (caller, id, workUserId) => bindWorkUser(callOf(caller), id, workUserId),
    async withWorkUserId(workUserId) {
      if (workUserId === '') return [];
      // rows: ids alone, for signing in; members are told apart without regard to capitals, as the service does
      const rows = await own.db
        .selectFrom('core.user_account')
        .select('id')
        .where(sql<string>`lower(qywx_user_id)`, '=', workUserId.toLowerCase())
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(2)
        .execute();
      return rows.map(({ id }) => id as UserId);
    },
    async workUserIds(people) {
      if (people.length === 0) return new Map();
      // rows: receivers of messages; no person reads their ids here
      const rows = await own.db
        .selectFrom('core.user_account')
        .select(['id', 'qywx_user_id'])
        .where('id', 'in', [...people])
        .where('qywx_user_id', '<>', '')
        .where('enabled', '=', true)
        .where('deleted_at', 'is', null)
        .execute();
      return new Map(rows.map(({ id, qywx_user_id }) => [id as UserId, qywx_user_id]));
    },
  };
}
