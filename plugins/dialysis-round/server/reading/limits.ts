import type { OrgId } from '@nephra/plugin-sdk/contract';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { FILE_LIMIT_NAMES, OWN_LIMIT_NAMES, type OwnLimits, type RoundLimits } from '../../contract/round-limits.ts';
import { settings } from '../../contract/settings.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Limits of a facility as they stand now, of this plugin and of the dialysis file. */
export async function limitsOf(ctx: WorkCtx, orgId: OrgId): Promise<RoundLimits> {
  const read = ctx.setting as (of: typeof settings, name: string, orgId: OrgId) => Promise<unknown>;
  const own: (readonly [string, number])[] = [];
  for (const name of OWN_LIMIT_NAMES) own.push([name, Number(await read(settings, name, orgId))]);
  const ofFile = await ctx.service(dialysisDirectory).someLimits(orgId, FILE_LIMIT_NAMES);
  return { ...(Object.fromEntries(own) as unknown as OwnLimits), ...ofFile }; // each name was read
}
