import { chatLinkTarget, type ChatLinkRow } from '@nephra/plugin-sdk/server';
import { type Ctx, repoOf } from './files/patient-call.ts';
import { presentRow } from './files/patient.present.ts';
import { patientModel, type PatientStored } from './files/patient.table.ts';
import { shownRow } from './files/shown-columns.ts';
import type { PatientDb } from './tables.ts';

const linkTo = (ctx: Ctx, file: PatientStored): ChatLinkRow => {
  const { patientName, outpatientCode } = shownRow(ctx)(presentRow(file, ctx.clock.today()));
  return { id: file.id, title: `${patientName} ${outpatientCode}`.trim(), opens: { menu: patientModel.menu, query: { patientId: file.id } } };
};

/** Messages that link to a patient's file: for whoever may open the page of patients and sees this file there. */
export const patientChatLink = chatLinkTarget<PatientDb>({
  kind: 'patient',
  title: { zh: '患者', zhtw: '病患', en: 'Patient' },
  async find(ctx, ids) {
    if (!ctx.can(patientModel.menu)) return [];
    return (await repoOf(ctx).findMany(ids, ctx.user.orgIds)).map((file) => linkTo(ctx, file));
  },
  async search(ctx, keyword, limit) {
    if (!ctx.can(patientModel.menu)) return [];
    const { rows } = await repoOf(ctx).search({ orgIds: ctx.user.orgIds, keyword, pageSize: limit });
    return rows.map((file) => linkTo(ctx, file));
  },
});
