/** A backup of the timetable that is there. */
export interface KeptBackup {
  readonly id: string;
  /** Business day on which it was begun, `YYYY-MM-DD`. */
  readonly day: string;
  /** Milliseconds. */
  readonly at: number;
  /** It could be restored, or nobody has tried. */
  readonly good: boolean;
  /** It was restored, and all held. */
  readonly proven: boolean;
}

/** Of how many days, weeks and months with a backup the newest one is kept. */
export interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday: so many days after a Monday. */
const THURSDAY = 3;

/** Number of the week, from Monday to Sunday. */
const weekOf = (day: string): string => String(Math.floor((Date.parse(`${day}T00:00:00Z`) / DAY_MS + THURSDAY) / 7));
const monthOf = (day: string): string => day.slice(0, 7);

/** The newest of each of the latest `count` spans; spans without a backup do not count, so a server that stood still for a month loses nothing. */
function newestOfEach(newestFirst: readonly KeptBackup[], count: number, spanOf: (day: string) => string): string[] {
  const kept = new Map<string, string>();
  for (const { id, day } of newestFirst) if (!kept.has(spanOf(day)) && kept.size < count) kept.set(spanOf(day), id);
  return [...kept.values()];
}

/**
 * Grandfather, father, son: which backups may go. The newest good one and the newest proven one stay whatever the rule says, and one that cannot be restored
 * goes only when a good one is newer.
 * @returns ids, oldest first
 */
export function surplusBackups(backups: readonly KeptBackup[], { days, weeks, months }: KeepRule): string[] {
  const newestFirst = [...backups].sort((one, other) => other.at - one.at);
  const good = newestFirst.filter((one) => one.good);
  const kept = new Set([
    ...newestOfEach(good, days, (day) => day),
    ...newestOfEach(good, weeks, weekOf),
    ...newestOfEach(good, months, monthOf),
    ...good.slice(0, 1).map(({ id }) => id),
    ...newestFirst
      .filter((one) => one.proven)
      .slice(0, 1)
      .map(({ id }) => id),
  ]);
  const newestGood = good[0]?.at ?? Number.NEGATIVE_INFINITY;
  return newestFirst
    .filter(({ id, at, good: fine }) => !kept.has(id) && (fine || at < newestGood))
    .map(({ id }) => id)
    .reverse();
}
