import { type ServerContext, sql, visibleRows } from '@nephra/plugin-sdk/server';
import type { PatientBilling } from '../../../patient/contract/index.ts';
import { billModel } from '../bills/bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';

/** Which patients have bills that the caller may see, and how many (`patient.billing@1`). */
export const patientBillingOf = (ctx: ServerContext<ChargingTables>): PatientBilling => ({
  async billCounts({ patientIds, orgIds, rightsOn }) {
    const rows = await ctx.db
      .selectFrom('charging.bill')
      .select((select) => ['patient_id', select.fn.countAll<string>().as('count')])
      .where(sql<boolean>`patient_id = any(${patientIds})`)
      .where('org_id', 'in', [...orgIds])
      .where('kind', '=', 'charge')
      .where(visibleRows(ctx, billModel, { rights: rightsOn(billModel.menu) }))
      .groupBy('patient_id')
      .execute();
    return rows.map((row) => ({ patientId: row.patient_id, billCount: Number(row.count) }));
  },
  async billedAmong({ patientIds, orgIds, rightsOn }) {
    const seen = visibleRows(ctx, billModel, { rights: rightsOn(billModel.menu), alias: 'bill' });
    // With an OFFSET it stays a look into the index per file, which ends at the first bill; joined, all bills of these files would be read.
    const { rows } = await sql<{ id: string }>`
      select file.id from unnest(${patientIds}::text[]) as file (id)
      where exists (select 1 from charging.bill as bill
        where bill.patient_id = file.id and bill.org_id = any(${orgIds}::text[]) and bill.kind = 'charge' and ${seen} offset 0)`.execute(ctx.db);
    return rows.map(({ id }) => id);
  },
});
