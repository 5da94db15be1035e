import { sql } from '@nephra/plugin-sdk/server';
import { pathKey } from '../domain/user-import/read-row.ts';
import type { Place } from '../domain/user/memberships.ts';
import { departmentTable } from './tables/department.table.ts';
import { orgTable } from './tables/org.table.ts';
import type { Ctx } from './permission-call.ts';
import { namesOf } from './user/place-names.ts';

/** Visible organisations and departments that are called so (lower case), by their whole path as `pathKey` writes it. */
export async function placesNamed(ctx: Ctx, wanted: readonly string[]): Promise<Map<string, Place>> {
  if (wanted.length === 0) return new Map();
  const named = sql<boolean>`lower("fullName") = any(${[...wanted]})`;
  const [orgs, departments] = await Promise.all([orgTable.select(ctx).where(named).execute(), departmentTable.select(ctx).where(named).execute()]);
  const places: Place[] = [
    ...orgs.map((row) => ({ orgId: row.id, departmentId: null })),
    ...departments.map((row) => ({ orgId: row.orgId, departmentId: row.id })),
  ];
  const names = await namesOf(ctx, places);
  return new Map(places.map((place) => [pathKey(names.text(place)), place]));
}

/** Visible organisations and departments by their code; one that several have names none. */
async function placesCoded(ctx: Ctx, codes: readonly string[]): Promise<Map<string, Place>> {
  if (codes.length === 0) return new Map();
  const coded = sql<boolean>`"enCode" = any(${[...codes]})`;
  const [orgs, departments] = await Promise.all([orgTable.select(ctx).where(coded).execute(), departmentTable.select(ctx).where(coded).execute()]);
  const found: (readonly [string, Place])[] = [
    ...orgs.map((row) => [row.enCode, { orgId: row.id, departmentId: null }] as const),
    ...departments.map((row) => [row.enCode, { orgId: row.orgId, departmentId: row.id }] as const),
  ];
  return new Map(found.filter(([code]) => found.filter(([other]) => other === code).length === 1));
}

/** What texts of a workbook mean: the whole path of a place, or its code; undefined: no visible place. In their order. */
export async function placesOfTexts(ctx: Ctx, texts: readonly string[]): Promise<readonly (Place | undefined)[]> {
  const byPath = await placesNamed(ctx, [...new Set(texts.map((text) => pathKey(text).split('/').at(-1) ?? ''))]);
  const byCode = await placesCoded(
    ctx,
    texts.filter((text) => !byPath.has(pathKey(text))),
  );
  return texts.map((text) => byPath.get(pathKey(text)) ?? byCode.get(text));
}

/**
 * Paths of all visible organisations and departments that are in use, in the order of a tree.
 * @param limit more are not offered
 */
export async function placePaths(ctx: Ctx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ org_id: string; department_id: string | null }>`
    select org.id as org_id, null::text as department_id from ${orgTable.as(ctx, 'org')} where org.enabled
    union all
    select department."orgId", department.id from ${departmentTable.as(ctx, 'department')} where department.enabled
    limit ${limit}`.execute(ctx.db);
  const places: Place[] = rows.map((row) => ({ orgId: row.org_id, departmentId: row.department_id }));
  const names = await namesOf(ctx, places);
  return places.map((place) => names.text(place)).sort((one, other) => one.localeCompare(other, 'zh-Hans-CN'));
}
