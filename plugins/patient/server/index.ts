import { AppError, dayOf, EnvelopeCode, parseDay, toPage } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, provide, type RequestContext } from '@nephra/plugin-sdk/server';
import { type PatientDemo, patientBilling, patientContract, patientDirectory } from '../contract/index.ts';
import { fillDemo } from './demo.ts';
import tables from './migrations/0001-patient.sql';
import mergedInto from './migrations/0002-merged-into.sql';
import { patientDirectoryOf } from './patient.directory.ts';
import { presentFile, presentRow } from './patient.present.ts';
import { type PatientRecord, PatientRepo } from './patient.repo.ts';
import type { PatientDb } from './tables.ts';

type Ctx = RequestContext<PatientDb>;

/** The day that was asked for; none when it is empty. @throws AppError when there is no such day. */
function dayAsked(day: string | undefined): string | undefined {
  if (!day) return undefined;
  try {
    return dayOf(parseDay(day));
  } catch (cause) {
    throw new AppError('patient.bad-day', { code: EnvelopeCode.Invalid, params: { day }, cause });
  }
}

const repoOf = (ctx: Ctx): PatientRepo => new PatientRepo(ctx.db);

/** The patient, or "not found" – also when it belongs to another facility. */
async function demand(ctx: Ctx, id: string): Promise<PatientRecord> {
  const row = await repoOf(ctx).find(id, ctx.user.orgIds);
  if (!row) throw new AppError('patient.not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'patient', subjectId: row.id, patientId: row.id });
  return row;
}

const patients = implement<PatientDb>()(patientContract, {
  async list({ query }, ctx) {
    const { rows, total } = await repoOf(ctx).search({ ...query, scheduledOn: dayAsked(query.scheduledOn), orgIds: ctx.user.orgIds });
    return toPage(
      rows.map((row) => presentRow(row, ctx.clock.today())),
      total,
      query,
    );
  },

  async classes({ query }, ctx) {
    const shifts = await repoOf(ctx).shifts(ctx.user.orgIds, dayAsked(query.date) ?? ctx.clock.today());
    return {
      list: shifts.map((shift) => ({
        id: shift.id,
        orgId: shift.org_id,
        fullName: shift.full_name,
        startTime: shift.start_time,
        endTime: shift.end_time,
        sortCode: shift.sort_code,
        patientCount: Number(shift.patient_count),
      })),
    };
  },

  async insured({ query }, ctx) {
    const { rows, total } = await repoOf(ctx).search({ ...query, orgIds: ctx.user.orgIds, insuredOnly: true });
    const list = rows.map((row) => ({
      psn_no: row.psn_no,
      patientId: row.id,
      patientName: row.patient_name,
      outpatientCode: row.outpatient_code,
      reimWay: row.reim_way,
      medInsMark: row.med_ins_mark,
    }));
    return toPage(list, total, query);
  },

  async billed({ query }, ctx) {
    const counts = (await ctx.optionalService(patientBilling)?.billCounts({ orgIds: ctx.user.orgIds })) ?? [];
    const billCount = new Map(counts.map((entry) => [entry.patientId, entry.billCount]));
    const { rows, total } = await repoOf(ctx).search({ ...query, orgIds: ctx.user.orgIds, patientIds: [...billCount.keys()] });
    const list = rows.map((row) => ({
      patientId: row.id,
      patientName: row.patient_name,
      outpatientCode: row.outpatient_code,
      reimWay: row.reim_way,
      billCount: billCount.get(row.id) ?? 0,
    }));
    return toPage(list, total, query);
  },

  async file({ params }, ctx) {
    return presentFile(await demand(ctx, params.id), ctx.clock.today());
  },

  async reveal({ params }, ctx) {
    const row = await demand(ctx, params.id);
    ctx.audit({ subject: 'patient', subjectId: row.id, patientId: row.id, note: 'identity revealed' });
    return { patientIdcard: row.idcard, phone: row.phone, contactPhone: row.contact_phone };
  },
});

export default defineServerPlugin<PatientDb>({
  schema: 'patient',
  migrations: [
    { name: '0001-patient', sql: tables },
    { name: '0002-merged-into', sql: mergedInto },
  ],
  implementations: [patients],
  services: [provide(patientDirectory, patientDirectoryOf)],
  demo: (data, ctx) => fillDemo(data as PatientDemo, ctx),
});
