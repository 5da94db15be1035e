import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { SettlementState } from '../../contract/index.ts';

/** What may follow what; the states are explained where they are named. */
const MOVES: Readonly<Record<SettlementState, readonly SettlementState[]>> = {
  prepared: ['registered', 'abandoned'],
  registered: ['uploaded', 'abandoned'],
  uploaded: ['presettled', 'registered', 'abandoned'],
  presettled: ['settling', 'registered', 'uploaded', 'abandoned', 'review'],
  settling: ['settled', 'booking', 'presettled', 'unknown', 'review'],
  unknown: ['settled', 'booking', 'presettled', 'review'],
  booking: ['settled', 'review'],
  settled: ['cancelling', 'review'],
  cancelling: ['cancelled', 'refunding', 'settled', 'cancel-unknown', 'review'],
  'cancel-unknown': ['cancelled', 'refunding', 'settled', 'review'],
  refunding: ['cancelled', 'review'],
  review: ['booking', 'presettled', 'settled', 'refunding', 'cancelled', 'abandoned'],
  cancelled: [],
  abandoned: [],
};

export const mayMove = (from: SettlementState, to: SettlementState): boolean => MOVES[from].includes(to);

/** @throws AppError `insurance.move` (409) for a move that is not declared. */
export function assertMove(from: SettlementState, to: SettlementState): void {
  if (!mayMove(from, to)) throw new AppError('insurance.move', { code: EnvelopeCode.Conflict, params: { from, to } });
}

/** How far the platform knows it; nothing moved yet. */
export const OPEN_STATES: readonly SettlementState[] = ['prepared', 'registered', 'uploaded', 'presettled'];

/** Nobody knows for certain whether money moved, or what is known is not in our books yet. Blocks the patient's next settlement. */
export const DOUBTFUL_STATES: readonly SettlementState[] = ['settling', 'unknown', 'booking', 'cancelling', 'cancel-unknown', 'refunding', 'review'];

/** Not over: one patient has at most one of these (`settled` ones aside). */
export const ACTIVE_STATES: readonly SettlementState[] = [...OPEN_STATES, ...DOUBTFUL_STATES];

/** Over for good. */
export const FINAL_STATES: readonly SettlementState[] = ['cancelled', 'abandoned'];
