import { AppError, type DataRights, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights, sql, visibleRows } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { Ctx, WorkCtx } from '../tables/tables.ts';

const PATIENT_MENU = 'his.patient';

/** Where a treatment is, or will be, as data schemes see it; `zone` is that of the station. */
export interface TreatmentPlace {
  readonly slotId: string;
  readonly orgId: string;
  readonly shiftId: string;
  readonly zone: string;
}

/**
 * Slots of those places that the rights on treatments show: places that have no sheet yet go by the condition of rows that have one.
 * @param rights on the menu of today
 */
export async function seenPlaces(ctx: WorkCtx, rights: DataRights, places: readonly TreatmentPlace[]): Promise<ReadonlySet<string>> {
  const model = sessionTable.dataModel;
  if (rights.scope.kind === 'organisation' || model === undefined) return new Set(places.map(({ slotId }) => slotId));
  const column = (of: (place: TreatmentPlace) => string) => sql`${places.map(of)}::text[]`;
  const { rows } = await sql<{ slot_id: string }>`
    select p.slot_id
    from unnest(${column(({ slotId }) => slotId)}, ${column(({ orgId }) => orgId)}, ${column(({ shiftId }) => shiftId)}, ${column(({ zone }) => zone)})
      as p(slot_id, org_id, shift_id, zone)
    where ${visibleRows(ctx, model, { alias: 'p', rights })}`.execute(ctx.db);
  return new Set(rows.map(({ slot_id }) => slot_id));
}

/** Of these patients those whom the caller's rights on patient files show; undefined: all of them. */
export const seenPatients = (ctx: Ctx, patientIds: readonly string[]): Promise<ReadonlySet<string>> | undefined =>
  ctx
    .service(patientDirectory)
    .rowFilter(ctx.user.orgIds, dataRights(ctx, PATIENT_MENU))
    ?.among([...new Set(patientIds)]);

/** @throws AppError `dialysis-session.not-found` for a patient whom the caller's rights on patient files hide */
export async function requireSeen(ctx: Ctx, patientId: string): Promise<void> {
  const seen = await seenPatients(ctx, [patientId]);
  if (seen?.has(patientId) === false) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
}
