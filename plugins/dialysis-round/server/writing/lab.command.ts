import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { addDays, daysBetween, type HeldTreatment, spKtV, urr } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { LABS, type LabTest } from '../../contract/labs.ts';
import type { LabView } from '../../contract/round.schema.ts';
import { labView } from '../reading/labs.query.ts';
import { heldOf } from '../reading/patient.query.ts';
import { requirePatient } from '../reading/visible.ts';
import { labTable } from '../tables/lab.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { tellRound } from './tell-round.ts';

interface Sample {
  readonly patientId: string;
  readonly on: string;
  readonly values: readonly { readonly test: LabTest; readonly value: number }[];
  readonly urea: { readonly before: number; readonly after: number } | null;
}

/** The treatment before is looked for so far back; the formula knows intervals up to two weeks. */
const DAYS_BACK = 14;

const invalid = (key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError(`dialysis-round.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: 'values', msg: '' }] });

/** What urea before and after a treatment come to. @throws AppError `dialysis-round.urea-no-treatment`, `dialysis-round.urea-implausible` */
function worked({ before, after }: NonNullable<Sample['urea']>, held: readonly HeldTreatment[], on: string): Sample['values'] {
  const treatment = held.findLast(({ date }) => date === on);
  if (!treatment || treatment.minutes === null || treatment.postWeight === null || treatment.ufVolume === null) throw invalid('urea-no-treatment', { day: on });
  const last = held.findLast(({ date }) => date < on);
  const urea = { pre: before, post: after };
  const since = last ? daysBetween(last.date, on) : undefined;
  const sample = { ...urea, minutes: treatment.minutes, ufLitres: treatment.ufVolume / 1000, postWeight: treatment.postWeight };
  const ktv = spKtV({ ...sample, ...(since !== undefined && { daysSinceLast: since }) });
  const reduction = urr(urea);
  if (ktv.value === null || reduction.value === null) throw invalid('urea-implausible');
  return [
    { test: 'ktv', value: ktv.value },
    { test: 'urr', value: reduction.value },
  ];
}

function assertPlausible(ctx: Ctx, { values, on }: Pick<Sample, 'values' | 'on'>): void {
  if (values.length === 0) throw invalid('lab-none');
  if (on > ctx.clock.today()) throw new AppError('dialysis-round.day-future', { code: EnvelopeCode.Invalid, fields: [{ path: 'on', msg: '' }] });
  for (const { test, value } of values) {
    const { min, max, unit } = LABS[test];
    if (value < min || value > max) throw invalid('lab-range', { test: ctx.text(`lab.${test}`), value, min, max, unit });
  }
}

/** Stores what a sample showed. That a test of a day is stored once is the index's to say. */
export async function recordLabs(ctx: Ctx, sample: Sample): Promise<LabView[]> {
  const { patientId, on, urea } = sample;
  const patient = await requirePatient(ctx, patientId);
  const ids = await ctx.service(patientDirectory).idsOfPerson(patientId, ctx.user.orgIds);
  const held = urea === null ? [] : await heldOf(ctx, ids, [patient.orgId as OrgId], addDays(on, -DAYS_BACK), on);
  const values = [...sample.values, ...(urea === null ? [] : worked(urea, held, on))];
  assertPlausible(ctx, { values, on });
  const views: LabView[] = [];
  for (const { test, value } of values) {
    const row = await labTable.insert(ctx, {
      ...{ orgId: patient.orgId, patientId, test, onDay: on, value: value.toFixed(LABS[test].decimals) },
      ...{ byId: ctx.user.userId, byName: ctx.user.userName, writtenAt: ctx.clock.now(), withdrawnReason: '', withdrawnByName: '' },
    });
    views.push(labView(row));
  }
  ctx.audit({ subject: 'round-lab', subjectId: patientId, patientId, after: { on, values } });
  ctx.message('labs-recorded', { n: views.length });
  await tellRound(ctx, patient.orgId, patientId);
  return views;
}

/** Takes a value back; one that is taken back already stays so. */
export async function withdrawLab(ctx: Ctx, id: string, reason: string): Promise<{ id: string }> {
  const row = await labTable.lock(ctx, id);
  await requirePatient(ctx, row.patientId);
  if (row.withdrawnReason !== '') return { id };
  await labTable.update(ctx, row, { withdrawnReason: reason.trim(), withdrawnByName: ctx.user.userName });
  ctx.audit({ subject: 'round-lab', subjectId: id, patientId: row.patientId, before: { test: row.test, value: row.value }, after: { withdrawn: reason } });
  ctx.message('lab-withdrawn');
  await tellRound(ctx, row.orgId, row.patientId);
  return { id };
}
