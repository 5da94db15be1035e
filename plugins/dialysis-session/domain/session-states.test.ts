import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { GUARDS, PASSABLE, SESSION_ACTS, SESSION_STATE as S, SESSION_STATES } from '../contract/states.ts';
import en from '../locales/en.json' with { type: 'json' };
import zh from '../locales/zh.json' with { type: 'json' };
import zhtw from '../locales/zhtw.json' with { type: 'json' };
import { FLAWS } from './plausible.ts';
import { guardsAgainst, MOVES, notPassed, type SessionFacts, stateAfter } from './session-states.ts';

const NOON = Date.parse('2026-03-02T04:00:00Z');
const fine: SessionFacts = {
  ...{
    state: S.planned,
    date: '2026-03-02',
    today: '2026-03-02',
    overMidnight: false,
    now: NOON,
    patientActive: true,
    consented: true,
    runningElsewhere: false,
  },
  ...{ weighed: true, pressureTaken: true, accessLookedAt: true, hasPrescription: true, hasAccess: true, ufRateHigh: false, confirmed: true, check1ById: 'a' },
  ...{ check1Fine: true, check2Done: true, secondId: 'b', zoneFits: true, machine: 'ready', modeOffered: true, startedAt: NOON - 240 * 60_000, endedAt: NOON },
  ...{ prescribedMinutes: 240, endTolerance: 15, readings: 0, endComplete: true, afterComplete: true, postAbovePre: false, ordersOpen: 0, reasonGiven: true },
};
const at = (over: Partial<SessionFacts>): SessionFacts => ({ ...fine, ...over });

describe('moves of a treatment', () => {
  it('goes from the door to the closed sheet', () => {
    let state: SessionFacts['state'] = S.planned;
    for (const act of ['checkIn', 'assess', 'confirm', 'check1', 'start', 'check2', 'end', 'close'] as const) {
      expect(guardsAgainst(act, at({ state })), act).toEqual([]);
      state = stateAfter(act, state);
    }
    expect(state).toBe(S.closed);
    expect(guardsAgainst('reopen', at({ state }))).toEqual([]);
  });

  it('refuses by name', () => {
    const cases = [
      ['checkIn', { today: '2026-03-03' }, 'not-today'],
      ['checkIn', { runningElsewhere: true }, 'running-elsewhere'],
      ['checkIn', { patientActive: false }, 'patient-inactive'],
      ['assess', { state: S.arrived, weighed: false }, 'weight-missing'],
      ['assess', { state: S.arrived, accessLookedAt: false }, 'access-missing'],
      ['confirm', { state: S.assessed, hasPrescription: false }, 'no-prescription'],
      ['confirm', { state: S.assessed, ufRateHigh: true }, 'uf-rate-high'],
      ['start', { state: S.assessed, confirmed: false }, 'not-confirmed'],
      ['start', { state: S.assessed, hasPrescription: false }, 'no-prescription'],
      ['start', { state: S.assessed, check1ById: null }, 'check1-missing'],
      ['start', { state: S.assessed, zoneFits: false }, 'zone-differs'],
      ['start', { state: S.assessed, machine: 'not-ready' as const }, 'machine-not-ready'],
      ['check2', { state: S.running, secondId: 'a' }, 'same-person'],
      ['undoStart', { state: S.running, readings: 1, startedAt: NOON }, 'readings-exist'],
      ['undoStart', { state: S.running, startedAt: NOON - 11 * 60_000 }, 'started-too-long-ago'],
      ['end', { state: S.running, startedAt: NOON - 200 * 60_000 }, 'early-end'],
      ['end', { state: S.running, endComplete: false }, 'end-missing'],
      ['abort', { state: S.running, startedAt: NOON - 31 * 60_000 }, 'running-longer'],
      ['close', { state: S.off, postAbovePre: true }, 'post-above-pre'],
      ['close', { state: S.off, check2Done: false }, 'check2-missing'],
      ['close', { state: S.off, ordersOpen: 1 }, 'orders-open'],
      ['reopen', { state: S.closed, reasonGiven: false }, 'reason-missing'],
    ] as const;
    for (const [act, over, guard] of cases) expect(guardsAgainst(act, at(over)), `${act} ${guard}`).toContain(guard);
  });

  it('a shift that ends after midnight is of its day until then', () => {
    expect(guardsAgainst('checkIn', at({ today: '2026-03-03', overMidnight: true }))).toEqual([]);
    expect(guardsAgainst('checkIn', at({ today: '2026-03-04', overMidnight: true }))).toEqual(['not-today']);
  });

  it('only what may be passed is passed, and never the second person, the machine or a running treatment', () => {
    fc.assert(
      fc.property(fc.subarray([...GUARDS]), fc.subarray([...GUARDS]), (against, passed) => {
        const left = notPassed(against, passed);
        expect(left.every((guard) => against.includes(guard))).toBe(true);
        for (const guard of against) if (!PASSABLE.includes(guard) || !passed.includes(guard)) expect(left).toContain(guard);
      }),
    );
    for (const guard of ['same-person', 'running-elsewhere', 'machine-not-ready', 'not-confirmed', 'no-prescription'] as const)
      expect(PASSABLE).not.toContain(guard);
  });

  it('whatever is pressed in whatever order, a treatment runs only after check-in, confirmation and first check, and is never charged before its end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SESSION_ACTS), { maxLength: 40 }), (acts) => {
        let facts = at({ confirmed: false, check1ById: null, check2Done: false, startedAt: null, endedAt: NOON });
        const done: string[] = [];
        for (const act of acts) {
          if (guardsAgainst(act, facts).length > 0) continue;
          done.push(act);
          facts = {
            ...facts,
            state: stateAfter(act, facts.state),
            ...(act === 'confirm' && { confirmed: true }),
            ...(act === 'check1' && { check1ById: 'a' }),
            ...(act === 'check2' && { check2Done: true }),
            ...(act === 'start' && { startedAt: NOON - 240 * 60_000 }),
          };
          if (facts.state === S.running) for (const needed of ['checkIn', 'confirm', 'check1', 'start']) expect(done).toContain(needed);
          if (facts.state === S.closed) for (const needed of ['end', 'check2', 'close']) expect(done).toContain(needed);
        }
      }),
      { numRuns: propertyCases(300) },
    );
  });

  it('each state but the first is reached, and each act names states that there are', () => {
    const reached = new Set(Object.values(MOVES).flatMap(({ to }) => (to === undefined ? [] : [to])));
    expect([...SESSION_STATES].filter((state) => !reached.has(state))).toEqual([]);
  });
});

it('whatever is refused has a sentence of its own in three languages', () => {
  for (const { errors } of [en, zh, zhtw]) {
    const { guard, flaw } = errors['dialysis-session'];
    expect(Object.keys(guard).toSorted()).toEqual([...GUARDS].toSorted());
    expect(Object.keys(flaw).toSorted()).toEqual([...FLAWS].toSorted());
    const sentences = [...Object.values(guard), ...Object.values(flaw)];
    expect(new Set(sentences).size).toBe(sentences.length);
  }
});
