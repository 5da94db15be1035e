import { implement } from '@nephra/plugin-sdk/server';
import { positionContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';
import { allPositions, onePosition, positionPage } from './position.query.ts';
import { createPosition, editPosition, removePosition, turnPosition } from './save-position.command.ts';

export const positionRoutes = implement<PermissionDb>()(positionContract, {
  list: ({ query }, ctx) => positionPage(ctx, query),
  all: async (_input, ctx) => ({ list: await allPositions(ctx) }),
  one: ({ params }, ctx) => onePosition(ctx, params.id),
  create: ({ body }, ctx) => createPosition(ctx, body),
  edit: ({ params, body }, ctx) => editPosition(ctx, params.id, body),
  remove: ({ params }, ctx) => removePosition(ctx, params.id),
  state: ({ params }, ctx) => turnPosition(ctx, params.id),
});
