import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type CatalogueFacts, catalogueEntries, catalogueStock, type StockOfDrug, stockBy } from '../../../catalogue/contract/index.ts';

type Ctx = Pick<ServerContext<never>, 'service' | 'optionalService'>;

/** Entries of a facility by id, those out of use too, at the prices of `day`, today's unless told. */
export async function entriesBy(ctx: Ctx, orgId: OrgId, drugIds: readonly string[], day?: string): Promise<Map<string, CatalogueFacts>> {
  const found = await ctx.service(catalogueEntries).entries(orgId, drugIds, day);
  return new Map(found.map((entry) => [entry.drugId, entry]));
}

/** Stock by drug, empty while nobody keeps stock. */
export const stockOf = (ctx: Ctx, orgId: OrgId, drugIds: readonly string[]): Promise<Map<string, StockOfDrug>> =>
  stockBy(ctx.optionalService(catalogueStock), orgId, drugIds);
