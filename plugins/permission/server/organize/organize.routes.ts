import { implement } from '@nephra/plugin-sdk/server';
import { organizeContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';
import { administratorsOf, saveAdministrators } from './administrators.command.ts';
import { dialysisCenters, oneOrganize, organizeTree, possibleParents } from './organize.query.ts';
import { actOnOrganize, createOrganize, editOrganize, removeOrganize } from './save-organize.command.ts';

export const organizeRoutes = implement<PermissionDb>()(organizeContract, {
  list: async ({ query }, ctx) => ({ list: await organizeTree(ctx, query.keyword) }),
  parents: async ({ params }, ctx) => ({ list: await possibleParents(ctx, params.id) }),
  dialysisCenters: async (_input, ctx) => ({ list: await dialysisCenters(ctx) }),
  one: ({ params }, ctx) => oneOrganize(ctx, params.id),
  create: ({ body }, ctx) => createOrganize(ctx, body),
  edit: ({ params, body }, ctx) => editOrganize(ctx, params.id, body),
  remove: ({ params }, ctx) => removeOrganize(ctx, params.id),
  act: ({ params }, ctx) => actOnOrganize(ctx, params.id, params.action),
  state: ({ params }, ctx) => actOnOrganize(ctx, params.id, 'state'),
  administrators: ({ params }, ctx) => administratorsOf(ctx, params.id),
  saveAdministrators: ({ params, body }, ctx) => saveAdministrators(ctx, params.id, body),
});
