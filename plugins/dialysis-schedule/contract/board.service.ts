import { defineEvent, defineService, type Language, type OrgId } from '@nephra/plugin-sdk/contract';
import type { DialysisMode, Zone } from '../../dialysis-file/contract/index.ts';

/** A shift of a facility. Times are `HH:mm`; an end before its start is on the next day. */
export interface ShiftFacts {
  readonly shiftId: string;
  readonly orgId: OrgId;
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly sortCode: number;
  /** No later one on a day. */
  readonly last: boolean;
}

/** Life of a machine: only one that is ready is taken for a treatment, and after it comes disinfection. */
export const MACHINE_STATES = ['ready', 'in-use', 'to-disinfect', 'disinfecting', 'fault', 'maintenance', 'retired'] as const;
export type MachineState = (typeof MACHINE_STATES)[number];

export interface StationFacts {
  readonly stationId: string;
  readonly orgId: OrgId;
  readonly roomId: string;
  readonly roomName: string;
  readonly code: string;
  /** What the public reads of it, on screens on walls and in calls: never a letter of a zone (`domain/rules/public-name.ts`). */
  readonly publicName: string;
  readonly zone: Zone;
  readonly sortCode: number;
  readonly enabled: boolean;
  /** What the machine that stands here can do; without a machine empty. */
  readonly modes: readonly DialysisMode[];
  readonly machine: { readonly machineId: string; readonly code: string; readonly state: MachineState; readonly disinfectedAt: number | null } | null;
}

export const SLOT_STATES = ['planned', 'arrived', 'treated', 'absent', 'cancelled'] as const;
export type SlotState = (typeof SLOT_STATES)[number];
export const SLOT_ORIGINS = ['pattern', 'moved', 'swapped', 'added', 'emergency', 'transient'] as const;
export type SlotOrigin = (typeof SLOT_ORIGINS)[number];

/** One patient at one station in one shift of a day. `date` is `YYYY-MM-DD`. */
export interface SlotFacts {
  readonly slotId: string;
  readonly orgId: OrgId;
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string;
  readonly patientId: string;
  readonly origin: SlotOrigin;
  /** Of this time alone; null: that of the prescription. */
  readonly mode: DialysisMode | null;
  readonly state: SlotState;
  readonly version: number;
}

/** Asked by whoever treats. All of it works inside the running transaction; a row out of the organisations is absent. */
export interface DialysisBoard {
  /** @param language of the usual names of shifts; default: as they were given */
  shifts(orgIds: readonly OrgId[], language?: Language): Promise<readonly ShiftFacts[]>;
  stations(orgIds: readonly OrgId[]): Promise<readonly StationFacts[]>;
  /** Without cancelled ones, in the order of shifts and stations. */
  slots(asked: {
    readonly orgIds: readonly OrgId[];
    readonly date: string;
    readonly shiftId?: string;
    readonly patientIds?: readonly string[];
  }): Promise<readonly SlotFacts[]>;
  /** Keeps other writers away from it until the commit. */
  lockSlot(slotId: string, orgIds: readonly OrgId[]): Promise<SlotFacts | undefined>;
  /** @param slot as `lockSlot` answered it */
  moveSlot(slot: SlotFacts, to: SlotState, reason?: string): Promise<SlotFacts>;
  /** Refused (`dialysis-schedule.…`) by the same rules as on the board: station taken, patient twice, zone, machine out of service. */
  addSlot(slot: {
    readonly orgId: OrgId;
    readonly date: string;
    readonly shiftId: string;
    readonly stationId: string;
    readonly patientId: string;
    readonly origin: 'added' | 'emergency' | 'transient';
    readonly mode: DialysisMode | null;
  }): Promise<SlotFacts>;
  /** The machine at the station becomes `in-use`. Refused unless it is ready (and so disinfected after its last use), with the sentence why. @returns its id */
  takeMachine(stationId: string, orgId: OrgId, sessionId: string): Promise<string>;
  /** After the treatment: to be disinfected; `unused`: the start was taken back before blood was in the circuit, so that it is ready again. */
  releaseMachine(machineId: string, orgId: OrgId, sessionId: string, how: 'used' | 'unused'): Promise<void>;
}
export const dialysisBoard = defineService<DialysisBoard>('dialysis-schedule.board@1');

/** Heard after the commit, for screens that show the day: something changed on the board of this day. */
export interface BoardChanged {
  readonly orgId: OrgId;
  readonly date: string;
}
export const boardChanged = defineEvent<BoardChanged>('dialysis-schedule.board-changed@1');
