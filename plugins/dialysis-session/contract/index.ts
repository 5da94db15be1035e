/** The only door of this plugin for others. */
export { type DialysisDay, dialysisDay, type TreatmentProgress } from './day.service.ts';
export { sessionFrames } from './session.frames.ts';
export { SESSION_STATE, type SessionState } from './states.ts';
export { type Material, type MaterialCode, type MaterialRole, materialsOf } from './material.ts';
export { sessionContract } from './session.contract.ts';
export type { StationCardSlotProps } from './slots.ts';
export type { ActReply, SessionEntry, StationCard, TodayReply, WholeSession } from './session.schema.ts';
export type { BedsideProps } from './slots.ts';
