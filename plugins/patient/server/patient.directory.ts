import { toPage } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PatientDirectory } from '../contract/index.ts';
import { presentFile, presentRow } from './patient.present.ts';
import { PatientRepo } from './patient.repo.ts';
import type { PatientDb } from './tables.ts';

/** Patients for other plugins (`patient.directory@1`). */
export function patientDirectoryOf(ctx: ServerContext<PatientDb>): PatientDirectory {
  const repo = new PatientRepo(ctx.db);
  return {
    async get(patientId, orgIds) {
      const row = await repo.find(patientId, orgIds);
      return row && presentFile(row, ctx.clock.today());
    },
    async list(patientIds, orgIds) {
      const rows = await repo.findMany(patientIds, orgIds);
      return rows.map((row) => presentRow(row, ctx.clock.today()));
    },
    async search(filter) {
      const { rows, total } = await repo.search(filter);
      return toPage(
        rows.map((row) => presentRow(row, ctx.clock.today())),
        total,
        filter,
      );
    },
    idsOfPerson: (patientId, orgIds) => repo.idsOfPerson(patientId, orgIds),
    async identity(patientId, orgIds) {
      const row = await repo.find(patientId, orgIds);
      return row && { patientIdcard: row.idcard, phone: row.phone };
    },
  };
}
