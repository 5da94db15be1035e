export type AlarmCode = 'event' | 'pressure' | 'reading' | 'check2' | 'over' | 'disinfect';
export interface StationAlarm {
  readonly code: AlarmCode;
  readonly weight: 'red' | 'amber';
}

export interface AlarmFacts {
  readonly state: 'free' | 'planned' | 'waiting' | 'ready' | 'running' | 'off' | 'out';
  /** Milliseconds. */
  readonly endsAt: number | null;
  readonly readingDueAt: number | null;
  readonly check2DueAt: number | null;
  readonly pressureOff: boolean;
  readonly redEvent: boolean;
  readonly toDisinfect: boolean;
}

const MINUTE_MS = 60_000;
/** A treatment that is over for so long is not just being ended. */
const OVER_MINUTES = 10;

/** What stands out at a station at a moment, the most urgent first. Time passes without a push: screens work it out again by their clock. */
export function stationAlarms(
  { state, endsAt, readingDueAt, check2DueAt, pressureOff, redEvent, toDisinfect }: AlarmFacts,
  now: number,
  graceMinutes: number,
): readonly StationAlarm[] {
  if (state !== 'running') return toDisinfect ? [{ code: 'disinfect', weight: 'amber' }] : [];
  const found: StationAlarm[] = [];
  if (redEvent) found.push({ code: 'event', weight: 'red' });
  if (pressureOff) found.push({ code: 'pressure', weight: 'red' });
  if (readingDueAt !== null && now >= readingDueAt + graceMinutes * MINUTE_MS) found.push({ code: 'reading', weight: 'red' });
  else if (readingDueAt !== null && now >= readingDueAt) found.push({ code: 'reading', weight: 'amber' });
  if (check2DueAt !== null && now >= check2DueAt) found.push({ code: 'check2', weight: 'amber' });
  if (endsAt !== null && now >= endsAt + OVER_MINUTES * MINUTE_MS) found.push({ code: 'over', weight: 'amber' });
  return found.toSorted((one, other) => Number(one.weight === 'amber') - Number(other.weight === 'amber'));
}

/** Whole minutes that are left; negative: over. */
export const minutesLeft = (endsAt: number, now: number): number => Math.ceil((endsAt - now) / MINUTE_MS);
