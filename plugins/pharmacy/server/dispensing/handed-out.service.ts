import { quantityFromText } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { PrescriptionHandedOut } from '../../../prescription/contract/index.ts';
import { allocationTable } from '../stock/allocation.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

/** What is still with the patient, for whoever gives money back. Lines without stock never appear: nothing of them can come back. */
export const handedOutService = (ctx: ServerContext<PharmacyTables>): PrescriptionHandedOut => ({
  async linesOf(dpId, orgIds) {
    // A hand-over of a further part may be under way; whoever gives money back waits for it, and it for them.
    // rows: a lock of a prescription that whoever asks has found
    await ctx.db.selectFrom('pharmacy.dispensing').select('acts').where('dp_id', '=', dpId).forUpdate().execute();
    const rows = await allocationTable
      .everywhere(ctx, 'a service without a user of its own: the plugin that asks names the facilities', 'share')
      .clearSelect()
      .select(['share.detailId', sql<string>`sum(share.taken)`.as('dispensed'), sql<string>`sum(share.returned)`.as('returned')])
      .where('share.dpId', '=', dpId)
      .where('share.orgId', 'in', [...orgIds])
      .where('share.taken', '>', '0')
      .groupBy('share.detailId')
      .orderBy('share.detailId')
      .execute();
    return rows.map((row) => ({ detailId: row.detailId, dispensed: quantityFromText(row.dispensed), returned: quantityFromText(row.returned) }));
  },
});
