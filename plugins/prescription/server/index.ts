import { toPage } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, inQueue, numberUse, provide, dictionaryWords } from '@nephra/plugin-sdk/server';
import { catalogueEntries, catalogueUse, SESSION_FREQUENCIES } from '../../catalogue/contract/index.ts';
import { patientDirectory, prescriptionRecords } from '../../patient/contract/index.ts';
import { chargeGate, prescriptionChecks, prescriptionContract, type PrescriptionDemo, prescriptionLedger, prescriptionProposals } from '../contract/index.ts';
import { facilityOf, entryRows, packageLines, searchPackages } from './reading/catalogue.query.ts';
import { catalogueUseOf } from './catalogue-use/catalogue-use.service.ts';
import { chargeGateOf } from './ledger/charge-gate.service.ts';
import { prescriptionChecksOf } from './checks/checks.service.ts';
import { dayAsked, dayRange, monthRange } from './day-range.ts';
import { lineCodeUses } from './lines/code-uses.ts';
import { draftsLeftJob, draftsLeftKind } from './drafts/drafts-left.job.ts';
import { fillPrescriptions } from './demo/demo-prescriptions.ts';
import { prescriptionFigures } from './figures/figure-panel.ts';
import { historyOf } from './reading/history.query.ts';
import { prescriptionHomeCard } from './home-card.ts';
import migrations from './migrations';
import { confirmPrescription, removePrescription, unconfirmPrescription } from './prescribing/move-prescription.command.ts';
import { prescriptionRecordsOf } from './reading/patient-records.service.ts';
import { prescribing } from './prescribing.routes.ts';
import { prescriptionLedgerOf } from './ledger/prescription.ledger.ts';
import { prescriptionProposalsOf } from './ledger/proposals.service.ts';
import { prescriptionModel } from './prescription.model.ts';
import { presentHead } from './reading/prescription.present.ts';
import { repoOf } from './prescription-call.ts';
import { numberQueue, PRESCRIPTION_NUMBER } from './prescribing/prescription-number.ts';
import { createPrescription, updatePrescription } from './prescribing/save-prescription.command.ts';
import { tableSizes } from './table-sizes.ts';
import type { PrescriptionDb } from './tables.ts';
import { wholePrescription } from './reading/whole-prescription.ts';
import { chargeView, dayTabs, workPatients } from './reading/work-area.query.ts';
import { idsOfPatient, requirePatient } from './write-guard.ts';

const prescriptions = implement<PrescriptionDb>()(prescriptionContract, {
  create: inQueue(numberQueue, async ({ body }, ctx) => {
    const dpId = await createPrescription(ctx, body);
    ctx.message('created');
    return wholePrescription(ctx, dpId, 'written');
  }),

  async update({ params, body }, ctx) {
    await updatePrescription(ctx, params.dpId, body);
    ctx.message('updated');
    return wholePrescription(ctx, params.dpId, 'written');
  },

  async remove({ params, query }, ctx) {
    await removePrescription(ctx, params.id, query.version);
    ctx.message('removed');
    return null;
  },

  patients: ({ query }, ctx) => workPatients(ctx, query),

  ofPatient: ({ params, query }, ctx) => historyOf(ctx, params.id, query),

  async query({ body }, ctx) {
    const { startDate, endDate } = body;
    const filter = {
      orgIds: ctx.user.orgIds,
      keyword: body.keyword,
      payStatus: body.payStatus,
      rxStatus: body.rxStatus,
      ...(body.patientId ? { patientIds: await ctx.service(patientDirectory).idsOfPerson(body.patientId, ctx.user.orgIds) } : {}),
      ...(startDate ? { from: dayRange(startDate).from } : {}),
      ...(endDate ? { before: dayRange(endDate).before } : {}),
    };
    const { rows, total } = await repoOf(ctx).search(filter, body);
    return toPage(rows.map(presentHead), total, body);
  },

  async tabs({ body }, ctx) {
    return await dayTabs(ctx, body.patientId, body.date);
  },

  drug: ({ query }, ctx) => entryRows(ctx, query, ['drug']),
  material: ({ query }, ctx) => entryRows(ctx, query, ['material']),
  item: ({ query }, ctx) => entryRows(ctx, query, ['item']),
  packages: ({ query }, ctx) => searchPackages(ctx, facilityOf(ctx, query.orgId), { ...query, day: dayAsked(query.date) }),
  packageDetail: ({ params, query }, ctx) => packageLines(ctx, facilityOf(ctx, query.orgId), params.id, dayAsked(query.date)),

  diagnosis: ({ query }, ctx) => ctx.service(catalogueEntries).diagnoses(query),

  async updateState({ body }, ctx) {
    await confirmPrescription(ctx, body.dpId, body.version, body.overrides ?? []);
    ctx.message('confirmed');
    return wholePrescription(ctx, body.dpId, 'written');
  },

  async unConfirm({ params, body }, ctx) {
    await unconfirmPrescription(ctx, params.id, body.version);
    ctx.message('unconfirmed');
    return wholePrescription(ctx, params.id, 'written');
  },

  dayCharge: ({ query }, ctx) => chargeView(ctx, query.patientId, dayRange(query.date)),
  monthCharge: ({ query }, ctx) => chargeView(ctx, query.patientId, monthRange(query.month)),

  async adviceCount({ params }, ctx) {
    const patient = await requirePatient(ctx, params.id);
    const today = ctx.clock.today();
    return { count: await repoOf(ctx).openSessionOrders(await idsOfPatient(ctx, patient), [patient.orgId], SESSION_FREQUENCIES, today) };
  },

  async detail({ params }, ctx) {
    const found = await wholePrescription(ctx, params.id);
    ctx.audit({ subject: 'prescription', subjectId: params.id, patientId: found.patientId });
    return found;
  },
});

export default defineServerPlugin<PrescriptionDb>({
  schema: 'prescription',
  migrations,
  tableSizes,
  dataModels: [prescriptionModel],
  extensions: [
    prescriptionHomeCard,
    prescriptionFigures,
    numberUse(PRESCRIPTION_NUMBER),
    draftsLeftKind,
    ...lineCodeUses,
    ...dictionaryWords<PrescriptionDb>({ sex: 'sex', patientType: 'patientType', reimWay: 'reimWay', drugUsage: 'usage', drugInterval: 'freq' }),
  ],
  implementations: [prescriptions, prescribing],
  services: [
    provide(prescriptionLedger, prescriptionLedgerOf),
    provide(catalogueUse, catalogueUseOf),
    provide(chargeGate, chargeGateOf),
    provide(prescriptionProposals, prescriptionProposalsOf),
    provide(prescriptionChecks, prescriptionChecksOf),
    provide(prescriptionRecords, prescriptionRecordsOf),
  ],
  jobs: [draftsLeftJob],
  demo: (data, ctx) => fillPrescriptions(data as PrescriptionDemo, ctx),
});
