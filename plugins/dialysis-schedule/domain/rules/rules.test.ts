import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanningFacts } from '../../../dialysis-file/contract/index.ts';
import zh from '../../locales/zh.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { MACHINE_STATES, SLOT_STATES } from '../../contract/board.service.ts';
import { bulkMoves } from './bulk-moves.ts';
import { CONFLICTS, conflicts, type PlacedSlot, type SlotFactsKnown } from './conflicts.ts';
import { exceptionsOf, type PlacedWithHome, type Place } from './exceptions.ts';
import { nurseLoad, type RotaEntry } from './nurse-load.ts';
import { isOfEarlierUse, MACHINE_MOVES, mayMachineMove, maySlotMove, SLOT_MOVES } from './states.ts';

const slot = (over: Partial<PlacedSlot> = {}): PlacedSlot => ({
  ...{
    slotId: 'x',
    date: '2026-03-02',
    shiftId: 'early',
    stationId: 's1',
    patientId: 'p1',
    mode: null,
    origin: 'pattern',
    state: 'planned',
    zoneOverridden: false,
  },
  ...over,
});
const patient = (over: Partial<PlanningFacts> = {}): PlanningFacts => ({
  ...{
    patientId: 'p1',
    active: true,
    outcomeOn: null,
    zone: 'A',
    zoneReasons: [],
    serology: 'ok',
    serologyDueOn: null,
    mode: 'HD',
    consented: true,
    consentsLacking: [],
    transient: false,
    dryWeight: null,
  },
  ...over,
});
const known = (over: Partial<SlotFactsKnown> = {}): SlotFactsKnown => ({
  station: { code: 'A01', zone: 'A', enabled: true, modes: ['HD'], machine: { code: 'M1', state: 'ready' } },
  ...{ lastShift: false, patient: patient(), previousDate: null, closed: false, limits: { gapWarnDays: 3, gapAlarmDays: 4 } },
  ...over,
});
const codes = (of: PlacedSlot, others: readonly PlacedSlot[], facts: SlotFactsKnown) => conflicts(of, others, facts).map(({ code }) => code);

describe('conflicts', () => {
  it('says nothing of a place that fits, and each reason by its code, what forbids it first', () => {
    expect(codes(slot(), [slot()], known())).toEqual([]);
    expect(codes(slot(), [slot({ slotId: 'y', patientId: 'p2' })], known())).toEqual(['station-taken']);
    expect(codes(slot(), [slot({ slotId: 'y', shiftId: 'late', stationId: 's2' })], known())).toEqual(['patient-twice']);
    expect(codes(slot(), [], known({ station: undefined }))).toEqual(['station-off']);
    expect(codes(slot({ mode: 'HDF' }), [], known())).toEqual(['mode-not-offered']);
    expect(codes(slot(), [], known({ patient: patient({ zone: 'B' }) }))).toEqual(['zone-differs']);
    expect(codes(slot(), [], known({ patient: patient({ zone: 'O' }) }))).toEqual(['observation-not-last-shift']);
    expect(codes(slot(), [], known({ patient: patient({ zone: 'O' }), lastShift: true }))).toEqual([]);
    expect(codes(slot(), [], known({ previousDate: '2026-02-27' }))).toEqual([]);
    expect(codes(slot(), [], known({ previousDate: '2026-02-26' }))).toEqual(['gap-warn']);
    expect(codes(slot(), [], known({ previousDate: '2026-02-25' }))).toEqual(['gap-alarm']);
    expect(codes(slot(), [], known({ closed: true, patient: patient({ serology: 'missing', mode: null }) }))).toEqual([
      'closed',
      'serology-missing',
      'no-prescription',
    ]);
    expect(codes(slot(), [], known({ patient: patient({ outcomeOn: '2026-03-02' }) }))).toEqual(['outcome']);
  });

  it('forbids another zone unless somebody with the right signed for it', () => {
    const facts = known({ patient: patient({ zone: 'B' }) });
    expect(conflicts(slot(), [], facts)[0]).toMatchObject({ weight: 'stop', params: { patientZone: 'B', stationZone: 'A' } });
    expect(conflicts(slot({ zoneOverridden: true }), [], facts)[0]).toMatchObject({ code: 'zone-overridden', weight: 'note' });
  });

  it('lets an emergency come twice on a day, though not twice in one shift', () => {
    const other = slot({ slotId: 'y', shiftId: 'late', stationId: 's2' });
    expect(conflicts(slot({ origin: 'emergency' }), [other], known())[0]).toMatchObject({ code: 'patient-twice', weight: 'warn' });
    expect(conflicts(slot({ origin: 'emergency', shiftId: 'late' }), [other], known())[0]).toMatchObject({ code: 'patient-twice', weight: 'stop' });
  });

  it('has a sentence and what to do for each code, in three languages', () => {
    for (const texts of [zh, zhtw, en]) {
      expect(Object.keys(texts.conflict).toSorted()).toEqual([...CONFLICTS].toSorted());
      expect(Object.keys(texts.remedy).toSorted()).toEqual([...CONFLICTS].toSorted());
    }
  });
});

describe('exceptionsOf', () => {
  const place = fc.record({
    date: fc.constantFrom('2026-03-02', '2026-03-03'),
    shiftId: fc.constantFrom('early', 'late'),
    stationId: fc.constantFrom('s1', 's2', 's3'),
  });
  const at = (home: Place | null, to: Place, over: Partial<PlacedWithHome> = {}): PlacedWithHome => ({
    ...{ slotId: 'x', patientId: 'p1', origin: 'moved', state: 'planned', home, ...to },
    ...over,
  });

  it('tells the first and the last place of any number of moves; moved back is nothing', () => {
    fc.assert(
      fc.property(place, fc.array(place, { minLength: 1, maxLength: 6 }), (home, moves) => {
        const last = moves.at(-1) ?? home;
        const found = exceptionsOf([at(home, last)]);
        expect(found).toEqual(JSON.stringify(last) === JSON.stringify(home) ? [] : [{ kind: 'move', slotId: 'x', patientId: 'p1', from: home, to: last }]);
      }),
    );
  });

  it('tells two who took each other’s place as one swap, whatever the order', () => {
    fc.assert(
      fc.property(place, place, fc.boolean(), (one, other, turned) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        const slots = [at(one, other), at(other, one, { slotId: 'y', patientId: 'p2' })];
        const found = exceptionsOf(turned ? slots.toReversed() : slots);
        expect(found).toHaveLength(1);
        expect(found[0]?.kind).toBe('swap');
      }),
    );
  });

  it('tells what was left out and what was added', () => {
    const home = { date: '2026-03-02', shiftId: 'early', stationId: 's1' };
    expect(exceptionsOf([at(home, home, { state: 'cancelled' }), at(null, home, { slotId: 'z', origin: 'added' })]).map(({ kind }) => kind)).toEqual([
      'suspend',
      'add',
    ]);
  });
});

describe('nurseLoad', () => {
  const limits = { patientsPerNurse: 5, patientsPerDoctor: 30 };
  const entry = (userId: string, over: Partial<RotaEntry> = {}): RotaEntry => ({
    userId,
    userName: `SIM ${userId}`,
    duty: 'nurse',
    zone: 'A',
    absent: false,
    ...over,
  });

  it('counts who is there, once, and says when there are too few or one serves isolation and ordinary zones', () => {
    expect(nurseLoad(10, [entry('a'), entry('b'), entry('d', { duty: 'doctor' })], limits)).toMatchObject({
      nurses: 2,
      doctors: 1,
      perNurse: 5,
      overNurse: false,
      overDoctor: false,
      mixed: [],
    });
    expect(nurseLoad(11, [entry('a'), entry('b'), entry('c', { absent: true })], limits)).toMatchObject({
      nurses: 2,
      perNurse: 5.5,
      overNurse: true,
      doctors: 0,
      perDoctor: null,
      overDoctor: true,
    });
    expect(nurseLoad(4, [entry('a'), entry('a', { zone: 'B' })], limits)).toMatchObject({ nurses: 1, mixed: ['SIM a'] });
    expect(nurseLoad(0, [], limits)).toMatchObject({ perNurse: null, overNurse: false, overDoctor: false });
  });
});

describe('bulkMoves', () => {
  it('gives nobody two places, no place twice and no zone that does not fit; who has none is told why', () => {
    const stations = [
      { stationId: 's1', zone: 'A' as const },
      { stationId: 's2', zone: 'A' as const },
      { stationId: 's3', zone: 'B' as const },
    ];
    const people = fc.uniqueArray(
      fc.record({
        n: fc.integer({ min: 1, max: 8 }),
        zone: fc.constantFrom('A' as const, 'B' as const, 'O' as const, null),
        shiftId: fc.constantFrom('early', 'late'),
        at: fc.constantFrom('s1', 's2', 's3'),
      }),
      { selector: ({ n }) => n, maxLength: 8 },
    );
    fc.assert(
      fc.property(people, fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }), fc.option(fc.constant('2026-03-08')), (list, coming, day) => {
        const taken = [...new Set(coming)].map((n, at) => ({ shiftId: 'early', stationId: `s${at + 1}`, patientId: `p${n}` }));
        const from = (shiftId: string, stationId: string) => ({ date: '2026-03-02', shiftId, stationId });
        const moves = bulkMoves(
          list.map(({ n, zone, shiftId, at }) => ({ slotId: `x${n}`, patientId: `p${n}`, zone, from: from(shiftId, at) })),
          day,
          { stations, shifts: ['early', 'late'], lastShift: (id) => id === 'late', taken },
        );
        expect(moves.map(({ slotId }) => slotId)).toEqual(list.map(({ n }) => `x${n}`));
        const to = moves.flatMap(({ to: place }) => (place ? [`${place.shiftId}|${place.stationId}`] : []));
        const all = [...to, ...taken.map(({ shiftId, stationId }) => `${shiftId}|${stationId}`)];
        expect(new Set(all).size).toBe(all.length);
        for (const move of moves) {
          expect(move.to === null).toBe(move.reason !== '');
          if (move.to === null) continue;
          expect(move.to.date).toBe(day);
          expect(taken.some(({ patientId }) => patientId === move.patientId)).toBe(false);
          const zone = list.find(({ n }) => `p${n}` === move.patientId)?.zone;
          if (zone === 'B') expect(move.to.stationId).toBe('s3');
          if (zone === 'O') expect(move.to.shiftId).toBe('late');
        }
      }),
    );
  });
});

describe('states', () => {
  it('counts a disinfection from the minute of the last use on, as people write minutes', () => {
    const used = Date.parse('2026-11-20T02:05:40.500Z');
    expect(['02:04:59.999', '02:05:00', '02:06:00'].map((time) => isOfEarlierUse(Date.parse(`2026-11-20T${time}Z`), used))).toEqual([true, false, false]);
    expect(isOfEarlierUse(Date.parse('2026-11-20T02:00:00Z'), 0)).toBe(false);
  });

  it('lets a used machine be ready by disinfection alone, and nothing become what it never was', () => {
    expect(mayMachineMove('to-disinfect', 'ready')).toBe(true);
    for (const from of ['fault', 'maintenance', 'retired'] as const) expect(mayMachineMove(from, 'ready')).toBe(false);
    for (const from of MACHINE_STATES) expect(MACHINE_MOVES[from]).not.toContain(from);
    for (const from of SLOT_STATES) expect(SLOT_MOVES[from]).not.toContain(from);
    expect([maySlotMove('planned', 'treated'), maySlotMove('cancelled', 'arrived'), maySlotMove('arrived', 'treated')]).toEqual([false, false, true]);
  });
});
