import { implement, matchesKeyword, selectPage, sql } from '@nephra/plugin-sdk/server';
import { groupContract, type GroupRow } from '../../contract/group.contract.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import { orgsInSight, type PermissionDb } from '../permission-call.ts';
import { demandGroup } from './group.repo.ts';
import { createGroup, editGroup, removeGroup, toggleGroup } from './save-group.command.ts';

export const groupRoutes = implement<PermissionDb>()(groupContract, {
  async list({ query }, ctx) {
    const orgIds = orgsInSight(ctx);
    const inSight = orgIds === undefined ? sql`true` : sql`person.org_id = any(${orgIds})`;
    let rows = ctx.db
      .selectFrom('core.user_group as bunch')
      .select(['bunch.id', 'bunch.full_name', 'bunch.en_code', 'bunch.type', 'bunch.enabled', 'bunch.sort_code', 'bunch.description', 'bunch.created_at'])
      .select(
        sql<string>`(select count(*) from core.user_group_member as link join core.user_account as person on person.id = link.user_id
          where link.group_id = bunch.id and person.deleted_at is null and ${inSight})`.as('member_count'),
      )
      .where('bunch.deleted_at', 'is', null);
    if (query.enabledMark !== undefined) rows = rows.where('bunch.enabled', '=', query.enabledMark === 1);
    const found = matchesKeyword('bunch.search_grams', query.keyword);
    if (found) rows = rows.where(found);
    const page = await selectPage(rows, {
      db: ctx.db,
      request: query,
      sorts: { fullName: 'bunch.full_name', enCode: 'bunch.en_code', sortCode: 'bunch.sort_code', creatorTime: 'bunch.created_at' },
      byDefault: ['bunch.sort_code', 'asc'],
      tieBreaker: 'bunch.id',
    });
    const list = page.list.map(
      (row): GroupRow => ({
        id: row.id,
        fullName: row.full_name,
        enCode: row.en_code,
        type: row.type,
        enabledMark: flagOf(row.enabled),
        sortCode: row.sort_code,
        description: row.description,
        creatorTime: row.created_at.getTime(),
        memberCount: Number(row.member_count),
      }),
    );
    return { ...page, list };
  },

  create: ({ body }, ctx) => createGroup(ctx, body),

  async get({ params }, ctx) {
    const group = await demandGroup(ctx, params.id);
    return {
      id: group.id,
      fullName: group.full_name,
      enCode: group.en_code,
      type: group.type,
      enabledMark: flagOf(group.enabled),
      sortCode: group.sort_code,
      description: group.description,
      version: group.version,
    };
  },

  edit: ({ params, body }, ctx) => editGroup(ctx, params.id, body),

  async remove({ params }, ctx) {
    await removeGroup(ctx, params.id);
    return null;
  },

  async state({ params }, ctx) {
    await toggleGroup(ctx, params.id);
    return null;
  },
});
