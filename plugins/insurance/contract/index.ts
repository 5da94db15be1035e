/** The only door of this plugin for others. */
export {
  CATALOGUE_RUN_STATES,
  type CatalogueInfno,
  type CatalogueKindRow,
  type CatalogueRun,
  type CatalogueRunState,
  catalogueContract,
  catalogueRunWaiting,
  LIST_TYPES,
  type ListType,
  type NationalItem,
} from './catalogue.contract.ts';
export {
  CHECK_KEYS,
  type CheckLine,
  type CheckReply,
  type ConnectionBody,
  type ConnectionRow,
  connectionContract,
  type RegionRow,
} from './connection.contract.ts';
export { EXCHANGE_STATES, type ExchangeBody, type ExchangeRecord, type ExchangeRow, type ExchangeState, exchangeContract } from './exchange.contract.ts';
export {
  type BatchReply,
  type LineResult,
  MAPPING_PROBLEMS,
  type MappingHistoryRow,
  type MappingProblem,
  type MappingRow,
  type MappingState,
  mappingContract,
  type PreviewFact,
  previewContract,
  SUGGESTION_REASONS,
  type Suggestion,
  type SuggestionReason,
} from './mapping.contract.ts';
export {
  DAY_STATES,
  type DayState,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type ReconcileDay,
  type ReconcileDifference,
  type ReconcileGroup,
  type ReconcileRecord,
  reconcileContract,
  reconcileWaiting,
} from './reconcile.contract.ts';
export {
  type AnalysisRow,
  type PersonInsurance,
  type RegisterBody,
  type RegisterInfo,
  registerContract,
  type VisitRow,
  type VisitState,
} from './register.contract.ts';
export {
  type CorrectBody,
  type DoubtRow,
  type FeeLine,
  type PreSettleBody,
  SETTLEMENT_STATES,
  type SettleBody,
  type SettlementAmounts,
  settlementContract,
  type SettlementRecord,
  type SettlementRow,
  type SettlementState,
  type TrailStep,
} from './settlement.contract.ts';
export type { SettleExtrasProps, SettleFieldsProps } from './slots.ts';
