import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { matchesKeyword } from '@nephra/plugin-sdk/server';
import type { DialysisCenter, OrganizeNode, OrganizeRecord } from '../../contract/index.ts';
import { branchIds, treeOf, withAncestors } from '../../domain/tree.ts';
import type { Ctx } from '../permission-call.ts';
import { type OrgStored, orgTable } from '../tables/org.table.ts';
import { countsByOrg } from './organize.repo.ts';

export const COMPANY_ICON = 'icon-ym icon-ym-tree-organization3';

/** Members of an organisation's property, whatever was stored. */
export const propertyOf = ({ property }: Pick<OrgStored, 'property'>): Readonly<Record<string, unknown>> =>
  property !== null && typeof property === 'object' && !Array.isArray(property) ? property : {};

const textAt = (row: OrgStored, key: string): string => {
  const value = propertyOf(row)[key];
  return typeof value === 'string' ? value : '';
};

/** What the caller sees, in the order of display. */
const visibleOrgs = (ctx: Ctx): Promise<OrgStored[]> =>
  orgTable.select(ctx, 'org').orderBy('org.sortCode').orderBy('org.createdAt').orderBy('org.id').execute();

/** Ids that match a keyword; undefined when it asks nothing. */
async function matching(ctx: Ctx, keyword: string | undefined): Promise<Set<string> | undefined> {
  const found = matchesKeyword('org.searchGrams', keyword);
  if (!found) return undefined;
  const rows = await orgTable.select(ctx, 'org').clearSelect().select('org.id').where(found).execute();
  return new Set(rows.map((row) => row.id));
}

/** Tree of what the caller sees. A keyword keeps what matches, with all above it. */
export async function organizeTree(ctx: Ctx, keyword: string | undefined): Promise<OrganizeNode[]> {
  const [rows, matches, counts] = await Promise.all([visibleOrgs(ctx), matching(ctx, keyword), countsByOrg(ctx)]);
  const nodes = rows.map((row) => {
    const { createdAt, updatedAt: _updated, property: _property, enabled, version: _version, ...org } = orgTable.wire(row);
    return {
      ...org,
      shortName: textAt(row, 'shortName'),
      category: 'company' as const,
      icon: COMPANY_ICON,
      enabledMark: enabled,
      fixmedinsCode: textAt(row, 'fixmedinsCode'),
      creatorTime: createdAt,
      departmentCount: counts.departments.get(row.id) ?? 0,
      userCount: counts.people.get(row.id) ?? 0,
    };
  });
  return treeOf(matches ? withAncestors(nodes, matches) : nodes);
}

/** Organisations that an organisation may hang on. `id` 0 = a new one. */
export async function possibleParents(ctx: Ctx, id: string): Promise<StaffTreeNode[]> {
  if (id !== '0') await orgTable.one(ctx, id);
  const entries = (await visibleOrgs(ctx)).map((row) => ({
    id: row.id,
    parentId: row.parentId,
    fullName: row.fullName,
    enCode: row.enCode,
    type: 'company' as const,
    icon: COMPANY_ICON,
    sortCode: row.sortCode,
    enabledMark: orgTable.wire(row).enabled,
  }));
  const own = branchIds(entries, id);
  return treeOf(entries.filter((entry) => !own.has(entry.id)));
}

export async function oneOrganize(ctx: Ctx, id: string): Promise<OrganizeRecord> {
  const row = await orgTable.one(ctx, id);
  const parent = row.parentId === null ? undefined : await orgTable.find(ctx, row.parentId);
  const { createdAt, updatedAt, property: _property, enabled, ...org } = orgTable.wire(row);
  return {
    ...org,
    parentId: parent?.id ?? '-1',
    parentName: parent?.fullName ?? '',
    category: 'company',
    enabledMark: enabled,
    propertyJson: JSON.stringify(propertyOf(row)),
    creatorTime: createdAt,
    lastModifyTime: updatedAt,
  };
}

/** Dialysis centres among the organisations of the session: every signed-in person may know them. */
export async function dialysisCenters(ctx: Ctx): Promise<DialysisCenter[]> {
  const rows = await visibleOrgs(ctx);
  return rows
    .filter((row) => row.dialysisCenter && row.enabled)
    .map((row) => ({
      id: row.id,
      fullName: row.fullName,
      enCode: row.enCode,
      shortName: textAt(row, 'shortName'),
      fixmedinsCode: textAt(row, 'fixmedinsCode'),
      priceType: row.priceType,
      sortCode: row.sortCode,
    }));
}
