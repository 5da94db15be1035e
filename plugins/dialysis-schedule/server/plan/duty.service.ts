import type { DialysisDuties } from '../../contract/index.ts';
import { rotaTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** People of a day; a large centre has some hundred. */
const MAX_DUTIES = 2_000;

/** Who works when, for other plugins (`dialysis-schedule.duties@1`). */
export const dutiesOf = (ctx: WorkCtx): DialysisDuties => ({
  async on(day, orgIds) {
    if (orgIds.length === 0) return [];
    const rows = await rotaTable
      .everywhere(ctx, 'duties of organisations that the asking plugin has checked', 'r')
      .where('r.orgId', 'in', [...orgIds])
      .where('r.date', '=', day)
      .where('r.absent', '=', false)
      .orderBy('r.shiftId')
      .orderBy('r.id')
      .limit(MAX_DUTIES)
      .execute();
    return rows.map(({ userId, userName, shiftId, duty, zone }) => ({ userId, userName, shiftId, duty, zone }));
  },
});
