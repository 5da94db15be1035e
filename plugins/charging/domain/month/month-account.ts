import { addMoney, type Money, type Quantity, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import { type BillTotals, billTotals, type PricedLine, sumsByType, type TypeSum } from '../money/bill-totals.ts';

/** Where a prescription stands in its month, see `monthPart` of the contract. */
export type MonthPart = 'draft' | 'refused' | 'waiting' | 'account' | 'pending' | 'charged';

/** Values of payStatus and rxStatus (prescription contract). */
const PAY = { toCharge: 0, charged: 1, settling: 2, unknown: 3, partlyRefunded: 4, refunded: 5, onAccount: 6 } as const;
const RX = { new: 0, dispensed: 4, partlyDispensed: 5, partlyReturned: 6, returned: 7, refused: 8 } as const;

export interface MonthLine extends PricedLine {
  readonly detailId: string;
  readonly drugName: string;
  readonly medicalInsCode: string;
  readonly price: UnitPrice;
  readonly quantity: Quantity;
}

export interface PrescriptionState {
  readonly payStatus: number;
  readonly rxStatus: number;
  readonly hasStockLines: boolean;
}

export interface MonthPrescription extends PrescriptionState {
  readonly dpId: string;
  readonly dpNumber: string;
  /** Business day. */
  readonly day: string;
  readonly reimWay: string;
  readonly totalPrice: Money;
  readonly lines: readonly MonthLine[];
}

/** Void prescriptions never get here. */
export function partOf({ payStatus, rxStatus }: Pick<PrescriptionState, 'payStatus' | 'rxStatus'>): MonthPart {
  if (payStatus === PAY.onAccount) return 'account';
  if (payStatus === PAY.settling || payStatus === PAY.unknown) return 'pending';
  if (payStatus === PAY.charged || payStatus === PAY.partlyRefunded || payStatus === PAY.refunded) return 'charged';
  if (rxStatus === RX.refused) return 'refused';
  return payStatus === PAY.toCharge && rxStatus !== RX.new ? 'waiting' : 'draft';
}

/** Drafts and refused ones cost nothing yet. */
export const counts = (part: MonthPart): boolean => part !== 'draft' && part !== 'refused';

/** Drugs are on it and not all of them were handed out. */
export const isUndispensed = ({ hasStockLines, rxStatus }: PrescriptionState): boolean =>
  hasStockLines && (rxStatus < RX.dispensed || rxStatus === RX.partlyDispensed);

export const wasReturned = ({ hasStockLines, rxStatus }: PrescriptionState): boolean =>
  hasStockLines && (rxStatus === RX.partlyReturned || rxStatus === RX.returned);

/** Nothing of it has left the pharmacy and nobody prepares it: the doctor can still take it back and write it again. */
export const isCorrectable = ({ rxStatus }: PrescriptionState): boolean => rxStatus === 1;
export const isPartlyDispensed = ({ rxStatus }: PrescriptionState): boolean => rxStatus === RX.partlyDispensed;

export interface DaySum {
  readonly day: string;
  readonly total: Money;
  readonly prescriptions: number;
  readonly sums: readonly TypeSum[];
}

/** Sums of a month by where its prescriptions stand. */
export interface PartSums {
  readonly total: Money;
  readonly account: Money;
  readonly waiting: Money;
  readonly pending: Money;
  readonly charged: Money;
}

export interface MonthSums extends PartSums {
  readonly totals: BillTotals;
  readonly categories: readonly TypeSum[];
  readonly days: readonly DaySum[];
}

/** Sums by part; the four parts add up to the total. */
export function partSums(prescriptions: readonly (PrescriptionState & { readonly totalPrice: Money })[]): PartSums {
  const sum = (keep: (part: MonthPart) => boolean): Money => addMoney(ZERO, ...prescriptions.filter((one) => keep(partOf(one))).map((one) => one.totalPrice));
  return {
    total: sum(counts),
    account: sum((part) => part === 'account'),
    waiting: sum((part) => part === 'waiting'),
    pending: sum((part) => part === 'pending'),
    charged: sum((part) => part === 'charged'),
  };
}

/** The whole month: days, categories and fee groups each add up to the total of their lines. */
export function monthSums(prescriptions: readonly MonthPrescription[]): MonthSums {
  const counted = prescriptions.filter((one) => counts(partOf(one)));
  const lines = counted.flatMap((one) => one.lines);
  const byDay = new Map<string, MonthPrescription[]>();
  for (const one of counted) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one]);
  const days = [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]): DaySum => {
      const ofLines = ofDay.flatMap((one) => one.lines);
      return { day, total: addMoney(ZERO, ...ofLines.map((line) => line.subTotal)), prescriptions: ofDay.length, sums: sumsByType(ofLines) };
    });
  return { ...partSums(counted), totals: billTotals(lines), categories: sumsByType(lines), days };
}

export type MonthState = 'pending' | 'blocked' | 'waiting' | 'ready' | 'settled';

export interface StateFacts {
  readonly drafts: number;
  readonly undispensed: number;
  readonly account: Money;
  readonly waiting: Money;
  readonly pending: Money;
  /** Prescriptions at the desk or on the account, also those that cost nothing. */
  readonly open: number;
  readonly waitingCount: number;
}

/** One word for a patient's month: the first thing that somebody has to do about it. */
export function monthStateOf({ drafts, undispensed, pending, open, waitingCount }: StateFacts): MonthState {
  if (pending > ZERO) return 'pending';
  if (drafts > 0 || undispensed > 0) return 'blocked';
  if (waitingCount > 0) return 'waiting';
  return open > 0 ? 'ready' : 'settled';
}
