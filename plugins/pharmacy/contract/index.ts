/** The only door of this plugin for others. */
export { type PharmacyDemo, pharmacyDemo } from './demo.schema.ts';
export { dispensingContract } from './dispensing.contract.ts';
export type { DispensingFinding, DispensingInfo, DispensingLine, DispensingLot, PatientRecord, QueueRow, Stage, UpdateStateBody } from './dispensing.schema.ts';
export { stockContract } from './stock.contract.ts';
export type {
  AdjustBody,
  CountInfo,
  CountLine,
  CountLinesBody,
  CountRow,
  ItemHistory,
  ItemSettingBody,
  ItemStock,
  LedgerCheck,
  LotRow,
  MovementRow,
  OpenCountBody,
  ReceiptBody,
  ReceiptInfo,
  ReceiptLineBody,
  ReceiptRow,
  StockItem,
  StockWarnings,
} from './stock.schema.ts';
