import { phoneNumber } from './people.mjs';

/** The hospital group of the demo system: one head office and three dialysis centres in three insurance regions. */
export const organizations = [
  { id: 'org-root', parentId: '-1', enCode: 'SIM-ROOT', fullName: '康源医疗集团(演示)', fixmedinsCode: '', priceType: '3', sortCode: 1 },
  { id: 'org-gz', parentId: 'org-root', enCode: 'SIM-GZ', fullName: '康源血液透析中心(广州)', fixmedinsCode: 'H44SIM000001', priceType: '3', sortCode: 2 },
  { id: 'org-wh', parentId: 'org-root', enCode: 'SIM-WH', fullName: '康源血液透析中心(武汉)', fixmedinsCode: 'H42SIM000002', priceType: '2', sortCode: 3 },
  { id: 'org-nn', parentId: 'org-root', enCode: 'SIM-NN', fullName: '康源血液透析中心(南宁)', fixmedinsCode: 'H45SIM000003', priceType: '2', sortCode: 4 },
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
const POSITIONS = ['主任医师', '主治医师', '住院医师', '护士长', '主管护师', '护士', '主管药师', '药师', '收费员', '医保专员', '检验师', '系统管理员'];

const ROLES = [
  ['admin', '系统管理员', '系統管理員', 'System administrator'],
  ['doctor', '医生', '醫師', 'Doctor'],
  ['nurse', '护士', '護理師', 'Nurse'],
  ['headnurse', '护士长', '護理長', 'Head nurse'],
  ['pharmacist', '药师', '藥師', 'Pharmacist'],
  ['reviewer', '审方药师', '審方藥師', 'Reviewing pharmacist'],
  ['cashier', '收费员', '收費員', 'Cashier'],
  ['clerk', '医保专员', '醫保專員', 'Insurance clerk'],
  ['lab', '检验师', '檢驗師', 'Laboratory'],
  ['developer', '开发人员', '開發人員', 'Developer'],
  ['orgadmin', '机构管理员', '機構管理員', 'Facility administrator'],
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

const inOrg = (kind, orgId, name) => `${kind}-${orgId.slice(4)}-${name}`;

export function buildCore(people) {
  const departments = FACILITIES.flatMap((orgId) =>
    DEPARTMENTS.map((name, at) => ({
      id: inOrg('dep', orgId, at + 1),
      orgId,
      enCode: `D${String(at + 1).padStart(2, '0')}`,
      fullName: name,
      sortCode: at + 1,
    })),
  );
  const positions = FACILITIES.flatMap((orgId) =>
    POSITIONS.map((name, at) => ({ id: inOrg('pos', orgId, at + 1), orgId, enCode: `P${String(at + 1).padStart(2, '0')}`, fullName: name, sortCode: at + 1 })),
  );
  const roles = ROLES.map(([enCode, zh, zhtw, en], at) => ({ id: `role-${enCode}`, enCode, title: { zh, zhtw, en }, sortCode: at + 1 }));

  const users = [];
  const add = (orgId, account, [department, position, userRoles, sex], demoAccount) => {
    const order = users.length + 1;
    users.push({
      id: `user-${account}`,
      account,
      realName: people.name(sex),
      enCode: String(10_000 + order),
      gender: sex,
      mobilePhone: phoneNumber(9000 + order),
      orgId,
      departmentId: inOrg('dep', orgId, DEPARTMENTS.indexOf(department) + 1),
      positionId: inOrg('pos', orgId, POSITIONS.indexOf(position) + 1),
      roles: userRoles,
      isAdministrator: account === 'admin',
      demoAccount,
    });
  };
  for (const [account, ...staff] of DEMO_STAFF) add('org-gz', account, staff, true);
  for (const orgId of FACILITIES)
    OTHER_STAFF.forEach((staff, at) => {
      add(orgId, `${orgId.slice(4)}${String(at + 1).padStart(2, '0')}`, staff, false);
    });
  return { organizations, departments, positions, roles, users };
}
