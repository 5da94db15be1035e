/** The only door of this plugin for others. */
export {
  type AccessFacts,
  type BedsideFacts,
  type DialysisDirectory,
  type DialysisTreatments,
  dialysisDirectory,
  dialysisTreatments,
  type HeldTreatment,
  type PlanningChanged,
  type PlanningFacts,
  type PrescriptionFacts,
  planningChanged,
} from './directory.service.ts';
export { type DialysisFileDemo, dialysisFileDemo } from './demo.schema.ts';
export { DEFAULT_DIALYSIS_LIMITS, type DialysisLimits } from './dialysis-limits.ts';
export { dialysisFileContract } from './file.contract.ts';
export type { FileRow, WholeFile } from './file.schema.ts';
export { DRY_WEIGHT_KG } from './limits.ts';
export { DIALYSIS_MODES, type DialysisMode, dialysisMode } from './modes.ts';
export type { DialysisPattern, PatternSlot, PlannedTreatment } from './pattern.ts';
export {
  type AccessEventFacts,
  type AssessedWeight,
  type DialysisRound,
  dialysisRound,
  type FileHistory,
  type ProposedPrescription,
  type RoundFacts,
} from './round.service.ts';
export { type CustomStation, type DialysisStations, dialysisStations } from './stations.service.ts';
export { AGENTS, type PrescriptionContent, WEIGHT_METHODS } from './parts.schema.ts';
export { ZONES, type Zone, type ZoneMisfit, zoneMisfit } from './zones.ts';
export { type EKtVFormula, eKtV, type SampleAccess, type StdKtVDenominator, spKtV, stdKtV, type UreaPair, urr, watson } from './rules/adequacy.ts';
export { addDays, daysBetween, isDay } from './rules/calendar.ts';
export type { Computed, WhyNot } from './rules/computed.ts';
export { type ConsentLack, consentLack } from './consent/consents.ts';
export { cycleWeekOf, type ExpandablePattern, expandPattern } from './rules/expand-pattern.ts';
export { type Infection, MARKERS, type Marker, type MarkerResult, SCREENING_MARKERS } from './rules/markers.ts';
export {
  type AlarmLevel,
  monitorDue,
  type NextReading,
  SYSTOLIC_FALL,
  type VitalLimits,
  type VitalSign,
  type Vitals,
  type VitalsAlarm,
  vitalsAlarm,
} from './rules/monitoring.ts';
export { type SerologyDue, type SerologyState, type SerologyStatus, serologyDue, worstSerology } from './rules/serology-due.ts';
export { idwg, idwgPct, minHours, netWeight, overDry, type UfRateColour, ufPct, ufRate, ufRateColour, ufTarget } from './rules/weights.ts';
export { type ZoneFound, type ZoneLimits, zoneOf } from './rules/zone-of.ts';
