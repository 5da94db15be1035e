import { moneyFromWire, moneyToWire, quantityFromWire, quantityToWire, unitPriceFromWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import {
  type CatalogueRow,
  FREQUENCY_AT_FIRST,
  isGroupLeader,
  lineAmounts,
  normaliseGroups,
  occurrences,
  type QuantityFault,
  type SessionPlan,
} from '../../catalogue/contract/index.ts';
import type { DetailInput, PrescriptionDetail } from '../contract/index.ts';
import { EMPTY_LINE, writtenOn } from '../contract/line-content.ts';
import { type Totals, totalsOf } from './lines/totals.ts';

/** A line while it is edited. `key` names it in the page; saved or not does not matter. */
export interface DraftLine extends PrescriptionDetail {
  readonly key: string;
  readonly fault?: QuantityFault;
}

/** Quantities and amounts of all lines, as the server will compute them. Groups are put in order. */
export function calculateLines(lines: readonly DraftLine[], around: { reimWay: string; plan?: SessionPlan }): DraftLine[] {
  const ordered = normaliseGroups(lines);
  return ordered.map((line, index) => {
    const facts = { ...line, stockDmin: quantityFromWire(line.stockDmin), price: unitPriceFromWire(line.packPrice) };
    const amounts = lineAmounts(facts, line, { ...around, groupLeader: isGroupLeader(ordered, index) });
    return {
      ...line,
      drugDays: amounts.drugDays,
      drugNum: line.manualNum && amounts.fault ? line.drugNum : quantityToWire(amounts.drugNum),
      price: unitPriceToWire(amounts.price),
      subTotal: moneyToWire(amounts.subTotal),
      preselfpay_Amt: moneyToWire(amounts.preselfpay),
      fulamt_Ownpay_Amt: moneyToWire(amounts.fulamtOwnpay),
      overlmt_Amt: moneyToWire(amounts.overlmt),
      sortCode: index + 1,
      fault: amounts.fault,
    };
  });
}

/** Sums of lines as they stand. */
export function draftTotals(lines: readonly PrescriptionDetail[]): Totals {
  return totalsOf(
    lines.map((line) => ({
      drugType: line.drugType,
      subTotal: moneyFromWire(line.subTotal),
      preselfpay: moneyFromWire(line.preselfpay_Amt),
      fulamtOwnpay: moneyFromWire(line.fulamt_Ownpay_Amt),
      overlmt: moneyFromWire(line.overlmt_Amt),
    })),
  );
}

/** A new line for something picked from a catalogue, with what is usually ordered. */
export function lineFromCatalogue(row: CatalogueRow, key: string): DraftLine {
  const isDrug = row.kind === 'drug';
  return {
    ...row,
    key,
    detailId: '',
    ...EMPTY_LINE,
    onceUsing: row.usualDose > 0 ? row.usualDose : isDrug ? row.dMin : 1,
    onceUsingUnit: isDrug && row.dMinUnit !== '' ? row.dMinUnit : row.preparaUnit,
    drugUsage: row.usualUsage,
    drugInterval: row.usualInterval || FREQUENCY_AT_FIRST[isDrug ? 'drug' : 'other'],
    drugDays: Math.max(1, row.usualDays),
    drugNumUnit: row.stockUnit,
    subTotal: 0,
    packPrice: row.price,
    overlmt_Amt: 0,
    preselfpay_Amt: 0,
    fulamt_Ownpay_Amt: 0,
    sortCode: 0,
  };
}

/** What of a line goes to the server: decisions only. */
export const inputOf = (line: DraftLine): DetailInput => ({
  ...(line.detailId === '' ? {} : { detailId: line.detailId }),
  kind: line.kind,
  drugId: line.drugId,
  ...writtenOn(line),
});

/** The steps that lead to a line's amount, for showing how it came about. */
export interface LineExplanation {
  /** Times the dose is given; undefined when a person typed the quantity or the frequency cannot be counted. */
  readonly times: number | undefined;
  /** Tablets or ampoules in all. */
  readonly prepNum: number;
  readonly drugNum: number;
  readonly price: number;
  readonly subTotal: number;
}

export function explainLine(line: DraftLine, around: { reimWay: string; groupLeader: boolean; plan?: SessionPlan }): LineExplanation {
  const facts = { ...line, stockDmin: quantityFromWire(line.stockDmin), price: unitPriceFromWire(line.packPrice) };
  const amounts = lineAmounts(facts, line, around);
  return {
    times: line.manualNum ? undefined : occurrences(line.drugInterval, line.drugDays, around.plan),
    prepNum: quantityToWire(amounts.prepNum),
    drugNum: quantityToWire(amounts.drugNum),
    price: unitPriceToWire(amounts.price),
    subTotal: moneyToWire(amounts.subTotal),
  };
}
