import { staffDirectory } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';
import { groupEntries } from './groups.query.ts';
import { growTree } from './grow-tree.ts';
import { findPeople, namesOf, peopleOf, peopleWithRole, somePeople, subordinatesOf } from './people.query.ts';
import { positionsOf, positionTree } from './position-tree.query.ts';
import { roleTree, rolesOf } from './role-tree.query.ts';
import { sightOf } from './sight.ts';
import { unitTree } from './unit-tree.query.ts';
import { isTop, orgEntries, visibleUnit } from './units.query.ts';
import { ownUnit, userLevel, wholeUserTree } from './user-nodes.query.ts';

/** Who works here, for the pickers of every page: own organisation and all below, nobody who is deleted. */
export const directoryRoutes = implement<PermissionDb>()(staffDirectory, {
  organizeTree: async (_, ctx) => ({ list: growTree(await orgEntries(await sightOf(ctx))) }),
  departmentTree: async ({ params, query }, ctx) => ({ list: await unitTree(await sightOf(ctx), params.id, query) }),
  positionTree: async ({ query }, ctx) => ({ list: await positionTree(await sightOf(ctx), query) }),
  positionsOfOrganizations: async ({ body }, ctx) => ({ list: await positionsOf(await sightOf(ctx), body.organizeIds) }),
  roleTree: async ({ query }, ctx) => ({ list: await roleTree(await sightOf(ctx), query.keyword) }),
  rolesOfOrganizations: async ({ body }, ctx) => ({ list: await rolesOf(await sightOf(ctx), body.organizeIds) }),
  groups: (_, ctx) => groupEntries(ctx),

  async userNodes({ params, body }, ctx) {
    const sight = await sightOf(ctx);
    const keyword = body.keyword?.trim() ?? '';
    return { list: keyword === '' ? await userLevel(sight, params.id, body.open) : await findPeople(sight, keyword) };
  },

  async organizationUsers({ query }, ctx) {
    const sight = await sightOf(ctx);
    const asked = query.organizeId?.split(',').at(-1)?.trim() ?? '';
    const unit = asked === '' || isTop(asked) ? await ownUnit(sight) : await visibleUnit(sight, asked);
    return peopleOf(sight, unit, query.keyword);
  },

  subordinates: async ({ body }, ctx) => subordinatesOf(await sightOf(ctx), body.keyword),
  usersByIds: async ({ body }, ctx) => ({ list: await namesOf(await sightOf(ctx), body.userId) }),
  usersByRole: async ({ query }, ctx) => peopleWithRole(await sightOf(ctx), query),
  all: async (_, ctx) => ({ list: await somePeople(await sightOf(ctx)) }),
  userTree: async (_, ctx) => ({ list: await wholeUserTree(await sightOf(ctx)) }),
});
