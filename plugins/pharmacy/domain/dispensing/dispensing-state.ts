import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** What a pharmacist can do with a prescription; the wire value of UpdateState's `action`. */
export const DispensingAction = {
  /** Second look at the prescription (four checks, ten points). */
  Review: 'review',
  /** Back to the doctor, with a reason. */
  Refuse: 'refuse',
  /** Take from the shelf: reserves lots. */
  Pick: 'pick',
  /** Put what is reserved and not handed out back on the shelf. */
  Unpick: 'unpick',
  /** Hand over, all or part of it: stock goes down. */
  Dispense: 'dispense',
  /** Goods come back: stock goes up. */
  Return: 'return',
} as const;
export type DispensingAction = (typeof DispensingAction)[keyof typeof DispensingAction];

/** rxStatus values that dispensing reads and writes. */
export const RxStep = {
  Confirmed: 1,
  Reviewed: 2,
  Picked: 3,
  Dispensed: 4,
  PartlyDispensed: 5,
  PartlyReturned: 6,
  Returned: 7,
  Refused: 8,
} as const;

/** rxStatus values with which a prescription is not at the pharmacy: nobody has confirmed it, or it was voided. */
export const RxAway = { Draft: 0, Voided: 9 } as const;

/** payStatus values with which goods may leave: charged, charged and partly paid back, and on the monthly account. */
export const PAID_STATUSES: readonly number[] = [1, 4, 6];

/** At the desk, and nobody asked an insurer. */
const TO_CHARGE = 0;

/** rxStatus in which each act is open. */
const OPEN_IN: Readonly<Record<DispensingAction, readonly number[]>> = {
  review: [RxStep.Confirmed],
  refuse: [RxStep.Confirmed, RxStep.Reviewed],
  pick: [RxStep.Reviewed, RxStep.Picked, RxStep.PartlyDispensed],
  unpick: [RxStep.Picked, RxStep.PartlyDispensed],
  dispense: [RxStep.Picked, RxStep.PartlyDispensed],
  return: [RxStep.Dispensed, RxStep.PartlyDispensed, RxStep.PartlyReturned],
};

/** Acts that promise or move goods: never for a prescription that nobody paid. */
const NEEDS_PAYMENT: readonly DispensingAction[] = ['pick', 'dispense'];

/** Acts that end with the money: an approval goes back to the doctor only as long as nobody paid. */
const unpaidOnly = (action: DispensingAction, rxStatus: number): boolean => action === 'refuse' && rxStatus === RxStep.Reviewed;

/** How far the goods of a prescription have come. */
export interface GoodsFacts {
  /** Something is reserved and not handed out. */
  readonly reserved: boolean;
  /** Something is neither reserved nor handed out. */
  readonly missing: boolean;
  /** Of what is reserved something lies in a lot that expired or was blocked since; put back, it is picked anew. Default: no. */
  readonly barred?: boolean;
}

/** Acts that go on with a prescription that stands between two states only make sense while there is something left for them. */
const HAS_WORK: Readonly<Partial<Record<DispensingAction, (facts: GoodsFacts, rxStatus: number) => boolean>>> = {
  pick: ({ missing }, rxStatus) => rxStatus === RxStep.Reviewed || missing,
  unpick: ({ reserved }, rxStatus) => rxStatus === RxStep.Picked || reserved,
  dispense: ({ reserved, missing, barred }) => barred !== true && (reserved || !missing),
};

/**
 * rxStatus after an act.
 * @param rest something is still to be handed out (dispense), or still with the patient (return)
 */
export function targetStatus(action: DispensingAction, rxStatus: number, rest = false): number {
  switch (action) {
    case 'review':
      return RxStep.Reviewed;
    case 'refuse':
      return RxStep.Refused;
    case 'pick':
      return rxStatus === RxStep.Reviewed ? RxStep.Picked : rxStatus;
    case 'unpick':
      return rxStatus === RxStep.Picked ? RxStep.Reviewed : rxStatus;
    case 'dispense':
      return rest ? RxStep.PartlyDispensed : RxStep.Dispensed;
    case 'return':
      return rest ? RxStep.PartlyReturned : RxStep.Returned;
  }
}

export interface DispensingSubject {
  readonly dpNumber: string;
  readonly payStatus: number;
  readonly rxStatus: number;
}

export const isPaid = (payStatus: number): boolean => PAID_STATUSES.includes(payStatus);

/** Acts open for a prescription; pages draw their buttons from it and the server asks it again. */
export const openActions = (subject: DispensingSubject, facts: GoodsFacts = { reserved: true, missing: false }): DispensingAction[] =>
  (Object.keys(OPEN_IN) as DispensingAction[]).filter(
    (action) =>
      OPEN_IN[action].includes(subject.rxStatus) &&
      (!NEEDS_PAYMENT.includes(action) || isPaid(subject.payStatus)) &&
      (!unpaidOnly(action, subject.rxStatus) || subject.payStatus === TO_CHARGE) &&
      (HAS_WORK[action]?.(facts, subject.rxStatus) ?? true),
  );

/**
 * Refuses an act that the state does not allow.
 * @throws AppError `pharmacy.not-paid` before payment, `pharmacy.state-changed` (409) when the prescription stands elsewhere.
 */
export function assertAction(action: DispensingAction, subject: DispensingSubject): void {
  if (!OPEN_IN[action].includes(subject.rxStatus) || (unpaidOnly(action, subject.rxStatus) && subject.payStatus !== TO_CHARGE)) {
    throw new AppError('pharmacy.state-changed', { code: EnvelopeCode.Conflict, params: { dpNumber: subject.dpNumber } });
  }
  if (NEEDS_PAYMENT.includes(action) && !isPaid(subject.payStatus)) throw new AppError('pharmacy.not-paid', { params: { dpNumber: subject.dpNumber } });
}

/** Longest reason that a refusal keeps. */
export const REASON_MAX = 200;

/** @throws AppError `pharmacy.reason-missing` for a refusal without words, `pharmacy.reason-long` above 200 characters. */
export function checkedReason(action: DispensingAction, reason: string | undefined): string {
  const text = (reason ?? '').trim();
  if (action === 'refuse' && text === '') throw new AppError('pharmacy.reason-missing');
  if (text.length > REASON_MAX) throw new AppError('pharmacy.reason-long', { params: { max: REASON_MAX } });
  return text;
}
