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

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    'prescription/line-insurance@1': LineInsuranceProps;
  }
}
