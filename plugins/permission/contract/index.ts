/** The only door of this plugin for others. */
export { authorityContract } from './authority.contract.ts';
export { type Contact, type Contacts, contacts } from './contacts.service.ts';
export { dataSchemeContract } from './data-scheme.contract.ts';
export { type DepartmentRow, department, departmentContract } from './department.contract.ts';
export { groupContract } from './group.contract.ts';
export { membersContract } from './members.contract.ts';
export { organizeContract } from './organize.contract.ts';
export type {
  AdministratorsEdit,
  DialysisCenter,
  OrganizeAdministrator,
  OrganizeAdministrators,
  OrganizeCreate,
  OrganizeEdit,
  OrganizeNode,
  OrganizeProperty,
  OrganizeRecord,
} from './organize.schema.ts';
export { type PositionName, type PositionRow, position, positionContract } from './position.contract.ts';
export { roleContract } from './role.contract.ts';
export { userContract } from './user/user.contract.ts';
export { type ImportRow, type PreviewRow, userImportContract } from './user/user-import.contract.ts';
export { IMPORT_ROWS_PER_CALL, IMPORT_ROWS_PER_FILE } from './user/user-import.schema.ts';
export { CERTIFICATE_TYPES, EDUCATIONS, type ImUser, type UserEdit, type UserInfo, type UserRow, type UserSaved, type UserWrite } from './user/user.schema.ts';
export { type OnlineUser, userOnlineContract } from './user/user-online.contract.ts';
