/** What somebody, and everybody together, may ask. */
export interface AskLimits {
  readonly asksPerMinute: number;
  readonly personTokens: number;
  readonly siteTokens: number;
}

/** What was asked so far. */
export interface AskedSoFar {
  /** Questions of the running minute. */
  readonly minuteAsks: number;
  readonly personTokens: number;
  readonly siteTokens: number;
}

export type LimitReached = 'limit-minute' | 'limit-person' | 'limit-site';

/** The limit that stands against one more question; undefined: none. A question that is at work when a limit is reached comes to its end. */
export function limitReached(so: AskedSoFar, limits: AskLimits): LimitReached | undefined {
  if (so.minuteAsks >= limits.asksPerMinute) return 'limit-minute';
  if (so.personTokens >= limits.personTokens) return 'limit-person';
  if (so.siteTokens >= limits.siteTokens) return 'limit-site';
  return undefined;
}
