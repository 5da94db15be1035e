import { staffDirectory } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';
import { groupEntries } from './groups.query.ts';
import { growTree } from './grow-tree.ts';
import { findPeople, namesOf, peopleOf, peopleWithRole, somePeople, subordinatesOf } from './people.query.ts';
import { positionsOf, positionTree } from './position-tree.query.ts';
import { roleTree, rolesOf } from './role-tree.query.ts';
import { unitTree } from './unit-tree.query.ts';
import { isTop, orgEntries, visibleUnit } from './units.query.ts';
import { ownUnit, userLevel, wholeUserTree } from './user-nodes.query.ts';

/** Who works here, for the pickers of every page: own organisation and all below, nobody who is deleted. */
export const directoryRoutes = implement<PermissionDb>()(staffDirectory, {
  organizeTree: async (_, ctx) => ({ list: growTree(await orgEntries(ctx)) }),
  departmentTree: async ({ params, query }, ctx) => ({ list: await unitTree(ctx, params.id, query) }),
  positionTree: async ({ query }, ctx) => ({ list: await positionTree(ctx, query) }),
  positionsOfOrganizations: async ({ body }, ctx) => ({ list: await positionsOf(ctx, body.organizeIds) }),
  roleTree: async ({ query }, ctx) => ({ list: await roleTree(ctx, query.keyword) }),
  rolesOfOrganizations: async ({ body }, ctx) => ({ list: await rolesOf(ctx, body.organizeIds) }),
  groups: (_, ctx) => groupEntries(ctx),

  async userNodes({ params, body }, ctx) {
    const keyword = body.keyword?.trim() ?? '';
    return { list: keyword === '' ? await userLevel(ctx, params.id) : await findPeople(ctx, keyword) };
  },

  async organizationUsers({ query }, ctx) {
    const asked = query.organizeId?.split(',').at(-1)?.trim() ?? '';
    const unit = asked === '' || isTop(asked) ? await ownUnit(ctx) : await visibleUnit(ctx, asked);
    return peopleOf(ctx, unit, query.keyword);
  },

  subordinates: ({ body }, ctx) => subordinatesOf(ctx, body.keyword),
  usersByIds: async ({ body }, ctx) => ({ list: await namesOf(ctx, body.userId) }),
  usersByRole: ({ query }, ctx) => peopleWithRole(ctx, query),
  all: async (_, ctx) => ({ list: await somePeople(ctx) }),
  userTree: async (_, ctx) => ({ list: await wholeUserTree(ctx) }),
});
