import { lineTotal, type Money, type Quantity, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import type { LineOrder } from './line-order.ts';
import { MAX_QUANTITY } from './line-limits.ts';
import { courseDays, occurrences, perDay, type SessionPlan } from './frequency.ts';
import { ceilOf, doseUnits, type Fraction, ratio, sameUnit } from './units.ts';

/** What the catalogue says about packing and price. */
export interface Packing {
  /** Dose in one preparation unit; 0 when no dose is counted (materials, treatments). */
  readonly dMin: number;
  readonly dMinUnit: string;
  readonly preparaUnit: string;
  readonly stockUnit: string;
  /** Preparation units per stock unit. */
  readonly stockDmin: Quantity;
  /** Per stock unit. */
  readonly price: UnitPrice;
  readonly rounding: 'dose' | 'total';
  readonly splitAllowed: boolean;
}

/** What the doctor decides. */
export interface Dosage extends Pick<LineOrder, 'onceUsing' | 'onceUsingUnit' | 'drugInterval' | 'drugDays' | 'drugNumUnit'> {
  /** A quantity typed by a person, in `drugNumUnit`; undefined = compute it. */
  readonly manual?: Quantity;
  /** The solvent of an injection group: one per administration. */
  readonly groupLeader?: boolean;
}

/** Why a quantity could not be computed. */
export type QuantityFault = 'number' | 'dimension' | 'frequency' | 'unit' | 'split' | 'too-large';

export interface LineQuantity {
  readonly drugDays: number;
  /** Tablets, ampoules. */
  readonly prepUnits: Quantity;
  readonly drugNum: Quantity;
  /** Per `drugNumUnit`. */
  readonly price: UnitPrice;
  readonly subTotal: Money;
  readonly fault?: QuantityFault;
}

const SCALE = 10_000n;
/** Largest subtotal of one line in fen. */
const MAX_SUBTOTAL = 99_999_999_999n;
const NONE = 0 as Quantity;

/** Box price ÷ tablets in it, 4 decimals, half up. */
export function splitPrice(price: UnitPrice, stockDmin: Quantity): UnitPrice {
  const den = BigInt(stockDmin);
  if (den <= 0n) return 0 as UnitPrice;
  return Number((BigInt(price) * SCALE * 2n + den) / (den * 2n)) as UnitPrice;
}

const ceilDiv = (num: bigint, den: bigint): bigint => (num + den - 1n) / den;

/** Preparation units one dose needs, exactly. */
function unitsPerDose(packing: Packing, dosage: Dosage): Fraction | QuantityFault {
  const dose = doseUnits(dosage.onceUsing);
  if (dose === undefined) return 'number';
  const million = doseUnits(1) ?? 1n;
  const countedInUnits = packing.dMin === 0 || sameUnit(dosage.onceUsingUnit, packing.preparaUnit);
  if (countedInUnits) return { num: packing.dMin === 0 && dose === 0n ? million : dose, den: million };
  return ratio(dosage.onceUsing, dosage.onceUsingUnit, packing.dMin, packing.dMinUnit) ?? (doseUnits(packing.dMin) ? 'dimension' : 'number');
}

function prepUnitsNeeded(packing: Packing, dosage: Dosage, plan?: SessionPlan): bigint | QuantityFault {
  const each = unitsPerDose(packing, dosage);
  if (typeof each === 'string') return each;
  if (!Number.isFinite(dosage.drugDays)) return 'number';
  const times = occurrences(dosage.drugInterval, dosage.drugDays, plan);
  if (times === undefined) return 'frequency';
  return packing.rounding === 'dose' || dosage.groupLeader ? ceilOf(each) * BigInt(times) : ceilOf({ num: each.num * BigInt(times), den: each.den });
}

/** How the quantity is counted: by the box, by the tablet, or not at all. */
function saleUnit(packing: Packing, unit: string): { perUnit: bigint; price: UnitPrice } | QuantityFault {
  if (sameUnit(unit, packing.stockUnit)) return { perUnit: BigInt(packing.stockDmin), price: packing.price };
  if (!sameUnit(unit, packing.preparaUnit)) return 'unit';
  if (!packing.splitAllowed) return 'split';
  return { perUnit: SCALE, price: splitPrice(packing.price, packing.stockDmin) };
}

/**
 * What a sold quantity makes in preparation units: three boxes of 20 are 60 capsules, even when the course needs 56.
 * A unit that the packing does not know counts as preparation units.
 */
export function soldPrepUnits({ stockUnit, stockDmin }: Pick<Packing, 'stockUnit' | 'stockDmin'>, unit: string, quantity: Quantity): Quantity {
  if (!sameUnit(unit, stockUnit)) return quantity;
  return Number((BigInt(quantity) * BigInt(stockDmin) + SCALE / 2n) / SCALE) as Quantity;
}

/**
 * Quantity, price and subtotal of a line. Whole packs are counted up; a quantity typed by a person is kept.
 * What cannot be computed becomes 0 and says why (spec 8: calculation errors become 0).
 */
export function computeQuantity(packing: Packing, dosage: Dosage, plan?: SessionPlan): LineQuantity {
  const drugDays = Number.isFinite(dosage.drugDays) ? courseDays(dosage.drugInterval, dosage.drugDays) : 1;
  const sale = saleUnit(packing, dosage.drugNumUnit);
  const nothing = (fault: QuantityFault): LineQuantity => ({
    drugDays,
    prepUnits: NONE,
    drugNum: NONE,
    price: typeof sale === 'string' ? packing.price : sale.price,
    subTotal: ZERO,
    fault,
  });
  if (typeof sale === 'string') return nothing(sale);
  if (sale.perUnit <= 0n) return nothing('number');

  let drugNum: bigint;
  let prepUnits: bigint;
  if (dosage.manual !== undefined) {
    if (!Number.isSafeInteger(dosage.manual) || dosage.manual < 0) return nothing('number');
    drugNum = BigInt(dosage.manual);
    prepUnits = (drugNum * sale.perUnit) / SCALE;
  } else {
    const needed = prepUnitsNeeded(packing, dosage, plan);
    if (typeof needed === 'string') return nothing(needed);
    prepUnits = needed * SCALE;
    drugNum = ceilDiv(prepUnits, sale.perUnit) * SCALE;
  }
  if (drugNum > BigInt(MAX_QUANTITY) * SCALE || prepUnits > BigInt(Number.MAX_SAFE_INTEGER)) return nothing('too-large');
  if (drugNum * BigInt(sale.price) > MAX_SUBTOTAL * 1_000_000n) return nothing('too-large');
  const quantity = Number(drugNum) as Quantity;
  return { drugDays, prepUnits: Number(prepUnits) as Quantity, drugNum: quantity, price: sale.price, subTotal: lineTotal(sale.price, quantity) };
}

/**
 * Whole days that a quantity lasts, for showing how long a typed number of boxes reaches.
 * @returns undefined when the frequency has no daily rate or the dose cannot be counted.
 */
export function daysCovered(packing: Packing, dosage: Omit<Dosage, 'drugDays' | 'manual'>, prepUnits: Quantity): number | undefined {
  const each = unitsPerDose(packing, { ...dosage, drugDays: 1 });
  const rate = perDay(dosage.drugInterval);
  if (typeof each === 'string' || each.num === 0n || !rate) return undefined;
  const perDose = packing.rounding === 'dose' || dosage.groupLeader ? { num: ceilOf(each), den: 1n } : each;
  const doses = (BigInt(prepUnits) * perDose.den) / (perDose.num * SCALE);
  return Number((doses * BigInt(rate[1])) / BigInt(rate[0]));
}
