import { dayOf } from '@nephra/plugin-sdk/contract';
import { type DatedPrice, priceInForce, steps } from './price-in-force.ts';

/**
 * The business day whose prices count for a prescription: the day of treatment, on whatever day it is written, signed, charged or settled. Only
 * what is for no day yet – a list, a package that is looked at – takes today's.
 * @param treatedAt milliseconds
 */
export const priceDay = (treatedAt: number): string => dayOf(treatedAt);

/**
 * The price of an entry on a business day. Before its first price it has its first: what was used on a day on which the catalogue did not know
 * it yet has a price all the same, and one that later prices never move.
 */
export const priceOfDay = <P extends DatedPrice>(prices: readonly P[], day: string): P | undefined => priceInForce(prices, day) ?? steps(prices)[0];
