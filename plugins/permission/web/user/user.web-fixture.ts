import { LEVEL_3_PASSWORDS, passwordPolicyContract, staffDirectory, toPage } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { type PreviewRow, type UserInfo, type UserRow, userContract, userImportContract } from '../../contract/index.ts';
import { roleContract } from '../../contract/role.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };

export const userRow = (over: Partial<UserRow> = {}): UserRow => ({
  id: 'p1',
  account: 'zhangsan',
  realName: '张三',
  enCode: '1001',
  gender: '1',
  mobilePhone: '13800000001',
  email: '',
  headIcon: '',
  organize: '康源集团/广州中心/肾内科',
  organizeId: 'd1',
  roleId: 'r1',
  roleName: '护士',
  positionId: '',
  position: '',
  description: '',
  enabledMark: 1,
  lockMark: 0,
  unLockTime: null,
  noPassword: 0,
  isAdministrator: 0,
  lastLogTime: null,
  creatorTime: 1_772_416_800_000,
  sortCode: 0,
  version: 3,
  ...over,
});

export const userInfo = (over: Partial<UserInfo> = {}): UserInfo => ({
  id: 'p1',
  account: 'zhangsan',
  realName: '张三',
  enCode: '1001',
  gender: '1',
  organizeId: 'd1',
  organizeIdTree: [['root', 'gz', 'd1']],
  managerId: '',
  manager: '',
  positionId: '',
  roleId: 'r1',
  groupId: '',
  mobilePhone: '13800000001',
  email: '',
  headIcon: '',
  enabledMark: 1,
  lockMark: 0,
  unLockTime: null,
  sortCode: 0,
  description: '',
  isAdministrator: 0,
  qyWxUserId: 'zhang',
  nation: '',
  nativePlace: '',
  entryDate: null,
  certificatesType: '',
  certificatesNumber: '',
  education: '',
  birthday: null,
  telePhone: '',
  landline: '',
  urgentContacts: '',
  urgentTelePhone: '',
  postalAddress: '',
  creatorTime: 1_772_416_800_000,
  lastModifyTime: 1_772_416_800_000,
  version: 3,
  ...over,
});

export const previewRow = (n: number, over: Partial<PreviewRow> = {}): PreviewRow => ({
  account: `new.${n}`,
  realName: `新${n}`,
  organizeId: '康源集团/广州中心',
  rowKey: `file:${n}`,
  rowNumber: n,
  manager: '',
  errors: [],
  errorsInfo: '',
  imported: false,
  ...over,
});

const node = (id: string, fullName: string, children: unknown[] | null = null) => ({
  id,
  parentId: '-1',
  fullName,
  enCode: id,
  type: id.startsWith('d') ? 'department' : 'company',
  icon: '',
  sortCode: 1,
  enabledMark: 1,
  hasChildren: children !== null,
  isLeaf: children === null,
  num: children?.length ?? 0,
  children,
});

/** The page's shell with three users behind it: one in use, one locked, one out of use. */
export function userContext(options: FakeWebOptions = {}): FakeWebContext {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  const rows = [
    userRow(),
    userRow({ id: 'p2', account: 'lisi', realName: '李四', lockMark: 1, unLockTime: 1_772_420_400_000 }),
    userRow({ id: 'p3', account: 'wangwu', realName: '王五', enabledMark: 0, noPassword: 1 }),
  ];
  const { routes } = userContract;
  http.answer(routes.list, toPage(rows, 3, {}));
  http.answer(routes.info, ({ params }) => userInfo({ id: params.id }));
  http.answer(routes.create, { id: 'u9', version: 1 });
  http.answer(routes.edit, { id: 'p1', version: 4 });
  http.answer(routes.state, { id: 'p1', version: 4 });
  http.answer(routes.states, { count: 2 });
  for (const route of [routes.remove, routes.unlock, routes.lock, routes.wechat, routes.resetPassword]) http.answer(route, null);
  http.answer(staffDirectory.routes.departmentTree, { list: [node('root', '康源集团', [node('gz', '广州中心', [node('d1', '肾内科')])])] as never });
  http.answer(staffDirectory.routes.roleTree, { list: [{ ...node('r1', '护士'), type: 'role' }] as never });
  http.answer(roleContract.routes.giveable, { list: [{ ...node('r1', '护士'), type: 'role' }] as never });
  http.answer(passwordPolicyContract.routes.read, LEVEL_3_PASSWORDS);
  http.answer(userImportContract.routes.upload, { name: 'file-1.xlsx', url: '' });
  return context;
}
