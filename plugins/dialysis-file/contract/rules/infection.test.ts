import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DIALYSIS_LIMITS } from '../dialysis-limits.ts';
import { ZONES } from '../zones.ts';
import { addDays } from './calendar.ts';
import { isPending, lastAnswered, MARKERS, type Marker, type MarkerResult, resultsOf, SCREENING_MARKERS, turnedNegativeOn } from './markers.ts';
import { serologyDue, worstSerology } from './serology-due.ts';
import { zoneOf } from './zone-of.ts';

const limits = DEFAULT_DIALYSIS_LIMITS;
const of = (marker: Marker, result: MarkerResult['result'], on: string, titre: number | null = null): MarkerResult => ({ marker, result, on, titre });
const clean = (on: string): MarkerResult[] => SCREENING_MARKERS.map((marker) => of(marker, 'negative', on));
const zone = (results: readonly MarkerResult[], today = '2026-11-26') => zoneOf(results, today, limits);

describe('results of a marker', () => {
  it('are those until the day in their order, of one day the later in the list: the last answer, the one that waits and the turn are read off it', () => {
    const some = fc.record({
      marker: fc.constantFrom<Marker>('HBsAg', 'HCV-RNA'),
      result: fc.constantFrom('negative', 'positive', 'pending'),
      on: fc.constantFrom('2026-01-01', '2026-01-02', '2026-02-01', '2026-03-01'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), fc.constantFrom('2025-12-31', '2026-01-02', '2026-02-01', '2026-12-31'), (results, until) => {
        const inOrder: MarkerResult[] = [];
        for (const day of ['2026-01-01', '2026-01-02', '2026-02-01', '2026-03-01'])
          if (day <= until) inOrder.push(...results.filter(({ marker, on }) => marker === 'HCV-RNA' && on === day));
        const answered = inOrder.filter(({ result }) => result !== 'pending');
        const positive = answered.map(({ result }) => result).lastIndexOf('positive');
        expect(resultsOf(results, 'HCV-RNA', until)).toEqual(inOrder);
        expect(lastAnswered(results, 'HCV-RNA', until)).toBe(answered.at(-1));
        expect(isPending(results, 'HCV-RNA', until)).toBe(inOrder.at(-1)?.result === 'pending');
        expect(turnedNegativeOn(results, 'HCV-RNA', until)).toBe(positive < 0 ? undefined : answered[positive + 1]?.on);
      }),
    );
  });
});

describe('zoneOf', () => {
  it('is ordinary with four negative markers, and waiting without any of them', () => {
    expect(zone(clean('2026-09-01')).zone).toBe('A');
    expect(zone([])).toMatchObject({ zone: 'E', waitingFor: [...SCREENING_MARKERS] });
    expect(zone(clean('2026-09-01').slice(1))).toMatchObject({ zone: 'E', waitingFor: ['HBsAg'] });
    expect(zone(clean('2026-12-01'))).toMatchObject({ zone: 'E' });
    expect(zoneOf([], '2026-11-26', { ...limits, missingMarkersWait: false })).toMatchObject({ zone: 'A', waitingFor: [...SCREENING_MARKERS] });
  });

  it('goes by virus for hepatitis C, not by antibody alone', () => {
    const antibody = [...clean('2026-01-01'), of('anti-HCV', 'positive', '2026-06-01')];
    expect(zone(antibody)).toMatchObject({ zone: 'E', waitingFor: ['HCV-RNA'], marks: ['HCV'] });
    expect(zone([...antibody, of('HCV-RNA', 'negative', '2026-06-03')])).toMatchObject({ zone: 'A', infections: [], marks: ['HCV'] });
    expect(zone([...antibody, of('HCV-RNA', 'positive', '2026-06-03')])).toMatchObject({ zone: 'C', infections: ['HCV'], marks: [] });
    expect(zone([...antibody, of('HCV-Ag', 'positive', '2026-06-03')]).zone).toBe('C');
  });

  it('puts an antibody of hepatitis C without virus apart where the setting says so, and leaves who was cured and who waits as they were', () => {
    const apart = (results: readonly MarkerResult[], today = '2026-11-26') => zoneOf(results, today, { ...limits, hcvAntibodyApart: true });
    const antibody = [...clean('2026-01-01'), of('anti-HCV', 'positive', '2026-06-01')];
    expect(apart(antibody)).toMatchObject({ zone: 'E', waitingFor: ['HCV-RNA'], marks: ['HCV'] });
    expect(apart([...antibody, of('HCV-RNA', 'negative', '2026-06-03')])).toMatchObject({ zone: 'C', infections: ['HCV'], marks: [] });
    expect(apart([...clean('2026-01-01'), of('HCV-RNA', 'negative', '2026-06-03')]).zone).toBe('A');
    const cured = [...antibody, of('HCV-RNA', 'positive', '2026-06-03'), of('HCV-RNA', 'negative', '2026-07-01')];
    expect([apart(cured, '2026-07-02').zone, apart(cured, '2026-12-28').zone]).toEqual(['O', 'A']);
  });

  it('keeps a cured hepatitis C under observation for half a year from its first negative test', () => {
    const cured = [
      ...clean('2026-01-01'),
      of('anti-HCV', 'positive', '2026-01-01'),
      of('HCV-RNA', 'positive', '2026-01-03'),
      of('HCV-RNA', 'negative', '2026-07-01'),
      of('HCV-RNA', 'negative', '2026-08-01'),
    ];
    expect(zone(cured, '2026-06-30').zone).toBe('C');
    expect(zone(cured, '2026-07-01')).toMatchObject({ zone: 'O', observedUntil: '2026-12-27' });
    expect(zone(cured, '2026-12-27').zone).toBe('O');
    expect(zone(cured, '2026-12-28')).toMatchObject({ zone: 'A', marks: ['HCV'] });
    expect(zone([...cured, of('HCV-RNA', 'positive', '2026-09-01')], '2026-09-02').zone).toBe('C');
  });

  it('puts hepatitis B first and names both of two', () => {
    const both = [
      ...clean('2026-01-01'),
      of('HBsAg', 'positive', '2026-06-01'),
      of('anti-HCV', 'positive', '2026-06-01'),
      of('HCV-RNA', 'positive', '2026-06-01'),
    ];
    expect(zone(both)).toMatchObject({ zone: 'B', infections: ['HBV', 'HCV'] });
    expect(zone([...clean('2026-01-01'), of('HBV-DNA', 'positive', '2026-06-01')]).zone).toBe('B');
  });

  it('knows infectious syphilis from an old one, and HIV', () => {
    const old = [...clean('2026-01-01'), of('TPPA', 'positive', '2026-06-01')];
    expect(zone(old)).toMatchObject({ zone: 'E', waitingFor: ['RPR'] });
    expect(zone([...old, of('RPR', 'positive', '2026-06-02', 2)])).toMatchObject({ zone: 'A', marks: ['TP'] });
    expect(zone([...old, of('RPR', 'positive', '2026-06-02', 8)])).toMatchObject({ zone: 'D', infections: ['TP'] });
    expect(zone([...old, of('RPR', 'positive', '2026-06-02')]).zone).toBe('D');
    expect(zone([...clean('2026-01-01'), of('anti-HIV', 'positive', '2026-06-01')]).zone).toBe('D');
  });

  it('is not changed by a sample that waits for its answer, once there was one', () => {
    expect(zone([...clean('2026-01-01'), of('HBsAg', 'pending', '2026-11-20')]).zone).toBe('A');
  });

  it('does not depend on the order, and always is a zone', () => {
    const result = fc.record({
      marker: fc.constantFrom(...MARKERS),
      result: fc.constantFrom<MarkerResult['result']>('negative', 'positive', 'pending'),
      on: fc.integer({ min: 0, max: 600 }).map((days) => addDays('2025-06-01', days)),
      titre: fc.option(fc.constantFrom(1, 2, 4, 8, 16)),
    });
    const distinct = fc.uniqueArray(result, { maxLength: 30, selector: ({ marker, on }) => `${marker}${on}` });
    fc.assert(
      fc.property(distinct, (results) => {
        const found = zone(results);
        expect(ZONES).toContain(found.zone);
        expect(zone([...results].reverse())).toEqual(found);
        expect(found.infections.length > 0).toBe(['B', 'C', 'D'].includes(found.zone));
      }),
    );
  });
});

describe('serologyDue', () => {
  const status = { firstHereOn: '2024-01-01', transient: false };
  const state = (results: readonly MarkerResult[], today: string, who = status) => worstSerology(serologyDue(results, who, today, limits)).state;

  it('is regular each half year: soon from day 175, overdue from day 185', () => {
    const results = clean('2026-01-01');
    expect(serologyDue(results, status, '2026-02-01', limits)[0]).toEqual({
      marker: 'HBsAg',
      lastOn: '2026-01-01',
      dueOn: '2026-06-30',
      rule: 'regular',
      state: 'ok',
    });
    expect(state(results, addDays('2026-01-01', 174))).toBe('ok');
    expect(state(results, addDays('2026-01-01', 175))).toBe('soon');
    expect(state(results, addDays('2026-01-01', 184))).toBe('soon');
    expect(state(results, addDays('2026-01-01', 185))).toBe('overdue');
  });

  it('is missing without an answer, whatever waits', () => {
    expect(state([], '2026-02-01')).toBe('missing');
    expect(state([...clean('2026-01-01').slice(1), of('HBsAg', 'pending', '2026-01-20')], '2026-02-01')).toBe('missing');
  });

  it('asks somebody new again within three months', () => {
    const who = { firstHereOn: '2026-01-10', transient: false };
    expect(serologyDue(clean('2026-01-08'), who, '2026-02-01', limits)[0]).toMatchObject({ dueOn: '2026-04-10', rule: 'new' });
    expect(serologyDue(clean('2026-03-01'), who, '2026-03-02', limits)[0]).toMatchObject({ rule: 'regular' });
  });

  it('asks a transient patient for results that are young', () => {
    expect(state(clean('2026-01-01'), '2026-04-20', { ...status, transient: true })).toBe('overdue');
    expect(state(clean('2026-01-01'), '2026-04-20')).toBe('ok');
  });

  it('asks monthly, then each quarter after a marker turned negative, and for the marker that confirms', () => {
    const turned = [
      ...clean('2025-01-01'),
      of('HBsAg', 'positive', '2025-06-01'),
      of('HBsAg', 'negative', '2026-01-01'),
      of('HBV-DNA', 'negative', '2026-01-01'),
    ];
    const due = (results: readonly MarkerResult[], today: string) => serologyDue(results, status, today, limits).find(({ marker }) => marker === 'HBsAg');
    expect(due(turned, '2026-01-10')).toMatchObject({ dueOn: '2026-01-31', rule: 'turned-negative' });
    expect(due([...turned, of('HBsAg', 'negative', '2026-08-01')], '2026-08-02')).toMatchObject({ dueOn: '2026-10-30', rule: 'turned-negative' });
    expect(due([...turned, of('HBsAg', 'negative', '2027-02-01')], '2027-02-02')).toMatchObject({ rule: 'regular' });
    expect(serologyDue([of('anti-HCV', 'positive', '2026-01-01')], status, '2026-01-02', limits)).toContainEqual(
      expect.objectContaining({ marker: 'HCV-RNA', state: 'missing', rule: 'confirming' }),
    );
  });
});
