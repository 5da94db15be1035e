import { implement, matchesKeyword, selectPage, shownRoleName, sql } from '@nephra/plugin-sdk/server';
import { roleContract, type RoleRow } from '../../contract/role.contract.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import type { PermissionDb } from '../permission-call.ts';
import { memberCount, presentSet, presentSetRow } from '../members/people-set.ts';
import { giveableIds, giveableRoles } from './giveable-roles.query.ts';
import { orgPaths } from './org-paths.ts';
import { requireRole, roleOrgIds } from './role.repo.ts';
import { roleTable } from '../tables/role.table.ts';
import { createRole, editRole, removeRole, toggleRole } from './save-role.command.ts';

/** `organizeId` that asks for roles of every organisation. */
const GLOBAL = '0';

export const roleRoutes = implement<PermissionDb>()(roleContract, {
  async list({ query }, ctx) {
    let rows = roleTable.select(ctx, 'role').select([roleOrgIds.as('orgIds'), memberCount(ctx, 'role', 'role.id').as('memberCount')]);
    const { organizeId, enabledMark } = query;
    // rows: organisations of a role, for a condition over roles that came through their door
    if (organizeId === GLOBAL) rows = rows.where(sql<boolean>`not exists (select 1 from core.role_org as limited where limited.role_id = role.id)`);
    else if (organizeId)
      // rows: organisations of a role, for a condition over roles that came through their door
      rows = rows.where(sql<boolean>`exists (select 1 from core.role_org as limited where limited.role_id = role.id and limited.org_id = ${organizeId})`);
    if (enabledMark !== undefined) rows = rows.where('role.enabled', '=', enabledMark === 1);
    const found = matchesKeyword('role.searchGrams', query.keyword);
    if (found) rows = rows.where(found);
    const page = await selectPage(rows, {
      db: ctx.db,
      request: query,
      sorts: { fullName: 'role.fullName', enCode: 'role.enCode', sortCode: 'role.sortCode', creatorTime: 'role.createdAt' },
      byDefault: ['role.sortCode', 'asc'],
      tieBreaker: 'role.id',
    });
    const paths = await orgPaths(
      ctx,
      page.list.flatMap((row) => row.orgIds),
    );
    const giveable = await giveableIds(
      ctx,
      page.list.map((row) => row.id),
    );
    const list = page.list.map(
      (row): RoleRow => ({
        ...presentSetRow({ ...row, fullName: shownRoleName(row.enCode, row.fullName, ctx.language) }),
        rank: row.rank,
        mayGive: flagOf(giveable.has(row.id)),
        globalMark: flagOf(row.orgIds.length === 0),
        organizeInfo: row.orgIds.map((orgId) => paths.get(orgId)?.names.join('/') ?? '').join('; '),
      }),
    );
    return { ...page, list };
  },

  giveable: async ({ query }, ctx) => ({ list: await giveableRoles(ctx, (query.organizeIds ?? '').split(',').filter(Boolean), query.keyword) }),

  create: ({ body }, ctx) => createRole(ctx, body),

  async get({ params }, ctx) {
    const role = await requireRole(ctx, params.id);
    const paths = await orgPaths(ctx, role.orgIds);
    return {
      ...presentSet(role),
      rank: role.rank,
      globalMark: flagOf(role.orgIds.length === 0),
      organizeIdsTree: role.orgIds.map((orgId) => [...(paths.get(orgId)?.ids ?? [orgId])]),
      version: role.version,
    };
  },

  edit: ({ params, body }, ctx) => editRole(ctx, params.id, body),

  async remove({ params }, ctx) {
    await removeRole(ctx, params.id);
    return null;
  },

  async state({ params }, ctx) {
    await toggleRole(ctx, params.id);
    return null;
  },
});
