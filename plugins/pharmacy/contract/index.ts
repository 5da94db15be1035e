/** The only door of this plugin for others. */
export { type PharmacyDemo, pharmacyDemo } from './demo.schema.ts';
export { dispensingContract } from './dispensing.contract.ts';
export type {
  DispensingInfo,
  DispensingLine,
  DispensingLot,
  LotRow,
  MovementRow,
  QueueRow,
  ReceiveBody,
  Stage,
  StockItem,
  UpdateStateBody,
} from './dispensing.schema.ts';
