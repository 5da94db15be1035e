import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFree } from './conflicts.ts';
import { type MergedSlot, mergedSlots } from './merged-slots.ts';

const aSlot = (file: string) =>
  fc.record({
    id: fc.nat(1e6).map((n) => `${file}${n}`),
    date: fc.constantFrom('2026-03-02', '2026-03-04', '2026-03-06'),
    shiftId: fc.constantFrom('early', 'noon'),
    state: fc.constantFrom('planned' as const, 'arrived' as const, 'treated' as const, 'absent' as const, 'cancelled' as const),
  });
/** As the board keeps them: one place of a patient in a shift. */
const slotsOf = (file: string) =>
  fc
    .array(aSlot(file), { maxLength: 10 })
    .map((all) => all.filter((slot, at) => all.findIndex((one) => one.date === slot.date && one.shiftId === slot.shiftId) === at));

it('no person has two places in a shift afterwards, nothing that was used is given up, and what is planned twice on a day is planned once', () => {
  fc.assert(
    fc.property(slotsOf('g'), slotsOf('l'), (going, left) => {
      const { moved, cancelled } = mergedSlots(going, left);
      const used = ({ state }: MergedSlot) => state === 'arrived' || state === 'treated';
      for (const slot of [...going, ...left]) if (cancelled.includes(slot.id)) expect(slot.state).toBe('planned');
      const person = [...left, ...going.filter(({ id }) => moved.includes(id))].filter(({ id, state }) => !isFree(state) && !cancelled.includes(id));
      expect(new Set(person.map(({ date, shiftId }) => `${date} ${shiftId}`)).size).toBe(person.length);
      for (const slot of going) if (!moved.includes(slot.id) && !cancelled.includes(slot.id)) expect(used(slot)).toBe(true);
      for (const slot of going.filter(({ id, state }) => moved.includes(id) && state === 'planned'))
        expect(left.some((one) => one.date === slot.date && !isFree(one.state))).toBe(false);
    }),
  );
});
