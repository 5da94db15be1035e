import { toPage } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import type { Prescription, WorkPatient } from '../../contract/index.ts';
import { unsaved } from '../../domain/new-prescription.ts';
import { dayRange } from '../day-range.ts';
import { presentDetail, presentHead, presentWhole } from './prescription.present.ts';
import { repoOf } from '../prescription-call.ts';
import type { PrescriptionDb } from '../tables.ts';
import { closedMonthsNear, requirePatient, idsOfPatient } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** Prescriptions of one day or month that a view shows at most. */
const MAX_PRESCRIPTIONS = 500;
/** Patients of one day. */
const MAX_PATIENTS = 2000;

export interface WorkListQuery {
  readonly scope?: 'today' | 'dialysis' | 'all';
  readonly date?: string;
  readonly classId?: string;
  readonly keyword?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** Numbers of prescriptions of these people on the day: those of files that were merged away count for the file that is left. */
async function countsByPerson(ctx: Ctx, patientIds: readonly string[], day: string) {
  const { orgIds } = ctx.user;
  const merged = await ctx.service(patientDirectory).mergedInto(patientIds, orgIds);
  const counts = new Map<string, { count: number; drafts: number }>();
  if (patientIds.length === 0) return counts;
  const totals = await repoOf(ctx).patientTotals({ orgIds, patientIds: [...patientIds, ...merged.keys()], ...dayRange(day) }, MAX_PATIENTS);
  for (const row of totals) {
    const id = merged.get(row.patientId) ?? row.patientId;
    const so = counts.get(id) ?? { count: 0, drafts: 0 };
    counts.set(id, { count: so.count + Number(row.count), drafts: so.drafts + Number(row.drafts) });
  }
  return counts;
}

/** Left list of the work area. `today` = a session is planned on the day or something was prescribed on it. */
export async function workPatients(ctx: Ctx, query: WorkListQuery) {
  const { orgIds } = ctx.user;
  const day = query.date || ctx.clock.today();
  const scope = query.scope ?? 'today';
  const found = await ctx.service(patientDirectory).search({
    orgIds,
    keyword: query.keyword,
    classId: query.classId,
    rights: dataRights(ctx, 'his.patient'),
    currentPage: query.currentPage,
    pageSize: query.pageSize,
    ...(scope === 'today' ? { scheduledOn: day, patientIds: await repoOf(ctx).patientsOf({ orgIds, ...dayRange(day) }, MAX_PATIENTS) } : {}),
    ...(scope === 'dialysis' ? { patientType: 'dialysis' } : {}),
  });
  const ofDay = await countsByPerson(
    ctx,
    found.list.map((patient) => patient.patientId),
    day,
  );
  const list = found.list.map(
    (patient): WorkPatient => ({
      patientId: patient.patientId,
      orgId: patient.orgId,
      patientName: patient.patientName,
      patientSex: patient.patientSex,
      patientAge: patient.patientAge,
      patientType: patient.patientType,
      outpatientCode: patient.outpatientCode,
      reimWay: patient.reimWay,
      infectedHistory: patient.infectedHistory,
      dialysisNo: patient.dialysis?.dialysisNo ?? '',
      classId: patient.dialysis?.classId ?? '',
      bed: patient.dialysis?.bed ?? '',
      prescriptionCount: ofDay.get(patient.patientId)?.count ?? 0,
      draftCount: ofDay.get(patient.patientId)?.drafts ?? 0,
    }),
  );
  return toPage(list, found.pagination.total, query);
}

/** A prescription nobody has written yet (spec 4): no dpId, category 14, and what the patient brings along. */
const blankFor = (ctx: Ctx, patient: PatientFile, dpDate: number): Prescription => ({
  ...unsaved(dpDate, ctx.user),
  orgId: patient.orgId,
  patientId: patient.patientId,
  patientName: patient.patientName,
  patientSex: patient.patientSex,
  patientAge: patient.patientAge,
  patientType: patient.patientType,
  outpatientCode: patient.outpatientCode,
  reimWay: patient.reimWay,
  visit: patient.visit,
  diagnosis: patient.diagnosis,
  infectedHistory: patient.infectedHistory,
  sessionWeekdays: patient.dialysis?.weekdays ?? [],
  allergies: patient.allergies,
  allergyState: patient.allergyState,
});

/** A day at the current time of day (spec 4: the selected day plus the current time). */
function momentOn(ctx: Ctx, day: string): number {
  const now = ctx.clock.now().getTime();
  return dayRange(day).from.getTime() + (now - dayRange(ctx.clock.today()).from.getTime());
}

/** Prescriptions of a patient on a day, oldest first; one without dpId when there is none. */
export async function dayTabs(ctx: Ctx, patientId: string, date: string | undefined): Promise<{ list: Prescription[]; closedMonths: string[] }> {
  const day = date || ctx.clock.today();
  const patient = await requirePatient(ctx, patientId);
  const repo = repoOf(ctx);
  const heads = await repo.all({ orgIds: [patient.orgId], patientIds: await idsOfPatient(ctx, patient), ...dayRange(day) }, MAX_PRESCRIPTIONS);
  ctx.audit({ subject: 'patient', subjectId: patientId, patientId });
  const closedMonths = await closedMonthsNear(ctx, patient);
  if (heads.length === 0) return { list: [blankFor(ctx, patient, momentOn(ctx, day))], closedMonths };
  return { list: await presentWhole(ctx, heads, await repo.details(heads.map((head) => head.id))), closedMonths };
}

/** Day or month view of charges: prescriptions and their lines, linked by dpId and dpNumber (spec 3). */
export async function chargeView(ctx: Ctx, patientId: string, range: { from: Date; before: Date }) {
  const patient = await requirePatient(ctx, patientId);
  const repo = repoOf(ctx);
  const heads = await repo.all({ orgIds: [patient.orgId], patientIds: await idsOfPatient(ctx, patient), ...range }, MAX_PRESCRIPTIONS);
  const numbers = new Map(heads.map((head) => [head.id, head.dpNumber]));
  const lines = await repo.details(heads.map((head) => head.id));
  ctx.audit({ subject: 'patient', subjectId: patientId, patientId });
  return {
    prescriptionParentList: heads.map(presentHead),
    prescriptionDetailList: lines.map((line) => ({ ...presentDetail(line, undefined), dpId: line.dpId, dpNumber: numbers.get(line.dpId) ?? '' })),
  };
}
