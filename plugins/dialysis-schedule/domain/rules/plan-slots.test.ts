import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZONES, zoneMisfit } from '../../../dialysis-file/contract/index.ts';
import { type PlanFacts, planSlots, type SlotPlan, type StandingSlot, type WantedSlot } from './plan-slots.ts';

const DAYS = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01'];
const SHIFTS = ['early', 'noon', 'late'];
const STATIONS = [
  ['s1', 'A'],
  ['s2', 'A'],
  ['s3', 'B'],
  ['s4', 'O'],
] as const;
const PATIENTS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];

const zones = fc.array(fc.constantFrom(...ZONES), { minLength: PATIENTS.length, maxLength: PATIENTS.length });
const closures = fc.array(fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom('', ...SHIFTS)), { maxLength: 2 });
const factsOf = (zoneOf: readonly (typeof ZONES)[number][], closed: readonly (readonly [string, string])[]): PlanFacts => ({
  stations: STATIONS.map(([stationId, zone]) => ({ stationId, code: stationId, zone, modes: ['HD'] })),
  lastShift: (shiftId) => shiftId === 'late',
  hasShift: (shiftId) => SHIFTS.includes(shiftId),
  patient: (patientId) => {
    const at = PATIENTS.indexOf(patientId);
    return { zone: zoneOf[at] ?? 'A', mode: 'HD', bed: at % 2 === 0 ? `s${(at % 4) + 1}` : '' };
  },
  closed: (date, shiftId) => closed.some(([day, shift]) => day === date && (shift === '' || shift === shiftId)),
});

const want = fc.record({
  patientId: fc.constantFrom(...PATIENTS),
  patternId: fc.constant('x'),
  date: fc.constantFrom(...DAYS),
  shiftId: fc.constantFrom(...SHIFTS),
  stationId: fc.constantFrom(null, 's1', 's2', 's3'),
  mode: fc.constant(null),
});
const wants = fc.uniqueArray(want, { selector: ({ patientId, date }) => `${patientId}|${date}`, maxLength: 20 });
const touch = fc.record({
  at: fc.nat(),
  state: fc.constantFrom('arrived' as const, 'treated' as const, 'absent' as const, 'cancelled' as const, 'planned' as const),
});

/** The board after a plan was carried out. */
function carried(standing: readonly StandingSlot[], plan: SlotPlan): StandingSlot[] {
  const stays = standing.filter(({ slotId }) => !plan.remove.includes(slotId));
  const added = plan.add.map(
    (one, at): StandingSlot => ({ slotId: `n${stays.length + at}-${one.patientId}${one.date}`, ...one, state: 'planned', held: false, homeDate: one.date }),
  );
  return [...stays, ...added];
}
const active = ({ state }: StandingSlot) => state !== 'cancelled' && state !== 'absent';

describe('planSlots', () => {
  it('puts nobody where somebody lies or where the zone does not fit, nor twice on a day, and wants nothing more when it is asked again', () => {
    fc.assert(
      fc.property(wants, zones, closures, (wanted, zoneOf, closed) => {
        const facts = factsOf(zoneOf, closed);
        const board = carried([], planSlots(wanted, [], facts));
        const places = board.map(({ date, shiftId, stationId }) => `${date}|${shiftId}|${stationId}`);
        expect(new Set(places).size).toBe(places.length);
        const people = board.map(({ patientId, date }) => `${patientId}|${date}`);
        expect(new Set(people).size).toBe(people.length);
        for (const { patientId, stationId, shiftId, date } of board) {
          const station = STATIONS.find(([id]) => id === stationId);
          expect(zoneMisfit(facts.patient(patientId)?.zone ?? 'A', station?.[1] ?? 'A', shiftId === 'late')).toBeUndefined();
          expect(facts.closed(date, shiftId)).toBe(false);
        }
        expect(planSlots(wanted, board, facts)).toMatchObject({ add: [], remove: [] });
      }),
    );
  });

  it('never touches what people moved or took away, nor what has happened, whatever patterns and zones become', () => {
    fc.assert(
      fc.property(wants, wants, zones, zones, closures, fc.array(touch, { maxLength: 8 }), (wanted, later, zoneOf, zonesLater, closed, touches) => {
        const board = carried([], planSlots(wanted, [], factsOf(zoneOf, [])));
        for (const { at, state } of touches) {
          const slot = board[at % Math.max(1, board.length)];
          if (slot) board[board.indexOf(slot)] = { ...slot, state, held: true, date: state === 'planned' ? '2027-01-02' : slot.date };
        }
        const facts = factsOf(zonesLater, closed);
        const touched = board.filter(({ held }) => held);
        const plan = planSlots(later, board, facts);
        for (const { slotId } of touched) expect(plan.remove).not.toContain(slotId);
        // Whom people took away, or moved to another day, is not brought back on the day of the pattern.
        for (const { patientId, homeDate } of touched) expect(plan.add.some((one) => one.patientId === patientId && one.date === homeDate)).toBe(false);
        const after = carried(board, plan);
        const places = after.filter(active).map(({ date, shiftId, stationId }) => `${date}|${shiftId}|${stationId}`);
        const before = board.filter((slot) => slot.held && active(slot)).map(({ date, shiftId, stationId }) => `${date}|${shiftId}|${stationId}`);
        // Two that people put onto one place are the board's matter; the plan adds none.
        if (new Set(before).size === before.length) expect(new Set(places).size).toBe(places.length);
        expect(planSlots(later, after, facts)).toMatchObject({ add: [], remove: [] });
      }),
    );
  });

  it('gives the bed of the file before any other, and tells for whom there is no room', () => {
    const facts = factsOf(['A', 'A', 'A', 'A', 'B', 'C'], []);
    const wanted = ['p2', 'p4', 'p1', 'p6'].map(
      (patientId): WantedSlot => ({ patientId, patternId: 'x', date: '2026-12-28', shiftId: 'late', stationId: null, mode: null }),
    );
    const plan = planSlots(wanted, [], facts);
    expect(plan.add.map(({ patientId, stationId }) => `${patientId} ${stationId}`).toSorted()).toEqual(['p1 s1', 'p2 s2', 'p4 s4']);
    expect(plan.left.map(({ patientId }) => patientId)).toEqual(['p6']);
  });
});
