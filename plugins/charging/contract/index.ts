/** The only door of this plugin for others. */
export { accountContract } from './account.contract.ts';
export type { AccountItem, ChargeDay, PatientAccount } from './account.schema.ts';
export { type BillSettlement, type BillSettlements, billSettlements, type SettledLine } from './bill-settlement.service.ts';
export { chargeContract } from './charge/charge.contract.ts';
export { settleSheet } from './charge/charge.schema.ts';
export type {
  BillLineRow,
  BillRecord,
  BillRow,
  BillState,
  BillTotal,
  ChargeLine,
  ChargePatientRow,
  ChargeQueueRow,
  ChargeTotals,
  PayWay,
  PayWayKind,
  SelfPayBody,
  SelfPayPreview,
  SettleSheet,
} from './charge/charge.schema.ts';
export { type ChargingDemo, chargingDemo } from './demo.schema.ts';
export {
  type CorrectedLine,
  type InsuredBillActor,
  type InsuredBills,
  insuredBills,
  type OwnPayment,
  type SheetTitle,
  sheetTitles,
} from './insured-bill.service.ts';
export { openOf, type PayRow, payAllBy, payRestBy, payRowsToWire, settlePayRows, startPayRows } from './charge/pay-rows.ts';
export { type ReceiptSeries, receiptSeries } from './charge/receipt-series.schema.ts';
export type { CancelBody, RefundBlock, RefundLine, RefundPreview } from './charge/refund.schema.ts';
export {
  INSURED_MONTH_KEYS,
  type InsuredMonthBlocker,
  type InsuredMonthChecks,
  type InsuredMonthKey,
  insuredMonthChecks,
} from './month/month-checks.service.ts';
export { monthContract } from './month/month.contract.ts';
export type {
  AskInsurerBody,
  DryRun,
  DryRunPatient,
  HospMonthBody,
  MonthBillReply,
  MonthBlocker,
  MonthBook,
  MonthDay,
  MonthInsuredBody,
  MonthParent,
  MonthPatientRow,
  MonthRehearsal,
  MonthRun,
  MonthRunItem,
  MonthSelfPayBody,
  MonthSheet,
  MonthState,
  MonthTotals,
  RecordResult,
  RunItemState,
  RunState,
  SettleWay,
} from './month/month.schema.ts';
export {
  type InsuredMonth,
  type InsuredOutcome,
  type InsuredRehearsal,
  type InsuredSettlement,
  insuredSettlement,
  monthRunWaiting,
} from './month/month.settlement.service.ts';
export { shiftContract } from './shift/shift.contract.ts';
export type { CloseShiftBody, OpenTakings, ShiftRecord, ShiftRow, TakingsWay } from './shift/shift.schema.ts';
export { feePartFigures, insurerFigures } from './insurer-figures.schema.ts';
export { type InsuredFacilities, insuredFacilities } from './insured-facility.service.ts';
export { type SettlementSheet, type SettlementSheets, settlementSheets, type SheetLine } from './settlement-sheet.service.ts';
export type { BillPrintProps, SettleActionProps } from './slots.ts';
