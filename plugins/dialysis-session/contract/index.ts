/** The only door of this plugin for others. */
export { SESSION_STATE, type SessionState } from './states.ts';
export { sessionContract } from './session.contract.ts';
export type { ActReply, SessionEntry, StationCard, TodayReply, WholeSession } from './session.schema.ts';
export type { BedsideProps } from './slots.ts';
