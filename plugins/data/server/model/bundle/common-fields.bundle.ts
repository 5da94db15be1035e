import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { commonField } from '../../../contract/model/common-field.contract.ts';
import { commonFieldTable } from '../../tables/common-field.table.ts';
import type { DataDb } from '../../tables/tables.ts';
import { commonFieldRoutes } from '../common-field.routes.ts';

const text = Type.String();
const whole = Type.Integer();

/** Common columns by their names in the database. */
export const commonFieldBundle = bundlePart<DataDb>({
  id: 'common-fields',
  title: { zh: '常用字段', zhtw: '常用欄位', en: 'Common columns' },
  format: 1,
  fields: bundleRecordFields(commonField, ['fieldName', 'dataType', 'dataLength', 'allowNull', 'sortCode']),
  values: Type.Object({ fieldName: text, dataType: text, dataLength: text, allowNull: whole, sortCode: whole }, { additionalProperties: false }),
  async rows(ctx, codes) {
    const rows = (await commonFieldTable.select(ctx, 'one').orderBy('one.field').execute()).filter(({ field }) => !codes || codes.has(field));
    return {
      rows: rows.map(({ field, fieldName, dataType, dataLength, allowNull, sortCode }) => ({
        code: field,
        name: fieldName === '' ? field : fieldName,
        values: { fieldName, dataType, dataLength, allowNull: allowNull ? 1 : 0, sortCode },
      })),
      left: [],
    };
  },
  writer: async (ctx) => async (row) => {
    const stored = await commonFieldTable.select(ctx, 'one').where('one.field', '=', row.code).executeTakeFirst();
    await writeBundleRecord(ctx, commonFieldRoutes, stored?.id, { ...row.values, field: row.code });
  },
});
