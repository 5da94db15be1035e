import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { content } from './content.fixture.ts';
import { movesFrom, tidyAccess } from './access-life.ts';
import { accessInUse, onDay, onDayOrNext, weightOn } from './in-force.ts';
import { planView } from './plan-view.ts';
import { prescriptionFault, unusualFields } from './prescription-check.ts';

describe('a prescription', () => {
  it('is refused outside of what is plausible, at its field, and only warned of outside of what is usual', () => {
    expect(prescriptionFault(content())).toBeUndefined();
    expect(unusualFields(content())).toEqual([]);
    expect(prescriptionFault(content({ potassium: 4.1 }))).toMatchObject({ key: 'rx-range', field: 'potassium', min: 0, max: 4 });
    expect(prescriptionFault(content({ minutes: 4 }))).toMatchObject({ key: 'rx-range', field: 'minutes' });
    expect(unusualFields(content({ bloodFlow: 180, sodium: 146 }))).toEqual(['bloodFlow', 'sodium']);
    expect(prescriptionFault(content({ ufTarget: 0 }))).toBeUndefined();
  });

  it('has what its mode needs', () => {
    expect(prescriptionFault(content({ mode: 'HDF' }))?.key).toBe('rx-substitution');
    expect(prescriptionFault(content({ mode: 'HDF', substitution: { volume: 70, site: 'post' } }))?.key).toBe('rx-range');
    expect(prescriptionFault(content({ mode: 'HDF', substitution: { volume: 70, site: 'pre' } }))).toBeUndefined();
    expect(prescriptionFault(content({ mode: 'HD+HP' }))?.key).toBe('rx-perfusor');
    expect(prescriptionFault(content({ dialyserName: ' ' }))?.key).toBe('rx-dialyser');
    expect(prescriptionFault(content({ mode: 'SLED', minutes: 600 }))).toBeUndefined();
    const { anticoagulant } = content();
    expect(prescriptionFault(content({ anticoagulant: { ...anticoagulant, unit: '' } }))?.key).toBe('rx-dose-unit');
    expect(prescriptionFault(content({ anticoagulant: { ...anticoagulant, stopMinutesBeforeEnd: 300 } }))?.key).toBe('rx-stop');
  });
});

describe('what is in force', () => {
  const patterns = [
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-03-01', to: null },
  ];
  it('is the pattern of the day, or the next one', () => {
    expect(onDay(patterns, '2026-01-31')).toBe(patterns[0]);
    expect(onDay(patterns, '2026-02-01')).toBeUndefined();
    expect(onDayOrNext(patterns, '2026-02-01')).toBe(patterns[1]);
  });

  it('is the weight with the last day, of one day the one written last', () => {
    const weights = [
      { from: '2026-02-01', kg: 1 },
      { from: '2026-01-01', kg: 2 },
      { from: '2026-02-01', kg: 3 },
      { from: '2026-05-01', kg: 4 },
    ];
    expect(weightOn(weights, '2026-03-01')?.kg).toBe(3);
    expect(weightOn(weights, '2025-12-31')).toBeUndefined();
  });

  it('is the access that was used first last', () => {
    const used = (state: string, firstUsedOn: string | null) => ({ state, firstUsedOn });
    expect(accessInUse([used('in-use', '2026-01-01'), used('in-use', '2026-04-01'), used('failed', '2026-05-01')])?.firstUsedOn).toBe('2026-04-01');
  });

  it('never brings a removed access back, and keeps fields to the kind', () => {
    expect(movesFrom('removed')).toEqual([]);
    const body = {
      ...{ side: 'left' as const, site: '', madeOn: null, firstUsedOn: null, hospital: '', surgeon: '', note: '' },
      ...{ needleGauge: 16, punctureMethod: 'area' as const, lockArterial: 1.5, lockVenous: 1.6 },
    };
    expect(tidyAccess({ ...body, kind: 'TCC' })).toMatchObject({ needleGauge: null, punctureMethod: null, lockArterial: 1.5 });
    expect(tidyAccess({ ...body, kind: 'AVG' })).toMatchObject({ needleGauge: 16, lockArterial: null, lockVenous: null });
  });
});

describe('the plan that follows', () => {
  const slot = (week: number, weekday: number, shiftId = 'noon', stationId: string | null = null) => ({ week, weekday, shiftId, stationId, mode: null });
  const sources = { mode: 'HD' as const, kg: 60, access: undefined, firstDialysisOn: null, stationCodes: new Map([['s1', 'A01']]) };
  const pattern = { from: '2026-01-01', to: null, cycleWeeks: 2, anchorMonday: '2026-11-23', everyDays: null, slots: [slot(0, 1), slot(0, 4), slot(1, 2)] };

  it('shows the days of this week, the most frequent shift and the station', () => {
    expect(planView({ ...sources, pattern }, '2026-11-26')).toEqual({ weekdays: [1, 4], classId: 'noon', mode: 'HD', dryWeight: 60 });
    expect(planView({ ...sources, pattern }, '2026-12-01').weekdays).toEqual([2]);
    const stations = { ...pattern, slots: [slot(0, 1, 'noon', 's1'), slot(0, 3, 'late', 's1'), slot(0, 5, 'late')] };
    expect(planView({ ...sources, pattern: stations }, '2026-11-26')).toMatchObject({ weekdays: [1, 3, 5], classId: 'late', bed: 'A01' });
    expect(planView({ ...sources, pattern: { ...pattern, everyDays: 2, from: '2026-11-23', slots: [slot(0, 1)] } }, '2026-11-26').weekdays).toEqual([
      1, 3, 5, 7,
    ]);
  });

  it('gives up days, shift and bed of who does not come any more, and nothing else', () => {
    expect(planView({ ...sources, pattern: undefined }, '2026-11-26')).toEqual({ weekdays: [], classId: '', bed: '', mode: 'HD', dryWeight: 60 });
  });

  it('leaves days, shift and bed alone where nobody has set a pattern', () => {
    expect(planView({ ...sources, pattern: null }, '2026-11-26')).toEqual({ mode: 'HD', dryWeight: 60 });
  });

  it('never names a bed without a shift', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ week: fc.nat(1), weekday: fc.integer({ min: 1, max: 7 }), stationId: fc.option(fc.constant('s1')) })), (slots) => {
        const view = planView({ ...sources, pattern: { ...pattern, slots: slots.map((one) => ({ ...one, shiftId: 'noon', mode: null })) } }, '2026-11-26');
        expect(view.bed === undefined || view.bed === '' || view.classId !== '').toBe(true);
      }),
    );
  });
});
