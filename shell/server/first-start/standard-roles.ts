import type { RoleRank } from '@nephra/plugin-sdk/server';

/** A role that every system starts with; role hints of menus and buttons name its code. */
export interface StandardRole {
  readonly code: string;
  readonly rank: RoleRank;
  /** Kind of role, a code of the dictionary RoleType. */
  readonly type: string;
  readonly name: string;
}

/** In the order in which pickers show them. Those of rank `work` are the ready-made set of a centre: whoever is delegated one may give them. */
export const STANDARD_ROLES: readonly StandardRole[] = [
  { code: 'admin', rank: 'system', type: 'system', name: '系统管理员' },
  { code: 'doctor', rank: 'work', type: 'clinical', name: '医生' },
  { code: 'nurse', rank: 'work', type: 'clinical', name: '护士' },
  { code: 'treatnurse', rank: 'work', type: 'clinical', name: '治疗护士' },
  { code: 'headnurse', rank: 'work', type: 'clinical', name: '护士长' },
  { code: 'director', rank: 'work', type: 'clinical', name: '中心主任' },
  { code: 'pharmacist', rank: 'work', type: 'pharmacy', name: '药师' },
  { code: 'cashier', rank: 'work', type: 'finance', name: '收费员' },
  { code: 'clerk', rank: 'work', type: 'insurance', name: '医保专员' },
  { code: 'engineer', rank: 'work', type: 'clinical', name: '工程师' },
  { code: 'quality', rank: 'work', type: 'administration', name: '质控员' },
  { code: 'developer', rank: 'system', type: 'system', name: '开发人员' },
  { code: 'orgadmin', rank: 'administration', type: 'administration', name: '机构管理员' },
  { code: 'screen', rank: 'work', type: 'clinical', name: '大屏' },
];
