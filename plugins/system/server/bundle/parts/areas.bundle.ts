import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { area } from '../../../contract/area/area.contract.ts';
import { areaRoutes } from '../../area/area.routes.ts';
import { areaListedTable, areaTable } from '../../tables/area.table.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { flag, missing, wanted } from './record-entries.ts';

const text = Type.String();

async function allAreas(ctx: Ctx) {
  const rows = await areaTable.select(ctx, 'one').orderBy('one.enCode').execute();
  const listed = new Map((await areaListedTable.select(ctx, 'one').execute()).map(({ areaId, name }) => [areaId, name]));
  const codes = new Map(rows.map(({ id, enCode }) => [id, enCode]));
  return rows.map(({ id, fullName, enCode, parentId, enabled, sortCode, description }) => {
    const parent = (parentId && codes.get(parentId)) ?? '';
    return {
      code: enCode,
      name: fullName,
      ...(parent !== '' && { parent }),
      values: { fullName, parent, enabledMark: flag(enabled), sortCode, description },
      // What the national list brings is at every site.
      own: listed.get(id) !== fullName || !enabled,
    };
  });
}

/** Areas that a site added, and those of the list that it named otherwise or took out of service. */
export const areas = bundlePart<SystemDb>({
  id: 'areas',
  title: { zh: '行政区划', zhtw: '行政區劃', en: 'Areas' },
  format: 1,
  fields: {
    ...bundleRecordFields(area, ['fullName', 'enabledMark', 'sortCode', 'description']),
    parent: { label: { zh: '上级', zhtw: '上級', en: 'Above' } },
  },
  values: Type.Object(
    { fullName: text, parent: text, enabledMark: Type.Integer(), sortCode: Type.Integer(), description: text },
    { additionalProperties: false },
  ),
  rows: async (ctx, codes) => wanted(await allAreas(ctx), codes, ({ own }) => own).map(({ own: _, ...row }) => row),
  writer: async (ctx) => async (row) => {
    const { parent, ...values } = row.values;
    const asked = [row.code, ...(parent === '' ? [] : [String(parent)])];
    const found = await areaTable.select(ctx, 'one').where('one.enCode', 'in', asked).execute();
    const idOf = (code: string): string | undefined => found.find(({ enCode }) => enCode === code)?.id;
    const parentId = parent === '' ? '' : idOf(String(parent));
    if (parentId === undefined) throw missing(String(parent));
    await writeBundleRecord(ctx, areaRoutes, idOf(row.code), { ...values, enCode: row.code, parentId });
  },
});
