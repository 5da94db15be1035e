import { quantityFromText } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { PrescriptionStock } from '../../prescription/contract/index.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

/** What the doctor may count on: usable today, not frozen, not reserved. */
export const stockService = (ctx: ServerContext<PharmacyTables>): PrescriptionStock => ({
  async stockOf(orgId, drugIds) {
    if (drugIds.length === 0) return [];
    const today = ctx.clock.today();
    const usable = sql`not lot.frozen and lot.expires_on >= ${today}::date and lot.on_hand > lot.reserved`;
    const rows = await ctx.db
      .selectFrom('pharmacy.lot as lot')
      .select([
        'lot.drug_id',
        sql<string>`coalesce(sum(lot.on_hand - lot.reserved) filter (where ${usable}), 0)`.as('available'),
        sql<string>`sum(lot.on_hand)`.as('on_hand'),
        sql<string | null>`min(lot.expires_on) filter (where ${usable})`.as('nearest'),
      ])
      .where('lot.org_id', '=', orgId)
      .where('lot.drug_id', 'in', [...drugIds])
      .groupBy('lot.drug_id')
      .execute();
    return rows.map((row) => ({
      drugId: row.drug_id,
      available: quantityFromText(row.available),
      onHand: quantityFromText(row.on_hand),
      nearestExpiry: row.nearest,
    }));
  },
});
