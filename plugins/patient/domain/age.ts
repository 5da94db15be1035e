interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

function dayOf(text: string): Day | undefined {
  const match = DAY.exec(text);
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) } : undefined;
}

/** The age of a patient whose birthday is unknown: no age of anybody, not the 0 of a newborn. */
export const UNKNOWN_AGE = -1;

/** Completed years on `today`; 0 when the birthday is in the future, {@link UNKNOWN_AGE} when there is none. Days as `YYYY-MM-DD`. */
export function ageOn(today: string, birthday: string | null): number {
  const [now, born] = [dayOf(today), birthday === null ? undefined : dayOf(birthday)];
  if (!now || !born) return UNKNOWN_AGE;
  const before = now.month < born.month || (now.month === born.month && now.day < born.day);
  return Math.max(0, now.year - born.year - (before ? 1 : 0));
}
