import { type DataRights, type OrganizationPatients, toPage } from '@nephra/plugin-sdk/contract';
import { seesAllRows, type ServerContext, visibleRows } from '@nephra/plugin-sdk/server';
import type { PatientDirectory } from '../contract/index.ts';
import { bedsOf } from '../domain/beds.ts';
import { patientModel } from './patient.model.ts';
import { presentFile, presentRow } from './patient.present.ts';
import { PatientRepo } from './patient.repo.ts';
import type { PatientDb } from './tables.ts';

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
    async search(filter) {
      const { rows, total } = await within(filter.rights).search(filter);
      return toPage(
        rows.map((row) => presentRow(row, ctx.clock.today())),
        total,
        filter,
      );
    },
    idsOfPerson: (patientId, orgIds) => repo.idsOfPerson(patientId, orgIds),
    seenIds: async (orgIds, rights) => (seesAllRows(ctx, patientModel, rights) ? undefined : await within(rights).idsInSight(orgIds)),
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
