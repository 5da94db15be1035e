import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closeContacts, type LainSlot } from './close-contacts.ts';

const STATIONS = ['a1', 'a2', 'a3', 'b1'].map((stationId) => ({ stationId, roomId: stationId[0] ?? '' }));
const SHIFTS = ['early', 'noon', 'late'];
const slot = (patientId: string, stationId: string, shiftId = 'early', date = '2026-03-02'): LainSlot => ({ patientId, stationId, shiftId, date });

it('neighbours of the same room and time, and who had the station right after or before', () => {
  const slots = [
    slot('x', 'a2', 'noon'),
    slot('left', 'a1', 'noon'),
    slot('right', 'a3', 'noon'),
    slot('after', 'a2', 'late'),
    slot('before', 'a2', 'early'),
    slot('far', 'b1', 'noon'),
    slot('other day', 'a1', 'noon', '2026-03-03'),
  ];
  const found = closeContacts('x', slots, STATIONS, SHIFTS);
  expect(found.map(({ patientId }) => patientId).toSorted()).toEqual(['after', 'before', 'left', 'right']);
  expect(found.find(({ patientId }) => patientId === 'after')).toMatchObject({ beside: 0, after: 1, before: 0, lastDate: '2026-03-02' });
});

it('a wall is no neighbour: the next station of another room', () =>
  expect(closeContacts('x', [slot('x', 'a3'), slot('y', 'b1')], STATIONS, SHIFTS)).toEqual([]));

it('is mutual: whoever lay near somebody has them near as often', () => {
  const any = fc.record({
    patientId: fc.constantFrom('p', 'q', 'r', 's'),
    stationId: fc.constantFrom('a1', 'a2', 'a3', 'b1'),
    shiftId: fc.constantFrom(...SHIFTS),
    date: fc.constantFrom('2026-03-02', '2026-03-03'),
  });
  const places = fc.uniqueArray(any, { maxLength: 20, selector: ({ date, shiftId, stationId }) => `${date}${shiftId}${stationId}` });
  fc.assert(
    fc.property(places, (slots) => {
      const of = (one: string, other: string) => closeContacts(one, slots, STATIONS, SHIFTS).find(({ patientId }) => patientId === other);
      const [pq, qp] = [of('p', 'q'), of('q', 'p')];
      expect(pq?.beside ?? 0).toBe(qp?.beside ?? 0);
      expect(pq?.after ?? 0).toBe(qp?.before ?? 0);
    }),
  );
});
