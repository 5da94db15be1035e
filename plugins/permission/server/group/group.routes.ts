import { implement, matchesKeyword, selectPage } from '@nephra/plugin-sdk/server';
import { groupContract, type GroupRow } from '../../contract/group.contract.ts';
import { memberCount, presentSet, presentSetRow } from '../members/people-set.ts';
import type { PermissionDb } from '../permission-call.ts';
import { demandGroup } from './group.repo.ts';
import { createGroup, editGroup, removeGroup, toggleGroup } from './save-group.command.ts';

export const groupRoutes = implement<PermissionDb>()(groupContract, {
  async list({ query }, ctx) {
    let rows = ctx.db
      .selectFrom('core.user_group as bunch')
      .select(['bunch.id', 'bunch.full_name', 'bunch.en_code', 'bunch.type', 'bunch.enabled', 'bunch.sort_code', 'bunch.description', 'bunch.created_at'])
      .select(memberCount(ctx, 'group', 'bunch.id').as('member_count'))
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
    return { ...page, list: page.list.map((row): GroupRow => presentSetRow(row)) };
  },

  create: ({ body }, ctx) => createGroup(ctx, body),

  async get({ params }, ctx) {
    const group = await demandGroup(ctx, params.id);
    return { ...presentSet(group), version: group.version };
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
