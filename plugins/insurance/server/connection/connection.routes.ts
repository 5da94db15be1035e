import { insuranceRegions } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { connectionContract } from '../../contract/index.ts';
import { adapterOf } from '../client/connection-reader.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { connectionTable } from '../tables/connection.table.ts';
import { checkConnection } from './check-connection.command.ts';
import { noConnection, presentConnection, presentRegion } from './connection.present.ts';
import { facilityNames } from './facility-names.ts';
import { lineStateOf } from './line-state.query.ts';
import { saveConnection } from './save-connection.command.ts';

export const connectionRoutes = implement<InsuranceTables>()(connectionContract, {
  regions: (_input, ctx) => ({ list: ctx.extensions(insuranceRegions).map(({ value, pluginId }) => presentRegion(value, pluginId)) }),

  async list(_input, ctx) {
    const { orgIds } = ctx.user;
    const rows = await connectionTable.select(ctx).execute();
    const names = await facilityNames(ctx, orgIds);
    return {
      list: orgIds.map((orgId) => {
        const row = rows.find((one) => one.orgId === orgId);
        const orgName = names.get(orgId) ?? '';
        if (!row) return noConnection(orgId, orgName);
        return presentConnection(row, { orgName, regionRunning: adapterOf(ctx, row.region) !== undefined, addressAllowed: ctx.outbound.allows(row.baseUrl) });
      }),
    };
  },

  save: ({ params, body }, ctx) => saveConnection(ctx, params.orgId, body),
  check: ({ params }, ctx) => checkConnection(ctx, params.orgId),
  state: (_input, ctx) => lineStateOf(ctx),
});
