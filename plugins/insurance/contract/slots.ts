import type { SettlementRecord } from './settlement.contract.ts';

/** What fills `insurance/settle-fields@1` receives: a region's own fields beside the settlement in hand. */
export interface SettleFieldsProps {
  readonly region: string;
  readonly settlement: SettlementRecord;
}

/** What fills `insurance/settle-extras@1` receives: a region's own acts on a finished settlement, such as its print form. */
export interface SettleExtrasProps {
  readonly region: string;
  readonly settlement: SettlementRecord;
  readonly billId: string | null;
}

declare module '@nephra/plugin-sdk/web' {
  interface SlotPoints {
    'insurance/settle-fields@1': SettleFieldsProps;
    'insurance/settle-extras@1': SettleExtrasProps;
  }
}
