import { type AreaPath, matchesKeyword, sql } from '@nephra/plugin-sdk/server';
import type { AreaNode } from '../../contract/area/area.contract.ts';
import { AREA_TOP, MAX_AREA_DEPTH, MAX_AREA_HITS } from '../../contract/area/limits.ts';
import { pathText } from '../../domain/area/area-path.ts';
import { areaListedTable, type AreaStored, areaTable } from '../tables/area.table.ts';
import type { Ctx, ReadCtx } from '../tables/tables.ts';

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);
const isTop = (id: string): boolean => id === AREA_TOP || id === '0';

/** Which of these areas are of the national list. */
export async function listedAmong(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await areaListedTable
    .select(ctx, 'one')
    .where('one.areaId', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ areaId }) => areaId));
}

/** An area as the platform writes it. */
const areaWire = (row: AreaStored, listed: ReadonlySet<string>) => ({
  id: row.id,
  parentId: row.parentId ?? AREA_TOP,
  fullName: row.fullName,
  enCode: row.enCode,
  enabledMark: flag(row.enabled),
  sortCode: row.sortCode,
  description: row.description,
  version: row.version,
  seeded: flag(listed.has(row.id)),
});

/** Which of these areas have others below them. @param enabled asks for those that can be chosen alone */
async function withChildren(ctx: Ctx, ids: readonly string[], enabled: boolean): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  let below = areaTable
    .select(ctx, 'one')
    .clearSelect()
    .select('one.parentId')
    .distinct()
    .where('one.parentId', 'in', [...ids]);
  if (enabled) below = below.where('one.enabled', '=', true);
  return new Set((await below.execute()).flatMap(({ parentId }) => parentId ?? []));
}

const ordered = (ctx: Ctx) => areaTable.select(ctx, 'one').orderBy('one.sortCode').orderBy('one.enCode').orderBy('one.id');

function directlyBelow(ctx: Ctx, id: string) {
  const rows = ordered(ctx);
  return isTop(id) ? rows.where('one.parentId', 'is', null) : rows.where('one.parentId', '=', id);
}

export async function childrenOf(ctx: Ctx, id: string, keyword: string | undefined): Promise<AreaNode[]> {
  const match = matchesKeyword('one.searchGrams', keyword, ['one.fullName', 'one.enCode']);
  const below = directlyBelow(ctx, id);
  const rows = await (match ? below.where(match) : below).execute();
  const ids = rows.map((row) => row.id);
  const [parents, listed] = [await withChildren(ctx, ids, false), await listedAmong(ctx, ids)];
  return rows.map((row) => ({ ...areaWire(row, listed), hasChildren: parents.has(row.id), isLeaf: !parents.has(row.id) }));
}

const choiceWire = (row: AreaStored, hasChildren: boolean) => ({
  id: row.id,
  fullName: row.fullName,
  enCode: row.enCode,
  sortCode: row.sortCode,
  hasChildren,
  isLeaf: !hasChildren,
});

/** @param without area that is left out */
export async function choicesBelow(ctx: Ctx, id: string, without: string) {
  const rows = await directlyBelow(ctx, id).where('one.enabled', '=', true).where('one.id', '<>', without).execute();
  const parents = await withChildren(
    ctx,
    rows.map((row) => row.id),
    true,
  );
  return rows.map((row) => choiceWire(row, parents.has(row.id)));
}

/** @throws AppError `system.not-found` */
export async function areaInfo(ctx: Ctx, id: string) {
  const row = await areaTable.one(ctx, id);
  const above = row.parentId === null ? undefined : await areaTable.find(ctx, row.parentId);
  return { ...areaWire(row, await listedAmong(ctx, [id])), parentName: above?.fullName ?? '' };
}

/** Names of the ids of each path. */
export async function namesOfPaths(ctx: Ctx, idsList: readonly (readonly string[])[]): Promise<string[][]> {
  const ids = [...new Set(idsList.flat())];
  if (ids.length === 0) return idsList.map(() => []);
  const rows = await areaTable.select(ctx, 'one').where('one.id', 'in', ids).execute();
  const names = new Map(rows.map((row) => [row.id, row.fullName]));
  return idsList.map((path) => path.flatMap((id) => names.get(id) ?? []));
}

/** What can be chosen, by name, code or pinyin; what stands below something out of service cannot. */
export async function findAreas(ctx: Ctx, keyword: string) {
  const match = matchesKeyword('one.searchGrams', keyword, ['one.fullName', 'one.enCode']);
  if (!match) return [];
  const found = areaTable.select(ctx, 'one').where('one.enabled', '=', true).where(match);
  // Codes of what is below are longer: a district is found before the towns of all districts before it.
  const upperFirst = sql`char_length(one."enCode")`;
  const rows = await found.orderBy('one.sortCode').orderBy(upperFirst).orderBy('one.enCode').orderBy('one.id').limit(MAX_AREA_HITS).execute();
  const ids = rows.map((row) => row.id);
  const [paths, parents] = [await areaPaths(ctx, ids), await withChildren(ctx, ids, true)];
  return rows.flatMap((row) => {
    const path = paths.get(row.id);
    if (!path?.enabled) return [];
    return [{ ...choiceWire(row, parents.has(row.id)), organize: pathText(path.names.slice(0, -1)), level: path.names.length - 1 }];
  });
}

interface FoundPath {
  readonly id: string;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly enabled: boolean;
}

/** Ways from the province down to these areas, in one statement. A ring that somebody made by hand ends at the depth of the tree. */
export async function areaPaths(ctx: ReadCtx, ids: readonly string[]): Promise<ReadonlyMap<string, AreaPath>> {
  if (ids.length === 0) return new Map();
  const rows = areaTable.everywhere(ctx, 'areas are of the whole installation: everybody who is signed in reads them', 'one');
  const { rows: found } = await sql<FoundPath>`
    with recursive up (start, id, parent, name, enabled, step) as (
      select one.id, one.id, one."parentId", one."fullName", one.enabled, 0 from ${rows} as one where one.id = any(${[...ids]}::text[])
      union all
      select up.start, above.id, above."parentId", above."fullName", above.enabled, up.step + 1
      from ${rows} as above inner join up on above.id = up.parent where up.step < ${MAX_AREA_DEPTH * 2}
    ) select start as id, array_agg(id order by step desc) as ids, array_agg(name order by step desc) as names, bool_and(enabled) as enabled
    from up group by start`.execute(ctx.db as never);
  return new Map(found.map(({ id, ...path }) => [id, { ...path, text: pathText(path.names) }]));
}

/** Areas by id for fields and cells. */
export async function pathsAsked(ctx: Ctx, ids: readonly string[]) {
  const paths = await areaPaths(ctx, ids);
  return [...paths].map(([id, path]) => ({ id, ids: [...path.ids], names: [...path.names], enabledMark: flag(path.enabled) }));
}
