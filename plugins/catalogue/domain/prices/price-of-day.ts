import { type DatedPrice, priceInForce, steps } from './price-in-force.ts';

/**
 * The price of an entry on a business day. Before its first price it has its first: what was used on a day on which the catalogue did not know
 * it yet has a price all the same, and one that later prices never move.
 */
export const priceOfDay = <P extends DatedPrice>(prices: readonly P[], day: string): P | undefined => priceInForce(prices, day) ?? steps(prices)[0];
