import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUSINESS_ZONE } from '../core/clock/clock.ts';
import { type Schedule, scheduleOf, scheduleProblem } from './schedule.ts';

const cron = (text: string, zone: string = BUSINESS_ZONE): Extract<Schedule, { kind: 'cron' }> => {
  const schedule = scheduleOf({ cron: text }, zone);
  if (schedule.kind !== 'cron') throw new Error('not a cron text');
  return schedule;
};
const momentAfter = (text: string, moment: string, zone?: string): string => cron(text, zone).nextAfter(new Date(moment)).toISOString();

const wallOf = (moment: Date, timeZone: string) => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).formatToParts(moment);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { hour: number('hour'), minute: number('minute'), second: number('second') };
};

describe('when a job runs', () => {
  it('by the clock of the business time zone', () => {
    expect(momentAfter('0 3 * * *', '2026-03-01T18:59:59.999Z')).toBe('2026-03-01T19:00:00.000Z');
    expect(momentAfter('0 3 * * *', '2026-03-01T19:00:00.000Z')).toBe('2026-03-02T19:00:00.000Z');
    expect(momentAfter('30 23 31 * *', '2026-02-01T00:00:00Z')).toBe('2026-03-31T15:30:00.000Z');
    expect(momentAfter('0 0 * * 1', '2026-03-02T02:00:00Z')).toBe('2026-03-08T16:00:00.000Z');
    // Two fields of days: one of them is enough.
    expect(momentAfter('0 0 1 * 1', '2026-03-30T02:00:00Z')).toBe('2026-03-31T16:00:00.000Z');
  });

  it('also on a day that comes every four or eight years', () => {
    expect(momentAfter('0 0 29 2 *', '2026-03-01T00:00:00Z')).toBe('2028-02-28T16:00:00.000Z');
    expect(momentAfter('0 0 29 2 *', '2096-03-01T00:00:00Z')).toBe('2104-02-28T16:00:00.000Z');
  });

  it('once where the clocks of a zone are changed, in spring and in autumn', () => {
    const zone = 'Europe/Berlin';
    // 02:30 does not exist on 29 March: it is made up when the hour is over.
    expect(momentAfter('30 2 * * *', '2026-03-28T12:00:00Z', zone)).toBe('2026-03-29T01:00:00.000Z');
    expect(momentAfter('30 2 * * *', '2026-03-29T01:00:00Z', zone)).toBe('2026-03-30T00:30:00.000Z');
    // 02:30 comes twice on 25 October.
    expect(momentAfter('30 2 * * *', '2026-10-24T12:00:00Z', zone)).toBe('2026-10-25T00:30:00.000Z');
    expect(momentAfter('30 2 * * *', '2026-10-25T00:30:00Z', zone)).toBe('2026-10-26T01:30:00.000Z');
  });

  it('is always later than what it is counted from, at the minute that was written, and nothing lies in between', () => {
    const instants = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true });
    const zones = fc.constantFrom(BUSINESS_ZONE, 'UTC', 'Asia/Kolkata', 'Asia/Kathmandu');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }), instants, zones, (minute, hour, moment, zone) => {
        const { nextAfter } = cron(`${minute} ${hour} * * *`, zone);
        const next = nextAfter(moment);
        expect(next.getTime()).toBeGreaterThan(moment.getTime());
        expect(next.getTime() - moment.getTime()).toBeLessThanOrEqual(86_400_000);
        expect(wallOf(next, zone)).toEqual({ hour, minute, second: 0 });
        // From any moment on the way it is the same one.
        expect(nextAfter(new Date(next.getTime() - 1))).toEqual(next);
      }),
    );
  });

  it('goes on in zones that change their clocks: later each time, at most 25 hours apart', () => {
    const instants = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true });
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }), instants, zones, (minute, hour, moment, zone) => {
        const { nextAfter } = cron(`${minute} ${hour} * * *`, zone);
        const next = nextAfter(moment);
        expect(next.getTime()).toBeGreaterThan(moment.getTime());
        expect(next.getTime() - moment.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });

  it('is refused when it is wrong or never comes', () => {
    const key = (when: unknown) => scheduleProblem(when, BUSINESS_ZONE)?.key;
    for (const text of ['0 0 30 2 *', '0 0 31 2,4,6,9,11 *']) expect(key({ cron: text }), text).toBe('job-cron-never');
    for (const text of ['', '0 3 * *', '0 0 3 * * *', '60 3 * * *', '0 24 * * *', 'a b c d e', '@daily', '2026-01-01T00:00:00', '0 3 * * mon-']) {
      expect(key({ cron: text }), text).toBe('job-cron');
    }
    for (const when of [
      undefined,
      null,
      {},
      'never',
      { everySeconds: 0 },
      { everySeconds: Number.NaN },
      { everySeconds: 3e6 },
      { everySeconds: '60' },
      { cron: 3 },
    ]) {
      expect(key(when), JSON.stringify(when)).toBe('job-when');
    }
    for (const when of ['demand', { everySeconds: 1 }, { cron: '0 3 * * *' }, { cron: ' */5  8-17 * * mon-fri ' }, { cron: '0 0 L * *' }]) {
      expect(key(when), JSON.stringify(when)).toBeUndefined();
    }
    expect(() => scheduleOf({ cron: '0 0 30 2 *' }, BUSINESS_ZONE)).toThrow('job-cron-never');
  });
});
