import { type DataRights, defineService, type Language, type Money, type OrgId, type Quantity, type UserId } from '@nephra/plugin-sdk/contract';

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

/** What of a line goes back, in the unit that was sold. */
export interface CorrectedLine {
  readonly detailId: string;
  readonly quantity: Quantity;
}

/**
 * Offered by charging to whoever settles with an insurer. Everything runs inside the caller's transaction, so that settlement and bill stand
 * or fall together; nothing here waits for anybody. Locks are taken in this order: the caller's own settlement first, then prescriptions by
 * id, drawer, receipt number, and the end of the audit log; so `charge`, `reverse` and `correct` come last in the caller's transaction.
 */
export interface InsuredBills {
  /**
   * What the prescriptions cost, proven line by line, before and while they are held; same refusals as at the desk: patient merged or gone,
   * prices changed, not reviewed where the site wants that first, sums wrong, more than one patient or facility. Writes nothing.
   * @throws AppError of `charging.*`
   */
  check(input: {
    readonly dpIds: readonly string[];
    readonly by: InsuredBillActor;
    /** Data rights on patients of the person who reads a refusal; without, it names no other file. */
    readonly patients?: DataRights;
  }): Promise<{ readonly orgId: OrgId; readonly patientId: string; readonly total: Money }>;
  /** Whether `payments` pay `amount` with ways on offer. @throws AppError `charging.payment-*` */
  checkPayments(amount: Money, payments: readonly OwnPayment[], language: Language): Promise<void>;
  /**
   * Runs `work` in one transaction, in which `charge`, `reverse` or `correct` is called for `by` and a facility: it waits for the drawer and for
   * receipt numbers, together with the desk's own bills, before it takes a connection.
   */
  writing<T>(of: { readonly by: Pick<InsuredBillActor, 'userId'>; readonly orgId: OrgId }, work: () => Promise<T>): Promise<T>;
  /**
   * Writes the bill of prescriptions in payStatus 2 or 3 into the drawer of `by`, with its own audit entry. The insurer's money has moved by then:
   * what `check` and `checkPayments` have proven is not asked again, except for the sums.
   * @throws AppError `charging.not-to-charge`, `prescription.stale` when somebody else was faster, `charging.insurer-sum` unless fund, account,
   * hospital and own part add up to the total, `charging.payment-*` unless `payments` pay the own part
   */
  charge(input: {
    readonly dpIds: readonly string[];
    readonly medInsMark: '1' | '2';
    readonly fundPay: Money;
    readonly accountPay: Money;
    /** Borne by the hospital itself: its own cost, on the bill as a way that nobody pays by. */
    readonly hospitalPay: Money;
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
  /**
   * Whether these lines may go back while the rest is charged anew, what goes back and what remains, and the prescriptions that would then wait at the
   * desk; none when everything goes back. Writes nothing.
   * @throws AppError as `assertReversible`, for these lines alone, and those of a refund's plan: `charging.refund-*`
   */
  assertCorrectable(wish: {
    readonly billId: string;
    readonly lines: readonly CorrectedLine[];
    readonly orgIds: readonly OrgId[];
  }): Promise<{ readonly back: Money; readonly rest: Money; readonly dpIds: readonly string[] }>;
  /**
   * The insurer has cancelled its settlement: the whole bill goes back by the ways it was paid, with its own audit entry. Prescriptions lose
   * what `lines` take and wait at the desk with what remains (payStatus 0); those of which nothing remains are refunded. Refusals as
   * `assertCorrectable`.
   */
  correct(input: {
    readonly billId: string;
    readonly lines: readonly CorrectedLine[];
    readonly reason: string;
    readonly by: InsuredBillActor;
  }): Promise<{ readonly billId: string; readonly billNo: string; readonly dpIds: readonly string[] }>;
}
export const insuredBills = defineService<InsuredBills>('charging.insured-bills@1');

export { type SheetTitle, sheetTitles } from '@nephra/plugin-sdk/contract';
