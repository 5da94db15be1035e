import { staffDirectory } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';
import { groupEntries } from './groups.query.ts';
import { growTree } from './grow-tree.ts';
import { findPeople, namesOf, peopleOf, peopleWithRole, somePeople, subordinatesOf } from './people.query.ts';
import { positionsOf, positionTree } from './position-tree.query.ts';
import { roleTree, rolesOf } from './role-tree.query.ts';
import { directoryContext } from './directory-context.ts';
import { unitTree } from './unit-tree.query.ts';
import { isTop, orgEntries, visibleUnit } from './units.query.ts';
import { ownUnit, userLevel, wholeUserTree } from './user-nodes.query.ts';

/** Who works here, for the pickers of every page: own organisation and all below, nobody who is deleted. */
export const directoryRoutes = implement<PermissionDb>()(staffDirectory, {
  organizeTree: async (_, ctx) => ({ list: growTree(await orgEntries(await directoryContext(ctx))) }),
  departmentTree: async ({ params, query }, ctx) => ({ list: await unitTree(await directoryContext(ctx), params.id, query) }),
  positionTree: async ({ query }, ctx) => ({ list: await positionTree(await directoryContext(ctx), query) }),
  positionsOfOrganizations: async ({ body }, ctx) => ({ list: await positionsOf(await directoryContext(ctx), body.organizeIds) }),
  roleTree: async ({ query }, ctx) => ({ list: await roleTree(await directoryContext(ctx), query.keyword) }),
  rolesOfOrganizations: async ({ body }, ctx) => ({ list: await rolesOf(await directoryContext(ctx), body.organizeIds) }),
  groups: (_, ctx) => groupEntries(ctx),

  async userNodes({ params, body }, ctx) {
    const directory = await directoryContext(ctx);
    const keyword = body.keyword?.trim() ?? '';
    return { list: keyword === '' ? await userLevel(directory, params.id, body.open) : await findPeople(directory, keyword) };
  },

  async organizationUsers({ query }, ctx) {
    const directory = await directoryContext(ctx);
    const asked = query.organizeId?.split(',').at(-1)?.trim() ?? '';
    const unit = asked === '' || isTop(asked) ? await ownUnit(directory) : await visibleUnit(directory, asked);
    return peopleOf(directory, unit, query.keyword);
  },

  subordinates: async ({ body }, ctx) => subordinatesOf(await directoryContext(ctx), body.keyword),
  usersByIds: async ({ body }, ctx) => ({ list: await namesOf(await directoryContext(ctx), body.userId) }),
  usersByRole: async ({ query }, ctx) => peopleWithRole(await directoryContext(ctx), query),
  all: async (_, ctx) => ({ list: await somePeople(await directoryContext(ctx)) }),
  userTree: async (_, ctx) => ({ list: await wholeUserTree(await directoryContext(ctx)) }),
});
