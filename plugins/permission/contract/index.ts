/** The only door of this plugin for others. */
export { authorityContract } from './authority.contract.ts';
export { dataSchemeContract } from './data-scheme.contract.ts';
export { departmentContract } from './department.contract.ts';
export { groupContract } from './group.contract.ts';
export { organizeContract } from './organize.contract.ts';
export { positionContract } from './position.contract.ts';
export { roleContract } from './role.contract.ts';
export { userContract } from './user.contract.ts';
export { userOnlineContract } from './user-online.contract.ts';
