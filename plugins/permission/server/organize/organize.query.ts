import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import type { DialysisCenter, OrganizeNode, OrganizeRecord } from '../../contract/index.ts';
import { branchIds, treeOf, withAncestors } from '../../domain/tree.ts';
import { type Ctx, notFound, visibleOrgIds, sees } from '../permission-call.ts';
import { OrganizeRepo, type OrganizeRow } from './organize.repo.ts';

export const COMPANY_ICON = 'icon-ym icon-ym-tree-organization3';

/** Members of an organisation's property, whatever was stored. */
export const propertyOf = (row: Pick<OrganizeRow, 'property'>): Readonly<Record<string, unknown>> =>
  row.property !== null && typeof row.property === 'object' && !Array.isArray(row.property) ? (row.property as Record<string, unknown>) : {};

const textAt = (row: OrganizeRow, key: string): string => {
  const value = propertyOf(row)[key];
  return typeof value === 'string' ? value : '';
};

const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** The organisation, or "not found" – also when it is out of sight. */
export async function demandOrganize(ctx: Ctx, id: string): Promise<OrganizeRow> {
  const row = sees(ctx, id) ? await new OrganizeRepo(ctx.db).find(id) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Tree of what the caller sees. A keyword keeps what matches, with all above it. */
export async function organizeTree(ctx: Ctx, keyword: string | undefined): Promise<OrganizeNode[]> {
  const repo = new OrganizeRepo(ctx.db);
  const [rows, matches, counts] = await Promise.all([repo.list(visibleOrgIds(ctx)), repo.matching(keyword), repo.counts()]);
  const nodes = rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    fullName: row.full_name,
    enCode: row.en_code,
    shortName: textAt(row, 'shortName'),
    category: 'company' as const,
    icon: COMPANY_ICON,
    enabledMark: flagOf(row.enabled),
    dialysisCenter: flagOf(row.dialysis_center),
    fixmedinsCode: textAt(row, 'fixmedinsCode'),
    priceType: row.price_type,
    sortCode: row.sort_code,
    description: row.description,
    creatorTime: row.created_at.getTime(),
    departmentCount: counts.departments.get(row.id) ?? 0,
    userCount: counts.people.get(row.id) ?? 0,
  }));
  return treeOf(matches ? withAncestors(nodes, matches) : nodes);
}

/** Organisations that an organisation may hang on. `id` 0 = a new one. */
export async function possibleParents(ctx: Ctx, id: string): Promise<StaffTreeNode[]> {
  if (id !== '0') await demandOrganize(ctx, id);
  const rows = await new OrganizeRepo(ctx.db).list(visibleOrgIds(ctx));
  const entries = rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    fullName: row.full_name,
    enCode: row.en_code,
    type: 'company' as const,
    icon: COMPANY_ICON,
    sortCode: row.sort_code,
    enabledMark: flagOf(row.enabled),
  }));
  const own = branchIds(entries, id);
  return treeOf(entries.filter((entry) => !own.has(entry.id)));
}

export async function oneOrganize(ctx: Ctx, id: string): Promise<OrganizeRecord> {
  const row = await demandOrganize(ctx, id);
  const parent = row.parent_id !== null && sees(ctx, row.parent_id) ? await new OrganizeRepo(ctx.db).find(row.parent_id) : undefined;
  return {
    id: row.id,
    parentId: parent?.id ?? '-1',
    parentName: parent?.full_name ?? '',
    fullName: row.full_name,
    enCode: row.en_code,
    category: 'company',
    enabledMark: flagOf(row.enabled),
    dialysisCenter: flagOf(row.dialysis_center),
    priceType: row.price_type,
    sortCode: row.sort_code,
    description: row.description,
    propertyJson: JSON.stringify(propertyOf(row)),
    creatorTime: row.created_at.getTime(),
    lastModifyTime: row.updated_at.getTime(),
    version: row.version,
  };
}

/** Dialysis centres among the organisations of the session: every signed-in person may know them. */
export async function dialysisCenters(ctx: Ctx): Promise<DialysisCenter[]> {
  const rows = await new OrganizeRepo(ctx.db).list(visibleOrgIds(ctx));
  return rows
    .filter((row) => row.dialysis_center && row.enabled)
    .map((row) => ({
      id: row.id,
      fullName: row.full_name,
      enCode: row.en_code,
      shortName: textAt(row, 'shortName'),
      fixmedinsCode: textAt(row, 'fixmedinsCode'),
      priceType: row.price_type,
      sortCode: row.sort_code,
    }));
}
