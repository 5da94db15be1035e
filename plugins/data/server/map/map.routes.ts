import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { requireSystemAdministrator, type ServedRecord, serveRecord, type UploadBody } from '@nephra/plugin-sdk/server';
import { mapContract } from '../../contract/map/map.contract.ts';
import { MAP_MENU, MAX_MAP_BYTES } from '../../contract/map/map-limits.ts';
import { type ReadMap, readGeoJson } from '../../domain/map/geo-json.ts';
import { mapShapeTable, mapTable } from '../tables/map.table.ts';
import type { Ctx, DataDb, ReadCtx } from '../tables/tables.ts';
import { uploadedText } from '../uploaded-text.ts';

const MEGABYTE = 1_048_576;
const tooLarge = (): AppError => new AppError('data.map-too-large', { code: EnvelopeCode.TooLarge, params: { limit: MAX_MAP_BYTES / MEGABYTE } });

const textOf = (ctx: Ctx, body: UploadBody): Promise<string> =>
  uploadedText(ctx, body, {
    type: 'data-map',
    maxBytes: MAX_MAP_BYTES,
    otherType: () => new AppError('data.map-file-type', { code: EnvelopeCode.Invalid }),
    tooLarge,
  });

/** Puts shapes in place of those that a map has; in a transaction. */
export async function keepShapes(ctx: ReadCtx, mapId: string, content: string): Promise<void> {
  await ctx.db
    .insertInto('data.map_shape')
    .values({ map_id: mapId, content })
    .onConflict((conflict) => conflict.column('map_id').doUpdateSet({ content }))
    .execute();
}

/** @throws AppError what is wrong with GeoJSON, with its place */
export function readShapes(content: string): ReadMap {
  const read = readGeoJson(content);
  if ('flaw' in read) throw new AppError(`data.${read.flaw}`, { code: EnvelopeCode.Invalid, params: { path: read.path } });
  // A bundle may hold more than a file that is uploaded.
  if (Buffer.byteLength(read.text) > MAX_MAP_BYTES) throw tooLarge();
  return read;
}

/** Gives a map these shapes and no others; in a transaction. @param read undefined: none. @returns the map before and what it has now */
export async function replaceShapes(ctx: Ctx, id: string, read: ReadMap | undefined) {
  const after = { features: read?.features ?? 0, dataSize: read ? Buffer.byteLength(read.text) : 0 };
  const before = await mapTable.lock(ctx, id);
  await mapTable.update(ctx, before, after);
  if (read) await keepShapes(ctx, id, read.text);
  // rows: shapes of the map that was just locked
  else await ctx.db.deleteFrom('data.map_shape').where('map_id', '=', id).execute();
  return { before, after };
}

/**
 * POST {id}/Data
 * @throws AppError `data.map-file-type`, `data.map-too-large`, and what is wrong with the file, with its place
 */
async function takeShapes(ctx: Ctx, id: string, body: UploadBody): Promise<{ features: number }> {
  requireSystemAdministrator(ctx);
  const read = readShapes(await textOf(ctx, body));
  const { before, after } = await ctx.transaction(() => replaceShapes(ctx, id, read));
  ctx.audit({ subject: 'data-map', subjectId: id, before: { features: before.features, dataSize: before.dataSize }, after });
  ctx.message('map.uploaded', { name: before.fullName, n: read.features });
  return { features: read.features };
}

export const mapRoutes: ServedRecord = serveRecord<DataDb>()(mapContract, mapTable, {
  shown: async (_ctx, rows) => rows.map(({ features, dataSize }) => ({ features, dataSize })),
  // All organisations draw them.
  keeps: async (ctx) => ctx.user.isAdministrator,
  initial: () => ({ features: 0, dataSize: 0 }),
  async after(ctx, { after, sent }, { id }) {
    // rows: shapes of the map that was just deleted, under its lock
    if (!after) await ctx.db.deleteFrom('data.map_shape').where('map_id', '=', id).execute();
    else if (typeof sent.data === 'string' && sent.data !== '') await replaceShapes(ctx, id, readShapes(sent.data));
  },
  more: {
    async data({ params: { id } }, ctx) {
      const { fullName, enabled } = await mapTable.one(ctx, id);
      // One that is off is looked at on its page alone.
      if (!enabled && !ctx.can(MAP_MENU)) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
      const shape = await mapShapeTable.select(ctx, 'shape').where('shape.mapId', '=', id).executeTakeFirst();
      return { id, fullName, data: shape?.content ?? '' };
    },
    upload: ({ params, body }, ctx) => takeShapes(ctx, params.id, body as unknown as UploadBody),
  },
});
