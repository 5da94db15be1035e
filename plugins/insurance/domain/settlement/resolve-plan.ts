import type { DoubtRow, SettlementState } from '../../contract/index.ts';

const MINUTE = 60_000;
const PAUSES = [1, 5, 15, 60];
/** Longer than any call may take: until then its own process has the say. */
export const CALL_PATIENCE_MS = 4 * MINUTE;
/** Bookings of ours that failed so often need a person. */
export const MAX_BOOKINGS = 8;

/** When the next round comes, after so many that brought nothing. */
export const nextRound = (now: Date, rounds: number): Date =>
  new Date(now.getTime() + (PAUSES[Math.min(Math.max(rounds, 0), PAUSES.length - 1)] ?? 60) * MINUTE);

/** The one thing that is safe to do next. */
export function nextStepOf(state: SettlementState, facts: { readonly working: boolean; readonly rounds: number }): DoubtRow['next'] {
  if (state === 'review') return 'decide';
  if (facts.working) return 'wait';
  if (state === 'booking' || state === 'refunding') return 'book';
  if (state === 'presettled') return 'retry-settle';
  // The platform has been asked often enough; the day's comparison brings what single questions did not.
  if (facts.rounds > PAUSES.length + 2) return 'compare-day';
  return state === 'settling' || state === 'cancelling' || state === 'unknown' || state === 'cancel-unknown' ? 'ask-again' : 'nothing';
}
