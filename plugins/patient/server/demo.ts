import { DAY_MS, dayOf } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PatientDemo } from '../contract/index.ts';
import { columnsOf } from './files/file-content.ts';
import type { PatientDb, PatientTable } from './tables.ts';

type DemoPatient = PatientDemo['patients'][number];

const CHUNK = 200;

const daysAgo = (now: Date, days: number): string => dayOf(now.getTime() - days * DAY_MS);

const rowOf = ({ infectionCheckedDaysAgo, pregnancy, ...patient }: DemoPatient, now: Date): PatientTable => ({
  id: patient.patientId,
  org_id: patient.orgId,
  ...columnsOf({
    ...patient,
    psn_cert_type: '01',
    allergyState: patient.allergyState ?? '',
    infectionCheckedOn: infectionCheckedDaysAgo == null ? null : daysAgo(now, infectionCheckedDaysAgo),
    pregnancyState: pregnancy?.state ?? '',
    pregnancyOn: pregnancy ? daysAgo(now, pregnancy.daysAgo) : null,
    note: patient.note ?? '',
  }),
  enabled: true,
  merged_into: null,
  creator_id: '',
  version: 1,
  created_at: now,
  updated_at: now,
});

/** Fills the demo system. */
export async function fillDemo(data: PatientDemo, ctx: ServerContext<PatientDb>): Promise<void> {
  const now = ctx.clock.now();
  const shifts = data.classes.map(({ id, orgId, fullName, startTime, endTime, sortCode }) => ({
    id,
    org_id: orgId,
    full_name: fullName,
    start_time: startTime,
    end_time: endTime,
    sort_code: sortCode,
  }));
  if (shifts.length > 0) await ctx.db.insertInto('patient.shift').values(shifts).execute();
  for (let start = 0; start < data.patients.length; start += CHUNK) {
    const rows = data.patients.slice(start, start + CHUNK).map((patient) => rowOf(patient, now));
    await ctx.db.insertInto('patient.patient').values(rows).execute();
  }
}
