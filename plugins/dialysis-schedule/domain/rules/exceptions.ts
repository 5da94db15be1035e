import type { SlotOrigin, SlotState } from '../../contract/board.service.ts';

/** Where a patient lies. */
export interface Place {
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string;
}
/** A place with the one that the pattern gave it; `home` is null for what people added. */
export interface PlacedWithHome extends Place {
  readonly slotId: string;
  readonly patientId: string;
  readonly origin: SlotOrigin;
  readonly state: SlotState;
  readonly home: Place | null;
}
/** What differs from the patterns. */
export type ScheduleException =
  | { readonly kind: 'move'; readonly slotId: string; readonly patientId: string; readonly from: Place; readonly to: Place }
  | {
      readonly kind: 'swap';
      readonly slotIds: readonly [string, string];
      readonly patientIds: readonly [string, string];
      readonly from: Place;
      readonly to: Place;
    }
  | { readonly kind: 'suspend'; readonly slotId: string; readonly patientId: string; readonly from: Place }
  | { readonly kind: 'add'; readonly slotId: string; readonly patientId: string; readonly to: Place };

const keyOf = ({ date, shiftId, stationId }: Place): string => JSON.stringify([date, shiftId, stationId]);
export const samePlace = (one: Place, other: Place): boolean => keyOf(one) === keyOf(other);
const placeOf = ({ date, shiftId, stationId }: Place): Place => ({ date, shiftId, stationId });

/**
 * What people did to the plan, told once: however often a patient was moved, the place of the pattern and the last one count; moved back is nothing; two who
 * took each other's place are one swap.
 */
export function exceptionsOf(slots: readonly PlacedWithHome[]): readonly ScheduleException[] {
  const moved = slots.filter(({ home, state, ...slot }) => home !== null && state !== 'cancelled' && !samePlace(home, slot));
  const byHome = new Map(moved.map((slot) => [keyOf(slot.home as Place), slot]));
  const told = new Set<string>();
  const found: ScheduleException[] = [];
  for (const slot of slots) {
    const { slotId, patientId, home, state } = slot;
    if (told.has(slotId)) continue;
    if (state === 'cancelled') {
      if (home !== null) found.push({ kind: 'suspend', slotId, patientId, from: home });
      continue;
    }
    if (home === null) {
      found.push({ kind: 'add', slotId, patientId, to: placeOf(slot) });
      continue;
    }
    if (samePlace(home, slot)) continue;
    const other = byHome.get(keyOf(slot));
    if (other && other.slotId !== slotId && samePlace(other, home)) {
      told.add(other.slotId);
      found.push({ kind: 'swap', slotIds: [slotId, other.slotId], patientIds: [patientId, other.patientId], from: home, to: placeOf(slot) });
    } else found.push({ kind: 'move', slotId, patientId, from: home, to: placeOf(slot) });
  }
  return found;
}
