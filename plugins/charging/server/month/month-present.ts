import { moneyToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { MonthBlocker } from '../../contract/index.ts';
import type { TypeSum } from '../../domain/money/bill-totals.ts';
import type { PartSums } from '../../domain/month/month-account.ts';
import type { Blocker } from '../../domain/month/month-blockers.ts';

export const blockerToWire = ({ kind, level, dpId, dpNumber, name, was, now, insurer }: Blocker): MonthBlocker => ({
  kind,
  level,
  dpId,
  dpNumber,
  name,
  was: was === undefined ? null : unitPriceToWire(was),
  now: now === undefined ? null : unitPriceToWire(now),
  ...(insurer ? { insurer: { key: insurer.key, params: { ...insurer.params } } } : {}),
});

export const typeSumToWire = ({ drugType, amount, lines }: TypeSum) => ({ drugType, amount: moneyToWire(amount), lines });

/** Sums by part as calls send them; refunds come from the bills. */
export const partSumsToWire = (sums: PartSums) => ({
  totalPrice: moneyToWire(sums.total),
  accountPrice: moneyToWire(sums.account),
  waitingPrice: moneyToWire(sums.waiting),
  pendingPrice: moneyToWire(sums.pending),
  chargedPrice: moneyToWire(sums.charged),
});
