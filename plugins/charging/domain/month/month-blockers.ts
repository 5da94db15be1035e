import { addMoney, AppError, EnvelopeCode, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import { wrongSubtotals } from '../money/bill-totals.ts';
import type { PriceChange } from '../charge-rules.ts';
import { isCorrectable, isPartlyDispensed, isUndispensed, type MonthPrescription, partOf, wasReturned } from './month-account.ts';

export type BlockerKind =
  | 'unconfirmed'
  | 'refused'
  | 'waiting'
  | 'pending'
  | 'notDispensed'
  | 'partlyDispensed'
  | 'sumWrong'
  | 'priceChanged'
  | 'returned'
  | 'unmapped'
  | 'insured'
  | 'insurer';

export interface Blocker {
  readonly kind: BlockerKind;
  readonly level: 'block' | 'warn';
  readonly dpId: string;
  readonly dpNumber: string;
  readonly name: string;
  readonly was?: UnitPrice;
  /** Undefined with `was` = the entry left the catalogue. */
  readonly now?: UnitPrice;
  /** Only for `insurer`: what he would stop at. */
  readonly insurer?: { readonly key: string; readonly params: Readonly<Record<string, string | number>> };
}

export interface BlockerOptions {
  /** Prescriptions at the desk are taken in by the same act. */
  readonly takeIn: boolean;
  /** Lines that cost something else on the day of treatment, by prescription. */
  readonly priceChanges: ReadonlyMap<string, readonly PriceChange[]>;
  /** The patient is insured and the month is about to be settled self-pay. */
  readonly insuredBySelfPay: boolean;
}

/**
 * What stands in the way of settling a month, and what is worth a look, in the order of the prescriptions.
 *
 * What a line costs is the price of the day of treatment, so a price of a later day is nothing to stop at. One that was changed for that very day
 * blocks only while the doctor can still write the prescription again; what was handed out or carried out keeps it and is only pointed at.
 */
export function monthBlockers(prescriptions: readonly MonthPrescription[], { takeIn, priceChanges, insuredBySelfPay }: BlockerOptions): Blocker[] {
  const found = prescriptions.flatMap((one) => {
    const { dpId, dpNumber } = one;
    const about = (kind: BlockerKind, level: Blocker['level'], more: Partial<Blocker> = {}): Blocker => ({ kind, level, dpId, dpNumber, name: '', ...more });
    const part = partOf(one);
    if (part === 'draft') return [about('unconfirmed', 'block')];
    if (part === 'refused') return [about('refused', 'block')];
    if (part === 'pending') return [about('pending', 'block')];
    if (part === 'charged') return [];
    const list: Blocker[] = [];
    if (part === 'waiting') list.push(about('waiting', takeIn ? 'warn' : 'block'));
    if (isUndispensed(one)) list.push(about(isPartlyDispensed(one) ? 'partlyDispensed' : 'notDispensed', 'block'));
    const sum = addMoney(ZERO, ...one.lines.map((line) => line.subTotal));
    const [wrong] = wrongSubtotals(one.lines);
    if (wrong || sum !== one.totalPrice) list.push(about('sumWrong', 'block', { name: wrong?.drugName ?? '' }));
    for (const change of priceChanges.get(dpId) ?? []) {
      const level = isCorrectable(one) && one.hasStockLines ? 'block' : 'warn';
      list.push(about('priceChanged', level, { name: change.drugName, was: change.was, now: change.now }));
    }
    if (wasReturned(one)) list.push(about('returned', 'warn'));
    if (one.reimWay !== '0')
      for (const line of one.lines.filter((given) => given.medicalInsCode === '')) list.push(about('unmapped', 'warn', { name: line.drugName }));
    return list;
  });
  const owed = prescriptions.find((one) => partOf(one) === 'account' || partOf(one) === 'waiting');
  if (insuredBySelfPay && owed) found.push({ kind: 'insured', level: 'warn', dpId: owed.dpId, dpNumber: owed.dpNumber, name: '' });
  return found;
}

export const hasBlock = (blockers: readonly Blocker[]): boolean => blockers.some((one) => one.level === 'block');

/** @throws AppError `charging.month-blocked`, naming the first prescription concerned and how many there are. */
export function assertUnblocked(blockers: readonly Blocker[]): void {
  const blocking = blockers.filter((one) => one.level === 'block');
  const [first] = blocking;
  if (first) {
    throw new AppError(`charging.month-blocked-${first.kind}`, {
      code: EnvelopeCode.Refused,
      params: { dpNumber: first.dpNumber, name: first.name, count: blocking.length },
    });
  }
}
