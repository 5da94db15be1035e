import type { DialysisLimits } from '../dialysis-limits.ts';
import { type Input, isNumber } from './computed.ts';

/** When the next reading of a running treatment is due, and from when on it counts as late. Milliseconds. */
export interface NextReading {
  readonly dueAt: number;
  readonly lateAt: number;
  readonly state: 'ok' | 'due' | 'late';
}

/**
 * @param running when it started and when it was read last; null: not yet
 * @param now milliseconds
 * @returns null where the start is no time
 */
export function monitorDue(
  running: { readonly startedAt: number; readonly lastReadingAt: number | null },
  now: number,
  limits: Pick<DialysisLimits, 'readingEveryMinutes' | 'readingGraceMinutes'>,
): NextReading | null {
  const since = Math.max(running.startedAt, running.lastReadingAt ?? running.startedAt);
  if (!Number.isFinite(since) || !Number.isFinite(now)) return null;
  const dueAt = since + limits.readingEveryMinutes * 60_000;
  const lateAt = dueAt + limits.readingGraceMinutes * 60_000;
  if (now > lateAt) return { dueAt, lateAt, state: 'late' };
  return { dueAt, lateAt, state: now >= dueAt ? 'due' : 'ok' };
}

/** What is measured while a treatment runs. mmHg, beats in a minute, °C, mmol/L. */
export interface Vitals {
  readonly systolic?: Input;
  readonly pulse?: Input;
  readonly temperature?: Input;
  readonly glucose?: Input;
  readonly arterialPressure?: Input;
  readonly venousPressure?: Input;
  readonly transmembranePressure?: Input;
}
export type VitalSign = keyof Vitals;
export type AlarmLevel = 'info' | 'warn' | 'critical';

export interface VitalsAlarm {
  readonly sign: VitalSign;
  readonly level: AlarmLevel;
  /** `fall`: below the pressure before the treatment by more than `SYSTOLIC_FALL`, with symptoms. */
  readonly kind: 'low' | 'high' | 'fall';
  readonly value: number;
  readonly limit: number;
}

/** mmHg: a fall by more than this with symptoms is a hypotension during dialysis, whatever the pressure is. */
export const SYSTOLIC_FALL = 20;

export type VitalLimits = Pick<
  DialysisLimits,
  | 'systolicLow'
  | 'systolicHigh'
  | 'pulseLow'
  | 'pulseHigh'
  | 'temperatureHigh'
  | 'glucoseLow'
  | 'venousPressureHigh'
  | 'arterialPressureLow'
  | 'transmembranePressureHigh'
>;

type Bound = readonly [sign: VitalSign, kind: 'low' | 'high', limit: number | null, level: AlarmLevel];

/**
 * What of a reading lies outside the limits, the gravest first. A limit that is null alarms nobody; a value that is absent neither.
 *
 * @param before systolic pressure before the treatment, and whether the patient complains now: for a fall that no limit shows
 */
export function vitalsAlarm(vitals: Vitals, limits: VitalLimits, before?: { readonly systolic: Input; readonly symptoms: boolean }): readonly VitalsAlarm[] {
  const bounds: readonly Bound[] = [
    ['systolic', 'low', limits.systolicLow, 'critical'],
    ['systolic', 'high', limits.systolicHigh, 'critical'],
    ['pulse', 'low', limits.pulseLow, 'warn'],
    ['pulse', 'high', limits.pulseHigh, 'warn'],
    ['temperature', 'high', limits.temperatureHigh, 'warn'],
    ['glucose', 'low', limits.glucoseLow, 'critical'],
    ['venousPressure', 'high', limits.venousPressureHigh, 'warn'],
    ['arterialPressure', 'low', limits.arterialPressureLow, 'warn'],
    ['transmembranePressure', 'high', limits.transmembranePressureHigh, 'warn'],
  ];
  const alarms: VitalsAlarm[] = [];
  for (const [sign, kind, limit, level] of bounds) {
    const value = vitals[sign];
    if (limit === null || !isNumber(value)) continue;
    if (kind === 'low' ? value < limit : value > limit) alarms.push({ sign, level, kind, value, limit });
  }
  const { systolic } = vitals;
  const low = alarms.some(({ sign, kind }) => sign === 'systolic' && kind === 'low');
  if (before?.symptoms && !low && isNumber(systolic) && isNumber(before.systolic) && before.systolic - systolic > SYSTOLIC_FALL) {
    alarms.push({ sign: 'systolic', level: 'critical', kind: 'fall', value: systolic, limit: before.systolic - SYSTOLIC_FALL });
  }
  const order: readonly AlarmLevel[] = ['critical', 'warn', 'info'];
  return alarms.sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
}
