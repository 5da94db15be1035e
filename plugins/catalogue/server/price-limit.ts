import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { settings } from '../contract/settings.ts';

/** Per cent beyond which a change of price needs a second person, as the organisation has it set at this moment; null: never. */
export async function priceChangeLimit(ctx: Pick<ServerContext<never>, 'setting'>, orgId: OrgId): Promise<number | null> {
  if ((await ctx.setting(settings, 'priceChangeChecked', orgId)) === 0) return null;
  return await ctx.setting(settings, 'priceChangeLimit', orgId);
}
