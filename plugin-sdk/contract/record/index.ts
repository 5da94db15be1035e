export { checkRecord, findingText, type RecordFinding } from './check/check-record.ts';
export type { BlockSpec, FormBlock } from './blocks/form-block.ts';
export { buttonOf, needOf } from './buttons.ts';
export { compileRecord } from './compile-record.ts';
export { dayText } from './day-text.ts';
export { defineRecord, type RecordSpec } from './define-record.ts';
export type { ExportQuery, ImportedRow, ImportPreview, ImportPreviewRow, ImportResult, ImportRouteName } from './routes/exchange-routes.ts';
export { importedFields, importRowsOf } from './routes/exchange-routes.ts';
export { type Field, field, type Shown, STANDARD_FIELDS, shown } from './field.ts';
export {
  complaintText,
  FIELD_KINDS,
  type FieldComplaint,
  type FieldKind,
  type FieldKindName,
  fieldKind,
  type KindLimits,
  type PluginColumn,
} from './field-kind.ts';
export { nearestName } from './check/nearest-name.ts';
export { numberComplaint } from './check/number-complaint.ts';
export { rulesOf } from './conditions/field-rules.ts';
export { calculatedComplaint, type FieldState, initialOf, type SettledValues, settleValues } from './conditions/settle-values.ts';
export { decimalsOf } from './expression/field-values.ts';
export { type FilterWay, filterWay, rangeText, SEVERAL_MARK, WORDS_MARK } from './filter/filter-ways.ts';
export { plainHeading } from './headings.ts';
export { defineFieldKind, type KindLookup, kindLookup, type KnownKind, type PluginKind, type PluginKindSpec } from './kinds/plugin-kind.ts';
export { kindsOfRecord } from './kinds/kinds-of-record.ts';
export { LINE_KINDS, MAX_LINES } from './lines/line-kinds.ts';
export { atLine } from './lines/line-texts.ts';
export type { LineOf, LinesSpec } from './lines/lines-field.ts';
export { checkRelations, type RelationFinding } from './check/check-relations.ts';
export { isLabelled, relationsByPath } from './relations/relation-names.ts';
export { type RelatedQuery, type RelatedRow, relatedContract } from './routes/relation-routes.ts';
export { compileOverlaid } from './overlay/compile-overlaid.ts';
export { codeField, nameField, parentField } from './row-name.ts';
export type { BesideColumn, BesideKind, BesideValue } from './routes/beside.ts';
export type { ListTotals, RecordPage } from './routes/record-totals.ts';
export { type RecordContract, type RecordQuery, type RecordRoutes, recordContract, type Saved } from './routes/record-contract.ts';
// The schema of documents is the server's matter: browsers get what was checked.
export type { FieldOverlay, RecordOverlay } from './overlay/overlay-document.ts';
export type {
  ActDocument,
  FieldCalculation,
  FieldConditions,
  FieldDocument,
  ImportActDocument,
  NumberRule,
  RecordAct,
  RecordButtonAct,
  RecordDocument,
} from './record-document.ts';
export {
  IMPORT_ROWS_PER_CALL,
  IMPORT_ROWS_PER_FILE,
  MAX_EXPRESSION_LENGTH,
  MAX_RECORD_FIELDS,
  MAX_RELATED_IDS,
  RECORD_FORMAT,
  STAFF_KINDS,
  type StaffFieldKind,
  TEXT_FORMATS,
  type TextFormat,
} from './record-limits.ts';
export { recordMenu } from './record-menu.ts';
export type { AnyRecord, FieldsOf, RecordBody, RecordField, RecordOf, RecordRow, ShownOf, ValuesOf } from './record-types.ts';
export { columnRight, withheldFields } from './rights/withheld.ts';
export { defineSettings, type RegistryReading, type Settings, type SettingsSpec } from './settings/define-settings.ts';
export type { SettingDocument, SettingsDocument } from './settings/setting-document.ts';
export { type SettingField, settingFields } from './settings/setting-fields.ts';
