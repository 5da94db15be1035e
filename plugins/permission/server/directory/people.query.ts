import type { StaffNode, StaffPerson } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, pinyinInitials, selectPage, sql } from '@nephra/plugin-sdk/server';
import { notFound } from '../permission-call.ts';
import { visibleRoles } from './role-tree.query.ts';
import { STAFF_ICONS } from './staff-icons.ts';
import { departmentsUp, orgEntries, pathsOf, type Unit } from './units.query.ts';
import type { DirectoryContext } from './directory-context.ts';

/** People that a keyword finds at most (wire facts 13). */
const MAX_HITS = 50;
/** People in one answer for clients that cannot page. */
export const MAX_PEOPLE = 2000;

/** 1 normal, 2 locked, 0 disabled or deleted. */
const mark = sql<number>`(case when not p.enabled or p.deleted_at is not null then 0
  when p.locked and (p.unlock_at is null or p.unlock_at > now()) then 2 else 1 end)`.as('mark');

const COLUMNS = ['p.id', 'p.account', 'p.real_name', 'p.en_code', mark] as const;

interface PersonRow {
  readonly id: string;
  readonly account: string;
  readonly real_name: string;
  readonly en_code: string;
  readonly mark: number;
}

/** The person works in one of these organisations. */
// rows: where people work, for the condition that narrows them
const worksIn = (orgIds: readonly string[]) =>
  sql<boolean>`exists (select 1 from core.user_org as member where member.user_id = p.id and member.org_id = any(${[...orgIds]}))`;

/** People that are not deleted and work where the caller may look. */
// rows: people are narrowed by where they work (`worksIn`), for administrators too; their door shows those everybody
const visiblePeople = (directory: DirectoryContext) =>
  directory.db.selectFrom('core.user_account as p').where('p.deleted_at', 'is', null).where(worksIn(directory.user.orgIds));

const nodeOf = (row: PersonRow, parentId: string, organize?: string): StaffNode => ({
  id: row.id,
  parentId,
  fullName: `${row.real_name}/${row.account}`,
  enCode: row.en_code,
  type: 'user',
  icon: STAFF_ICONS.user,
  hasChildren: false,
  isLeaf: true,
  enabledMark: row.mark,
  ...(organize === undefined ? {} : { organize }),
});

/** People who belong directly to an organisation or department. */
export async function peopleAt(directory: DirectoryContext, unit: Unit): Promise<StaffNode[]> {
  // rows: people of a unit that was found among the caller’s organisations
  const rows = await directory.db
    .selectFrom('core.user_org as member')
    .innerJoin('core.user_account as p', 'p.id', 'member.user_id')
    .select(COLUMNS)
    .where('member.org_id', '=', unit.orgId)
    .where('member.department_id', unit.kind === 'company' ? 'is' : '=', unit.kind === 'company' ? null : unit.id)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.sort_code')
    .orderBy('p.account')
    .execute();
  return rows.map((row) => nodeOf(row, unit.id));
}

/** Best hits first: the whole account or name, then what begins like the keyword, then the rest; people out of service last. */
export async function findPeople(directory: DirectoryContext, keyword: string): Promise<StaffNode[]> {
  const wanted = keyword.trim().toLowerCase();
  const found = matchesKeyword('p.search_grams', wanted);
  if (!found) return [];
  const rank = sql`case when lower(p.account) = ${wanted} or p.real_name = ${wanted} or p.en_code = ${wanted} then 0
    when starts_with(lower(p.account), ${wanted}) or starts_with(p.real_name, ${wanted}) then 1 else 2 end`;
  const rows = await visiblePeople(directory)
    .select(COLUMNS)
    .where(found)
    .orderBy('p.enabled', 'desc')
    .orderBy(rank)
    .orderBy('p.sort_code')
    .orderBy('p.account')
    .limit(MAX_HITS)
    .execute();
  return withPlaces(directory, rows);
}

/** Adds where each person works, as far as the caller may see it. */
async function withPlaces(directory: DirectoryContext, rows: readonly PersonRow[]): Promise<StaffNode[]> {
  if (rows.length === 0) return [];
  // rows: where people of the answer work, of the organisations of the caller
  const members = await directory.db
    .selectFrom('core.user_org')
    .distinctOn('user_id')
    .select(['user_id', 'org_id', 'department_id'])
    .where(
      'user_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('org_id', 'in', directory.user.orgIds)
    .orderBy('user_id')
    .orderBy('is_major', 'desc')
    .orderBy('org_id')
    .orderBy('department_id')
    .execute();
  const placeOf = new Map(members.map((row) => [row.user_id, row]));
  const departments = await departmentsUp(directory, [...new Set(members.flatMap((row) => row.department_id ?? []))]);
  const pathOf = pathsOf([...(await orgEntries(directory)), ...departments]);
  return rows.map((row) => {
    const place = placeOf.get(row.id);
    const organize = place ? pathOf(place.department_id ?? place.org_id) || pathOf(place.org_id) : '';
    return nodeOf(row, place?.department_id ?? place?.org_id ?? '', organize);
  });
}

/** People of one organisation, all departments of it included, or of one department. */
export async function peopleOf(directory: DirectoryContext, unit: Unit, keyword?: string): Promise<StaffNode[]> {
  // rows: where people work, for a condition over people who are narrowed already
  const here = sql<boolean>`exists (select 1 from core.user_org as here where here.user_id = p.id and here.org_id = ${unit.orgId}
    and (${unit.kind === 'company'} or here.department_id = ${unit.id}))`;
  let query = visiblePeople(directory).select(COLUMNS).where(here).orderBy('p.sort_code').orderBy('p.account').limit(MAX_PEOPLE);
  const found = matchesKeyword('p.search_grams', keyword);
  if (found) query = query.where(found);
  return (await query.execute()).map((row) => nodeOf(row, unit.id));
}

/** People whose manager is the caller. */
export async function subordinatesOf(directory: DirectoryContext, keyword?: string): Promise<StaffNode[]> {
  let query = visiblePeople(directory)
    .select(COLUMNS)
    .where('p.manager_id', '=', directory.user.userId)
    .orderBy('p.sort_code')
    .orderBy('p.account')
    .limit(MAX_PEOPLE);
  const found = matchesKeyword('p.search_grams', keyword);
  if (found) query = query.where(found);
  return withPlaces(directory, await query.execute());
}

/** Names of people by id, in the order asked; who was deleted keeps the name, who is hidden is left out. */
export async function namesOf(directory: DirectoryContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  // rows: people are narrowed by where they work (`worksIn`), for administrators too; their door shows those everybody
  const rows = await directory.db
    .selectFrom('core.user_account as p')
    .select([...COLUMNS, 'p.sort_code'])
    .where('p.id', 'in', ids)
    .where((eb) => eb.or([eb('p.org_id', 'in', directory.user.orgIds), worksIn(directory.user.orgIds)]))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ id, fullName: `${row.real_name}/${row.account}`, enabledMark: row.mark, sortCode: row.sort_code }] : [];
  });
}

/** People that texts may mean: by the account, the name, or `name/account`. */
export async function peopleCalled(directory: DirectoryContext, texts: readonly string[]) {
  const wanted = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
  if (wanted.length === 0) return [];
  return await visiblePeople(directory)
    .select(['p.id', 'p.account', 'p.real_name'])
    .where(({ eb, or }) => or([eb('p.account', 'in', wanted), eb('p.real_name', 'in', wanted), eb(sql<string>`p.real_name || '/' || p.account`, 'in', wanted)]))
    .orderBy('p.account')
    .execute();
}

/** Those of the ids that are people whom the caller may choose. */
export async function visibleIds(directory: DirectoryContext, ids: readonly string[]): Promise<string[]> {
  const rows = await visiblePeople(directory).select('p.id').where('p.id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

// rows: departments of the caller’s organisations, for administrators too
const personRows = (directory: DirectoryContext) =>
  visiblePeople(directory)
    .leftJoin('core.department as department', (join) =>
      join.onRef('department.id', '=', 'p.department_id').on('department.org_id', 'in', directory.user.orgIds).on('department.deleted_at', 'is', null),
    )
    .select([...COLUMNS, 'p.head_icon', 'p.gender', 'p.sort_code', 'department.full_name as department']);

type FullPersonRow = Awaited<ReturnType<ReturnType<typeof personRows>['execute']>>[number];

const personOf = (row: FullPersonRow): StaffPerson => ({
  id: row.id,
  account: row.account,
  realName: row.real_name,
  headIcon: row.head_icon,
  gender: row.gender,
  department: row.department ?? '',
  sortCode: row.sort_code,
  quickQuery: pinyinInitials(row.real_name, 'person'),
  enabledMark: row.mark,
});

export async function somePeople(directory: DirectoryContext): Promise<StaffPerson[]> {
  const rows = await personRows(directory).orderBy('p.sort_code').orderBy('p.account').limit(MAX_PEOPLE).execute();
  return rows.map(personOf);
}

/** @throws AppError `permission.not-found` for a role that no visible organisation may use */
export async function peopleWithRole(
  directory: DirectoryContext,
  question: { roleId: string; keyword?: string; currentPage?: number; pageSize?: number; sidx?: string; sort?: 'asc' | 'desc' | '' },
) {
  const { roleId, keyword } = question;
  if (!(await visibleRoles(directory)).some(({ entry }) => entry.id === roleId)) throw notFound();
  // rows: who has a role that the caller sees, for a condition over people who are narrowed already
  let query = personRows(directory).where(sql<boolean>`exists (select 1 from core.user_role as link where link.user_id = p.id and link.role_id = ${roleId})`);
  const found = matchesKeyword('p.search_grams', keyword);
  if (found) query = query.where(found);
  const { list, pagination } = await selectPage(query, {
    db: directory.db,
    request: question,
    sorts: { realName: 'p.real_name', account: 'p.account', sortCode: 'p.sort_code' },
    byDefault: ['p.sort_code', 'asc'],
    tieBreaker: 'p.account',
  });
  return { list: list.map(personOf), pagination };
}
