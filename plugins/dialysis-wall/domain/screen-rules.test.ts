import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf } from './pages.ts';
import { shiftsNow } from './shifts-now.ts';
import { type AlarmFacts, minutesLeft, stationAlarms } from './station-alarms.ts';
import { whoIsShown } from './station-place.ts';

const DAY = [
  { startTime: '07:00', endTime: '11:00' },
  { startTime: '12:00', endTime: '16:00' },
  { startTime: '20:00', endTime: '00:30' },
];
const MINUTE = 60_000;
const NOON = 1_800_000_000_000;
const running = (over: Partial<AlarmFacts> = {}): AlarmFacts => ({
  ...{ state: 'running', endsAt: NOON + 60 * MINUTE, readingDueAt: NOON + MINUTE, check2DueAt: null, pressureOff: false, redEvent: false, toDisinfect: false },
  ...over,
});
const codes = (facts: AlarmFacts, now = NOON) => stationAlarms(facts, now, 10).map(({ code, weight }) => `${code} ${weight}`);

describe('screens', () => {
  it('tell the shift that runs and the next one', () => {
    expect(shiftsNow(DAY, '06:00')).toEqual(['next', 'other', 'other']);
    expect(shiftsNow(DAY, '10:59')).toEqual(['now', 'next', 'other']);
    expect(shiftsNow(DAY, '11:00')).toEqual(['other', 'next', 'other']);
    expect(shiftsNow(DAY, '23:50')).toEqual(['other', 'other', 'now']);
    expect(shiftsNow(DAY, '00:10')).toEqual(['next', 'other', 'now']);
    expect(shiftsNow([], '10:00')).toEqual([]);
  });

  it('alarms: what is due, what is late, what calls everybody, the most urgent first; nothing of who does not run', () => {
    expect(codes(running())).toEqual([]);
    expect(codes(running({ readingDueAt: NOON }))).toEqual(['reading amber']);
    expect(codes(running({ readingDueAt: NOON - 10 * MINUTE, check2DueAt: NOON }))).toEqual(['reading red', 'check2 amber']);
    expect(codes(running({ check2DueAt: NOON, endsAt: NOON - 10 * MINUTE, redEvent: true, pressureOff: true }))).toEqual([
      'event red',
      'pressure red',
      'check2 amber',
      'over amber',
    ]);
    expect(codes(running({ state: 'off', toDisinfect: true, readingDueAt: 0 }))).toEqual(['disinfect amber']);
    expect([minutesLeft(NOON + 1, NOON), minutesLeft(NOON, NOON), minutesLeft(NOON - 61_000, NOON)]).toEqual([1, 0, -1]);
  });

  it('alarms only grow while time passes and nothing is done', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), fc.boolean(), (one, other, pressureOff) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const at = (minutes: number) =>
          new Set(stationAlarms(running({ check2DueAt: NOON + 30 * MINUTE, pressureOff }), NOON + minutes * MINUTE, 10).map(({ code }) => code));
        for (const code of at(early)) expect(at(late)).toContain(code);
      }),
    );
  });

  it('whoever runs is shown before who waits, who waits before who is to come, and nobody who has gone', () => {
    const lying = (state: number, shiftAt: number, slotId = `${state}${shiftAt}`) => ({ slotId, state, shiftAt });
    expect(whoIsShown([lying(0, 0), lying(3, 1), lying(2, 2)])?.slotId).toBe('31');
    expect(whoIsShown([lying(4, 0), lying(1, 1)])?.slotId).toBe('40');
    expect(whoIsShown([lying(5, 0), lying(0, 2), lying(0, 1)])?.slotId).toBe('01');
    expect(whoIsShown([lying(5, 0), lying(9, 1), lying(7, 2)])).toBeUndefined();
  });

  it('pages: every row is shown once in a round, whatever fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 50 }), (count, perPage, start) => {
        const rows = Array.from({ length: count }, (_, at) => at);
        const { pages } = pageOf(rows, perPage, 0);
        const shown = Array.from({ length: pages }, (_, at) => pageOf(rows, perPage, start + at)).flatMap((page) => page.rows);
        expect(shown.toSorted((one, other) => one - other)).toEqual(rows);
      }),
    );
  });
});
