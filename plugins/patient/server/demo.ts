import { DAY_MS, dayOf, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { demoWeekdays, type PatientDemo } from '../contract/index.ts';
import { EMPTY_CONTENT, withLeftOut } from '../domain/file/file-content.ts';
import { columnsOf } from './files/file-content.ts';
import { patientTable } from './files/patient.table.ts';
import { shiftTable } from './shift/shift.table.ts';
import type { PatientDb } from './tables.ts';

type DemoPatient = PatientDemo['patients'][number];

const daysAgo = (now: Date, days: number): string => dayOf(now.getTime() - days * DAY_MS);

function rowOf({ infectionCheckedDaysAgo, pregnancy, patientId, orgId, ...patient }: DemoPatient, now: Date) {
  const content = withLeftOut(
    {
      ...patient,
      psn_cert_type: '01',
      infectionCheckedOn: infectionCheckedDaysAgo == null ? null : daysAgo(now, infectionCheckedDaysAgo),
      ...(patient.dialysis && { dialysis: { ...patient.dialysis, weekdays: demoWeekdays(patient.dialysis.weekdays, dayOf(now.getTime())) } }),
      ...(pregnancy && { pregnancyState: pregnancy.state, pregnancyOn: daysAgo(now, pregnancy.daysAgo) }),
      note: patient.note ?? '',
    },
    EMPTY_CONTENT,
  );
  return { id: patientId, orgId: orgId as OrgId, ...columnsOf(content), enabled: true, mergedInto: null, creatorId: '' };
}

/** Fills the demo system. */
export async function fillDemo(data: PatientDemo, ctx: ServerContext<PatientDb>): Promise<void> {
  const now = ctx.clock.now();
  await shiftTable.insertAll(
    ctx,
    data.classes.map((shift) => ({ ...shift, orgId: shift.orgId as OrgId })),
  );
  await patientTable.insertAll(
    ctx,
    data.patients.map((patient) => rowOf(patient, now)),
  );
}
