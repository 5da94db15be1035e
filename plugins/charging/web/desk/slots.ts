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

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    'charging/settle-actions@1': SettleActionProps;
  }
}
