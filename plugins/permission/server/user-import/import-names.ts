import { sql } from '@nephra/plugin-sdk/server';
import { delegated } from '../../domain/rights/delegation.ts';
import { beyondReach, problemToGive, type Receiver } from '../../domain/rights/giving.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { ImportTexts, IMPORT_KEYS } from '../../domain/user-import/import-columns.ts';
import { type ImportNames, pathKey } from '../../domain/user-import/read-row.ts';
import { giverOf, rankedRoles } from '../access/giver.ts';
import { type Ctx, delegationsOf } from '../permission-call.ts';
import { positionTable } from '../tables/position.table.ts';
import { placesNamed } from '../places-named.ts';
import { namesOf } from '../user/place-names.ts';
import { assignableRoles } from '../user/user-write.ts';

const PARTS = /[;；\n]/;

/** Last parts of all paths in a column: what an organisation, department or position that is meant must be called. */
function lastParts(rows: readonly ImportTexts[], key: (typeof IMPORT_KEYS)[number]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const part of row[key].split(PARTS)) names.add(pathKey(part).split('/').at(-1) ?? '');
  names.delete('');
  return [...names];
}

/** What the names in these rows mean to this caller. Reads only what is named, so that a part of a big file costs little. */
export async function importNames(ctx: Ctx, rows: readonly ImportTexts[]): Promise<ImportNames> {
  const [places, positions, roles] = await Promise.all([placesNamed(ctx, lastParts(rows, 'organizeId')), positionsNamed(ctx, rows), assignableRoles(ctx)]);
  const roleIds = idsByName(roles.map(({ id, name }) => [name, id]));
  const [mayAdd, problemOf] = await Promise.all([
    addableOrgs(ctx, new Set([...places.values()].map((place) => place.orgId))),
    givingOf(
      ctx,
      roles.map((role) => role.id),
      [...positions.orgOf.keys()],
    ),
  ]);
  return {
    place: (path) => places.get(path),
    position: (name, at) => {
      const found = positions.byName.get(pathKey(name)) ?? [];
      const near = found.filter((id) => at.some((place) => place.orgId === positions.orgOf.get(id)));
      const fitting = near.length > 0 ? near : found;
      return fitting.length > 1 ? null : fitting[0];
    },
    role: (name) => {
      const found = roleIds.get(name.toLowerCase()) ?? [];
      return found.length > 1 ? null : found[0];
    },
    mayAddTo: (orgId) => mayAdd.has(orgId),
    problemToGive: problemOf,
  };
}

function idsByName(pairs: readonly (readonly [name: string, id: string])[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [name, id] of pairs) ids.set(name.toLowerCase(), [...(ids.get(name.toLowerCase()) ?? []), id]);
  return ids;
}

/** Visible positions by their name, and by the path of their organisation or department and the name. */
async function positionsNamed(ctx: Ctx, rows: readonly ImportTexts[]): Promise<{ byName: Map<string, string[]>; orgOf: Map<string, string> }> {
  const wanted = lastParts(rows, 'positionId');
  if (wanted.length === 0) return { byName: new Map(), orgOf: new Map() };
  const found = await positionTable.select(ctx, 'p').where(sql<boolean>`lower(p."fullName") = any(${wanted})`).where('p.enabled', '=', true).execute();
  const names = await namesOf(ctx, found);
  return {
    byName: idsByName([
      ...found.map((row) => [row.fullName, row.id] as const),
      ...found.map((row) => [pathKey(`${names.text(row)}/${row.fullName}`), row.id] as const),
    ]),
    orgOf: new Map(found.map((row) => [row.id, row.orgId])),
  };
}

/** Of these organisations those in which the caller may add people. */
async function addableOrgs(ctx: Ctx, orgIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (ctx.user.isAdministrator || orgIds.size === 0) return orgIds;
  const delegations = await delegationsOf(ctx, ctx.user.userId);
  if (delegations.length === 0) return new Set();
  // rows: the tree of organisations, to decide by; nothing of it is told
  const all = await ctx.db.selectFrom('core.org').select(['id', 'parent_id']).execute();
  const parentOf = new Map(all.map((org) => [org.id, org.parent_id]));
  const pathOf = (id: string): string[] => {
    const path: string[] = [];
    for (let at: string | null = id; at !== null && path.length < 64; at = parentOf.get(at) ?? null) path.push(at);
    return path;
  };
  return new Set([...orgIds].filter((id) => delegated('add', pathOf(id), delegations)));
}

type ProblemToGive = ImportNames['problemToGive'];
const PROBLEMS = { 'role-above': 'roleAbove', 'role-not-named': 'roleNotNamed', 'more-than-held': 'beyond' } as const;

/** What keeps the caller from giving one of these roles and positions, by where somebody works. */
async function givingOf(ctx: Ctx, roleIds: readonly string[], positionIds: readonly string[]): Promise<ProblemToGive> {
  if (ctx.user.isAdministrator || roleIds.length + positionIds.length === 0) return () => undefined;
  const roles = new Map((await rankedRoles(ctx, roleIds)).map((role) => [role.id, role]));
  // rows: what positions grant, to refuse more than the caller may give; nothing of it is told
  const granted = await ctx.db
    .selectFrom('core.permission_grant')
    .select(['subject_id as holderId', 'kind', 'menu_code as menuCode', 'item_code as itemCode'])
    .where('subject_type', '=', 'position')
    .where('subject_id', '=', sql<string>`any(${[...positionIds]})`)
    .execute();
  const rightsOf = groupBy(
    granted.map(({ holderId, ...right }) => ({ holderId, right })),
    (row) => row.holderId,
  );
  const giver = await giverOf(ctx, [...[...roles.values()].flatMap((role) => role.rights), ...[...rightsOf.values()].flat().map(({ right }) => right)]);
  const verdicts = new Map<string, ReturnType<ProblemToGive>>();
  const judge = (kind: 'role' | 'position', id: string, receiver: Receiver): ReturnType<ProblemToGive> => {
    if (kind === 'position')
      return beyondReach(
        (rightsOf.get(id) ?? []).map(({ right }) => right),
        giver,
        receiver,
      ).length > 0
        ? 'beyond'
        : undefined;
    const role = roles.get(id);
    const problem = role && problemToGive(role, giver, receiver);
    return problem && PROBLEMS[problem.reason];
  };
  return (kind, id, places) => {
    const orgIds = [...new Set(places.map((place) => place.orgId))].sort();
    const key = `${kind} ${id} ${orgIds.join()}`;
    // Thousands of rows name the same few roles at the same few places.
    if (!verdicts.has(key)) verdicts.set(key, judge(kind, id, { isGiver: false, orgIds }));
    return verdicts.get(key);
  };
}
