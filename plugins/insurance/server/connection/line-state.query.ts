import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { connectionContract } from '../../contract/index.ts';
import { DOUBTFUL_STATES } from '../../domain/settlement/settlement-states.ts';
import { adapterOf } from '../client/connection-reader.ts';
import { waitingCalls } from '../client/line-queue.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { patientRowFilter, seenAmong } from '../patient-row-filter.ts';

type LineState = ReplyOf<typeof connectionContract.routes.state>;

/** GET state: the caller's own facility; doubtful settlements of all that the caller sees. */
export async function lineStateOf(ctx: RequestContext<InsuranceTables>): Promise<LineState> {
  const { orgId, orgIds } = ctx.user;
  const row = await ctx.db
    .selectFrom('insurance.connection as connection')
    .leftJoin('insurance.line as line', 'line.org_id', 'connection.org_id')
    .select(['connection.region', 'connection.enabled', 'connection.simulated', 'connection.test_region', 'line.open_until'])
    .where('connection.org_id', '=', orgId)
    .executeTakeFirst();
  const inDoubt = await ctx.db
    .selectFrom('insurance.settlement')
    .select('patient_id as patientId')
    .where('org_id', 'in', [...orgIds])
    .where('state', 'in', [...DOUBTFUL_STATES])
    .execute();
  const doubtful = await seenAmong(patientRowFilter(ctx), inDoubt);
  const isOn = row?.enabled === true && adapterOf(ctx, row.region) !== undefined;
  return {
    region: row?.region ?? null,
    enabled: row?.enabled ?? false,
    simulated: row?.simulated ?? false,
    testRegion: row?.test_region ?? false,
    line: !isOn ? 'off' : row.open_until ? 'down' : 'up',
    retryAt: isOn ? row.open_until && ctx.clock.shown(row.open_until).getTime() : null,
    doubtful: doubtful.length,
    waiting: waitingCalls([orgId]),
  };
}
