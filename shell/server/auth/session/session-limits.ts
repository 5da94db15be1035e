/** How long a session may rest and live. */
export interface SessionLimits {
  /** 0 = resting never locks. */
  readonly sessionLockMinutes: number;
  readonly sessionIdleMinutes: number;
  readonly sessionMaxHours: number;
}

export interface SessionTimes {
  /** When its person last did something. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** `screen`: hangs on a wall, where nobody works and nobody types a password. */
  readonly device?: string;
}

const MINUTE_MS = 60_000;

/** What resting and age have made of a session. */
export function sessionState(
  { lastSeenAt, expiresAt, device }: SessionTimes,
  limits: Omit<SessionLimits, 'sessionMaxHours'>,
  now: Date,
): 'open' | 'locked' | 'over' {
  if (device === 'screen') return now >= expiresAt ? 'over' : 'open';
  const idleMs = now.getTime() - lastSeenAt.getTime();
  if (now >= expiresAt || idleMs >= limits.sessionIdleMinutes * MINUTE_MS) return 'over';
  return limits.sessionLockMinutes > 0 && idleMs >= limits.sessionLockMinutes * MINUTE_MS ? 'locked' : 'open';
}
