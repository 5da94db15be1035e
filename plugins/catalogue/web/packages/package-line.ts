import { type Money, type Quantity, quantityFromWire, quantityToWire, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import type { CatalogueRow } from '../../contract/catalogue.schema.ts';
import type { PackageLineInput, PackageLineRow } from '../../contract/catalogue-package.schema.ts';
import { FREQUENCY_AT_FIRST } from '../../contract/lines/order-choices.ts';
import { orderOn } from '../../contract/lines/line-order.ts';
import { plainNumber } from '../catalogue-words.ts';
import { lineAmounts } from '../../contract/lines/line.ts';

/** A line while it is edited: numbers may be empty, the dose is a text with up to `DOSE_DECIMALS`. */
export interface PackageLine extends Omit<PackageLineRow, 'onceUsing' | 'drugDays' | 'drugNum' | 'isGroup'> {
  readonly onceUsing: string;
  readonly drugDays: number | null;
  readonly drugNum: Quantity | null;
  readonly isGroup: number | null;
}

/** A stored line as it is edited. */
export const lineOf = (row: PackageLineRow): PackageLine => ({
  ...row,
  onceUsing: plainNumber(row.onceUsing),
  drugNum: row.manualNum ? quantityFromWire(row.drugNum) : null,
  isGroup: row.isGroup === 0 ? null : row.isGroup,
});

/** A line as the doctor usually wants it. */
export function lineFromEntry(entry: CatalogueRow): PackageLine {
  const isDrug = entry.kind === 'drug';
  return {
    drugId: entry.drugId,
    onceUsing: plainNumber(entry.usualDose > 0 ? entry.usualDose : entry.dMin > 0 ? entry.dMin : 1),
    onceUsingUnit: entry.dMin > 0 ? entry.dMinUnit : entry.preparaUnit,
    drugUsage: entry.usualUsage,
    drugInterval: entry.usualInterval || FREQUENCY_AT_FIRST[isDrug ? 'drug' : 'other'],
    drugDays: Math.max(1, entry.usualDays),
    drugNum: isDrug ? null : quantityFromWire(1),
    drugNumUnit: entry.stockUnit,
    manualNum: !isDrug,
    isGroup: null,
    state: 'ok',
    entry,
  };
}

export const inputOfLine = (line: PackageLine): PackageLineInput => ({
  drugId: line.drugId,
  ...orderOn(line),
  onceUsing: Number(line.onceUsing) || 0,
  drugDays: line.drugDays ?? 1,
  drugNum: quantityToWire(line.manualNum ? (line.drugNum ?? (0 as Quantity)) : (0 as Quantity)),
  isGroup: line.isGroup ?? 0,
});

/** Quantity and amount of a line by the rule that prescriptions use; null when they cannot be computed or are left out. */
export function amountsOfLine(line: PackageLine): { readonly drugNum: Quantity; readonly subTotal: Money; readonly fault: boolean } | null {
  const { entry } = line;
  if (!entry || line.state !== 'ok') return null;
  const facts = { ...entry, stockDmin: quantityFromWire(entry.stockDmin), price: unitPriceFromWire(entry.price) };
  const amounts = lineAmounts(facts, { ...inputOfLine(line), approvalMark: 0 }, { reimWay: '0', groupLeader: false });
  return { drugNum: amounts.drugNum, subTotal: amounts.subTotal, fault: amounts.fault !== undefined };
}
