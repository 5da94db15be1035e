/** The only door of this plugin for others. */
export { chargeContract } from './charge.contract.ts';
export type {
  BillLineRow,
  BillRecord,
  BillRow,
  BillState,
  BillTotal,
  ChargeLine,
  ChargeQueueRow,
  ChargeTotals,
  PayWay,
  PayWayKind,
  SelfPayBody,
  SelfPayPreview,
  SettleSheet,
} from './charge.schema.ts';
export { type ChargingDemo, chargingDemo } from './demo.schema.ts';
