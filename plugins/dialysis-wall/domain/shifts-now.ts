export interface ShiftTimes {
  /** `HH:mm`; an end before its start is on the next day. */
  readonly startTime: string;
  readonly endTime: string;
}
export type ShiftWhen = 'now' | 'next' | 'other';

const isWithin = ({ startTime, endTime }: ShiftTimes, time: string): boolean =>
  startTime <= endTime ? startTime <= time && time < endTime : startTime <= time || time < endTime;

/** Which shifts of a day run at a time (`HH:mm`), and which is the next to begin; after the last one none is. */
export function shiftsNow(shifts: readonly ShiftTimes[], time: string): readonly ShiftWhen[] {
  const next = shifts.filter(({ startTime }) => startTime > time).toSorted((one, other) => one.startTime.localeCompare(other.startTime))[0];
  return shifts.map((shift) => (isWithin(shift, time) ? 'now' : shift === next ? 'next' : 'other'));
}
