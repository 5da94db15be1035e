import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { dataMap } from '../../contract/map/map.contract.ts';
import { fittingShapes } from '../../domain/map/fitting-shapes.ts';
import { mapShapeTable, mapTable } from '../tables/map.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { mapRoutes, readShapes, replaceShapes } from './map.routes.ts';

const text = Type.String();
const whole = Type.Integer();

/** Maps with their shapes, as one text of GeoJSON each. */
export const mapBundle = bundlePart<DataDb>({
  id: 'maps',
  title: { zh: '地图', zhtw: '地圖', en: 'Maps' },
  format: 1,
  fields: {
    ...bundleRecordFields(dataMap, ['fullName', 'sortCode', 'enabledMark', 'description']),
    shapes: { label: { zh: '图形', zhtw: '圖形', en: 'Shapes' } },
  },
  values: Type.Object({ fullName: text, sortCode: whole, enabledMark: whole, description: text, shapes: text }, { additionalProperties: false }),
  async rows(ctx, codes) {
    const all = (await mapTable.select(ctx, 'one').orderBy('one.enCode').execute()).filter(({ enCode }) => !codes || codes.has(enCode));
    // Whoever names maps wants these whole, and hears when the file grows too large; all of a site's maps could not go along at once.
    const { fit, beyond } = codes ? { fit: all, beyond: [] } : fittingShapes(all);
    const ids = fit.map(({ id }) => id);
    const shapes = ids.length === 0 ? [] : await mapShapeTable.select(ctx, 'shape').where('shape.mapId', 'in', ids).execute();
    const contents = new Map(shapes.map(({ mapId, content }) => [mapId, content]));
    return {
      rows: fit.map(({ id, enCode, fullName, sortCode, enabled, description }) => ({
        code: enCode,
        name: fullName,
        values: { fullName, sortCode, enabledMark: enabled ? 1 : 0, description, shapes: contents.get(id) ?? '' },
      })),
      left: beyond.map(({ fullName }) => ({ name: fullName, why: 'large' as const })),
    };
  },
  writer: async (ctx) => async (row) => {
    const { shapes, ...values } = row.values;
    const read = shapes === '' ? undefined : readShapes(String(shapes));
    const stored = await mapTable.select(ctx, 'one').where('one.enCode', '=', row.code).executeTakeFirst();
    const id = await writeBundleRecord(ctx, mapRoutes, stored?.id, { ...values, enCode: row.code });
    await replaceShapes(ctx, id, read);
  },
});
