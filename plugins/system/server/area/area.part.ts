import { areaDirectory, provide, type ServerPart, small } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';
import { areasForRules } from './area-directory.service.ts';
import { areaRoutes } from './area.routes.ts';
import { seedAreas } from './seed-areas.ts';
import { renewTowns } from './seed-towns.ts';

/** Provinces, cities and districts, and their towns where a site wants them. */
export const areaPart: ServerPart<SystemDb> = {
  name: 'area',
  implementations: [areaRoutes],
  tableSizes: { area: small(50_000), area_listed: small(50_000), area_seed: small(2) },
  services: [provide(areaDirectory, areasForRules)],
  start: async (ctx) => {
    const { added, named, dropped } = await seedAreas(ctx);
    if (added + named + dropped > 0) ctx.log.info({ added, named, dropped }, 'areas were taken over from the list of the product');
    const towns = await renewTowns(ctx);
    if (towns) ctx.log.info({ ...towns }, 'towns were taken over from the list of the product');
  },
};
