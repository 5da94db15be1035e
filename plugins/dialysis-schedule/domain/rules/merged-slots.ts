import type { SlotState } from '../../contract/board.service.ts';
import { isFree } from './conflicts.ts';

/** A place of one of two files that become one. */
export interface MergedSlot {
  readonly id: string;
  readonly date: string;
  readonly shiftId: string;
  readonly state: SlotState;
}
export interface SlotsMoved {
  /** They are the other file's from now on. */
  readonly moved: readonly string[];
  /** Given up, because the person has a place on that day. */
  readonly cancelled: readonly string[];
}

/**
 * What becomes of the places of the file that goes: they move, but of two places of one person on a day the one that is only planned is given up, that of the file
 * that goes first. Two that were really used in one shift stay where they are: they are history of two files.
 */
export function mergedSlots(going: readonly MergedSlot[], left: readonly MergedSlot[]): SlotsMoved {
  const moved: string[] = [];
  const cancelled = new Set<string>();
  for (const slot of going) {
    if (isFree(slot.state)) {
      moved.push(slot.id);
      continue;
    }
    const ofDay = left.filter((other) => other.date === slot.date && !isFree(other.state));
    if (ofDay.length === 0) moved.push(slot.id);
    else if (slot.state === 'planned') cancelled.add(slot.id);
    else {
      for (const other of ofDay) if (other.state === 'planned') cancelled.add(other.id);
      if (!ofDay.some((other) => other.state !== 'planned' && other.shiftId === slot.shiftId)) moved.push(slot.id);
    }
  }
  return { moved, cancelled: [...cancelled] };
}
