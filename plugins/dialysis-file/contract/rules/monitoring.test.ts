import { describe, expect, it } from 'vitest';
import { DEFAULT_DIALYSIS_LIMITS } from '../dialysis-limits.ts';
import { monitorDue, vitalsAlarm } from './monitoring.ts';

const MINUTE = 60_000;
const limits = DEFAULT_DIALYSIS_LIMITS;

describe('monitorDue', () => {
  it('counts from the start, then from the last reading', () => {
    expect(monitorDue({ startedAt: 0, lastReadingAt: null }, 59 * MINUTE, limits)).toEqual({ dueAt: 60 * MINUTE, lateAt: 70 * MINUTE, state: 'ok' });
    expect(monitorDue({ startedAt: 0, lastReadingAt: null }, 60 * MINUTE, limits)?.state).toBe('due');
    expect(monitorDue({ startedAt: 0, lastReadingAt: null }, 70 * MINUTE + 1, limits)?.state).toBe('late');
    expect(monitorDue({ startedAt: 0, lastReadingAt: 55 * MINUTE }, 70 * MINUTE, limits)).toMatchObject({ dueAt: 115 * MINUTE, state: 'ok' });
  });

  it('takes no reading from before the start, and no time that is none', () => {
    expect(monitorDue({ startedAt: 10 * MINUTE, lastReadingAt: 0 }, 20 * MINUTE, limits)?.dueAt).toBe(70 * MINUTE);
    expect(monitorDue({ startedAt: Number.NaN, lastReadingAt: null }, 0, limits)).toBeNull();
  });
});

describe('vitalsAlarm', () => {
  it('tells what lies outside, the gravest first', () => {
    const alarms = vitalsAlarm({ temperature: 38.5, systolic: 85, pulse: 121, venousPressure: 250 }, limits);
    expect(alarms.map(({ sign, kind, level }) => [sign, kind, level])).toEqual([
      ['systolic', 'low', 'critical'],
      ['pulse', 'high', 'warn'],
      ['temperature', 'high', 'warn'],
    ]);
    expect(vitalsAlarm({ systolic: 90, pulse: 50 }, limits)).toEqual([]);
  });

  it('sees a fall with symptoms that no limit shows', () => {
    expect(vitalsAlarm({ systolic: 120 }, limits, { systolic: 145, symptoms: true })).toMatchObject([{ kind: 'fall', limit: 125 }]);
    expect(vitalsAlarm({ systolic: 120 }, limits, { systolic: 145, symptoms: false })).toEqual([]);
    expect(vitalsAlarm({ systolic: 80 }, limits, { systolic: 145, symptoms: true })).toMatchObject([{ kind: 'low' }]);
  });

  it('is silent where a limit is off or a value is no number', () => {
    expect(vitalsAlarm({ pulse: 200, systolic: Number.NaN, glucose: null }, { ...limits, pulseHigh: null })).toEqual([]);
  });
});
