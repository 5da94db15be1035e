/** What fills `dialysis-session/bedside@1` receives: who lies at the machine, and which treatment it is. */
export interface BedsideProps {
  readonly sessionId: string;
  readonly patientId: string;
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    /** Below the patient's head on the page at the bed: what another plugin knows that matters before the next act. Keep it to one line; draw nothing where there is nothing. */
    'dialysis-session/bedside@1': BedsideProps;
  }
}
