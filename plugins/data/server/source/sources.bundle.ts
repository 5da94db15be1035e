import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { dataSource } from '../../contract/source/data-source.contract.ts';
import { dataSourceTable, sourceSecretTable } from '../tables/source.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { sourceRoutes } from './source.routes.ts';

const NAMES = ['dbType', 'host', 'port', 'serviceName', 'dbSchema', 'userName', 'sortCode', 'enabledMark'] as const;
/** Asked for by its form of this kind alone. */
const ORACLE = ['tableSpace', 'oracleExtend', 'oracleLinkType', 'oracleRole', 'oracleService'] as const;
const text = Type.String();
const whole = Type.Integer();
const perhaps = Type.Optional(text);

/** Foreign databases by their names. A password stays with its site: there it is typed again, and a host that the site does not list is called by nobody. */
export const sourceBundle = bundlePart<DataDb>({
  id: 'sources',
  title: { zh: '数据连接', zhtw: '資料連線', en: 'Data sources' },
  format: 1,
  fields: bundleRecordFields(dataSource, [...NAMES, ...ORACLE]),
  values: Type.Object(
    {
      ...{ dbType: text, host: text, port: whole, serviceName: text, dbSchema: text, userName: text, sortCode: whole, enabledMark: whole },
      ...{ tableSpace: perhaps, oracleExtend: Type.Optional(whole), oracleLinkType: perhaps, oracleRole: perhaps, oracleService: perhaps },
    },
    { additionalProperties: false },
  ),
  async rows(ctx, codes) {
    const rows = (await dataSourceTable.select(ctx, 'one').orderBy('one.fullName').execute()).filter(({ fullName }) => !codes || codes.has(fullName));
    const secrets = await sourceSecretTable.everywhere(ctx, 'whether there is a password, not which').execute();
    const withPassword = new Set(secrets.map(({ sourceId }) => sourceId));
    return {
      rows: rows.map((row) => ({
        code: row.fullName,
        name: row.fullName,
        values: {
          ...{ dbType: row.dbType, host: row.host, port: row.port, serviceName: row.serviceName, dbSchema: row.dbSchema, userName: row.userName },
          ...{ sortCode: row.sortCode, enabledMark: row.enabled ? 1 : 0 },
          ...(row.dbType === 'Oracle' && {
            ...{ tableSpace: row.tableSpace, oracleExtend: row.oracleExtend ? 1 : 0, oracleLinkType: row.oracleLinkType },
            ...{ oracleRole: row.oracleRole, oracleService: row.oracleService },
          }),
        },
      })),
      left: rows.filter(({ id }) => withPassword.has(id)).map(({ fullName }) => ({ name: fullName, why: 'secret' as const })),
    };
  },
  writer: async (ctx) => async (row) => {
    const stored = await dataSourceTable.select(ctx, 'one').where('one.fullName', '=', row.code).executeTakeFirst();
    await writeBundleRecord(ctx, sourceRoutes, stored?.id, { ...row.values, fullName: row.code });
  },
});
