import type { SettlementState } from '../contract/index.ts';

/** What may follow what; the states are explained where they are named. */
const MOVES: Readonly<Record<SettlementState, readonly SettlementState[]>> = {
  prepared: ['registered', 'abandoned'],
  registered: ['uploaded', 'abandoned'],
  uploaded: ['presettled', 'registered', 'abandoned'],
  presettled: ['settling', 'registered', 'uploaded', 'abandoned'],
  settling: ['booking', 'presettled', 'unknown'],
  unknown: ['booking', 'presettled', 'review'],
  booking: ['settled', 'review'],
  settled: ['cancelling', 'review'],
  cancelling: ['refunding', 'settled', 'cancel-unknown'],
  'cancel-unknown': ['refunding', 'settled', 'review'],
  refunding: ['cancelled', 'review'],
  review: ['booking', 'presettled', 'settled', 'refunding'],
  cancelled: [],
  abandoned: [],
};

export const mayMove = (from: SettlementState, to: SettlementState): boolean => MOVES[from].includes(to);

/** Nobody knows for certain whether money moved, or what is known is not in our books yet. Blocks the patient's next settlement. */
export const DOUBTFUL_STATES: readonly SettlementState[] = ['settling', 'unknown', 'booking', 'cancelling', 'cancel-unknown', 'refunding', 'review'];

/** Not over: one patient has at most one of these (`settled` ones aside). */
export const ACTIVE_STATES: readonly SettlementState[] = ['prepared', 'registered', 'uploaded', 'presettled', ...DOUBTFUL_STATES];
