import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { PayStatus, RxStatus } from '../contract/index.ts';

export interface RxState {
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
}

/** What guards look at besides the two numbers. */
export interface RxFacts {
  readonly lineCount: number;
  /** At least one line comes out of the pharmacy. */
  readonly hasStockLines: boolean;
  /** How often it was charged and taken back to be charged anew; default: never. */
  readonly rounds?: number;
}

/** Every move of money there is, `reopened` aside; what is not here is refused. */
export const PAY_MOVES: Readonly<Record<PayStatus, readonly PayStatus[]>> = {
  [PayStatus.New]: [PayStatus.ToCharge, PayStatus.Void],
  [PayStatus.ToCharge]: [PayStatus.New, PayStatus.Charged, PayStatus.Settling, PayStatus.OnAccount, PayStatus.Void],
  [PayStatus.Settling]: [PayStatus.Charged, PayStatus.ToCharge, PayStatus.Unknown],
  [PayStatus.Unknown]: [PayStatus.Charged, PayStatus.ToCharge],
  [PayStatus.OnAccount]: [PayStatus.Charged, PayStatus.ToCharge],
  [PayStatus.Charged]: [PayStatus.Refunded, PayStatus.PartlyRefunded],
  [PayStatus.PartlyRefunded]: [PayStatus.PartlyRefunded, PayStatus.Refunded],
  [PayStatus.Refunded]: [],
  [PayStatus.Void]: [],
};

/** Every move of treatment there is. */
export const RX_MOVES: Readonly<Record<RxStatus, readonly RxStatus[]>> = {
  [RxStatus.New]: [RxStatus.Confirmed, RxStatus.Void],
  [RxStatus.Confirmed]: [RxStatus.New, RxStatus.Approved, RxStatus.RefusedByPharmacist, RxStatus.Dispensed, RxStatus.Void],
  [RxStatus.Approved]: [RxStatus.Picked, RxStatus.RefusedByPharmacist],
  [RxStatus.Picked]: [RxStatus.Approved, RxStatus.Dispensed, RxStatus.PartlyDispensed],
  [RxStatus.Dispensed]: [RxStatus.PartlyReturned, RxStatus.Returned],
  [RxStatus.PartlyDispensed]: [RxStatus.Dispensed, RxStatus.PartlyReturned, RxStatus.Returned],
  [RxStatus.PartlyReturned]: [RxStatus.Returned],
  [RxStatus.Returned]: [],
  [RxStatus.RefusedByPharmacist]: [RxStatus.New, RxStatus.Void],
  [RxStatus.Void]: [],
};

const PAID: readonly PayStatus[] = [PayStatus.Charged, PayStatus.OnAccount, PayStatus.PartlyRefunded];
/** Drugs are with the patient. */
const OUT: readonly RxStatus[] = [RxStatus.Dispensed, RxStatus.PartlyDispensed];
const UNCHARGED: readonly PayStatus[] = [PayStatus.New, PayStatus.ToCharge];

/** Nothing was paid and nothing is being settled, so what somebody would pay can only be estimated. */
export const isUnsettled = (payStatus: PayStatus): boolean => UNCHARGED.includes(payStatus) || payStatus === PayStatus.OnAccount;

const refuse = (key: string, params: Record<string, string | number> = {}): never => {
  throw new AppError(`prescription.${key}`, { code: EnvelopeCode.Refused, params });
};

/** A move of payment that the tables do not know, or whose guard says no, throws with a sentence. */
export function assertPayMove(state: RxState, to: PayStatus, facts: RxFacts): void {
  const from = state.payStatus;
  if (!PAY_MOVES[from].includes(to)) refuse(PAID.includes(from) && UNCHARGED.includes(to) ? 'already-charged' : 'pay-move', { from, to });
  const takesMoney = to === PayStatus.Charged || to === PayStatus.Settling || to === PayStatus.OnAccount;
  if (takesMoney && (state.rxStatus === RxStatus.New || state.rxStatus === RxStatus.RefusedByPharmacist || state.rxStatus === RxStatus.Void)) {
    refuse('not-confirmed');
  }
  const leavesQueue = to === PayStatus.New || to === PayStatus.Void || (from === PayStatus.OnAccount && to === PayStatus.ToCharge);
  if (leavesQueue && !RX_MOVES[state.rxStatus].includes(RxStatus.New) && state.rxStatus !== RxStatus.New) refuse('in-pharmacy');
  // A part may go back while other lines are with the patient: whoever gives it back asks `prescriptionHandedOut` line by line.
  const drugsOut = facts.hasStockLines && [...OUT, RxStatus.PartlyReturned].includes(state.rxStatus);
  if (to === PayStatus.Refunded && drugsOut) refuse('drugs-out');
}

/** A move of treatment that the tables do not know, or whose guard says no, throws with a sentence. */
export function assertRxMove(state: RxState, to: RxStatus, facts: RxFacts): void {
  const from = state.rxStatus;
  const jump = from === RxStatus.Confirmed && to === RxStatus.Dispensed;
  if (!RX_MOVES[from].includes(to) || (jump && facts.hasStockLines)) refuse('rx-move', { from, to });
  if (to === RxStatus.Confirmed && facts.lineCount === 0) refuse('no-lines');
  if (OUT.includes(to) && !PAID.includes(state.payStatus)) refuse('not-charged');
  // An approval that nobody has paid goes back; what was paid goes back with its money.
  if (from === RxStatus.Approved && to === RxStatus.RefusedByPharmacist && !UNCHARGED.includes(state.payStatus)) refuse('rx-move', { from, to });
  if (to === RxStatus.New && !UNCHARGED.includes(state.payStatus)) refuse('already-charged', { from, to });
}

/** Confirm: 0→1 and 9→0 together. */
export function confirmed(state: RxState, facts: RxFacts): RxState {
  if (state.rxStatus !== RxStatus.New) refuse('already-confirmed');
  assertRxMove(state, RxStatus.Confirmed, facts);
  assertPayMove(state, PayStatus.ToCharge, facts);
  return { payStatus: PayStatus.ToCharge, rxStatus: RxStatus.Confirmed };
}

/** Take back: 1→0 or 8→0, and 0→9, while nobody has charged or picked. */
export function unconfirmed(state: RxState, facts: RxFacts): RxState {
  if (state.rxStatus === RxStatus.New) refuse('not-confirmed');
  if (!UNCHARGED.includes(state.payStatus)) refuse('already-charged', { from: state.payStatus, to: PayStatus.New });
  if (!RX_MOVES[state.rxStatus].includes(RxStatus.New)) refuse('in-pharmacy');
  // Its bills name its lines: what was sold once is not written anew.
  if ((facts.rounds ?? 0) > 0) refuse('charged-before');
  assertRxMove(state, RxStatus.New, facts);
  if (state.payStatus === PayStatus.ToCharge) assertPayMove(state, PayStatus.New, facts);
  return { payStatus: PayStatus.New, rxStatus: RxStatus.New };
}

/**
 * 1→0: its bill was taken back as a whole although only a part goes back, so what remains waits to be charged anew. Goods may be with the patient
 * meanwhile; no more leave the pharmacy until it is charged.
 */
export function reopened(state: RxState): RxState {
  if (state.payStatus !== PayStatus.Charged) refuse('pay-move', { from: state.payStatus, to: PayStatus.ToCharge });
  return { payStatus: PayStatus.ToCharge, rxStatus: state.rxStatus };
}

/** Delete: never charged, not in the pharmacist's hands. */
export function voided(state: RxState, facts: RxFacts): RxState {
  if (!UNCHARGED.includes(state.payStatus)) refuse('already-charged', { from: state.payStatus, to: PayStatus.Void });
  if (!RX_MOVES[state.rxStatus].includes(RxStatus.Void)) refuse('in-pharmacy');
  assertPayMove(state, PayStatus.Void, facts);
  return { payStatus: PayStatus.Void, rxStatus: RxStatus.Void };
}

/** Lines may be changed only before confirming. */
export function assertEditable(state: RxState): void {
  if (state.rxStatus === RxStatus.Void) refuse('voided');
  if (state.rxStatus !== RxStatus.New || state.payStatus !== PayStatus.New) refuse('not-editable');
}
