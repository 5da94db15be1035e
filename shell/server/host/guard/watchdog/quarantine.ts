/** A time that a plugin took the server down. */
export interface Strike {
  readonly kind: string;
  readonly place: string;
  /** Milliseconds of the steady line. */
  readonly at: number;
}

const MINUTE = 60_000;
/** Strikes that count: those of the last day. */
const COUNTED_MS = 24 * 60 * MINUTE;
/** How long a plugin stays off after its first and second strike. */
const PAUSES_MS = [MINUTE, 10 * MINUTE] as const;
export const MAX_STRIKES = PAUSES_MS.length + 1;

export type Standing =
  | { readonly kind: 'free' }
  /** Off until `until`, then tried again. */
  | { readonly kind: 'paused'; readonly until: number; readonly times: number; readonly last: Strike }
  /** Off until an administrator lets it run. */
  | { readonly kind: 'quarantined'; readonly times: number; readonly last: Strike };

/** Whether a plugin may run, after what it did. @param strikes of the version that is to run, in any order */
export function standingOf(strikes: readonly Strike[], now: number): Standing {
  const counted = strikes.filter(({ at }) => now - at < COUNTED_MS).sort((a, b) => a.at - b.at);
  const last = counted.at(-1);
  if (!last) return { kind: 'free' };
  const times = counted.length;
  if (times >= MAX_STRIKES) return { kind: 'quarantined', times, last };
  const until = last.at + (PAUSES_MS[times - 1] ?? 0);
  return until > now ? { kind: 'paused', until, times, last } : { kind: 'free' };
}
