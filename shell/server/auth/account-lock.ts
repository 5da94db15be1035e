import { AppError, formatInstant } from '@nephra/plugin-sdk/contract';

/** What can keep an account out besides a wrong password. */
export interface AccountState {
  readonly enabled: boolean;
  /** Locked by hand … */
  readonly locked: boolean;
  /** … until this moment; null = until somebody unlocks. */
  readonly unlockAt: Date | null;
}

export const isLocked = ({ locked, unlockAt }: Pick<AccountState, 'locked' | 'unlockAt'>, now: Date): boolean =>
  locked && (unlockAt === null || unlockAt > now);

export const mayEnter = (state: AccountState, now: Date): boolean => state.enabled && !isLocked(state, now);

/**
 * Said only to those who have proven who they are: nobody else learns the state of an account.
 * @throws AppError `core.account-disabled`, `core.account-locked`, `core.account-locked-until`
 */
export function assertMayEnter(state: AccountState, now: Date): void {
  if (!state.enabled) throw new AppError('core.account-disabled');
  if (!isLocked(state, now)) return;
  if (state.unlockAt === null) throw new AppError('core.account-locked');
  throw new AppError('core.account-locked-until', { params: { until: formatInstant(state.unlockAt.getTime()) } });
}
