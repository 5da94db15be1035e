import { column, defineTable, fieldColumns, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MACHINE_STATES } from '../../contract/board.service.ts';
import { MAX_REASON } from '../../contract/limits.ts';
import { disinfection, machine, room, station } from '../../contract/records.ts';

/** Rooms in which stations stand. */
export const roomTable = defineTable(
  'dialysis_schedule.room',
  { id: column.id(), orgId: column.org(), ...fieldColumns(room), enabled: column.flag(), searchGrams: column.grams('fullName', 'enCode'), ...kept },
  { unique: { room_code_idx: ['orgId', 'enCode'] }, taken: { enCode: ['code-taken', 'code'] }, rowName: 'fullName' },
);

/** Places where patients lie. */
export const stationTable = defineTable(
  'dialysis_schedule.station',
  { id: column.id(), orgId: column.org(), ...fieldColumns(station), enabled: column.flag(), searchGrams: column.grams('enCode'), ...kept },
  { unique: { station_code_idx: ['orgId', 'enCode'] }, taken: { enCode: ['code-taken', 'code'] }, rowName: 'enCode' },
);

/** Machines, at a station or spare. */
export const machineTable = defineTable(
  'dialysis_schedule.machine',
  {
    id: column.id(),
    orgId: column.org(),
    ...fieldColumns(machine),
    state: column.choice(...MACHINE_STATES),
    /** Why it is out of service; else empty. */
    reason: column.text(MAX_REASON),
    /** The treatment that it is in use for; else empty. */
    sessionId: column.text(64),
    disinfectedAt: column.instant().nullable(),
    /** When it was released from its last treatment. */
    usedAt: column.instant().nullable(),
    searchGrams: column.grams('enCode', 'model', 'serialNo'),
    ...kept,
  },
  {
    unique: { machine_code_idx: ['orgId', 'enCode'], machine_station_idx: ['stationId'] },
    uniqueWhere: { machine_station_idx: '((deleted_at IS NULL) AND (station_id IS NOT NULL))' },
    taken: { enCode: ['code-taken', 'code'], stationId: ['station-has-machine', 'station'] },
    rowName: 'enCode',
  },
);
export interface MachineStored extends StoredOf<typeof machineTable> {}

/** What was done to make machines ready; corrected, never deleted. */
export const disinfectionTable = defineTable(
  'dialysis_schedule.disinfection',
  {
    id: column.id(),
    orgId: column.org(),
    ...fieldColumns(disinfection),
    byId: column.text(64),
    byName: column.text(100),
    searchGrams: column.grams('agent', 'note'),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, list: disinfection },
);
