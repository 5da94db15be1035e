import { type DataRights, type OrganizationPatients, toPage } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, seesAllRows, type ServerContext, sql, type SqlBool, visibleRows } from '@nephra/plugin-sdk/server';
import type { PatientDirectory } from '../../contract/index.ts';
import { bedsOf } from '../../domain/beds.ts';
import { patientModel } from './patient.model.ts';
import { presentFile, presentRow } from './patient.present.ts';
import { PatientRepo } from './patient.repo.ts';
import type { PatientDb } from '../tables.ts';

/** Patients for other plugins (`patient.directory@1`). */
export function patientDirectoryOf(ctx: ServerContext<PatientDb>): PatientDirectory {
  const repo = new PatientRepo(ctx.db);
  const within = (rights: DataRights | undefined) => (rights ? new PatientRepo(ctx.db, (alias) => visibleRows(ctx, patientModel, { alias, rights })) : repo);
  return {
    async get(patientId, orgIds, rights) {
      const row = await within(rights).find(patientId, orgIds);
      return row && presentFile(row, ctx.clock.today());
    },
    async list(patientIds, orgIds) {
      const rows = await repo.findMany(patientIds, orgIds);
      return rows.map((row) => presentRow(row, ctx.clock.today()));
    },
    standing: (patientId, orgIds) => repo.standing(patientId, orgIds),
    async search(filter) {
      const { rows, total } = await within(filter.rights).search(filter);
      return toPage(
        rows.map((row) => presentRow(row, ctx.clock.today())),
        total,
        filter,
      );
    },
    idsOfPerson: (patientId, orgIds) => repo.idsOfPerson(patientId, orgIds),
    seenIds: async (orgIds, rights) => (seesAllRows(ctx, patientModel, rights) ? undefined : await within(rights).visibleIds(orgIds)),
    rowFilter(orgIds, rights) {
      if (seesAllRows(ctx, patientModel, rights)) return undefined;
      const isVisible = (alias?: string) => visibleRows(ctx, patientModel, { alias, rights });
      // Of a merged file the one that is left is looked up, not all that are visible.
      const seen = sql<SqlBool>`(${isVisible('file')} or (file.merged_into is not null and exists (
        select 1 from patient.patient as kept where kept.id = file.merged_into and ${isVisible('kept')})))`;
      const files = ctx.db.selectFrom('patient.patient as file').select('file.id').where('file.org_id', 'in', orgIds).where(seen);
      return {
        async few(most) {
          const rows = await files.limit(most + 1).execute();
          return rows.length > most ? undefined : rows.map((row) => row.id);
        },
        async among(patientIds) {
          if (patientIds.length === 0) return new Set();
          const rows = await files.where(sql<SqlBool>`file.id = any(${[...patientIds]}::text[])`).execute();
          return new Set(rows.map((row) => row.id));
        },
      };
    },
    async mergedInto(patientIds, orgIds) {
      if (patientIds.length === 0) return new Map();
      const rows = await ctx.db
        .selectFrom('patient.patient')
        .select(['id', 'merged_into'])
        .where('org_id', 'in', orgIds)
        .where(sql<SqlBool>`merged_into = any(${[...patientIds]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, row.merged_into ?? row.id]));
    },
    async idsFound(keyword, orgIds, rights, most) {
      const matching = matchesKeyword('file.search_grams', keyword, ['file.patient_name', 'file.outpatient_code', 'file.dialysis_no', 'file.bed']);
      if (!matching) return [];
      const rows = await ctx.db
        .selectFrom('patient.patient as file')
        .select('file.id')
        .where('file.org_id', 'in', orgIds)
        .where('file.merged_into', 'is', null)
        .where('file.enabled', '=', true)
        .where(visibleRows(ctx, patientModel, { alias: 'file', rights }))
        .where(matching)
        .orderBy('file.id')
        .limit(most)
        .offset(0)
        .execute();
      return rows.map((row) => row.id);
    },
    beds: (orgId) => bedsOf(ctx.settings, orgId),
    async identity(patientId, orgIds) {
      const row = await repo.find(patientId, orgIds);
      return row && { patientIdcard: row.idcard, phone: row.phone };
    },
  };
}

/** Patients in the way of deleting an organisation (`organization.patients@1`). */
export const organizationPatientsOf = ({ db }: ServerContext<PatientDb>): OrganizationPatients => ({
  async countOf(orgId) {
    const { count } = await db
      .selectFrom('patient.patient')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
});
