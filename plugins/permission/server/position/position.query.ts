import type { Page, PageRequest } from '@nephra/plugin-sdk/contract';
import type { PositionName, PositionRecord, PositionRow } from '../../contract/index.ts';
import { type OrgPlace, placeInSight } from '../org-place.ts';
import { type Ctx, notFound, orgsInSight, sees } from '../permission-call.ts';
import { namesOf } from '../user/place-names.ts';
import { inSight } from '../user/user-scope.ts';
import { PositionRepo, type PositionTableRow } from './position.repo.ts';

const placeOf = (row: PositionTableRow): OrgPlace => ({ orgId: row.org_id, departmentId: row.department_id });

const shown = (row: PositionTableRow) => ({
  id: row.id,
  organizeId: row.department_id ?? row.org_id,
  companyId: row.org_id,
  fullName: row.full_name,
  enCode: row.en_code,
  type: row.type,
  enabledMark: row.enabled ? (1 as const) : (0 as const),
  sortCode: row.sort_code,
  description: row.description,
  creatorTime: row.created_at.getTime(),
  version: row.version,
});

/** The position, or "not found" – also when its organisation is out of sight. */
export async function demandPosition(ctx: Ctx, id: string): Promise<PositionTableRow> {
  const row = await new PositionRepo(ctx.db).find(id);
  if (!row || !sees(ctx, row.org_id)) throw notFound();
  return row;
}

export async function positionPage(ctx: Ctx, query: PageRequest & { readonly organizeId?: string }): Promise<Page<PositionRow>> {
  const repo = new PositionRepo(ctx.db);
  const place = query.organizeId ? await placeInSight(ctx, query.organizeId) : undefined;
  if (query.organizeId && !place) throw notFound();
  const { list, pagination } = await repo.page(orgsInSight(ctx), place, query);
  const [names, people] = await Promise.all([
    namesOf(ctx, list.map(placeOf)),
    repo.people(
      list.map((row) => row.id),
      inSight(ctx),
    ),
  ]);
  return { list: list.map((row) => ({ ...shown(row), department: names.text(placeOf(row)), userCount: people.get(row.id) ?? 0 })), pagination };
}

export async function allPositions(ctx: Ctx): Promise<PositionName[]> {
  const rows = await new PositionRepo(ctx.db).enabled(orgsInSight(ctx));
  return rows.map((row) => ({
    id: row.id,
    organizeId: row.department_id ?? row.org_id,
    fullName: row.full_name,
    enCode: row.en_code,
    type: row.type,
    sortCode: row.sort_code,
  }));
}

export async function onePosition(ctx: Ctx, id: string): Promise<PositionRecord> {
  const row = await demandPosition(ctx, id);
  return { ...shown(row), lastModifyTime: row.updated_at.getTime() };
}
