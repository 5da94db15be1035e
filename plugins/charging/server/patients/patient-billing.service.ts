import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { PatientBilling } from '../../../patient/contract/index.ts';
import { billModel, readerFor } from '../bills/bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable } from '../tables/bill.table.ts';

/** Which patients have bills that the caller may see, and how many (`patient.billing@1`). */
export const patientBillingOf = (ctx: ServerContext<ChargingTables>): PatientBilling => ({
  async billCounts({ patientIds, orgIds, rightsOn }) {
    const rows = await billTable
      .select(readerFor(ctx, rightsOn(billModel.menu)), 'bill')
      .clearSelect()
      .select((select) => ['bill.patientId', select.fn.countAll<string>().as('count')])
      .where(sql<boolean>`bill."patientId" = any(${patientIds})`)
      .where('bill.orgId', 'in', [...orgIds])
      .where('bill.kind', '=', 'charge')
      .groupBy('bill.patientId')
      .execute();
    return rows.map((row) => ({ patientId: row.patientId, billCount: Number(row.count) }));
  },
  async billedAmong({ patientIds, orgIds, rightsOn }) {
    const bills = billTable.as(readerFor(ctx, rightsOn(billModel.menu)), 'bill');
    // With an OFFSET it stays a look into the index per file, which ends at the first bill; joined, all bills of these files would be read.
    const { rows } = await sql<{ id: string }>`
      select file.id from unnest(${patientIds}::text[]) as file (id)
      where exists (select 1 from ${bills}
        where bill."patientId" = file.id and bill."orgId" = any(${orgIds}::text[]) and bill.kind = 'charge' offset 0)`.execute(ctx.db);
    return rows.map(({ id }) => id);
  },
});
