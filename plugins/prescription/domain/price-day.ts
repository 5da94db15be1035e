import { dayOf } from '@nephra/plugin-sdk/contract';

/**
 * The business day whose prices count for a prescription: the day of treatment, on whatever day it is written, signed, charged or settled. Only
 * what is for no day yet – a list, a package that is looked at – takes today's.
 * @param treatedAt milliseconds
 */
export const priceDay = (treatedAt: number): string => dayOf(treatedAt);
