import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { connectionContract } from '../../contract/index.ts';
import { DOUBTFUL_STATES } from '../../domain/settlement/settlement-states.ts';
import { adapterOf } from '../client/connection-reader.ts';
import { waitingCalls } from '../client/line-queue.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { patientRowFilter, seenAmong } from '../patient-row-filter.ts';
import { connectionTable, platformLineTable } from '../tables/connection.table.ts';
import { settlementTable } from '../tables/settlement.table.ts';

type LineState = ReplyOf<typeof connectionContract.routes.state>;

/** GET state: the caller's own facility; doubtful settlements of all that the caller sees. */
export async function lineStateOf(ctx: RequestContext<InsuranceTables>): Promise<LineState> {
  const { orgId } = ctx.user;
  const row = await ctx.db
    .selectFrom(connectionTable.as(ctx, 'connection'))
    .leftJoin(platformLineTable.as(ctx, 'line'), 'line.orgId', 'connection.orgId')
    .select(['connection.region', 'connection.enabled', 'connection.simulated', 'connection.testRegion', 'line.openUntil'])
    .where('connection.orgId', '=', orgId)
    .executeTakeFirst();
  const inDoubt = await settlementTable
    .select(ctx)
    .clearSelect()
    .select('row.patientId')
    .where('row.state', 'in', [...DOUBTFUL_STATES])
    .execute();
  const doubtful = await seenAmong(patientRowFilter(ctx), inDoubt);
  const isOn = row?.enabled === true && adapterOf(ctx, row.region) !== undefined;
  return {
    region: row?.region ?? null,
    enabled: row?.enabled ?? false,
    simulated: row?.simulated ?? false,
    testRegion: row?.testRegion ?? false,
    line: !isOn ? 'off' : row.openUntil ? 'down' : 'up',
    retryAt: isOn ? row.openUntil && ctx.clock.shown(row.openUntil).getTime() : null,
    doubtful: doubtful.length,
    waiting: waitingCalls([orgId]),
  };
}
