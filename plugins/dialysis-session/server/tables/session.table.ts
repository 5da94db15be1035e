import { column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { SESSION_STATES } from '../../contract/states.ts';
import type { Sections, SessionPlan } from '../../contract/session.schema.ts';
import { MAX_STATION_CODE, TODAY_MENU } from '../../contract/limits.ts';

const id = () => column.text(64);
const name = () => column.text(100);
const moment = () => column.instant().nullable();
const count = (max: number) => column.int(0, max).nullable();

/** A treatment with its sheet by sections. */
export const sessionTable = defineTable(
  'dialysis_session.session',
  {
    id: column.id(),
    orgId: column.org(),
    day: column.day(),
    shiftId: id(),
    slotId: id(),
    stationId: id(),
    stationCode: column.text(MAX_STATION_CODE),
    /** Of the station; empty in a row that a version before this wrote and nobody confirmed. */
    zone: column.text(2),
    machineId: id().nullable(),
    patientId: id(),
    origin: column.text(20),
    mode: column.text(10),
    state: column.intChoice(...SESSION_STATES),
    arrivedAt: moment(),
    confirmedAt: moment(),
    doctorId: id(),
    doctorName: name(),
    doctorNo: column.text(50),
    check1At: moment().named('check1_at'),
    check1By: id().named('check1_by'),
    startedAt: moment(),
    check2At: moment().named('check2_at'),
    check2By: id().named('check2_by'),
    endedAt: moment(),
    closedAt: moment(),
    lastReadingAt: moment(),
    plan: column.json<SessionPlan>().nullable(),
    sections: column.json<Sections>(),
    preWeight: column.decimal(5, 1).nullable(),
    postWeight: column.decimal(5, 1).nullable(),
    ufVolume: count(20_000),
    minutes: count(5_000),
    systolicBefore: count(400),
    diastolicBefore: count(400),
    systolicAfter: count(400),
    diastolicAfter: count(400),
    prescriptionId: id(),
    prescriptionNo: id(),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  {
    rowsStay: true,
    menu: TODAY_MENU,
    dataFields: {
      orgId: { column: 'orgId', type: 'Organize' },
      shiftId: { column: 'shiftId', type: 'String' },
      zone: { column: 'zone', type: 'String' },
    },
    unique: {
      session_patient_running_idx: ['patientId'],
      session_station_running_idx: ['stationId'],
      session_machine_running_idx: ['machineId'],
      session_slot_idx: ['slotId'],
    },
    uniqueWhere: {
      session_patient_running_idx: '(state = 3)',
      session_station_running_idx: '(state = 3)',
      session_machine_running_idx: '(state = 3)',
    },
    taken: {
      patientId: ['guard.running-elsewhere', 'value', EnvelopeCode.Conflict],
      stationId: ['station-running', 'value', EnvelopeCode.Conflict],
      machineId: ['machine-running', 'value', EnvelopeCode.Conflict],
      slotId: ['slot-taken', 'value', EnvelopeCode.Conflict],
    },
  },
);
export interface SessionStored extends StoredOf<typeof sessionTable> {}
export type SessionSqlRow = SqlRow<typeof sessionTable>;
