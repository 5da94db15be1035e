import { quantityFromText } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { CatalogueStock } from '../../../catalogue/contract/index.ts';
import { lotTable } from './lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

/** What the doctor may count on: usable today, not frozen, not reserved. */
export const stockService = (ctx: ServerContext<PharmacyTables>): CatalogueStock => ({
  async stockOf(orgId, drugIds) {
    if (drugIds.length === 0) return [];
    const today = ctx.clock.today();
    const usable = sql`not lot.frozen and lot."expiresOn" >= ${today}::date and lot."onHand" > lot.reserved`;
    const rows = await lotTable
      .everywhere(ctx, 'a service without a user of its own: the plugin that asks names the facility', 'lot')
      .clearSelect()
      .select([
        'lot.drugId',
        sql<string>`coalesce(sum(lot."onHand" - lot.reserved) filter (where ${usable}), 0)`.as('available'),
        sql<string>`sum(lot."onHand")`.as('on_hand'),
        sql<string | null>`min(lot."expiresOn") filter (where ${usable})`.as('nearest'),
      ])
      .where('lot.orgId', '=', orgId)
      .where('lot.drugId', 'in', [...drugIds])
      .groupBy('lot.drugId')
      .execute();
    return rows.map((row) => ({
      drugId: row.drugId,
      available: quantityFromText(row.available),
      onHand: quantityFromText(row.on_hand),
      nearestExpiry: row.nearest,
    }));
  },
});
