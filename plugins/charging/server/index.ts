import { defineServerPlugin, provide } from '@nephra/plugin-sdk/server';
import { patientBilling } from '../../patient/contract/index.ts';
import type { ChargingDemo } from '../contract/index.ts';
import { chargeRoutes } from './charge.routes.ts';
import { loadChargingDemo } from './charging-demo.ts';
import type { ChargingTables } from './charging-tables.ts';
import charging from './migrations/0001-charging.sql';

export default defineServerPlugin<ChargingTables>({
  schema: 'charging',
  migrations: [{ name: '0001-charging', sql: charging }],
  implementations: [chargeRoutes],
  services: [
    provide(patientBilling, (ctx: Parameters<typeof loadChargingDemo>[1]) => ({
      async billCounts({ orgIds }) {
        const rows = await ctx.db
          .selectFrom('charging.bill')
          .select((select) => ['patient_id', select.fn.countAll<string>().as('count')])
          .where('org_id', 'in', [...orgIds])
          .where('kind', '=', 'charge')
          .groupBy('patient_id')
          .execute();
        return rows.map((row) => ({ patientId: row.patient_id, billCount: Number(row.count) }));
      },
    })),
  ],
  demo: (data, ctx) => loadChargingDemo(data as ChargingDemo, ctx),
});
