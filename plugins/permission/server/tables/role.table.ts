import { column, defineTable, type ReadContext, type StoredOf, sql } from '@nephra/plugin-sdk/server';
import { ROLE_RANKS } from '../../domain/rights/giving.ts';
import { setColumns } from './people-set.columns.ts';

/** Roles for everybody, and those of organisations that the caller sees; administrators see all. */
function ofVisibleOrgs({ user }: Pick<ReadContext, 'user'>, alias: string) {
  if (user.isAdministrator) return sql<boolean>`true`;
  const id = sql.ref(`${alias}.id`);
  // rows: organisations of a role, for the condition of its own door
  return sql<boolean>`(not exists (select 1 from core.role_org as limited where limited.role_id = ${id})
    or exists (select 1 from core.role_org as limited where limited.role_id = ${id} and limited.org_id = any(${[...user.orgIds]})))`;
}

/** Roles; the organisations that one is limited to stand in core.role_org. */
export const roleTable = defineTable(
  'core.role',
  { ...setColumns, rank: column.choice(...ROLE_RANKS) },
  { scope: ofVisibleOrgs, unique: { role_code_idx: ['enCode'] }, taken: { enCode: ['code-taken', 'code'] }, others: ['hints_from'] },
);
export interface RoleStored extends StoredOf<typeof roleTable> {}
