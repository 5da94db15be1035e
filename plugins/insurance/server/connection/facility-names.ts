import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ExchangeTables } from '../exchange/exchange-tables.ts';

/** Names of facilities as the insurer knows them; one without a connection has none. */
export async function facilityNames(ctx: ServerContext<ExchangeTables>, orgIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('insurance.connection')
    .select(['org_id', 'fixmedins_name'])
    .where('org_id', 'in', [...orgIds])
    .execute();
  return new Map(rows.map((row) => [row.org_id, row.fixmedins_name]));
}
