import { type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import type { ShiftFacts, StationFacts } from '../../../dialysis-schedule/contract/index.ts';
import type { SessionPlan } from '../../contract/session.schema.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import type { PastHouse } from './demo-past.ts';
import type { DemoPerson, DemoSheet, demoSheet } from './demo-sheet.ts';

export const MINUTE_MS = 60_000;
const BATCH = 1_000;
/** Number of a prescription that an earlier system wrote: those of the demo begin four weeks ago. */
const EARLIER = 'SIM-OLD';

export const startOf = (day: string, shift: ShiftFacts | undefined, late: number): number => {
  const [hour = 8, minute = 0] = (shift?.startTime ?? '08:00').split(':').map(Number);
  return parseDay(day) + (hour * 60 + minute + late) * MINUTE_MS;
};

export interface DemoStaff {
  readonly orgId: OrgId;
  readonly doctor: DemoPerson & { readonly enCode: string };
  readonly nurses: readonly [DemoPerson, DemoPerson];
}

export interface House extends PastHouse {
  readonly ctx: WorkCtx;
  readonly orgId: OrgId;
  readonly doctor: DemoStaff['doctor'];
  readonly nurses: readonly [DemoPerson, DemoPerson];
  readonly shifts: readonly ShiftFacts[];
  readonly stations: readonly StationFacts[];
  /** Prescriptions that stand already, by patient and day. */
  readonly written: ReadonlyMap<string, { readonly dpId: string; readonly dpNumber: string }>;
}

export const isCatheter = ({ access }: SessionPlan): boolean => access.kind === 'TCC' || access.kind === 'NCC';

export type Upto = Parameters<typeof demoSheet>[0]['upTo'];
const STATE_OF: Readonly<Record<Upto, SessionStored['state']>> = { assessed: 2, checked: 2, running: 3, off: 4, closed: 5 };

interface Place {
  readonly id: string;
  readonly day: string;
  readonly slotId: string;
  readonly shiftId: string;
  readonly stationId: string;
  readonly patientId: string;
  readonly mode: string;
}

export function rowOf(house: House, place: Place, sheet: DemoSheet, plan: SessionPlan, startedAt: number, upTo: Upto, machineId: string | null): SessionStored {
  const far = STATE_OF[upTo];
  const checked = upTo !== 'assessed';
  const [{ userId: first }, { userId: second }] = house.nurses;
  const [before, after] = sheet.pressures;
  const stands = house.written.get(`${place.patientId} ${place.day}`);
  const arrivedAt = new Date(sheet.check1At - 30 * MINUTE_MS);
  const station = house.stations.find(({ stationId }) => stationId === place.stationId);
  return {
    ...{ ...place, orgId: house.orgId, stationCode: station?.code ?? '', zone: station?.zone ?? '', machineId },
    ...{ origin: 'pattern', state: far, arrivedAt, plan, sections: sheet.sections },
    ...{
      confirmedAt: new Date(sheet.check1At - 10 * MINUTE_MS),
      doctorId: house.doctor.userId,
      doctorName: house.doctor.userName,
      doctorNo: house.doctor.enCode,
    },
    ...{ check1At: checked ? new Date(sheet.check1At) : null, check1By: checked ? first : '' },
    ...{ startedAt: far >= 3 ? new Date(startedAt) : null, check2At: far >= 4 ? new Date(sheet.check2At) : null, check2By: far >= 4 ? second : '' },
    ...{ endedAt: far >= 4 ? new Date(sheet.endedAt) : null, closedAt: far === 5 ? new Date(sheet.endedAt + 20 * MINUTE_MS) : null },
    ...{ lastReadingAt: null, preWeight: sheet.preWeight.toFixed(1), postWeight: sheet.postWeight?.toFixed(1) ?? null, ufVolume: sheet.ufVolume },
    minutes: far >= 4 ? Math.round((sheet.endedAt - startedAt) / MINUTE_MS) : plan.minutes,
    ...{ systolicBefore: before[0], diastolicBefore: before[1], systolicAfter: after?.[0] ?? null, diastolicAfter: after?.[1] ?? null },
    ...{ prescriptionId: far === 5 ? (stands?.dpId ?? '') : '', prescriptionNo: far === 5 ? (stands?.dpNumber ?? EARLIER) : '' },
    ...{ createdAt: arrivedAt, updatedAt: arrivedAt, version: 1 },
  };
}

export const entryOf = (
  { orgId, nurses: [by] }: House,
  sessionId: string,
  name: string,
  kind: string,
  at: number,
  content: EntryStored['content'],
): EntryStored => ({
  ...{
    id: `${sessionId}-${name}`,
    orgId,
    sessionId,
    clientId: `${sessionId}-${name}`.slice(-64),
    digest: 'demo',
    kind,
    at: new Date(at),
    enteredAt: new Date(at),
    deviceAt: null,
  },
  ...{ skewMs: 0, isLate: false, byId: by.userId, byName: by.userName, coId: '', coName: '', content, corrections: 0 },
});

/** Readings and events up to a moment. */
export const entriesOf = (house: House, sessionId: string, sheet: DemoSheet, until: number): readonly EntryStored[] => [
  ...sheet.readings.filter(({ at }) => at <= until).map(({ at, fields }, index) => entryOf(house, sessionId, `r${index}`, 'reading', at, { fields })),
  ...(sheet.event && sheet.event.at <= until ? [entryOf(house, sessionId, 'e', 'event', sheet.event.at, { fields: sheet.event.fields })] : []),
];

export async function store(ctx: WorkCtx, sessions: readonly SessionStored[], entries: readonly EntryStored[]): Promise<void> {
  for (let at = 0; at < sessions.length; at += BATCH) await sessionTable.insertAll({ db: ctx.db }, sessions.slice(at, at + BATCH));
  for (let at = 0; at < entries.length; at += BATCH) await entryTable.insertAll({ db: ctx.db }, entries.slice(at, at + BATCH));
}
