import type { Quantity } from '@nephra/plugin-sdk/contract';
import type { OrderedAmount } from './dispensing/handed-out.ts';

/** Whole packs in an amount; what is left over is loose. Both in preparation units. */
export const wholePacks = (quantity: Quantity, packSize: Quantity): number => Math.floor(quantity / packSize);

/** The part of an amount that whole packs make up. */
export const inWholePacks = (quantity: Quantity, packSize: Quantity): Quantity => (wholePacks(quantity, packSize) * packSize) as Quantity;

export const isWholePacks = (quantity: Quantity, packSize: Quantity): boolean => quantity % packSize === 0;

/** Least amount that may leave for a line: a pack of what is sold by the pack, the smallest counted amount of what is sold loose. */
export const smallestStep = (line: OrderedAmount): Quantity => (line.quantityUnit === line.stockUnit ? line.stockDmin : (1 as Quantity));
