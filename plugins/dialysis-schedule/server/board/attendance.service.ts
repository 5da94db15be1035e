import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { DialysisAttendance } from '../../contract/index.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Of some hundred patients in three months. */
const MAX_MISSED = 20_000;

/** Who did not come, for other plugins (`dialysis-schedule.attendance@1`). */
export const attendanceOf = (ctx: WorkCtx): DialysisAttendance => ({
  async missed(patientIds, orgIds, from, to) {
    if (orgIds.length === 0 || patientIds.length === 0) return [];
    const rows = await slotTable
      .everywhere(ctx, 'places of patients and organisations that the asking plugin has checked', 's')
      .clearSelect()
      .select(['s.id', 's.patientId', 's.date', 's.reason'])
      .where('s.orgId', 'in', [...orgIds])
      .where(sql<SqlBool>`s."patientId" = any(${[...patientIds]}::text[])`)
      .where('s.date', '>=', from)
      .where('s.date', '<=', to)
      // Said as the index of places with a reason says it.
      .where(sql<SqlBool>`s.state in ('absent', 'cancelled') and s.reason <> ''`)
      .orderBy('s.date')
      .orderBy('s.id')
      .limit(MAX_MISSED)
      .execute();
    return rows.map(({ id, patientId, date, reason }) => ({ slotId: id, patientId, date, reason }));
  },
});
