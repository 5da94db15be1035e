import type { OrgId } from '@nephra/plugin-sdk/contract';
import { dialysisRound } from '../../../dialysis-file/contract/index.ts';
import { dialysisRounds } from '../../../dialysis-session/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { TimelineReply } from '../../contract/timeline.schema.ts';
import type { Ctx } from '../tables/tables.ts';
import { differingOf, labsOf } from './labs.query.ts';
import { limitsOf } from './limits.ts';
import { heldOf } from './patient.query.ts';
import { requirePatient } from './visible.ts';

/** Before there was any treatment here. */
const EARLIEST = '1950-01-01';

/** A patient through time. @throws AppError `dialysis-round.not-found` */
export async function timelineOf(ctx: Ctx, patientId: string): Promise<TimelineReply> {
  const patient = await requirePatient(ctx, patientId);
  const orgId = patient.orgId as OrgId;
  const today = ctx.clock.today();
  const ids = await ctx.service(patientDirectory).idsOfPerson(patientId, ctx.user.orgIds);
  const held = await heldOf(ctx, ids, [orgId], EARLIEST, today);
  const history = await ctx.service(dialysisRound).history(patientId, [orgId]);
  const placeOf = new Map(held.map(({ sessionId }, at) => [sessionId, at]));
  const complications = await ctx.service(dialysisRounds).complications(ids, [orgId], EARLIEST, today);
  const labs = await labsOf(ctx, ids);
  const differs = differingOf(labs);
  const { ufRateWarn, ufRateHigh, systolicLow, systolicHigh, ktvLow, haemoglobinLow, haemoglobinHigh } = await limitsOf(ctx, orgId);
  return {
    ...{ patientId, patientName: patient.patientName, sex: patient.patientSex, age: patient.patientAge, today },
    treatments: {
      id: held.map(({ sessionId }) => sessionId),
      day: held.map(({ date }) => date),
      mode: held.map(({ mode }) => mode),
      pre: held.map(({ preWeight }) => preWeight),
      post: held.map(({ postWeight }) => postWeight),
      uf: held.map(({ ufVolume }) => ufVolume),
      minutes: held.map(({ minutes }) => minutes),
      systolicBefore: held.map(({ systolicBefore }) => systolicBefore),
      diastolicBefore: held.map(({ diastolicBefore }) => diastolicBefore),
      systolicAfter: held.map(({ systolicAfter }) => systolicAfter),
      diastolicAfter: held.map(({ diastolicAfter }) => diastolicAfter),
    },
    complications: complications.flatMap(({ sessionId, kind }) => {
      const at = placeOf.get(sessionId);
      return at === undefined ? [] : [{ at, kind }];
    }),
    dryWeights: (history?.dryWeights ?? []).map(({ from, kg }) => ({ from, kg })),
    prescriptions: (history?.prescriptions ?? []).map((one) => ({ ...one })),
    accesses: (history?.accesses ?? []).map((one) => ({ ...one })),
    accessEvents: (history?.accessEvents ?? []).map((one) => ({ ...one })),
    outcome: history?.outcome ?? null,
    labs: labs.map((row) => ({ test: row.test, on: row.onDay, value: Number(row.value), differs: differs(row) })).reverse(),
    limits: { ufRateWarn, ufRateHigh, systolicLow, systolicHigh, ktvLow, haemoglobinLow, haemoglobinHigh },
  };
}
