import { type DataRights, type OrganizationPatients, toPage } from '@nephra/plugin-sdk/contract';
import { seesAllRows, type ServerContext } from '@nephra/plugin-sdk/server';
import type { PatientDirectory } from '../../contract/index.ts';
import { bedsOf } from '../../domain/beds.ts';
import { shiftName } from '../../domain/shift-name.ts';
import { presentFile, presentRow } from './patient.present.ts';
import { PatientRepo } from './patient.repo.ts';
import { patientModel } from './patient.table.ts';
import type { PatientDb } from '../tables.ts';

/** Patients for other plugins (`patient.directory@1`). */
export function patientDirectoryOf(ctx: ServerContext<PatientDb>): PatientDirectory {
  const repo = new PatientRepo(ctx, 'all');
  const within = (rights: DataRights | undefined) => (rights ? new PatientRepo(ctx, rights) : repo);
  return {
    async get(patientId, orgIds, rights) {
      const row = await within(rights).find(patientId, orgIds);
      return row && presentFile(row, ctx.clock.today());
    },
    async list(patientIds, orgIds) {
      const rows = await repo.findMany(patientIds, orgIds);
      return rows.map((row) => presentRow(row, ctx.clock.today()));
    },
    names: (patientIds, orgIds) => repo.names(patientIds, orgIds),
    kinds: (patientIds, orgIds) => repo.kinds(patientIds, orgIds),
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
      const files = within(rights);
      return {
        few: (most) => files.fewIds(orgIds, most),
        among: async (patientIds) => new Set(await files.visibleIds(orgIds, patientIds)),
      };
    },
    mergedInto: (patientIds, orgIds) => repo.mergedAway(patientIds, orgIds),
    idsFound: (keyword, orgIds, rights, most) => within(rights).idsFound(keyword, orgIds, most),
    beds: (orgId) => bedsOf(ctx.settings, orgId),
    async shifts(orgIds, language = 'zh') {
      const rows = await repo.shiftsOf(orgIds);
      return rows.map(({ id, fullName, ...shift }) => ({ shiftId: id, name: shiftName(fullName, language), ...shift }));
    },
    async identity(patientId, orgIds) {
      const row = await repo.find(patientId, orgIds);
      return row && { patientIdcard: row.idcard, phone: row.phone };
    },
  };
}

/** Patients in the way of deleting an organisation (`organization.patients@1`). */
export const organizationPatientsOf = (ctx: ServerContext<PatientDb>): OrganizationPatients => ({
  countOf: (orgId) => new PatientRepo(ctx, 'all').count([orgId]),
});
