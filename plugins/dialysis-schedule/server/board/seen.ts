import { dataRights, sql, visibleRows } from '@nephra/plugin-sdk/server';
import { BOARD_MENU } from '../../contract/limits.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';

/** Where somebody lies or would lie, as data schemes of the board see it. */
export interface SeenPlace {
  /** Of the place or of the patient: by it the answer names those that are seen. */
  readonly key: string;
  readonly shiftId: string;
  /** Of the station; of a patient who has none, their own. */
  readonly zone: string;
}

/** Of these places of the caller's facility those that the rights on the board show: places that are not written yet go by the condition of those that are. */
export async function seenAmong(ctx: Ctx, places: readonly SeenPlace[]): Promise<ReadonlySet<string>> {
  const rights = dataRights(ctx, BOARD_MENU);
  const model = slotTable.dataModel;
  if (places.length === 0 || rights.scope.kind === 'organisation' || model === undefined) return new Set(places.map(({ key }) => key));
  const column = (of: (place: SeenPlace) => string) => sql`${places.map(of)}::text[]`;
  const { rows } = await sql<{ key: string }>`
    select p.key
    from unnest(${column(({ key }) => key)}, ${column(() => ctx.user.orgId)}, ${column(({ shiftId }) => shiftId)}, ${column(({ zone }) => zone)})
      as p(key, org_id, shift_id, zone)
    where ${visibleRows(ctx, model, { alias: 'p', rights })}`.execute(ctx.db);
  return new Set(rows.map(({ key }) => key));
}
