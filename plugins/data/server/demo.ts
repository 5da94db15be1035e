import { FLOOR_PLAN } from '../domain/map/floor-plan.ts';
import { readGeoJson } from '../domain/map/geo-json.ts';
import { keepShapes } from './map/map.routes.ts';
import { mapTable } from './tables/map.table.ts';
import type { ReadCtx } from './tables/tables.ts';

/** A made-up floor plan for the demo system. */
export async function fillDemo(_data: unknown, ctx: ReadCtx): Promise<void> {
  const read = readGeoJson(FLOOR_PLAN);
  if ('flaw' in read) throw new Error(`the floor plan of the demo is no map: ${read.flaw} ${read.path}`);
  const { id } = await mapTable.insert(ctx, {
    fullName: 'SIM 透析中心平面图',
    enCode: 'SIM.FLOOR',
    sortCode: 10,
    description: '示例：虚构的透析中心楼层',
    enabled: true,
    features: read.features,
    dataSize: Buffer.byteLength(read.text),
  });
  await keepShapes(ctx, id, read.text);
}
