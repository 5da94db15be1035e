import { defineService, type Language, type Money, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';

export interface InsuredBillActor {
  readonly userId: UserId;
  readonly userName: string;
  readonly orgIds: readonly OrgId[];
}

/** Payment of the part that the insurer leaves to the patient. */
export interface OwnPayment {
  readonly payWay: string;
  readonly amount: Money;
  readonly tendered?: Money;
  readonly reference?: string;
}

/**
 * Offered by charging to whoever settles with an insurer. Everything runs inside the caller's transaction, so that settlement and bill stand
 * or fall together; nothing here waits for anybody. Locks are taken in this order: the caller's own settlement first, then prescriptions by
 * id, drawer, receipt number, and the end of the audit log; so `charge` and `reverse` come last in the caller's transaction.
 */
export interface InsuredBills {
  /**
   * What the prescriptions cost, proven line by line, before and while they are held; same refusals as at the desk: patient merged or gone,
   * prices changed, sums wrong, more than one patient or facility. Writes nothing.
   * @throws AppError of `charging.*`
   */
  check(input: {
    readonly dpIds: readonly string[];
    readonly by: InsuredBillActor;
  }): Promise<{ readonly orgId: OrgId; readonly patientId: string; readonly total: Money }>;
  /** Whether `payments` pay `amount` with ways on offer. @throws AppError `charging.payment-*` */
  checkPayments(amount: Money, payments: readonly OwnPayment[], language: Language): Promise<void>;
  /**
   * Writes the bill of prescriptions in payStatus 2 or 3 into the drawer of `by`, with its own audit entry. The insurer's money has moved by then:
   * what `check` and `checkPayments` have proven is not asked again, except for the sums.
   * @throws AppError `charging.not-to-charge`, `prescription.stale` when somebody else was faster, `charging.insurer-sum` unless fund, account and
   * own part add up to the total, `charging.payment-*` unless `payments` pay the own part
   */
  charge(input: {
    readonly dpIds: readonly string[];
    readonly medInsMark: '1' | '2';
    readonly fundPay: Money;
    readonly accountPay: Money;
    readonly selfPay: Money;
    readonly payments: readonly OwnPayment[];
    /** Number of the settlement at the insurer. */
    readonly reference: string;
    readonly by: InsuredBillActor;
    readonly language: Language;
  }): Promise<{ readonly billId: string; readonly billNo: string }>;
  /** @throws AppError while the bill may not go back: `charging.cancel-picked`, `charging.refund-with-patient`, `charging.bill-cancelled`, `charging.not-insured`. */
  assertReversible(billId: string, orgIds: readonly OrgId[]): Promise<void>;
  /** The whole bill goes back by the ways it was paid, with its own audit entry; the insurer has cancelled its settlement. Refusals as `assertReversible`. */
  reverse(input: {
    readonly billId: string;
    readonly reason: string;
    readonly by: InsuredBillActor;
  }): Promise<{ readonly billId: string; readonly billNo: string }>;
}
export const insuredBills = defineService<InsuredBills>('charging.insured-bills@1');

export { type SheetTitle, sheetTitles } from '@nephra/plugin-sdk/contract';
