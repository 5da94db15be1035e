import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { CatalogueEntry } from '../../contract/index.ts';
import type { PrescriptionDb } from '../tables.ts';

const CHUNK = 200;
const DAY_MS = 86_400_000;
/** The demo's catalogue is about two years old. */
const FIRST_DAY = -730;

/** Price of one entry from one day on, as other parts of the demo and tests write it. */
export interface DatedPrice {
  readonly orgId: string;
  readonly drugId: string;
  /** Yuan text per stock unit. */
  readonly price: string;
  /** Days from today; default 0. */
  readonly dayOffset?: number;
  readonly reason?: string;
  readonly batchId?: string;
  readonly by?: { readonly userId: string; readonly userName: string };
}

const rowOf = (ctx: ServerContext<PrescriptionDb>, price: DatedPrice) => {
  const { dayOffset = 0 } = price;
  const day = new Date(Date.parse(`${ctx.clock.today()}T00:00:00Z`) + dayOffset * DAY_MS).toISOString().slice(0, 10);
  return {
    id: ctx.newId(),
    org_id: price.orgId,
    drug_id: price.drugId,
    valid_from: day,
    price: price.price,
    reason: price.reason ?? '',
    batch_id: price.batchId ?? '',
    creator_id: price.by?.userId ?? '',
    creator_name: price.by?.userName ?? '',
    created_at: new Date(ctx.clock.now().getTime() + Math.min(0, dayOffset) * DAY_MS),
  };
};

export async function addPrices(ctx: ServerContext<PrescriptionDb>, prices: readonly DatedPrice[]): Promise<void> {
  for (let start = 0; start < prices.length; start += CHUNK) {
    await ctx.db
      .insertInto('prescription.catalogue_price')
      .values(prices.slice(start, start + CHUNK).map((price) => rowOf(ctx, price)))
      .execute();
  }
}

/** The price that each entry of the demo had from the first day on. */
export const fillPrices = (entries: readonly CatalogueEntry[], orgId: string, ctx: ServerContext<PrescriptionDb>): Promise<void> =>
  addPrices(
    ctx,
    entries.map((entry) => ({ orgId, drugId: entry.drugId, price: entry.price.toFixed(4), dayOffset: FIRST_DAY })),
  );
