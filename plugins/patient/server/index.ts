import { AppError, dayOf, EnvelopeCode, organizationPatients, parseDay, toPage } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, inQueue, provide, dictionaryWords } from '@nephra/plugin-sdk/server';
import { dialysisPlanWriter, type PatientDemo, patientContract, patientDirectory } from '../contract/index.ts';
import { countPatientsTool } from './assistant/count-patients.tool.ts';
import { patientNames } from './assistant/patient-names.ts';
import { patientsWithBills } from './billed.query.ts';
import { isRealDay } from '../domain/calendar-day.ts';
import { shiftName } from '../domain/shift-name.ts';
import { patientChatLink } from './chat-link.ts';
import { fillDemo } from './demo.ts';
import { patientDictionaries } from './dictionaries.ts';
import { patientAreaUse } from './area-use.ts';
import { dialysisPlanWriterOf, isPlanKept } from './files/dialysis-plan.ts';
import { findDuplicates } from './files/duplicates.query.ts';
import { fileNumberUses } from './file-numbers.ts';
import { fileQueue } from './files/file-write.repo.ts';
import { patientFigurePanel } from './figures/figure-panel.ts';
import { historyOf } from './files/history.query.ts';
import { patientHomeCard } from './home-card.ts';
import { mergeFiles, mergesOf, previewMerge, separateFiles } from './merge/merge-files.command.ts';
import migrations from './migrations';
import { demand, repoOf } from './files/patient-call.ts';
import { findsByPhone, shownFile, shownNumbers, shownRow } from './files/shown-columns.ts';
import { organizationPatientsOf, patientDirectoryOf } from './files/patient.directory.ts';
import { patientModel } from './files/patient.table.ts';
import { presentFile, presentRow } from './files/patient.present.ts';
import { createFile, editFile, setFileState } from './files/save-file.command.ts';
import { tableSizes } from './table-sizes.ts';
import type { PatientDb } from './tables.ts';

/** The day that was asked for; none when it is empty. @throws AppError when there is no such day. */
function dayAsked(day: string | undefined): string | undefined {
  if (!day) return undefined;
  try {
    return dayOf(parseDay(day));
  } catch (cause) {
    throw new AppError('patient.bad-day', { code: EnvelopeCode.Invalid, params: { day }, cause });
  }
}

/** A day that is being typed is no day yet, and nothing is like it. */
const realDay = (day: string | null): string | null => (day !== null && isRealDay(day) ? day : null);

const patients = implement<PatientDb>()(patientContract, {
  async list({ query }, ctx) {
    const { rows, total } = await repoOf(ctx).search({ ...query, scheduledOn: dayAsked(query.scheduledOn), orgIds: ctx.user.orgIds });
    return toPage(
      rows.map((row) => shownRow(ctx)(presentRow(row, ctx.clock.today()))),
      total,
      query,
    );
  },

  async classes({ query }, ctx) {
    const shifts = await repoOf(ctx).shifts(ctx.user.orgIds, dayAsked(query.date) ?? ctx.clock.today());
    return {
      list: shifts.map((shift) => ({
        id: shift.id,
        orgId: shift.orgId,
        fullName: shiftName(shift.fullName, ctx.language),
        startTime: shift.startTime,
        endTime: shift.endTime,
        sortCode: shift.sortCode,
        patientCount: Number(shift.patientCount),
      })),
    };
  },

  async insured({ query }, ctx) {
    const { rows, total } = await repoOf(ctx).search({ ...query, orgIds: ctx.user.orgIds, insuredOnly: true });
    const list = rows.map((row) => ({
      psn_no: row.psnNo,
      patientId: row.id,
      patientName: row.patientName,
      outpatientCode: row.outpatientCode,
      reimWay: row.reimWay,
      medInsMark: row.medInsMark,
    }));
    return toPage(list, total, query);
  },

  billed: ({ query }, ctx) => patientsWithBills(ctx, query),

  async file({ params }, ctx) {
    const row = await demand(ctx, params.id);
    return { ...shownFile(ctx)(presentFile(row, ctx.clock.today())), ...((await isPlanKept(ctx, row)) && { planKept: true }) };
  },

  async reveal({ params, body }, ctx) {
    const row = await demand(ctx, params.id);
    ctx.audit({ subject: 'patient', subjectId: row.id, patientId: row.id, note: `identity revealed: ${body.reason}` });
    return shownNumbers(ctx)({ patientIdcard: row.idcard, phone: row.phone, contactPhone: row.contactPhone });
  },

  create: inQueue(fileQueue, ({ body }, ctx) => createFile(ctx, body)),
  edit: inQueue(fileQueue, ({ params, body }, ctx) => editFile(ctx, params.id, body)),
  state: inQueue(fileQueue, ({ params, body }, ctx) => setFileState(ctx, params.id, body)),

  async duplicates({ body }, ctx) {
    const file = body.patientId === undefined ? undefined : await demand(ctx, body.patientId);
    const like = {
      patientName: body.patientName ?? file?.patientName ?? '',
      birthday: body.birthday === undefined ? (file?.birthday ?? null) : realDay(body.birthday),
      patientIdcard: body.patientIdcard ?? file?.idcard ?? '',
      phone: findsByPhone(ctx) ? (body.phone ?? file?.phone ?? '') : '',
    };
    const found = await findDuplicates(ctx, file?.orgId ?? ctx.user.orgId, like, file?.id ?? '', body.notDuplicateOf ?? []);
    return { list: found.map(({ row, reasons }) => ({ patient: shownRow(ctx)(presentRow(row, ctx.clock.today())), reasons })) };
  },

  history: ({ params, query }, ctx) => historyOf(ctx, params.id, query),
  merges: ({ params }, ctx) => mergesOf(ctx, params.id),
  mergePreview: ({ params, query }, ctx) => previewMerge(ctx, params.id, query.from),
  merge: inQueue(fileQueue, ({ params, body }, ctx) => mergeFiles(ctx, params.id, body)),
  separate: inQueue(fileQueue, ({ params, body }, ctx) => separateFiles(ctx, params.id, body.reason)),
});

export default defineServerPlugin<PatientDb>({
  schema: 'patient',
  migrations,
  tableSizes,
  implementations: [patients],
  dataModels: [patientModel],
  extensions: [
    patientHomeCard,
    patientChatLink,
    patientFigurePanel,
    patientAreaUse,
    patientNames,
    countPatientsTool,
    ...patientDictionaries,
    ...fileNumberUses,
    ...dictionaryWords<PatientDb>({ sex: 'sex', patientType: 'type', reimWay: 'reimWay' }),
  ],
  services: [
    provide(patientDirectory, patientDirectoryOf),
    provide(organizationPatients, organizationPatientsOf),
    provide(dialysisPlanWriter, dialysisPlanWriterOf),
  ],
  demo: (data, ctx) => fillDemo(data as PatientDemo, ctx),
});
