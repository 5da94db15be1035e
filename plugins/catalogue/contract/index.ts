/** The only door of this plugin for others. */
export {
  type CatalogueEntry,
  type CatalogueKind,
  type CatalogueRow,
  type CheckLevel,
  CONTROL_CLASSES,
  catalogueEntry,
  catalogueKind,
  catalogueRow,
  CHARGE_GROUPS,
  type ChargeGroup,
  CONSUMABLE_TYPES,
  checkLevel,
  controlClass,
  DRUG_TYPES,
  type DrugType,
  drugType,
  ENTRY_FIELDS,
  type EntryTextName,
  GRADES,
  KINDS,
  type PackageRow,
  packageRow,
  ROUNDING_MODES,
  roundingMode,
} from './catalogue.schema.ts';
export {
  type CatalogueEntries,
  type CatalogueFacts,
  type CatalogueStock,
  type CatalogueStockUse,
  catalogueEntries,
  catalogueStock,
  catalogueStockUse,
  type EntrySearch,
  type FacilityPackage,
  type FacilityPackageLine,
  type Interaction,
  type PriceFacts,
  type StockOfDrug,
  type StockUsed,
  type UsedGoods,
  type UsedStock,
  type UseProblem,
  type UseTrouble,
  stockBy,
  stockNumber,
} from './catalogue.service.ts';
export { type CatalogueUse, catalogueUse, type UseCount } from './use.service.ts';
export { type CatalogueDemo, catalogueDemo } from './demo.schema.ts';
export { FREQUENCIES, type Frequency, INJECTION_USAGES, SESSION_FREQUENCIES, USAGES } from './lines/frequencies.ts';
export { courseDays, isFrequency, occurrences, perDay, type SessionPlan, sessionsIn } from './lines/frequency.ts';
export {
  type GroupLine,
  type GroupMark,
  groupMark,
  isGroupLeader,
  joinGroup,
  leaveGroup,
  mayGroup,
  normaliseGroups,
  SHARED_FIELDS,
} from './lines/groups.ts';
export { type LineAmounts, type LineChoice, type LineFacts, lineAmounts } from './lines/line.ts';
export { type InputFault, inputFault } from './lines/line-input.ts';
export {
  DOSE_DECIMALS,
  DOSE_DIGITS,
  MAX_DAYS,
  MAX_DOSE,
  MAX_GROUP,
  MAX_LINES,
  MAX_QUANTITY,
  MIN_DAYS,
  QUANTITY_DECIMALS,
} from './lines/line-limits.ts';
export { emptyOf, LINE_ORDER, type LineOrder, lineField, orderOn, pickFields, readSchemas, sentSchemas } from './lines/line-order.ts';
export {
  chosenCodes,
  doseUnitsFor,
  FREQUENCY_AT_FIRST,
  frequencyOptions,
  type OrderChoice,
  type OrderCodes,
  quantityUnitsFor,
  usageOptions,
} from './lines/order-choices.ts';
export { certainOwnPay } from './lines/own-pay.ts';
export { computeQuantity, daysCovered, type Packing, type QuantityFault, soldPrepUnits, splitPrice } from './lines/quantity.ts';
export { doseUnits, type Fraction, ratio, sameUnit } from './lines/units.ts';
