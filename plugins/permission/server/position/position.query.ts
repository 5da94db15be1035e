import type { Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { PositionName, PositionRecord, PositionRow } from '../../contract/index.ts';
import { type OrgPlace, placeInSight } from '../org-place.ts';
import { type Ctx, notFound } from '../permission-call.ts';
import { namesOf } from '../user/place-names.ts';
import { inSight } from '../user/user-scope.ts';
import { holdersOf } from './holders.query.ts';
import { type PositionStored, positionTable } from './position.table.ts';

/** Most that the list for caches of older clients carries. */
const MAX_NAMES = 5000;

function shown(row: PositionStored) {
  const { orgId, departmentId, enabled, createdAt, updatedAt: _, ...position } = positionTable.wire(row);
  return { ...position, organizeId: departmentId ?? orgId, companyId: orgId, enabledMark: enabled, creatorTime: createdAt };
}

export async function positionPage(ctx: Ctx, request: PageRequest & { readonly organizeId?: string }): Promise<Page<PositionRow>> {
  const place = request.organizeId ? await placeInSight(ctx, request.organizeId) : undefined;
  if (request.organizeId && !place) throw notFound();
  let query = positionTable.select(ctx, 'p');
  if (place) query = query.where(isBelow(place));
  const found = matchesKeyword('p.searchGrams', request.keyword);
  if (found) query = query.where(found);
  const { list, pagination } = await selectPage(query, {
    db: ctx.db,
    request,
    sorts: { fullName: 'p.fullName', enCode: 'p.enCode', sortCode: 'p.sortCode', creatorTime: 'p.createdAt' },
    byDefault: ['p.sortCode', 'asc'],
    tieBreaker: 'p.id',
  });
  const ids = list.map(({ id }) => id);
  const [names, people] = await Promise.all([namesOf(ctx, list), holdersOf(ctx, ids, inSight(ctx))]);
  return { list: list.map((row) => ({ ...shown(row), department: names.text(row), userCount: people.get(row.id) ?? 0 })), pagination };
}

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

export async function onePosition(ctx: Ctx, id: string): Promise<PositionRecord> {
  const row = await positionTable.one(ctx, id);
  return { ...shown(row), lastModifyTime: positionTable.wire(row).updatedAt };
}

/** Positions (alias `p`) of a place and of everything below it. */
const isBelow = ({ orgId, departmentId }: OrgPlace) =>
  departmentId === null
    ? sql<boolean>`p."orgId" in (
  with recursive below as (
    select id from core.org where id = ${orgId}
    union
    select org.id from core.org as org join below on org.parent_id = below.id where org.deleted_at is null
  ) select id from below)`
    : sql<boolean>`p."departmentId" in (
  with recursive below as (
    select id from core.department where id = ${departmentId}
    union
    select department.id from core.department as department join below on department.parent_id = below.id where department.deleted_at is null
  ) select id from below)`;
