import type { SessionState } from './states.ts';

/** What fills `dialysis-session/station-card@1` receives: whose card it is. */
export interface StationCardSlotProps {
  readonly slotId: string;
  readonly state: SessionState;
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    /** Below a card of today: a small button of another plugin. Draw nothing for whoever may not press it. */
    'dialysis-session/station-card@1': StationCardSlotProps;
  }
}
