import type { ServerContext } from '@nephra/plugin-sdk/server';
import { DEFAULT_PRICE_LIMIT } from '../../domain/lines/large-change.ts';

/** Per cent beyond which a change of price needs a second person, as the site set it; null: never. */
export function priceChangeLimit(ctx: Pick<ServerContext<never>, 'settings'>): number | null {
  const { priceChangeLimit: set } = ctx.settings;
  if (set === 'off') return null;
  return typeof set === 'number' ? set : DEFAULT_PRICE_LIMIT;
}
