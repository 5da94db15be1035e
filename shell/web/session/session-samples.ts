import type { CurrentUser, MenuWire, SessionInfo, UserInfo } from '../../contract/index.ts';
import { DEFAULT_SYS_CONFIG } from './session.store.ts';

/** Samples for tests: a signed-in person and menus as the server sends them. */
export const sampleUser = (more: Partial<UserInfo> = {}): UserInfo => ({
  userId: 'u1',
  userAccount: 'doctor',
  userName: '张医生',
  enCode: '10023',
  headIcon: '',
  gender: 1,
  mobilePhone: '',
  email: '',
  organizeId: 'o1',
  organizeName: 'SIM',
  departmentId: '',
  departmentName: '',
  roleId: 'r1',
  roleName: '医生',
  roleIds: ['r1'],
  positionName: '',
  isAdministrator: false,
  priceType: '1',
  portalId: '',
  prevLogin: 0,
  prevLoginTime: null,
  prevLoginIPAddress: '',
  prevLoginIPAddressName: '',
  language: 'zh',
  theme: 'classic',
  ...more,
});

export const sampleMenu = (enCode: string, type = 2, more: Partial<MenuWire> = {}): MenuWire => ({
  id: `id-${enCode}`,
  parentId: '-1',
  fullName: enCode,
  enCode,
  type,
  icon: 'icon-ym icon-ym-file-blank',
  iconName: 'page',
  urlAddress: '',
  linkTarget: '',
  category: 'Web',
  propertyJson: '',
  sortCode: 0,
  hasChildren: false,
  isLeaf: true,
  num: 0,
  children: null,
  ...more,
});

export const sampleSessionInfo: SessionInfo = { passwordDemand: '', lockMinutes: 15, idleMinutes: 30, rightsDigest: 'd1' };

export const sampleSession = (menuList: MenuWire[] = [sampleMenu('his.pharmacy')], more: Partial<CurrentUser> = {}): CurrentUser => ({
  userInfo: sampleUser(),
  menuList,
  permissionList: menuList.map((menu) => ({
    modelId: menu.id,
    moduleName: menu.fullName,
    column: [],
    form: [],
    resource: [],
    button: [{ id: 'b', fullName: '新增', enCode: 'btn_add' }],
  })),
  sysConfigInfo: { ...DEFAULT_SYS_CONFIG, sysName: 'SIM 医院' },
  sessionInfo: sampleSessionInfo,
  ...more,
});
