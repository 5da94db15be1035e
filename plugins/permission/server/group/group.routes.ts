import { implement, matchesKeyword, selectPage } from '@nephra/plugin-sdk/server';
import { groupContract } from '../../contract/group.contract.ts';
import { memberCount, presentSet, presentSetRow } from '../members/people-set.ts';
import type { PermissionDb } from '../permission-call.ts';
import { groupTable } from './group.table.ts';
import { createGroup, editGroup, removeGroup, toggleGroup } from './save-group.command.ts';

export const groupRoutes = implement<PermissionDb>()(groupContract, {
  async list({ query }, ctx) {
    let rows = groupTable.select(ctx, 'grp').select(memberCount(ctx, 'group', 'grp.id').as('memberCount'));
    if (query.enabledMark !== undefined) rows = rows.where('grp.enabled', '=', query.enabledMark === 1);
    const found = matchesKeyword('grp.searchGrams', query.keyword);
    if (found) rows = rows.where(found);
    const page = await selectPage(rows, {
      db: ctx.db,
      request: query,
      sorts: { fullName: 'grp.fullName', enCode: 'grp.enCode', sortCode: 'grp.sortCode', creatorTime: 'grp.createdAt' },
      byDefault: ['grp.sortCode', 'asc'],
      tieBreaker: 'grp.id',
    });
    return { ...page, list: page.list.map(presentSetRow) };
  },

  create: ({ body }, ctx) => createGroup(ctx, body),

  async get({ params }, ctx) {
    const group = await groupTable.one(ctx, params.id);
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
