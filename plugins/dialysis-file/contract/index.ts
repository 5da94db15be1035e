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
export type { DialysisLimits } from './dialysis-limits.ts';
export { DIALYSIS_MODES, type DialysisMode, dialysisMode } from './modes.ts';
export type { DialysisPattern, PatternSlot, PlannedTreatment } from './pattern.ts';
export { ZONES, type Zone, type ZoneMisfit, zoneMisfit } from './zones.ts';
