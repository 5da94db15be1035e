import { addMoney, dayOf, type Money, moneyFromWire, ZERO } from '@nephra/plugin-sdk/contract';
import { DRUG_TYPES, type DrugType } from '../../../../catalogue/contract/index.ts';
import type { PrescriptionDetail, PrescriptionHead } from '../../../contract/index.ts';

export type ChargeLine = PrescriptionDetail & { readonly dpId: string };

export interface ChargeDay {
  /** `YYYY-MM-DD` of Asia/Shanghai. */
  readonly day: string;
  readonly byType: ReadonlyMap<DrugType, Money>;
  readonly total: Money;
}

export interface ChargeTable {
  /** Categories that occur, in the order of the specification. */
  readonly types: readonly DrugType[];
  /** Days with a prescription, oldest first. */
  readonly days: readonly ChargeDay[];
  readonly byType: ReadonlyMap<DrugType, Money>;
  readonly total: Money;
}

/** Sums per day and category; the rows, the columns and the lines add up to the same total. */
export function chargesByDay(heads: readonly PrescriptionHead[], lines: readonly ChargeLine[]): ChargeTable {
  const dayOfRx = new Map(heads.map((head) => [head.dpId, dayOf(head.dpDate)]));
  const days = new Map<string, Map<DrugType, Money>>();
  const byType = new Map<DrugType, Money>();
  const add = (sums: Map<DrugType, Money>, type: DrugType, amount: Money) => sums.set(type, addMoney(sums.get(type) ?? ZERO, amount));
  for (const line of lines) {
    const day = dayOfRx.get(line.dpId);
    if (day === undefined) continue;
    const sums = days.get(day) ?? new Map<DrugType, Money>();
    days.set(day, sums);
    const amount = moneyFromWire(line.subTotal);
    add(sums, line.drugType, amount);
    add(byType, line.drugType, amount);
  }
  const total = (sums: ReadonlyMap<DrugType, Money>): Money => [...sums.values()].reduce<Money>((all, amount) => addMoney(all, amount), ZERO);
  return {
    types: DRUG_TYPES.filter((type) => byType.has(type)),
    days: [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, sums]) => ({ day, byType: sums, total: total(sums) })),
    byType,
    total: total(byType),
  };
}
