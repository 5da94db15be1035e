import type { Generated } from 'kysely';
import type { RightKind } from '../../contract/index.ts';
import type { SqlRow, StoredOf } from '../table/table-types.ts';
import type { roleOrgTable, userGroupMemberTable, userOrgTable, userPositionTable, userRoleTable } from './membership.table.ts';
import type { menuItemTable, menuTable, permissionTable } from './menu.table.ts';
import type { orgAdminRoleTable, orgAdminTable } from './org-admin.table.ts';
import type { permissionGrantTable } from './permission-grant.table.ts';

/** Columns that every master table of organisation and permission has. Rows are marked as deleted, never dropped. */
interface Marked {
  enabled: Generated<boolean>;
  sort_code: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

interface Searchable {
  /** Made with `searchGrams`. */
  search_grams: Generated<string[]>;
  description: Generated<string>;
  /** Raised by every edit. */
  version: Generated<number>;
}

export interface OrgTable extends Marked, Searchable {
  id: string;
  /** Null at the top. */
  parent_id: string | null;
  en_code: string;
  full_name: string;
  price_type: Generated<string>;
  dialysis_center: Generated<boolean>;
  /** shortName, managerName, fixmedinsCode … as the wire names them. */
  property: Generated<unknown>;
}

export interface DepartmentTable extends Marked, Searchable {
  id: string;
  org_id: string;
  /** Null directly under the organisation. */
  parent_id: string | null;
  en_code: string;
  full_name: string;
  manager_id: string | null;
}

export interface PositionTable extends Marked, Searchable {
  id: string;
  org_id: string;
  department_id: string | null;
  en_code: string;
  full_name: string;
  type: Generated<string>;
}

/** How far a role reaches: daily work, people of a facility, the whole installation. */
export type RoleRank = 'work' | 'administration' | 'system';

export interface RoleTable extends Marked, Searchable {
  id: string;
  en_code: string;
  full_name: string;
  type: Generated<string>;
  rank: Generated<RoleRank>;
  /** Owners of menus whose hints it was offered since it exists; null: it was there when they came. */
  hints_from: Generated<string[] | null>;
}

export interface UserGroupTable extends Marked, Searchable {
  id: string;
  en_code: string;
  full_name: string;
  type: Generated<string>;
}

export interface UserAccountTable extends Marked, Searchable {
  id: string;
  account: string;
  real_name: string;
  /** Staff number. */
  en_code: Generated<string>;
  password_hash: string | null;
  password_changed_at: Date | null;
  must_change_password: Generated<boolean>;
  is_administrator: Generated<boolean>;
  locked: Generated<boolean>;
  unlock_at: Date | null;
  /** Organisation and department of today; all of them are in core.user_org. */
  org_id: string;
  department_id: string | null;
  manager_id: string | null;
  gender: Generated<number>;
  mobile: Generated<string>;
  email: Generated<string>;
  head_icon: Generated<string>;
  signature: Generated<string>;
  theme: Generated<string>;
  language: Generated<string>;
  last_login_at: Date | null;
  last_login_ip: Generated<string>;
  prev_login_at: Date | null;
  prev_login_ip: Generated<string>;
  qywx_user_id: Generated<string>;
  created_by: Generated<string>;
  /** nation, entryDate, certificatesNumber … as the wire names them. */
  property: Generated<unknown>;
}

export type MenuItemKind = StoredOf<typeof menuItemTable>['kind'];
export type GrantSubject = StoredOf<typeof permissionGrantTable>['subjectType'];
export type GrantKind = RightKind;

export interface DataSchemeTable extends Marked {
  id: string;
  menu_code: string;
  en_code: string;
  full_name: string;
  condition: Generated<unknown>;
  condition_text: Generated<string>;
  description: Generated<string>;
  version: Generated<number>;
}

/**
 * Who works where and who may do what, in the schema `core`. The shell owns these tables and needs them to sign people in; a plugin
 * with the privilege `identity` reads and writes them. Triggers raise the revision of all rights, so a change counts from the next call.
 */
export interface IdentityTables {
  'core.org': OrgTable;
  'core.department': DepartmentTable;
  'core.position': PositionTable;
  'core.role': RoleTable;
  'core.role_org': SqlRow<typeof roleOrgTable>;
  'core.user_group': UserGroupTable;
  'core.user_group_member': SqlRow<typeof userGroupMemberTable>;
  'core.user_account': UserAccountTable;
  'core.user_org': SqlRow<typeof userOrgTable>;
  'core.user_role': SqlRow<typeof userRoleTable>;
  'core.user_position': SqlRow<typeof userPositionTable>;
  'core.org_admin': SqlRow<typeof orgAdminTable>;
  /** Roles that may be given within a delegation of `core.org_admin`. */
  'core.org_admin_role': SqlRow<typeof orgAdminRoleTable>;
  'core.menu': SqlRow<typeof menuTable>;
  'core.menu_item': SqlRow<typeof menuItemTable>;
  'core.permission': SqlRow<typeof permissionTable>;
  'core.permission_grant': SqlRow<typeof permissionGrantTable>;
  'core.data_scheme': DataSchemeTable;
}
