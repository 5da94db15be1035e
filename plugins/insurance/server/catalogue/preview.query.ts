import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import type { previewContract } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { catalogueVersionTable } from '../tables/catalogue-run.table.ts';
import { connectionTable } from '../tables/connection.table.ts';
import { listedCodes, mappedCodes } from './list-facts.query.ts';

type Ctx = RequestContext<InsuranceTables>;
type Reply = ReplyOf<(typeof previewContract)['routes']['facts']>;

/** Facts behind entries of the caller's facility: by their mapping, else by the code that the facility's catalogue holds. */
export async function previewFacts(ctx: Ctx, drugIds: readonly string[]): Promise<Reply> {
  const { orgId } = ctx.user;
  const own = connectionTable.select(ctx).clearSelect().where('row.orgId', '=', orgId);
  const connection = await own.select(['row.enabled', 'row.simulated']).executeTakeFirst();
  if (!connection?.enabled) return { connected: false, simulated: false, asOf: null, list: [] };
  const today = ctx.clock.today();
  const ids = [...new Set(drugIds)];
  const entries = await ctx.service(catalogueEntries).entries(orgId, ids);
  const mapped = await mappedCodes(ctx.db, orgId, ids, today);
  const codes = new Map(entries.map((entry) => [entry.drugId as string, mapped.get(entry.drugId) ?? entry.medicalInsCode]));
  const facts = await listedCodes(ctx.db, { orgId, today, level: ctx.user.priceType }, [...codes.values()]);
  const checked = await catalogueVersionTable
    .select(ctx)
    .clearSelect()
    .select(({ fn }) => fn.min('row.checkedAt').as('since'))
    .where('row.orgId', '=', orgId)
    .where('row.kind', 'in', ['1312', '1318', '1319'])
    .executeTakeFirst();
  return {
    connected: true,
    simulated: connection.simulated,
    asOf: checked?.since ? new Date(checked.since).getTime() : null,
    list: entries.map(({ drugId }) => {
      const code = codes.get(drugId) ?? '';
      const fact = facts.get(code);
      return {
        drugId,
        code,
        listed: fact?.listed ?? false,
        grade: fact?.grade ?? '',
        cap: fact?.cap ?? '',
        share: fact?.share ?? '0.0000',
        limited: fact?.limited ?? false,
        limitText: fact?.limitText ?? '',
      };
    }),
  };
}
