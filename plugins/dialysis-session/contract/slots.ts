import type { SessionState } from './states.ts';

/** What fills `dialysis-session/bedside@1` receives: who lies at the machine, and which treatment it is. */
export interface BedsideProps {
  readonly sessionId: string;
  readonly patientId: string;
}

/** What fills `dialysis-session/station-card@1` receives: whose card it is. */
export interface StationCardSlotProps {
  readonly slotId: string;
  readonly state: SessionState;
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    /** In the patient's head on the page at the bed, at the end of its first line: what another plugin knows that matters before the next act. Keep it to some words; draw nothing where there is nothing. */
    'dialysis-session/bedside@1': BedsideProps;
    /** Below a card of today: a small button of another plugin. Draw nothing for whoever may not press it. */
    'dialysis-session/station-card@1': StationCardSlotProps;
  }
}
