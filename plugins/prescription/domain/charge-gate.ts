import { PayStatus, RxStatus } from '../contract/states.ts';

/**
 * Whether a prescription waits for the pharmacist before money may be taken for it: it is at the desk, comes out of the pharmacy, and nobody has reviewed it.
 * What is with an insurer goes on, for money may have moved; what was charged before and is charged anew went through the pharmacy's hands then.
 */
export const awaitsReview = ({
  payStatus,
  rxStatus,
  hasStockLines,
  rounds,
}: {
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
  readonly hasStockLines: boolean;
  readonly rounds: number;
}): boolean => payStatus === PayStatus.ToCharge && rxStatus === RxStatus.Confirmed && hasStockLines && rounds === 0;

/** Moves of payment by which money is taken, or promised on an account. */
export const takesMoney = (to: PayStatus): boolean => to === PayStatus.Charged || to === PayStatus.Settling || to === PayStatus.OnAccount;
