import { type DataField, inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { department } from './contract/department.contract.ts';
import { group } from './contract/group.contract.ts';
import { position } from './contract/position.contract.ts';

/** Role of the demo system that looks after one facility (delegated administration). */
const KEEPERS = ['orgadmin'];

const PLACE = { parent: 'permission', roleHints: KEEPERS } as const;

const button = (enCode: string, title: TextByLanguage, roleHints: readonly string[] = KEEPERS): PermissionItem => ({ enCode, title, roleHints });
const add = button('btn_add', text('新建', '新增', 'Add'));
const edit = button('btn_edit', text('编辑', '編輯', 'Edit'));
const remove = button('btn_remove', text('删除', '刪除', 'Delete'));
const state = button('btn_state', text('启用与停用', '啟用與停用', 'Enable and disable'));
const member = button('btn_member', text('成员', '成員', 'Members'));
const authorize = button('btn_authorize', text('授权', '授權', 'Grant rights'));

const menu = (
  enCode: string,
  icon: MenuContribution['icon'],
  sortCode: number,
  title: TextByLanguage,
  buttons: readonly PermissionItem[],
  dataFields?: readonly DataField[],
): MenuContribution => ({
  enCode,
  type: MenuType.Page,
  ...PLACE,
  icon,
  sortCode,
  title,
  buttons,
  ...(dataFields ? { dataFields } : {}),
});

/** What data schemes may ask of people in the user administration; the columns are in `server/data-scheme/user.model.ts`. */
const userFields: readonly DataField[] = [
  { enCode: 'creatorUserId', type: 'User', title: text('创建人', '建立者', 'Created by') },
  { enCode: 'userId', type: 'User', title: text('用户本人', '使用者本人', 'The person') },
  { enCode: 'managerId', type: 'User', title: text('直属主管', '直屬主管', 'Manager') },
  { enCode: 'orgId', type: 'Organize', title: text('所属机构', '所屬機構', 'Organisation') },
  { enCode: 'departmentId', type: 'String', title: text('所属部门', '所屬部門', 'Department') },
  { enCode: 'creatorTime', type: 'DateTime', title: text('创建时间', '建立時間', 'Created at') },
];

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  menu('permission.organize', 'organization', 10, text('机构管理', '機構管理', 'Organisations'), [
    add,
    edit,
    remove,
    state,
    button('btn_admin', text('分级管理', '分級管理', 'Delegate administration'), []),
  ]),
  recordMenu(department, { ...PLACE, icon: 'list', sortCode: 20, title: text('部门管理', '部門管理', 'Departments') }),
  recordMenu(position, { ...PLACE, icon: 'position', sortCode: 30, title: text('岗位管理', '職位管理', 'Positions') }),
  menu(
    'permission.user',
    'users',
    40,
    text('用户管理', '使用者管理', 'Users'),
    [
      add,
      edit,
      remove,
      state,
      button('btn_resetPassword', text('重置密码', '重設密碼', 'Reset passwords')),
      button('btn_unlock', text('锁定与解锁', '鎖定與解鎖', 'Lock and unlock')),
      button('btn_upload', text('导入', '匯入', 'Import')),
      button('btn_download', text('导出', '匯出', 'Export')),
      button('btn_wechat', text('企业微信账号', '企業微信帳號', 'Enterprise messaging account')),
      authorize,
    ],
    userFields,
  ),
  menu('permission.role', 'role', 50, text('角色管理', '角色管理', 'Roles'), [add, edit, remove, state, member, authorize]),
  recordMenu(group, { ...PLACE, icon: 'user', sortCode: 60, title: text('分组管理', '群組管理', 'Groups') }),
  menu('permission.authorize', 'permission', 70, text('权限授权', '權限授權', 'Authorisation'), [
    authorize,
    button('btn_batch', text('批量授权', '批次授權', 'Batch grants')),
    button('btn_scheme', text('数据权限方案', '資料權限方案', 'Data schemes'), []),
    button('btn_explain', text('权限溯源', '權限溯源', 'Explain rights')),
  ]),
  menu('permission.userOnline', 'online', 80, text('在线用户', '線上使用者', 'Online users'), [
    button('btn_offline', text('强制下线', '強制下線', 'Force offline')),
  ]),
];
