import type { Language, StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, shownRoleName, sql } from '@nephra/plugin-sdk/server';
import { pathUp } from '../permission-call.ts';
import { growTree, type StaffEntry, TOP } from './grow-tree.ts';
import { ALL_ORGANISATIONS_ICON } from './staff-icons.ts';
import { orgEntries } from './units.query.ts';
import type { DirectoryContext } from './directory-context.ts';

/** Id of the heading above roles that every organisation may use (wire facts 12). */
const GLOBAL_ID = '1';
const GLOBAL_NAME: Readonly<Record<Language, string>> = { zh: '全局角色', zhtw: '全域角色', en: 'Roles for all organisations' };

interface VisibleRole {
  readonly entry: StaffEntry;
  /** Organisations it is meant for; null = all. */
  readonly orgIds: readonly string[] | null;
}

/** Roles that are meant for everybody, for a visible organisation, or for one above the caller's. */
export async function visibleRoles(directory: DirectoryContext, keyword?: string): Promise<VisibleRole[]> {
  const inReach = [...new Set([...directory.user.orgIds, ...(await pathUp(directory, directory.user.orgId))])];
  // rows: organisations of a role, to narrow roles by; those in reach alone are told
  const limits = sql<string[] | null>`(select array_agg(limited.org_id) from core.role_org as limited where limited.role_id = role.id)`;
  // rows: roles are narrowed by `inReach`, which reaches above the caller’s organisation; their door does not
  let query = directory.db
    .selectFrom('core.role as role')
    .select(['role.id', 'role.en_code', 'role.full_name', 'role.enabled', 'role.sort_code', limits.as('org_ids')])
    .where('role.deleted_at', 'is', null)
    .orderBy('role.sort_code')
    .orderBy('role.en_code');
  const found = matchesKeyword('role.search_grams', keyword);
  if (found) query = query.where(found);
  const rows = await query.execute();
  return rows
    .filter(({ org_ids: orgIds }) => orgIds === null || orgIds.some((orgId) => inReach.includes(orgId)))
    .map((row) => ({
      entry: {
        id: row.id,
        parentId: TOP,
        fullName: shownRoleName(row.en_code, row.full_name, directory.language),
        enCode: row.en_code,
        type: 'role',
        sortCode: row.sort_code,
        enabled: row.enabled,
      },
      orgIds: row.org_ids,
    }));
}

const heading = (directory: DirectoryContext): StaffEntry => ({
  id: GLOBAL_ID,
  parentId: TOP,
  fullName: GLOBAL_NAME[directory.language],
  enCode: '',
  type: 'company',
  sortCode: 0,
  enabled: true,
  icon: ALL_ORGANISATIONS_ICON,
});

/** A heading with its roles; nothing when it has none. */
function branch(head: StaffEntry, roles: readonly VisibleRole[]): StaffTreeNode[] {
  if (roles.length === 0) return [];
  return growTree([{ ...head, parentId: TOP }, ...roles.map(({ entry }) => ({ ...entry, parentId: head.id }))]);
}

const globalBranch = (directory: DirectoryContext, roles: readonly VisibleRole[]): StaffTreeNode[] =>
  branch(
    heading(directory),
    roles.filter(({ orgIds }) => orgIds === null),
  );

/** First the roles for all, then those of each organisation. Roles inherited from above stand at the caller's own organisation. */
export async function roleTree(directory: DirectoryContext, keyword?: string): Promise<StaffTreeNode[]> {
  const [roles, orgs] = await Promise.all([visibleRoles(directory, keyword), orgEntries(directory)]);
  const own = (orgId: string) =>
    roles.filter(
      ({ orgIds }) =>
        orgIds !== null && (orgIds.includes(orgId) || (orgId === directory.user.orgId && !orgIds.some((id) => directory.user.orgIds.includes(id)))),
    );
  return [...globalBranch(directory, roles), ...orgs.flatMap((org) => branch(org, own(org.id)))];
}

/** The roles for all, and those that each of some organisations may use beyond them; a role of an organisation counts for all below it. */
export async function rolesOf(directory: DirectoryContext, ids: readonly string[]): Promise<StaffTreeNode[]> {
  const orgs = (await orgEntries(directory)).filter((org) => ids.includes(org.id));
  const roles = await visibleRoles(directory);
  const branches = [];
  for (const org of orgs) {
    const path = await pathUp(directory, org.id);
    branches.push(
      ...branch(
        org,
        roles.filter(({ orgIds }) => orgIds?.some((id) => path.includes(id))),
      ),
    );
  }
  return [...globalBranch(directory, roles), ...branches];
}
