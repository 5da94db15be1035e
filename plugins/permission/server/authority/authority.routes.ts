import type { Right } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { authorityContract } from '../../contract/authority.contract.ts';
import { type Ctx, notFound, type PermissionDb } from '../permission-call.ts';
import { addToObjects, holdersOf, replaceObjectGrants, setHoldersOf } from './change-grants.command.ts';
import { explainUser } from './explain-user.query.ts';
import { findGrantObject, subjectOf } from './grant-object.ts';
import { grantsOfObject, stepValues } from './grants-of-object.query.ts';
import { holdersOfCode } from './holders-of-code.query.ts';
import { rightOfId } from './resolve-rights.query.ts';
import { rightsCatalogue } from './rights-catalogue.query.ts';

async function requireRight(ctx: Ctx, id: string): Promise<Right> {
  const right = await rightOfId(ctx, id);
  if (!right) throw notFound();
  return right;
}

export const authorityRoutes = implement<PermissionDb>()(authorityContract, {
  async catalogue(_input, ctx) {
    return { list: [...(await rightsCatalogue(ctx)).menus] };
  },

  grants: ({ params, query }, ctx) => grantsOfObject(ctx, params.objectId, query.objectType),

  values: ({ params, body }, ctx) => stepValues(ctx, params.objectId, body.type, (body.moduleIds ?? '').split(',').filter(Boolean), body.objectType),

  replace: ({ params, body }, ctx) => replaceObjectGrants(ctx, params.objectId, body),

  batch: ({ body }, ctx) => addToObjects(ctx, body),

  async holdersOf({ params }, ctx) {
    const right = await requireRight(ctx, params.itemId);
    const ids: string[] = [];
    for (const id of await holdersOf(ctx, right, subjectOf(params.objectType))) if (await findGrantObject(ctx, id, params.objectType)) ids.push(id);
    return { ids };
  },

  async setHolders({ params, body }, ctx) {
    return setHoldersOf(ctx, await requireRight(ctx, params.itemId), body.objectType, body.objectId);
  },

  explain: ({ params }, ctx) => explainUser(ctx, params.userId),
  holders: ({ query }, ctx) => holdersOfCode(ctx, query),
});
