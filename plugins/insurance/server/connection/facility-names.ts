import type { OrgId } from '@nephra/plugin-sdk/contract';
import { organizationNames, type ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../insurance-tables.ts';

/** Names of facilities as the insurer knows them; one without a connection goes by its own. */
export async function facilityNames(ctx: ServerContext<InsuranceTables>, orgIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // rows: names alone, of organisations that callers ask for: their own
  const rows = await ctx.db
    .selectFrom('insurance.connection')
    .select(['org_id', 'fixmedins_name'])
    .where('org_id', 'in', [...orgIds]) // no guard: callers ask for the names of their own facilities alone
    .execute();
  const own = await ctx.service(organizationNames).of(orgIds as readonly OrgId[]);
  return new Map([...own, ...rows.filter((row) => row.fixmedins_name !== '').map((row) => [row.org_id, row.fixmedins_name] as const)]);
}
