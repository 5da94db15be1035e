import { phoneNumber } from './people.mjs';
import { WECHAT_MEMBERS } from './systems/wechat.mjs';

/** The hospital group of the demo system: one head office and three dialysis centres in three insurance regions. */
export const organizations = [
  { id: 'org-root', parentId: '-1', enCode: 'SIM.ROOT', fullName: '康源医疗集团(演示)', fixmedinsCode: '', priceType: '3', sortCode: 1 },
  { id: 'org-gz', parentId: 'org-root', enCode: 'SIM.GZ', fullName: '康源血液透析中心(广州)', fixmedinsCode: 'H44SIM000001', priceType: '3', sortCode: 2 },
  { id: 'org-wh', parentId: 'org-root', enCode: 'SIM.WH', fullName: '康源血液透析中心(武汉)', fixmedinsCode: 'H42SIM000002', priceType: '2', sortCode: 3 },
  { id: 'org-nn', parentId: 'org-root', enCode: 'SIM.NN', fullName: '康源血液透析中心(南宁)', fixmedinsCode: 'H45SIM000003', priceType: '2', sortCode: 4 },
];
export const FACILITIES = ['org-gz', 'org-wh', 'org-nn'];

const DEPARTMENTS = [
  '肾内科',
  '血液净化中心',
  '门诊内科',
  '急诊科',
  '中医科',
  '药剂科',
  '检验科',
  '医学影像科',
  '收费处',
  '医保办',
  '护理部',
  '信息科',
  '设备科',
  '院感科',
];
/** Name and kind. */
const POSITIONS = [
  ['主任医师', 'doctor'],
  ['主治医师', 'doctor'],
  ['住院医师', 'doctor'],
  ['护士长', 'nurse'],
  ['主管护师', 'nurse'],
  ['护士', 'nurse'],
  ['主管药师', 'pharmacist'],
  ['药师', 'pharmacist'],
  ['收费员', 'finance'],
  ['医保专员', 'insurance'],
  ['检验师', 'technician'],
  ['系统管理员', 'support'],
  ['中心主任', 'administration'],
];
/** Below the dialysis department of the first centre: zones, and a room of one of them. */
const ZONES = [
  ['血透一区', '血液净化中心'],
  ['血透二区', '血液净化中心'],
  ['隔离透析室', '血透一区'],
];

/** Code, kind, rank and names. Those of rank `work` may be given by whoever looks after a centre. */
const ROLES = [
  ['admin', 'system', 'system', '系统管理员', '系統管理員', 'System administrator'],
  ['doctor', 'clinical', 'work', '医生', '醫師', 'Doctor'],
  ['nurse', 'clinical', 'work', '护士', '護理師', 'Nurse'],
  ['treatnurse', 'clinical', 'work', '治疗护士', '治療護理師', 'Treatment nurse'],
  ['headnurse', 'clinical', 'work', '护士长', '護理長', 'Head nurse'],
  ['director', 'clinical', 'work', '中心主任', '中心主任', 'Director'],
  ['pharmacist', 'pharmacy', 'work', '药师', '藥師', 'Pharmacist'],
  ['reviewer', 'pharmacy', 'work', '审方药师', '審方藥師', 'Reviewing pharmacist'],
  ['cashier', 'finance', 'work', '收费员', '收費員', 'Cashier'],
  ['clerk', 'insurance', 'work', '医保专员', '醫保專員', 'Insurance clerk'],
  ['engineer', 'clinical', 'work', '工程师', '工程師', 'Engineer'],
  ['quality', 'administration', 'work', '质控员', '品管員', 'Quality officer'],
  ['lab', 'clinical', 'work', '检验师', '檢驗師', 'Laboratory'],
  ['developer', 'system', 'system', '开发人员', '開發人員', 'Developer'],
  ['orgadmin', 'administration', 'administration', '机构管理员', '機構管理員', 'Facility administrator'],
  ['screen', 'clinical', 'work', '大屏', '大屏', 'Wall screen'],
];

/** account, department, position, roles, male (1) or female (2) */
const DEMO_STAFF = [
  ['admin', '信息科', '系统管理员', ['admin'], 1],
  ['doctor', '肾内科', '主治医师', ['doctor'], 1],
  ['nurse', '血液净化中心', '护士', ['nurse'], 2],
  ['pharmacist', '药剂科', '主管药师', ['pharmacist', 'reviewer'], 2],
  ['cashier', '收费处', '收费员', ['cashier'], 2],
  ['clerk', '医保办', '医保专员', ['clerk'], 1],
  ['developer', '信息科', '系统管理员', ['developer'], 1],
];

const OTHER_STAFF = [
  ['肾内科', '主任医师', ['doctor'], 1],
  ['肾内科', '住院医师', ['doctor'], 2],
  ['血液净化中心', '护士长', ['nurse', 'headnurse'], 2],
  ['血液净化中心', '主管护师', ['nurse'], 2],
  ['血液净化中心', '护士', ['nurse'], 1],
  ['药剂科', '药师', ['pharmacist'], 1],
  ['收费处', '收费员', ['cashier'], 2],
  ['医保办', '医保专员', ['clerk'], 2],
  ['检验科', '检验师', ['lab'], 1],
  ['门诊内科', '主治医师', ['doctor'], 2],
  ['中医科', '主治医师', ['doctor'], 1],
];

/** Looks after the centre in Wuhan without being an administrator. The name is given, so that nobody else's changes. */
const KEEPER = { account: 'manager', orgId: 'org-wh', realName: '顾文澜', department: '信息科', position: '中心主任', roles: ['orgadmin'], sex: 1 };

/** Further roles of a dialysis centre, in Guangzhou; account, department, position, roles, sex, name. Names are given, so that nobody else's change. */
const CENTRE_STAFF = [
  ['headnurse', '血液净化中心', '主管护师', ['nurse', 'headnurse'], 2, '白静宜'],
  ['treatnurse', '血液净化中心', '护士', ['treatnurse'], 2, '温晓岚'],
  ['director', '血液净化中心', '中心主任', ['director'], 1, '秦远山'],
  ['engineer', '设备科', '系统管理员', ['engineer'], 1, '方志坚'],
  ['quality', '院感科', '主管护师', ['quality'], 2, '齐素云'],
  // Nobody: a screen on a wall.
  ['screen', '血液净化中心', '护士', ['screen'], 1, '候诊大屏'],
];

/** Department and the position whose holder leads it. */
const LEADERS = [
  ['肾内科', '主任医师'],
  ['血液净化中心', '护士长'],
  ['药剂科', '药师'],
  ['收费处', '收费员'],
  ['医保办', '医保专员'],
  ['检验科', '检验师'],
];

/** Who reports to whom, by number of the account in each centre: the head doctor, the head nurse, and those below them. */
const REPORTS = { '02': '01', 10: '01', 11: '01', '04': '03', '05': '04' };
/** The demo accounts of the first centre, and who they report to. */
const DEMO_REPORTS = {
  doctor: 'gz01',
  gz02: 'doctor',
  gz10: 'doctor',
  nurse: 'gz04',
  gz06: 'pharmacist',
  gz07: 'cashier',
  gz08: 'clerk',
  developer: 'admin',
  gz01: 'admin',
  gz03: 'admin',
};

const GROUPS = [
  ['SIM.EMERGENCY', 'duty', '透析急救小组', '透析中突发状况的应急人员', ['doctor', 'nurse', 'gz01', 'gz03']],
  ['SIM.QUALITY', 'quality', '质控小组', '各中心透析质量控制', ['gz01', 'wh01', 'nn01', 'gz09']],
];

const inOrg = (kind, orgId, name) => `${kind}-${orgId.slice(4)}-${name}`;
const departmentId = (orgId, name) => inOrg('dep', orgId, [...DEPARTMENTS, ...ZONES.map(([zone]) => zone)].indexOf(name) + 1);
const positionId = (orgId, name) => inOrg('pos', orgId, POSITIONS.findIndex(([position]) => position === name) + 1);
const userId = (account) => `user-${account}`;

/** Who somebody reports to; empty at the top. */
function managerOf(account) {
  const direct = DEMO_REPORTS[account];
  if (direct !== undefined) return userId(direct);
  const [, centre, number] = /^([a-z]{2})(\d{2})$/.exec(account) ?? [];
  const above = number === undefined ? undefined : REPORTS[number];
  if (above !== undefined) return userId(`${centre}${above}`);
  return centre === 'wh' ? userId(KEEPER.account) : '';
}

export function buildCore(people) {
  const roles = ROLES.map(([enCode, type, rank, zh, zhtw, en], at) => ({
    id: `role-${enCode}`,
    enCode,
    type,
    rank,
    title: { zh, zhtw, en },
    sortCode: at + 1,
  }));
  const users = [];
  const add = (orgId, account, [department, position, userRoles, sex], demoAccount, realName = people.name(sex)) => {
    const order = users.length + 1;
    users.push({
      id: userId(account),
      account,
      realName,
      enCode: String(10_000 + order),
      gender: sex,
      mobilePhone: phoneNumber(9000 + order),
      orgId,
      departmentId: departmentId(orgId, department),
      positionId: positionId(orgId, position),
      managerId: managerOf(account),
      roles: userRoles,
      isAdministrator: account === 'admin',
      ...(WECHAT_MEMBERS.includes(account) && { qyWxUserId: `SIM.${account}` }),
      demoAccount,
    });
  };
  for (const [account, ...staff] of DEMO_STAFF) add('org-gz', account, staff, true);
  for (const orgId of FACILITIES)
    OTHER_STAFF.forEach((staff, at) => {
      add(orgId, `${orgId.slice(4)}${String(at + 1).padStart(2, '0')}`, staff, false);
    });
  const { account, orgId, department, position, roles: keeperRoles, sex, realName } = KEEPER;
  add(orgId, account, [department, position, keeperRoles, sex], true, realName);
  for (const [name, ...staff] of CENTRE_STAFF) add('org-gz', name, staff, true, staff[4]);

  const leaderOf = (facility, name) => {
    const wanted = LEADERS.find(([department]) => department === name);
    return wanted === undefined ? '' : (users.find((user) => user.orgId === facility && user.positionId === positionId(facility, wanted[1]))?.id ?? '');
  };
  const departments = FACILITIES.flatMap((facility) =>
    [...DEPARTMENTS.map((name) => ({ name, parent: '' })), ...(facility === FACILITIES[0] ? ZONES.map(([name, parent]) => ({ name, parent })) : [])].map(
      ({ name, parent }, at) => ({
        id: departmentId(facility, name),
        orgId: facility,
        parentId: parent === '' ? '' : departmentId(facility, parent),
        managerId: leaderOf(facility, name),
        enCode: `D${String(at + 1).padStart(2, '0')}`,
        fullName: name,
        sortCode: at + 1,
      }),
    ),
  );
  const positions = FACILITIES.flatMap((facility) =>
    POSITIONS.map(([name, type], at) => ({
      id: positionId(facility, name),
      orgId: facility,
      enCode: `P${String(at + 1).padStart(2, '0')}`,
      fullName: name,
      type,
      sortCode: at + 1,
    })),
  );
  return {
    organizations,
    departments,
    positions,
    roles,
    users,
    // The doctor helps out in Wuhan; the administrator may work for the whole group.
    furtherPlaces: [
      { userId: userId('doctor'), orgId: 'org-wh', departmentId: departmentId('org-wh', '肾内科'), positionId: positionId('org-wh', '主治医师') },
      { userId: userId('admin'), orgId: 'org-root', departmentId: '', positionId: '' },
    ],
    groups: GROUPS.map(([enCode, type, fullName, description, members], at) => ({
      id: `group-${enCode.slice(4).toLowerCase()}`,
      enCode,
      type,
      fullName,
      description,
      members: members.map(userId),
      sortCode: at + 1,
    })),
    orgAdmins: [
      {
        orgId: KEEPER.orgId,
        userId: userId(KEEPER.account),
        description: '武汉中心分级管理',
        roles: ROLES.filter(([, , rank]) => rank === 'work').map(([code]) => code),
      },
    ],
  };
}
