import type { UserInfo } from '../../../contract/index.ts';

/** Time the last-login notice stays (spec 9). */
export const LAST_LOGIN_NOTICE_MS = 2000;

export interface LastLogin {
  readonly time: string;
  readonly place: string;
  readonly ip: string;
}

/** What the notice after arriving from the login page says; undefined = it does not show (spec 4, last-login notice). */
export function lastLogin(
  user: Pick<UserInfo, 'prevLogin' | 'prevLoginTime' | 'prevLoginIPAddress' | 'prevLoginIPAddressName'>,
  format: (ms: number) => string,
): LastLogin | undefined {
  if (user.prevLogin !== 1 || user.prevLoginTime === null) return undefined;
  return { time: format(user.prevLoginTime), place: user.prevLoginIPAddressName || '—', ip: user.prevLoginIPAddress || '—' };
}
