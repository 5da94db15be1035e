import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, provide, type RequestContext } from '@nephra/plugin-sdk/server';
import {
  type Prescription,
  type PrescriptionDemo,
  prescriptionCatalogue,
  prescriptionContract,
  prescriptionLedger,
  SESSION_FREQUENCIES,
} from '../contract/index.ts';
import { facilityOf, packageLines, searchCatalogue, searchPackages } from './catalogue.query.ts';
import { CatalogueRepo } from './catalogue.repo.ts';
import { prescriptionCatalogueOf } from './catalogue.service.ts';
import { dayRange, monthRange } from './day-range.ts';
import { fillDemo } from './demo.ts';
import migration from './migrations/0001-prescription.sql';
import prescribing from './migrations/0002-prescribing.sql';
import cataloguePrices from './migrations/0003-catalogue-prices.sql';
import { confirmPrescription, removePrescription, unconfirmPrescription } from './move-prescription.command.ts';
import { prescriptionLedgerOf } from './prescription.ledger.ts';
import { presentHead, presentWhole } from './prescription.present.ts';
import { PrescriptionRepo } from './prescription.repo.ts';
import { createPrescription, demandPatient, updatePrescription } from './save-prescription.command.ts';
import type { PrescriptionDb } from './tables.ts';
import { chargeView, dayTabs, workPatients } from './work-area.query.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** One prescription as the wire carries it. @throws AppError `prescription.not-found`, also for another facility's. */
async function whole(ctx: Ctx, dpId: string): Promise<Prescription> {
  const repo = new PrescriptionRepo(ctx.db);
  const head = await repo.find(dpId, ctx.user.orgIds);
  const found = head && (await presentWhole(ctx, [head], await repo.details([dpId])))[0];
  if (!found) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  return found;
}

const prescriptions = implement<PrescriptionDb>()(prescriptionContract, {
  async create({ body }, ctx) {
    const dpId = await createPrescription(ctx, body);
    ctx.message('created');
    return whole(ctx, dpId);
  },

  async update({ params, body }, ctx) {
    await updatePrescription(ctx, params.dpId, body);
    ctx.message('updated');
    return whole(ctx, params.dpId);
  },

  async remove({ params, query }, ctx) {
    await removePrescription(ctx, params.id, query.version);
    ctx.message('removed');
    return null;
  },

  patients: ({ query }, ctx) => workPatients(ctx, query),

  async ofPatient({ params, query }, ctx) {
    const patient = await demandPatient(ctx, params.id);
    ctx.audit({ subject: 'patient', subjectId: params.id, patientId: params.id });
    const { rows, total } = await new PrescriptionRepo(ctx.db).search({ orgIds: [patient.orgId], patientIds: [params.id], keyword: query.keyword }, query);
    return toPage(rows.map(presentHead), total, query);
  },

  async query({ body }, ctx) {
    const { startDate, endDate } = body;
    const filter = {
      orgIds: ctx.user.orgIds,
      keyword: body.keyword,
      payStatus: body.payStatus,
      rxStatus: body.rxStatus,
      ...(body.patientId ? { patientIds: [body.patientId] } : {}),
      ...(startDate ? { from: dayRange(startDate).from } : {}),
      ...(endDate ? { before: dayRange(endDate).before } : {}),
    };
    const { rows, total } = await new PrescriptionRepo(ctx.db).search(filter, body);
    return toPage(rows.map(presentHead), total, body);
  },

  async tabs({ body }, ctx) {
    return { list: await dayTabs(ctx, body.patientId, body.date) };
  },

  drug: ({ query }, ctx) => searchCatalogue(ctx, { ...query, orgId: facilityOf(ctx, query.orgId), kinds: ['drug'] }),
  material: ({ query }, ctx) => searchCatalogue(ctx, { ...query, orgId: facilityOf(ctx, query.orgId), kinds: ['material'] }),
  item: ({ query }, ctx) => searchCatalogue(ctx, { ...query, orgId: facilityOf(ctx, query.orgId), kinds: ['item'] }),
  packages: ({ query }, ctx) => searchPackages(ctx, facilityOf(ctx, query.orgId), query),
  packageDetail: async ({ params, query }, ctx) => ({ list: await packageLines(ctx, facilityOf(ctx, query.orgId), params.id) }),

  async diagnosis({ query }, ctx) {
    const { rows, total } = await new CatalogueRepo(ctx).diagnoses(query.keyword, query);
    return toPage(rows, total, query);
  },

  async updateState({ body }, ctx) {
    await confirmPrescription(ctx, body.dpId, body.version);
    ctx.message('confirmed');
    return whole(ctx, body.dpId);
  },

  async unConfirm({ params, body }, ctx) {
    await unconfirmPrescription(ctx, params.id, body.version);
    ctx.message('unconfirmed');
    return whole(ctx, params.id);
  },

  dayCharge: ({ query }, ctx) => chargeView(ctx, query.patientId, dayRange(query.date)),
  monthCharge: ({ query }, ctx) => chargeView(ctx, query.patientId, monthRange(query.month)),

  async adviceCount({ params }, ctx) {
    const patient = await demandPatient(ctx, params.id);
    const today = ctx.clock.today();
    return { count: await new PrescriptionRepo(ctx.db).openSessionOrders(params.id, [patient.orgId], SESSION_FREQUENCIES, today) };
  },

  async detail({ params }, ctx) {
    const found = await whole(ctx, params.id);
    ctx.audit({ subject: 'prescription', subjectId: params.id, patientId: found.patientId });
    return found;
  },
});

export default defineServerPlugin<PrescriptionDb>({
  schema: 'prescription',
  migrations: [
    { name: '0001-prescription', sql: migration },
    { name: '0002-prescribing', sql: prescribing },
    { name: '0003-catalogue-prices', sql: cataloguePrices },
  ],
  implementations: [prescriptions],
  services: [provide(prescriptionLedger, prescriptionLedgerOf), provide(prescriptionCatalogue, prescriptionCatalogueOf)],
  demo: (data, ctx) => fillDemo(data as PrescriptionDemo, ctx),
});
