/** The only door of this plugin for others. */
export { type DialysisDay, dialysisDay, type TreatmentProgress } from './day.service.ts';
export { EVENT_KINDS, type EventKind, RED_EVENTS } from './fields.ts';
export { isFinalRefusal } from './final-refusal.ts';
export { TODAY_MENU as TREATMENT_MENU } from './limits.ts';
export { type Material, type MaterialCode, type MaterialRole, materialsOf } from './material/material.ts';
export { orderContract, type OrderRow } from './orders/order.contract.ts';
export { groupsOf } from './orders/order-groups.ts';
export { type Complication, type DialysisRounds, dialysisRounds, type RoundTreatment, type SignedOrder } from './round.service.ts';
export { sessionContract } from './session.contract.ts';
export { sessionFrames } from './session.frames.ts';
export type { ActReply, SessionEntry, StationCard, TodayReply, WholeSession } from './session.schema.ts';
export type { BedsideProps, StationCardSlotProps } from './slots.ts';
export { type Guard, PASSABLE, SESSION_STATE, type SessionState } from './states.ts';
export { type Away, type AwayWhy, type DialysisStays, dialysisStays } from './stays.service.ts';
