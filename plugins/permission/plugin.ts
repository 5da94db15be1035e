import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { menus } from './menus.ts';

/** Organisation and permission: who works where, and who may do what. */
export default definePlugin({
  id: 'permission',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('组织权限', '組織權限', 'Organisation and rights'),
  description: text(
    '机构、部门、岗位、用户、角色、分组、授权与在线用户',
    '機構、部門、職位、使用者、角色、群組、授權與線上使用者',
    'Organisations, departments, positions, users, roles, groups, grants and online users',
  ),
  privileges: ['identity'],
  pages: [
    page('permission.organize', () => import('./web/organize/organize.page.tsx')),
    page('permission.department', () => import('./web/department/department.page.tsx')),
    page('permission.position', () => import('./web/position/position.page.tsx')),
    page('permission.user', () => import('./web/user/user.page.tsx')),
    page('permission.role', () => import('./web/role/role.page.tsx')),
    page('permission.group', () => import('./web/group/group.page.tsx')),
    page('permission.authorize', () => import('./web/authorize/authorize.page.tsx')),
    page('permission.userOnline', () => import('./web/user-online/user-online.page.tsx')),
  ],
  menus,
});
