import { unitPriceFromText } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { CatalogueEntry } from '../../contract/catalogue.schema.ts';
import type { CatalogueDemo } from '../../contract/demo.schema.ts';
import type { CatalogueDb } from '../tables.ts';
import { PriceRepo } from '../price.repo.ts';

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

/** A day counted from today, `YYYY-MM-DD`. */
const dayIn = (ctx: ServerContext<CatalogueDb>, dayOffset: number): string =>
  new Date(Date.parse(`${ctx.clock.today()}T00:00:00Z`) + dayOffset * DAY_MS).toISOString().slice(0, 10);

const rowOf = (ctx: ServerContext<CatalogueDb>, price: DatedPrice) => {
  const { dayOffset = 0 } = price;
  return {
    id: ctx.newId(),
    orgId: price.orgId,
    drugId: price.drugId,
    validFrom: dayIn(ctx, dayOffset),
    price: unitPriceFromText(price.price),
    reason: price.reason ?? '',
    batchId: price.batchId ?? '',
    creatorId: price.by?.userId ?? '',
    creatorName: price.by?.userName ?? '',
    createdAt: new Date(ctx.clock.now().getTime() + Math.min(0, dayOffset) * DAY_MS),
  };
};

export const addPrices = (ctx: ServerContext<CatalogueDb>, prices: readonly DatedPrice[]): Promise<void> =>
  new PriceRepo(ctx).insert(prices.map((price) => rowOf(ctx, price)));

/** Who keeps the catalogue of the demo. */
const KEEPER = { userId: '', userName: '药剂科' };

/** Prices of the demo: what the data set tells of each entry, else one price from the first day on. */
export async function fillPrices(
  entries: readonly CatalogueEntry[],
  told: NonNullable<CatalogueDemo['prices']>,
  orgId: string,
  ctx: ServerContext<CatalogueDb>,
): Promise<void> {
  const known = new Set(told.map((price) => price.drugId));
  const untold = entries.filter((entry) => !known.has(entry.drugId));
  await addPrices(
    ctx,
    untold.map((entry) => ({ orgId, drugId: entry.drugId, price: entry.price.toFixed(4), dayOffset: FIRST_DAY })),
  );
  await addPrices(
    ctx,
    told.map(({ drugId, dayOffset, price, reason, batch }) => ({
      orgId,
      drugId,
      price: price.toFixed(4),
      dayOffset,
      reason,
      batchId: batch && `${orgId}-${batch}`,
      by: reason === '' ? undefined : KEEPER,
    })),
  );
  for (const { drugId, dayOffset, withdrawn } of told.filter((price) => price.withdrawn !== '')) {
    const price = (await new PriceRepo(ctx).history(orgId, drugId)).find((one) => one.validFrom === dayIn(ctx, dayOffset));
    if (price) await new PriceRepo(ctx).withdraw(price.priceId, { reason: withdrawn, creatorId: '', creatorName: KEEPER.userName, createdAt: ctx.clock.now() });
  }
}
