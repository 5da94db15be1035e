/** What fills `charging/settle-actions@1` receives: another way to settle what is in hand, such as an insurer's. */
export interface SettleActionProps {
  readonly dpIds: readonly string[];
  readonly patientId: string;
  readonly reimWay: string;
  /** Yuan. */
  readonly totalPrice: number;
  /** To be called when the settlement is through: the desk clears and reads its queue again. */
  readonly onSettled: () => void;
}

/** What fills `charging/bill-prints@1` (further papers of one bill, as buttons) and `charging/region-sheet@1` receive. */
export interface BillPrintProps {
  readonly billId: string;
  /** `0` = no insurer settled it. */
  readonly medInsMark: string;
  /** The insurer's code of the facility, by which regions know their own. */
  readonly fixmedinsCode: string;
}

/** What fills `charging/settlement-sheet@1` receives: charging itself prints there what it prints of its bills, for plugins that show a bill. */
export interface SettlementSheetProps {
  readonly billId: string;
}

/** What fills `charging/desk-head@1` receives: nothing. It tells whoever charges what must be known before the next patient. */
export type DeskHeadProps = Readonly<Record<never, never>>;

/**
 * What fills `charging/insured-refund@1` receives: lines of a bill that an insurer settled, chosen to go back. Whoever fills it has the insurer cancel the
 * settlement; the bill is reversed as a whole, and what remains waits at the desk.
 */
export interface InsuredRefundProps {
  readonly billId: string;
  readonly lines: readonly { readonly detailId: string; readonly drugNum: number }[];
  /** What they were worth on the bill; yuan. */
  readonly totalPrice: number;
  /** Nothing of the bill remains. */
  readonly whole: boolean;
  readonly reason: string;
  /** Lines and reason are complete. */
  readonly ready: boolean;
  /** While it is being done the dialog stays. */
  readonly onBusy: (busy: boolean) => void;
  /** It went back; these prescriptions wait to be charged anew. */
  readonly onDone: (dpIds: readonly string[]) => void;
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    'charging/bill-prints@1': BillPrintProps;
    /** The settlement sheet in the form of a region, in place of the general one, of bills with `ownForm`. */
    'charging/region-sheet@1': BillPrintProps;
    'charging/settlement-sheet@1': SettlementSheetProps;
    'charging/desk-head@1': DeskHeadProps;
    'charging/insured-refund@1': InsuredRefundProps;
    'charging/settle-actions@1': SettleActionProps;
  }
}
