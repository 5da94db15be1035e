/** What fills `prescription/line-insurance@1` receives: the lines as they are being written, for what an insurer would say of them. */
export interface LineInsuranceProps {
  readonly reimWay: string;
  readonly lines: readonly {
    readonly key: string;
    readonly drugId: string;
    readonly drugName: string;
    readonly drugNum: number;
    /** Yuan. */
    readonly price: number;
    readonly subTotal: number;
    /** 0 nothing said, 1 approved, 2 refused. */
    readonly approvalMark: number;
  }[];
}

/** What fills `prescription/facts@1` receives: whose prescription is open, and whether it can still be changed. */
export interface PrescriptionFactsProps {
  /** Empty while it is not saved yet. */
  readonly dpId: string;
  readonly patientId: string;
  readonly editable: boolean;
  /** Ids of the drugs and services as they stand on the screen. */
  readonly drugIds: readonly string[];
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    /** Below the head of a prescription: what another plugin knows that matters to whoever writes it. Draw nothing where there is nothing. */
    'prescription/facts@1': PrescriptionFactsProps;
    'prescription/line-insurance@1': LineInsuranceProps;
  }
}
