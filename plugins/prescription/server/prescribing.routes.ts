import { AppError, EnvelopeCode, type OrgId, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { dataRights, implement, inQueue, type RequestContext } from '@nephra/plugin-sdk/server';
import { type CheckReply, type DetailInput, prescribingContract } from '../contract/index.ts';
import { priceDay } from '../domain/price-day.ts';
import { entriesBy } from './lines/entries.ts';
import { ChecksRepo } from './checks/checks.repo.ts';
import { evaluate, presentOverrides, withOverrides } from './checks/evaluate.ts';
import {
  createCustomPackage,
  customPackageDetail,
  removeCustomPackage,
  searchCustomPackages,
  shareCustomPackage,
  updateCustomPackage,
} from './packages/custom-package.command.ts';
import { dayAsked } from './day-range.ts';
import { copyOf, inOrder } from './reading/history.query.ts';
import { prescriptionModel } from './prescription.model.ts';
import { presentWhole } from './reading/prescription.present.ts';
import { repoOf } from './prescription-call.ts';
import { numberQueue } from './prescribing/prescription-number.ts';
import { PrescriptionRepo } from './prescription.repo.ts';
import { printOf } from './reading/print.query.ts';
import { splitFlag, splitPrescription } from './prescribing/split.command.ts';
import type { PrescriptionDb } from './tables.ts';
import { requirePatient } from './write-guard.ts';

/** Prices of a day, so that a draft counts with those of its day after that was changed. */
async function pricesOn(ctx: RequestContext<PrescriptionDb>, orgId: OrgId, lines: readonly DetailInput[], day: string): Promise<CheckReply['prices']> {
  const entries = await entriesBy(
    ctx,
    orgId,
    lines.map((line) => line.drugId),
    day,
  );
  return [...entries.values()].map((entry) => ({ drugId: entry.drugId, price: unitPriceToWire(entry.price) }));
}

/** What helps while prescribing (spec 7.7). */
export const prescribing = implement<PrescriptionDb>()(prescribingContract, {
  customPackages: ({ query }, ctx) => searchCustomPackages(ctx, { ...query, day: dayAsked(query.date) }),
  customPackageDetail: ({ params, query }, ctx) => customPackageDetail(ctx, params.id, dayAsked(query.date)),

  async createCustomPackage({ body }, ctx) {
    const id = await createCustomPackage(ctx, body);
    ctx.message('packageCreated');
    return customPackageDetail(ctx, id);
  },

  async updateCustomPackage({ params, body }, ctx) {
    await updateCustomPackage(ctx, params.id, body);
    ctx.message('packageUpdated');
    return customPackageDetail(ctx, params.id);
  },

  async removeCustomPackage({ params, query }, ctx) {
    await removeCustomPackage(ctx, params.id, query.version);
    ctx.message('packageRemoved');
    return null;
  },

  async shareCustomPackage({ params, body }, ctx) {
    await shareCustomPackage(ctx, params.id, body.scope, body.version);
    const detail = await customPackageDetail(ctx, params.id);
    ctx.message(body.scope === 'department' ? 'packageShared' : 'packageUnshared');
    return detail;
  },

  async check({ body }, ctx) {
    const stored = body.dpId ? await repoOf(ctx).find(body.dpId, ctx.user.orgIds) : undefined;
    const patient = await requirePatient(ctx, body.patientId, stored?.patientId === body.patientId ? 'recorded' : 'chosen');
    ctx.audit({ subject: 'patient', subjectId: body.patientId, patientId: body.patientId });
    const findings = await evaluate(ctx, {
      orgId: patient.orgId,
      patient,
      dpId: body.dpId ?? '',
      dpType: body.dpType,
      dpDate: body.dpDate,
      reimWay: body.reimWay,
      lines: body.prescriptionDetailList,
      withStock: true,
      rights: dataRights(ctx, prescriptionModel.menu),
    });
    const given = stored ? await new ChecksRepo(ctx.db).overrides(stored.id, [patient.orgId]) : [];
    const shown = withOverrides(findings, given);
    return {
      findings: shown,
      blocked: shown.some(({ level }) => level === 'block'),
      reasonsNeeded: shown.filter(({ level, override }) => level === 'reason' && override === null).length,
      prices: await pricesOn(ctx, patient.orgId, body.prescriptionDetailList, priceDay(body.dpDate)),
    };
  },

  async overrides({ params }, ctx) {
    const head = await repoOf(ctx).find(params.id, ctx.user.orgIds);
    if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
    ctx.audit({ subject: 'prescription', subjectId: params.id, patientId: head.patientId });
    const given = await new ChecksRepo(ctx.db).overrides(params.id, [head.orgId]);
    return { list: await presentOverrides(ctx, given, dataRights(ctx, prescriptionModel.menu)) };
  },

  splitFlag: ({ params }, ctx) => splitFlag(ctx, params.id),

  split: inQueue(numberQueue, async ({ body }, ctx) => {
    const ids = await splitPrescription(ctx, body.dpId, body.version);
    ctx.message('split', { n: ids.length });
    const repo = new PrescriptionRepo(ctx.db);
    return { list: inOrder(await presentWhole(ctx, await repo.findMany(ids, ctx.user.orgIds), await repo.details(ids)), ids) };
  }),

  copy: ({ params, body }, ctx) => copyOf(ctx, params.id, body),
  print: ({ params }, ctx) => printOf(ctx, params.id),
});
