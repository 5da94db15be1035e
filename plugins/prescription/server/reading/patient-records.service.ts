import { type ServerContext, visibleRows } from '@nephra/plugin-sdk/server';
import type { PatientRecords } from '../../../patient/contract/index.ts';
import { PayStatus } from '../../contract/index.ts';
import { prescriptionModel } from '../prescription.model.ts';
import type { PrescriptionDb } from '../tables.ts';

/** What is prescribed for a person, for whoever merges two files. Removed prescriptions do not count, but their removal was a write. */
export const prescriptionRecordsOf = (ctx: ServerContext<PrescriptionDb>): PatientRecords => ({
  async summary(patientIds, rightsOn) {
    if (patientIds.length === 0) return { count: 0, lastWrittenAt: null };
    const seen = visibleRows(ctx, prescriptionModel, { rights: rightsOn(prescriptionModel.menu) });
    // rows: when something was last written for the person is asked of all facilities; the number is of what the caller may see
    const found = await ctx.db
      .selectFrom('prescription.prescription')
      .where('patient_id', 'in', patientIds)
      .select((eb) => [
        eb.fn.countAll<string>().filterWhere('pay_status', '<>', PayStatus.Void).filterWhere(seen).as('count'),
        eb.fn.max<Date | null>('updated_at').as('last_written_at'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(found.count), lastWrittenAt: found.last_written_at?.getTime() ?? null };
  },
});
