import type { DialysisPlanKeeper } from '../../../patient/contract/index.ts';
import { fileTable } from '../tables/file.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Whose plan follows a dialysis file: those who have one and no outcome (`patient.dialysis-plan-keeper@1`). */
export const planKeeperOf = (ctx: WorkCtx): DialysisPlanKeeper => ({
  async keeps(patientIds, orgIds) {
    if (patientIds.length === 0 || orgIds.length === 0) return new Set();
    const rows = await fileTable
      .everywhere(ctx, 'whether the plan of a patient whose file is read anyway is kept here', 'row')
      .where('row.id', 'in', [...patientIds])
      .where('row.orgId', 'in', [...orgIds])
      .where('row.outcomeOn', 'is', null)
      .execute();
    return new Set(rows.map(({ id }) => id));
  },
});
