import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { insuredSettlement } from '../../../contract/index.ts';
import type { ChargingTables } from '../../charging-tables.ts';

/**
 * Keeps prescriptions of a month from being paid otherwise.
 * @throws AppError `charging.<sentence>` (409) while the insurer settled some of them, or nobody knows whether he did
 */
export async function assertNotWithInsurer(
  ctx: Pick<ServerContext<ChargingTables>, 'optionalService'>,
  orgId: string,
  entries: readonly { readonly dpId: string; readonly dpNumber: string }[],
  sentence: 'insurer-in-doubt' | 'month-with-insurer',
): Promise<void> {
  const held = await ctx.optionalService(insuredSettlement)?.holds?.(
    entries.map((one) => one.dpId),
    [orgId as OrgId],
  );
  const first = entries.find((one) => held?.includes(one.dpId));
  if (first) throw new AppError(`charging.${sentence}`, { code: EnvelopeCode.Conflict, params: { dpNumber: first.dpNumber } });
}
