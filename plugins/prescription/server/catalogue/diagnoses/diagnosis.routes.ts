import { implement, type UploadBody } from '@nephra/plugin-sdk/server';
import { catalogueDiagnosisContract } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import type { PrescriptionDb } from '../../tables.ts';
import { createDiagnosis, importDiagnoses, updateDiagnosis } from './diagnosis.command.ts';
import { diagnosisPage, exportDiagnoses } from './diagnosis.query.ts';
import { diagnosisTemplate, previewDiagnoses } from './diagnosis-workbook.ts';

export const diagnosisRoutes = implement<PrescriptionDb>()(catalogueDiagnosisContract, {
  diagnoses: ({ query }, ctx) => diagnosisPage(ctx, query, query),
  export: ({ query }, ctx) => exportDiagnoses(ctx, query),
  template: (_input, ctx) => diagnosisTemplate(ctx),
  async create({ body }, ctx) {
    const row = await createDiagnosis(ctx, body);
    ctx.message('catalogue.created', { name: row.name });
    return row;
  },
  async update({ params, body }, ctx) {
    const row = await updateDiagnosis(ctx, params.id, body);
    ctx.message('catalogue.updated', { name: row.name });
    return row;
  },
  preview: ({ body }, ctx) => previewDiagnoses(ctx, body as unknown as UploadBody), // multipart bodies arrive as uploads
  async importRows({ body }, ctx) {
    const done = await importDiagnoses(ctx, body.list);
    ctx.message('catalogue.diagnosesImported', { n: done.added + done.renamed });
    return done;
  },
});
