import { type RawBuilder, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { PositionName } from '../../contract/index.ts';
import { visiblePlace } from '../org-place.ts';
import { type Ctx, notFound } from '../permission-call.ts';
import { positionTable } from '../tables/position.table.ts';

/** Most that the list for caches of older clients carries. */
const MAX_NAMES = 5000;

export async function allPositions(ctx: Ctx): Promise<PositionName[]> {
  const enabled = positionTable.select(ctx, 'p').where('p.enabled', '=', true);
  const rows = await enabled.orderBy('p.sortCode').orderBy('p.id').limit(MAX_NAMES).execute();
  return rows.map(({ id, orgId, departmentId, fullName, enCode, type, sortCode }) => ({
    id,
    organizeId: departmentId ?? orgId,
    fullName,
    enCode,
    type,
    sortCode,
  }));
}

/** Positions (alias `row`) of a place and of everything below it. @throws AppError `permission.not-found` for a place that the caller does not see */
export async function isBelow(ctx: Ctx, id: string): Promise<RawBuilder<SqlBool>> {
  const place = await visiblePlace(ctx, id);
  if (!place) throw notFound();
  const { orgId, departmentId } = place;
  // rows: ids below a place, for a query through the door
  return departmentId === null
    ? sql<SqlBool>`row."orgId" in (
  with recursive below as (
    select id from core.org where id = ${orgId}
    union
    select org.id from core.org as org join below on org.parent_id = below.id where org.deleted_at is null
  ) select id from below)`
    : sql<SqlBool>`row."departmentId" in (
  with recursive below as (
    select id from core.department where id = ${departmentId}
    union
    select department.id from core.department as department join below on department.parent_id = below.id where department.deleted_at is null
  ) select id from below)`;
}
