import type { OrgId } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { dialysisRound, dialysisTreatments } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, dialysisDuties } from '../../../dialysis-schedule/contract/index.ts';
import { dialysisRounds, dialysisStays, type RoundTreatment, TREATMENT_MENU } from '../../../dialysis-session/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { RoundRow, WorklistReply } from '../../contract/round.schema.ts';
import type { RoundLimits } from '../../contract/round-limits.ts';
import { ROUND_LABS } from '../../domain/problem-facts.ts';
import { byUrgency, problemsOf } from '../../domain/problems.ts';
import { plannedRate } from '../../domain/problems-of-treatment.ts';
import type { Ctx } from '../tables/tables.ts';
import { factsOfDay } from './facts-of-day.ts';
import { lastLabsOfPersons } from './labs.query.ts';
import { limitsOf } from './limits.ts';
import { visiblePatients } from './visible.ts';
import { waitingByPatient, waitingCount } from './waiting.query.ts';

/** The newest pressure: of the last reading, else before the treatment. */
function pressureOf({ lastReading, systolicBefore, diastolicBefore }: RoundTreatment): string {
  if (lastReading) return `${lastReading.systolic}/${lastReading.diastolic ?? '–'}`;
  return systolicBefore === null ? '' : `${systolicBefore}/${diastolicBefore ?? '–'}`;
}

async function limitsByOrg(ctx: Ctx, orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, RoundLimits>> {
  const found = new Map<OrgId, RoundLimits>();
  for (const orgId of new Set(orgIds)) found.set(orgId, await limitsOf(ctx, orgId));
  return found;
}

/** Patients of a day with what is to be looked at, the most urgent first. A handful of statements, however many lie there. */
export async function worklistOf(ctx: Ctx, asked: { readonly date?: string }): Promise<WorklistReply> {
  const { orgIds, userId } = ctx.user;
  const [date, now] = [asked.date ?? ctx.clock.today(), ctx.clock.now().getTime()];
  const shifts = await ctx.service(dialysisBoard).shifts(orgIds, ctx.language);
  const duties = (await ctx.optionalService(dialysisDuties)?.on(date, orgIds)) ?? [];
  const all = await ctx.service(dialysisRounds).ofDay(date, orgIds, dataRights(ctx, TREATMENT_MENU));
  const patients = await visiblePatients(
    ctx,
    all.map(({ patientId }) => patientId),
  );
  const treatments = all.filter(({ patientId, state }) => state !== 8 && patients.has(patientId));
  const ids = [...new Set(treatments.map(({ patientId }) => patientId))];
  const limits = await limitsByOrg(
    ctx,
    treatments.map(({ orgId }) => orgId),
  );
  const accessDays = Math.max(0, ...[...limits.values()].map(({ accessEventDays }) => accessEventDays));
  const files = await ctx.service(dialysisRound).facts(ids, orgIds, date, accessDays);
  const last = (await ctx.optionalService(dialysisTreatments)?.lastClosed(ids, orgIds, date)) ?? new Map();
  const merged = await ctx.service(patientDirectory).mergedInto(ids, orgIds);
  const labs = await lastLabsOfPersons(ctx, ids, merged, ROUND_LABS, date);
  const waiting = await waitingByPatient(ctx, ids);
  const stays = await ctx.service(dialysisStays).of(ids, orgIds, date, date);
  const rowOf = (treatment: RoundTreatment): RoundRow | undefined => {
    const [patient, own] = [patients.get(treatment.patientId), limits.get(treatment.orgId)];
    if (!patient || !own) return undefined;
    const file = files.get(treatment.patientId);
    const facts = factsOfDay(treatment, {
      ...{ today: date, now, file, last: last.get(treatment.patientId) },
      stays: stays.filter(({ patientId }) => patientId === treatment.patientId),
      ...{ labs: labs.get(treatment.patientId) ?? [], waiting: waiting.get(treatment.patientId) ?? 0 },
    });
    return {
      ...{ slotId: treatment.slotId, sessionId: treatment.sessionId, patientId: treatment.patientId, patientName: patient.patientName },
      ...{ sex: patient.patientSex, age: patient.patientAge, stationCode: treatment.stationCode, shiftId: treatment.shiftId },
      ...{ zone: file?.zone ?? '', mode: treatment.mode ?? file?.mode ?? '', state: treatment.state, confirmedAt: treatment.confirmedAt },
      ...{ preWeight: treatment.preWeight, dryWeight: facts.dryWeight, pressure: pressureOf(treatment), ufRate: plannedRate(facts) },
      problems: problemsOf(facts, own).map((one) => ({ ...one, params: { ...one.params } })),
    };
  };
  return {
    ...{ date, now },
    shifts: shifts.map(({ shiftId, name, startTime, endTime }) => ({ shiftId, name, startTime, endTime })),
    myShiftIds: [...new Set(duties.filter((one) => one.userId === userId && one.duty === 'doctor').map(({ shiftId }) => shiftId))],
    list: [...byUrgency(treatments.flatMap((treatment) => rowOf(treatment) ?? []))],
    waiting: await waitingCount(ctx),
  };
}
