import type { MachineState, SlotState } from '../../contract/board.service.ts';

/** What becomes of a place. Whoever did not come may come after all; an arrival is taken back before the treatment. */
export const SLOT_MOVES: Readonly<Record<SlotState, readonly SlotState[]>> = {
  planned: ['arrived', 'absent', 'cancelled'],
  arrived: ['planned', 'treated', 'absent', 'cancelled'],
  treated: ['arrived'],
  absent: ['planned', 'arrived'],
  cancelled: ['planned'],
};
export const maySlotMove = (from: SlotState, to: SlotState): boolean => SLOT_MOVES[from].includes(to);

/** Only disinfection makes a machine ready that was used, repaired or put away. */
export const MACHINE_MOVES: Readonly<Record<MachineState, readonly MachineState[]>> = {
  ready: ['in-use', 'to-disinfect', 'disinfecting', 'fault', 'maintenance', 'retired'],
  'in-use': ['ready', 'to-disinfect'],
  'to-disinfect': ['disinfecting', 'ready', 'fault', 'maintenance', 'retired'],
  disinfecting: ['ready', 'to-disinfect', 'fault', 'maintenance', 'retired'],
  fault: ['to-disinfect', 'maintenance', 'retired'],
  maintenance: ['to-disinfect', 'fault', 'retired'],
  retired: ['to-disinfect', 'fault', 'maintenance'],
};
export const mayMachineMove = (from: MachineState, to: MachineState): boolean => MACHINE_MOVES[from].includes(to);

const MINUTE_MS = 60_000;
/** What was done before the machine was used again says nothing about it now. People write whole minutes down, machines are given back in the midst of one. */
export const isOfEarlierUse = (startedAt: number, usedAt: number): boolean => startedAt < usedAt - (usedAt % MINUTE_MS);
