import { implement } from '@nephra/plugin-sdk/server';
import { materialContract } from '../contract/material/material.contract.ts';
import { takeMaterialBack, takeMaterial } from './acts/material.ts';
import type { SessionDb } from './tables/tables.ts';

export const materialRoutes = implement<SessionDb>()(materialContract, {
  material: ({ params, body }, ctx) => takeMaterial(ctx, params.id, body),
  materialBack: ({ params, body }, ctx) => takeMaterialBack(ctx, params.id, params.entryId, body),
});
