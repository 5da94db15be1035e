import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { DIALYSIS_MODES, ZONES } from '../../../dialysis-file/contract/index.ts';
import { SLOT_ORIGINS, SLOT_STATES } from '../../contract/board.service.ts';
import { MAX_NAME, MAX_REASON } from '../../contract/limits.ts';
import type { BulkMove } from '../../domain/rules/bulk-moves.ts';

const stamp = { createdAt: column.instant(), updatedAt: column.instant(), version: column.int(1, 2_000_000_000) };
const person = { byId: column.text(64), byName: column.text(100) };

/** One patient at one station in one shift of a day. The indexes are the judges where two people want one place. */
export const slotTable = defineTable(
  'dialysis_schedule.slot',
  {
    id: column.id(),
    orgId: column.org(),
    date: column.day().named('slot_day'),
    shiftId: column.text(64),
    stationId: column.ref('dialysis_schedule.station'),
    /** Of the station, for data schemes; follows when that of the station changes. */
    zone: column.choice(...ZONES),
    patientId: column.text(64),
    /** Of the pattern that made it; empty: people did. */
    patternId: column.text(64),
    origin: column.choice(...SLOT_ORIGINS),
    mode: column.choice(...DIALYSIS_MODES).nullable(),
    state: column.choice(...SLOT_STATES),
    /** People put it there: no job changes it. */
    held: column.flag(),
    /** Where the pattern put it; null and empty: nowhere, it was added. */
    homeDay: column.day().nullable(),
    homeShiftId: column.text(64),
    homeStationId: column.text(64),
    /** Why it was moved, left out or missed. */
    reason: column.text(MAX_REASON),
    /** Why the patient lies in a zone of others; empty: does not. */
    zoneReason: column.text(MAX_REASON),
    /** Who touched it last; empty: the plan. */
    ...person,
    ...stamp,
  },
  {
    rowsStay: true,
    unique: { slot_station_idx: ['date', 'shiftId', 'stationId'], slot_patient_idx: ['date', 'shiftId', 'patientId'] },
    uniqueWhere: {
      slot_station_idx: "(state <> ALL (ARRAY['cancelled'::text, 'absent'::text]))",
      slot_patient_idx: "(state <> ALL (ARRAY['cancelled'::text, 'absent'::text]))",
    },
    taken: { stationId: ['place-taken-now', 'station'], patientId: ['patient-in-shift', 'patient'] },
    errorPrefix: 'slot',
    menu: 'his.dialysisSchedule',
    dataFields: { orgId: { column: 'orgId', type: 'Organize' }, shiftId: { column: 'shiftId', type: 'String' }, zone: { column: 'zone', type: 'String' } },
  },
);
export interface SlotStored extends StoredOf<typeof slotTable> {}

/** A day, or a shift of it, on which nobody is treated. */
export const closureTable = defineTable(
  'dialysis_schedule.closure',
  {
    id: column.id(),
    orgId: column.org(),
    date: column.day().named('closed_day'),
    /** Empty: the whole day. */
    shiftId: column.text(64),
    movedTo: column.day().nullable(),
    reason: column.text(MAX_REASON),
    /** What was done to places, to take it back. */
    moves: column.json<readonly (BulkMove & { readonly version: number })[]>(),
    undoneAt: column.instant().nullable(),
    ...person,
    ...stamp,
  },
  {
    rowsStay: true,
    unique: { closure_day_idx: ['orgId', 'date', 'shiftId'] },
    uniqueWhere: { closure_day_idx: '(undone_at IS NULL)' },
    taken: { shiftId: ['closed-already', 'shift'] },
    errorPrefix: 'closure',
  },
);
export interface ClosureStored extends StoredOf<typeof closureTable> {}

/** Who works when and where. */
export const rotaTable = defineTable(
  'dialysis_schedule.rota',
  {
    id: column.id(),
    orgId: column.org(),
    date: column.day().named('rota_day'),
    shiftId: column.text(64),
    userId: column.text(64),
    userName: column.text(100),
    duty: column.choice('nurse', 'doctor'),
    /** Empty: wherever one is needed. */
    zone: column.choice('', ...ZONES),
    absent: column.flag(),
    note: column.text(MAX_REASON),
    ...stamp,
  },
  { rowsStay: true, unique: { rota_person_idx: ['orgId', 'date', 'shiftId', 'userId', 'zone'] }, taken: { zone: ['rota-taken', 'zone'] }, errorPrefix: 'rota' },
);
export interface RotaStored extends StoredOf<typeof rotaTable> {}

/** One place of a week that was kept as a template. */
export interface TemplateLine {
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  readonly shiftId: string;
  readonly stationId: string;
  readonly patientId: string;
}
export const templateTable = defineTable(
  'dialysis_schedule.week_template',
  { id: column.id(), orgId: column.org(), fullName: column.text(MAX_NAME), lines: column.json<readonly TemplateLine[]>(), ...person, ...kept },
  { unique: { week_template_name_idx: ['orgId', 'fullName'] }, taken: { fullName: ['name-taken', 'name'] }, errorPrefix: 'template' },
);
