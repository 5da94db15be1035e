import { AppError, dayAfter, EnvelopeCode, type Static } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { boardContract } from '../../contract/board.contract.ts';
import { closeContacts } from '../../domain/rules/close-contacts.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { shiftsOf, stationsOf } from './ground.ts';

/** Who lay near a patient within so many days until today, among those whose files the caller may see. */
export async function contactsOf(ctx: Ctx, patientId: string, days: number): Promise<Static<(typeof boardContract)['routes']['contacts']['reply']>> {
  const { orgId } = ctx.user;
  const patients = ctx.service(patientDirectory);
  const rights = dataRights(ctx, 'his.patient');
  const file = await patients.get(patientId, [orgId], rights);
  if (!file) throw new AppError('dialysis-schedule.no-such-patient', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'dialysis-contacts', subjectId: patientId, patientId });
  const today = ctx.clock.today();
  const rows = await slotTable
    .select(ctx, 's')
    .where('s.orgId', '=', orgId)
    .where('s.date', '>=', dayAfter(today, 1 - days))
    .where('s.date', '<=', today)
    .where('s.state', 'in', ['arrived', 'treated'])
    .execute();
  const shifts = (await shiftsOf(ctx, [orgId])).map(({ shiftId }) => shiftId);
  const found = closeContacts(patientId, rows, await stationsOf(ctx, [orgId]), shifts);
  const ids = found.map((one) => one.patientId);
  const visible = (await patients.rowFilter([orgId], rights)?.among(ids)) ?? new Set(ids);
  const names = new Map((await patients.list([...visible], [orgId])).map((row) => [row.patientId, row]));
  return {
    list: found.flatMap((one) => {
      const row = names.get(one.patientId);
      return row ? [{ ...one, patientName: row.patientName, dialysisNo: row.dialysis?.dialysisNo ?? '' }] : [];
    }),
  };
}
