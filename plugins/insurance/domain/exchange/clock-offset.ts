/** Our clock against a gateway's, when that is why it refuses. */
export interface ClockOffset {
  /** What the gateway said. */
  readonly said: string;
  /** Whole seconds that our clock is ahead of the gateway's; behind when negative. */
  readonly aheadSeconds: number;
  /** Seconds that it lets pass. */
  readonly allowed: number;
}

/**
 * How far our clock is ahead of a gateway's, in whole seconds.
 * @param date its `Date` header; undefined when it told none
 * @param now our clock when the answer came, milliseconds
 */
export function secondsAhead(date: string | undefined, now: number): number | undefined {
  const told = Date.parse(date ?? '');
  return Number.isNaN(told) ? undefined : Math.round((now - told) / 1000);
}

const MARK = /^(.*) \[clock ([+-]\d{1,12}) s, allowed (\d{1,6}) s\]$/s;

/** A reason that carries the offset, for the journal and for whoever puts it into words: `reasonWords`. */
export const clockReason = ({ said, aheadSeconds, allowed }: ClockOffset): string =>
  `${said} [clock ${aheadSeconds < 0 ? '-' : '+'}${Math.abs(aheadSeconds)} s, allowed ${allowed} s]`;

/** The offset that a reason carries; undefined when the clock is not why. */
export function clockOffsetIn(reason: string): ClockOffset | undefined {
  const [, said, ahead, allowed] = MARK.exec(reason) ?? [];
  return said === undefined ? undefined : { said, aheadSeconds: Number(ahead), allowed: Number(allowed) };
}
