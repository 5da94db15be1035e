import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { flag, id, oneOf } from './wire-parts.ts';

/** Ids of rights: of menus, of their items, of data schemes; a code without a menu is its own id. */
export const rightIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20_000 });
export const RIGHT_LISTS = ['module', 'button', 'column', 'form', 'resource'] as const;
export type RightList = (typeof RIGHT_LISTS)[number];
export const rightList = oneOf(...RIGHT_LISTS);
export const rightLists = { module: rightIds, button: rightIds, column: rightIds, form: rightIds, resource: rightIds };
export type RightLists = Record<RightList, string[]>;

export const grantObjectType = oneOf('User', 'Position', 'Role', 'Group');
export type GrantObjectType = Static<typeof grantObjectType>;

/** Stands for what is granted to an object at one moment; sent back it finds out whether somebody else changed it since. */
export const grantDigest = Type.String({ maxLength: 64 });

export interface RightNode {
  id: string;
  parentId: string;
  fullName: string;
  enCode: string;
  icon: string;
  sortCode: number;
  hasChildren: boolean;
  isLeaf: boolean;
  num: number;
  children: RightNode[] | null;
}
export const valuesReply = Type.Object({
  list: Type.Array(Type.Unsafe<RightNode>(Type.Unknown())),
  /** Those of `all` that are granted. */
  ids: Type.Array(Type.String()),
  all: Type.Array(Type.String()),
  digest: Type.String(),
});

const rightItem = Type.Object({ id: Type.String(), fullName: Type.String(), enCode: Type.String() });
export type RightItem = Static<typeof rightItem>;

/** A menu with everything that can be granted on it. */
export const rightMenu = Type.Object({
  id: Type.String(),
  /** -1 at the top. */
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  icon: Type.String(),
  /** 1 = directory: ticked through its children. 0 = heading of codes that belong to no menu. */
  type: Type.Integer(),
  /** Pinyin initials of all names on it. */
  spelling: Type.String(),
  /** Rows are seen only through granted schemes. */
  dataAuthorize: flag,
  /** Buttons, and codes without a menu of the same plugin. */
  button: Type.Array(rightItem),
  column: Type.Array(rightItem),
  form: Type.Array(rightItem),
  resource: Type.Array(rightItem),
});
export type RightMenu = Static<typeof rightMenu>;

export const objectGrants = Type.Object({
  objectType: grantObjectType,
  objectId: Type.String(),
  fullName: Type.String(),
  ...rightLists,
  /** Rights that are granted but that the caller does not hold, or whose plugin is off: they stay whatever is saved. */
  beyond: Type.Integer(),
  digest: Type.String(),
});
export type ObjectGrants = Static<typeof objectGrants>;

export const grantsWrite = Type.Object({
  objectType: grantObjectType,
  ...rightLists,
  /** As it was read; older clients send none. */
  digest: Type.Optional(grantDigest),
});
export type GrantsWrite = Static<typeof grantsWrite>;

const objects = Type.Array(id, { maxItems: 500 });
export const batchWrite = Type.Object({
  roleIds: objects,
  positionIds: objects,
  userIds: objects,
  groupIds: Type.Optional(objects),
  ...rightLists,
});
export type BatchWrite = Static<typeof batchWrite>;

const throughEntry = Type.Object({
  type: oneOf('role', 'position', 'group', 'user', 'administrator'),
  name: Type.String(),
  /** Organisations a role or position belongs to; empty = everywhere. */
  organize: Type.String(),
  /** Empty: came with the plugin. */
  grantedBy: Type.String(),
  /** Milliseconds. */
  grantedAt: Type.Integer(),
});
const obstacleEntry = Type.Object({
  reason: oneOf('disabled', 'elsewhere', 'plugin-off', 'menu-off', 'scheme-off', 'not-granted'),
  type: Type.String(),
  name: Type.String(),
});
export const explainedRow = Type.Object({
  code: Type.String(),
  kind: oneOf('menu', 'button', 'column', 'form', 'permission', 'resource'),
  menuCode: Type.String(),
  fullName: Type.String(),
  held: Type.Boolean(),
  /** Held without its page: nothing of it is seen on the screen. */
  pageMissing: Type.Boolean(),
  through: Type.Array(throughEntry),
  obstacles: Type.Array(obstacleEntry),
});
export type ExplainedRow = Static<typeof explainedRow>;

export const explainReply = Type.Object({
  userId: Type.String(),
  /** `name/account`. */
  userName: Type.String(),
  isAdministrator: flag,
  enabledMark: flag,
  /** Organisation of today; rights are those that count there. */
  organize: Type.String(),
  /** Menus in their order, each followed by its items. */
  list: Type.Array(explainedRow),
});
export type Explanation = Static<typeof explainReply>;

export const holderRow = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  organize: Type.String(),
  enabledMark: flag,
  through: Type.Array(throughEntry),
});
export type HolderRow = Static<typeof holderRow>;
