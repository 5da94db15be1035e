import { type ServerContext, visibleRows } from '@nephra/plugin-sdk/server';
import type { PatientRecords } from '../../../patient/contract/index.ts';
import { billModel } from '../bills/bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';

/** What was charged for a person, for whoever merges two files. Bills are never changed, so the newest one is the newest write. */
export const billingRecordsOf = (ctx: ServerContext<ChargingTables>): PatientRecords => ({
  async summary(patientIds, rightsOn) {
    if (patientIds.length === 0) return { count: 0, lastWrittenAt: null };
    const seen = visibleRows(ctx, billModel, { rights: rightsOn(billModel.menu) });
    // rows: when something was last written for the person is asked of all facilities; the number is of what the caller may see
    const found = await ctx.db
      .selectFrom('charging.bill')
      .where('patient_id', 'in', patientIds)
      .select((eb) => [eb.fn.countAll<string>().filterWhere(seen).as('count'), eb.fn.max<Date | null>('charged_at').as('last_written_at')])
      .executeTakeFirstOrThrow();
    return { count: Number(found.count), lastWrittenAt: found.last_written_at?.getTime() ?? null };
  },
});
