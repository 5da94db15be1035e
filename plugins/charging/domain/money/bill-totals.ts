import { addMoney, lineTotal, type Money, type Quantity, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import { CHARGE_GROUPS, type ChargeGroup, CONSUMABLE_TYPES } from '../../../catalogue/contract/index.ts';

/** Bills keep the text that the line had; one of no category of now counts as diagnosis and treatment. */
const GROUP_OF_TYPE: Readonly<Record<string, ChargeGroup>> = CHARGE_GROUPS;
const CONSUMABLES: readonly string[] = CONSUMABLE_TYPES;

export interface FeeLine {
  readonly drugType: string;
  readonly subTotal: Money;
}

export interface BillTotals {
  readonly westPrice: Money;
  readonly diagTreatPrice: Money;
  readonly assayPrice: Money;
  /** Part of diagTreatPrice. */
  readonly consumablesPrice: Money;
  /** Part of diagTreatPrice. */
  readonly otherPrice: Money;
  readonly totalPrice: Money;
}

/** Unknown types count as diagnosis and treatment ("other"), so that no line can fall out of the total. */
export const feeGroupOf = (drugType: string): ChargeGroup => GROUP_OF_TYPE[drugType] ?? 'diagTreat';

/** Sums of one bill by group; the three groups add up to the total. */
export function billTotals(lines: readonly FeeLine[]): BillTotals {
  const sum = (keep: (line: FeeLine) => boolean) => addMoney(ZERO, ...lines.filter(keep).map((line) => line.subTotal));
  return {
    westPrice: sum((line) => feeGroupOf(line.drugType) === 'west'),
    diagTreatPrice: sum((line) => feeGroupOf(line.drugType) === 'diagTreat'),
    assayPrice: sum((line) => feeGroupOf(line.drugType) === 'assay'),
    consumablesPrice: sum((line) => CONSUMABLES.includes(line.drugType)),
    otherPrice: sum((line) => line.drugType === '其他' || !(line.drugType in GROUP_OF_TYPE)),
    totalPrice: sum(() => true),
  };
}

export interface TypeSum {
  readonly drugType: string;
  readonly amount: Money;
  readonly lines: number;
}

/** Sum per drug type, in the order of the sheet; unknown types last, by name. */
export function sumsByType(lines: readonly FeeLine[]): TypeSum[] {
  const order = Object.keys(GROUP_OF_TYPE);
  const rank = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  const sums = new Map<string, { amount: Money; lines: number }>();
  for (const line of lines) {
    const before = sums.get(line.drugType) ?? { amount: ZERO, lines: 0 };
    sums.set(line.drugType, { amount: addMoney(before.amount, line.subTotal), lines: before.lines + 1 });
  }
  return [...sums]
    .map(([drugType, entry]) => ({ drugType, ...entry }))
    .sort((a, b) => rank(a.drugType) - rank(b.drugType) || (a.drugType < b.drugType ? -1 : 1));
}

export interface PricedLine extends FeeLine {
  readonly price: UnitPrice;
  readonly quantity: Quantity;
}

/** Lines whose stored subtotal is not quantity × price: such a prescription may not be charged. */
export const wrongSubtotals = <Line extends PricedLine>(lines: readonly Line[]): Line[] =>
  lines.filter((line) => lineTotal(line.price, line.quantity) !== line.subTotal);
