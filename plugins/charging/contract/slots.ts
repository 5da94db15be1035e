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

/** What fills `charging/bill-prints@1` receives: further papers of one bill, as buttons. */
export interface BillPrintProps {
  readonly billId: string;
  /** `0` = no insurer settled it. */
  readonly medInsMark: string;
  /** The insurer's code of the facility, by which regions know their own. */
  readonly fixmedinsCode: string;
}

/** What fills `charging/desk-head@1` receives: nothing. It tells whoever charges what must be known before the next patient. */
export type DeskHeadProps = Readonly<Record<never, never>>;

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    'charging/bill-prints@1': BillPrintProps;
    'charging/desk-head@1': DeskHeadProps;
    'charging/settle-actions@1': SettleActionProps;
  }
}
