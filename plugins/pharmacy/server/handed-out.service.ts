import { quantityFromText } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { PrescriptionHandedOut } from '../../prescription/contract/index.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

/** What is still with the patient, for whoever gives money back. Lines without stock never appear: nothing of them can come back. */
export const handedOutService = (ctx: ServerContext<PharmacyTables>): PrescriptionHandedOut => ({
  async linesOf(dpId, orgIds) {
    // A hand-over of a further part may be under way; whoever gives money back waits for it, and it for them.
    await ctx.db.selectFrom('pharmacy.dispensing').select('acts').where('dp_id', '=', dpId).forUpdate().execute();
    const rows = await ctx.db
      .selectFrom('pharmacy.allocation')
      .select(['detail_id', sql<string>`sum(taken)`.as('dispensed'), sql<string>`sum(returned)`.as('returned')])
      .where('dp_id', '=', dpId)
      .where('org_id', 'in', [...orgIds])
      .where('taken', '>', '0')
      .groupBy('detail_id')
      .orderBy('detail_id')
      .execute();
    return rows.map((row) => ({ detailId: row.detail_id, dispensed: quantityFromText(row.dispensed), returned: quantityFromText(row.returned) }));
  },
});
