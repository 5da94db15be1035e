import type { UserId } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { Contact, Contacts } from '../../contract/index.ts';
import { worksIn } from '../access/user-scope.ts';
import type { PermissionDb } from '../permission-call.ts';

/** Whom one can write to is decided as the list `ImUser` does. */
export const contactsOf = (ctx: ServerContext<PermissionDb>): Contacts => ({
  async look(caller, ids) {
    if (ids.length === 0) return new Map();
    // rows: names of people whom the asking plugin has by id; who may be written to is narrowed by where they work
    const rows = await ctx.db
      .selectFrom('core.user_account as person')
      .select(['person.id', 'person.account', 'person.real_name', 'person.head_icon'])
      .select(sql<SqlBool>`person.enabled and person.deleted_at is null`.as('open'))
      .select(worksIn(caller.orgIds).as('within'))
      .where('person.id', 'in', [...new Set(ids)])
      .execute();
    return new Map(
      rows.map((row): [string, Contact] => {
        const open = Boolean(row.open);
        const { id, account, real_name: realName, head_icon: headIcon } = row;
        return [id, { id: id as UserId, account, realName, headIcon, open, reachable: open && Boolean(row.within) && id !== caller.userId }];
      }),
    );
  },
});
