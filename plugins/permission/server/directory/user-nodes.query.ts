import type { StaffNode, StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { growTree, type StaffEntry } from './grow-tree.ts';
import { MAX_PEOPLE, peopleAt } from './people.query.ts';
import { STAFF_ICONS } from './staff-icons.ts';
import { departmentEntries, isTop, orgEntries, type Unit, visibleUnit } from './units.query.ts';
import type { DirectoryContext } from './directory-context.ts';

/**
 * What is directly below an entry of the tree of people, 0 = top: organisations, then departments, then people.
 * @param open a top that stands alone comes with what is below it
 */
export async function userLevel(directory: DirectoryContext, id: string, open = false): Promise<StaffNode[]> {
  const orgs = await orgEntries(directory);
  if (!isTop(id)) return below(directory, orgs, await visibleUnit(directory, id));
  const known = new Set(orgs.map((org) => org.id));
  const tops = orgs.filter((org) => !known.has(org.parentId));
  const [top] = tops;
  const level = closed(tops, await nonEmpty(directory, tops));
  return open && top && tops.length === 1 ? [...level, ...(await below(directory, orgs, { id: top.id, kind: 'company', orgId: top.id }))] : level;
}

async function below(directory: DirectoryContext, orgs: readonly StaffEntry[], unit: Unit): Promise<StaffNode[]> {
  const places = [
    ...(unit.kind === 'company' ? orgs.filter((org) => org.parentId === unit.id) : []),
    ...(await departmentEntries(directory, { childrenOf: unit })),
  ];
  return [...closed(places, await nonEmpty(directory, places)), ...(await peopleAt(directory, unit))];
}

const closed = (entries: readonly StaffEntry[], full: ReadonlySet<string>): StaffNode[] =>
  entries.map(({ id, parentId, fullName, enCode, type, enabled }) => ({
    id,
    parentId,
    fullName,
    enCode,
    type,
    icon: STAFF_ICONS[type],
    hasChildren: full.has(id),
    isLeaf: !full.has(id),
    enabledMark: enabled ? 1 : 0,
  }));

/** Those of these organisations and departments that have anything below them. */
async function nonEmpty(directory: DirectoryContext, entries: readonly StaffEntry[]): Promise<ReadonlySet<string>> {
  const idsOf = (type: StaffEntry['type']) => entries.filter((entry) => entry.type === type).map(({ id }) => id);
  // rows: whether anything is below units that were found among the caller’s organisations
  const { rows } = await sql<{ id: string }>`
    select unit.id from core.org as unit where unit.id = any(${idsOf('company')}) and (
      exists (select 1 from core.org as child where child.parent_id = unit.id and child.deleted_at is null)
      or exists (select 1 from core.department as child where child.org_id = unit.id and child.deleted_at is null)
      or exists (select 1 from core.user_org as member join core.user_account as p on p.id = member.user_id
        where member.org_id = unit.id and member.department_id is null and p.deleted_at is null))
    union all
    select unit.id from core.department as unit where unit.id = any(${idsOf('department')}) and (
      exists (select 1 from core.department as child where child.org_id = unit.org_id and child.parent_id = unit.id and child.deleted_at is null)
      or exists (select 1 from core.user_org as member join core.user_account as p on p.id = member.user_id
        where member.org_id = unit.org_id and member.department_id = unit.id and p.deleted_at is null))`.execute(directory.db);
  return new Set(rows.map((row) => row.id));
}

/** The caller's own department, or organisation where there is none. */
export async function ownUnit(directory: DirectoryContext): Promise<Unit> {
  const { departmentId, orgId } = directory.user;
  return departmentId === null ? { id: orgId, kind: 'company', orgId } : await visibleUnit(directory, departmentId);
}

/** Organisations, departments and up to 2,000 people in one tree. */
export async function wholeUserTree(directory: DirectoryContext): Promise<StaffTreeNode[]> {
  // rows: people who work in the caller’s organisations, for administrators too
  const people = await directory.db
    .selectFrom('core.user_org as member')
    .innerJoin('core.user_account as p', 'p.id', 'member.user_id')
    .select(['p.id', 'p.account', 'p.real_name', 'p.en_code', 'p.enabled', 'p.sort_code', 'member.org_id', 'member.department_id'])
    .where('member.org_id', 'in', directory.user.orgIds)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.sort_code')
    .orderBy('p.account')
    .limit(MAX_PEOPLE)
    .execute();
  const units = [...(await orgEntries(directory)), ...(await departmentEntries(directory))];
  const known = new Set(units.map((unit) => unit.id));
  const entries = people.map(
    (row): StaffEntry => ({
      id: row.id,
      parentId: row.department_id !== null && known.has(row.department_id) ? row.department_id : row.org_id,
      fullName: `${row.real_name}/${row.account}`,
      enCode: row.en_code,
      type: 'user',
      sortCode: row.sort_code,
      enabled: row.enabled,
    }),
  );
  return growTree([...units, ...entries]);
}
