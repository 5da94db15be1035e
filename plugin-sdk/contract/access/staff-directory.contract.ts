import { type Static, Type } from 'typebox';
import { listOf, pageOf, pageQuery } from '../paging.ts';
import { defineContract, get, post } from '../route.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
const ids = Type.Array(id, { maxItems: 500 });
const keyword = Type.Optional(Type.String({ maxLength: 100 }));
/** Comma text: only these, at most 200, and the ways to them; for the names of values. Instead of everything else. */
const only = Type.Optional(Type.String({ maxLength: 8000 }));
/** Levels in the answer; deeper entries come closed: `hasChildren` true, `children` null. Default: all. */
const depth = Type.Optional(Type.Integer({ minimum: 1, maximum: 32 }));

/** Kinds of entries in the trees of pickers. */
export const STAFF_NODE_TYPES = ['company', 'department', 'position', 'role', 'group', 'user'] as const;
export type StaffNodeType = (typeof STAFF_NODE_TYPES)[number];

/**
 * One entry of a picker's tree, one level at a time (wire facts 13). People are named `name/account`. `hasChildren` of a closed entry
 * says whether asking for its children is worth it.
 */
export const staffNode = Type.Object({
  id: Type.String(),
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.Unsafe<StaffNodeType>(Type.Union(STAFF_NODE_TYPES.map((type) => Type.Literal(type)))),
  icon: Type.String(),
  hasChildren: Type.Boolean(),
  isLeaf: Type.Boolean(),
  enabledMark: Type.Integer(),
  /** Path above, joined by "/"; helps to tell same names apart in a search. */
  organize: Type.Optional(Type.String()),
});
export type StaffNode = Static<typeof staffNode>;

/** A whole tree in one answer. `children` is null on leaves, the root's parent is -1. */
export interface StaffTreeNode {
  id: string;
  parentId: string;
  fullName: string;
  enCode: string;
  type: StaffNodeType;
  icon: string;
  sortCode: number;
  enabledMark: number;
  hasChildren: boolean;
  isLeaf: boolean;
  num: number;
  children: StaffTreeNode[] | null;
}
export const staffTree = Type.Object({ list: Type.Array(Type.Unsafe<StaffTreeNode>(Type.Unknown())) });

export const staffPerson = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  headIcon: Type.String(),
  gender: Type.Integer(),
  department: Type.String(),
  sortCode: Type.Integer(),
  /** Pinyin initials. */
  quickQuery: Type.String(),
  enabledMark: Type.Integer(),
});
export type StaffPerson = Static<typeof staffPerson>;

/** A person already chosen, for showing a value (`name/account`). */
export const staffName = Type.Object({ id: Type.String(), fullName: Type.String(), enabledMark: Type.Integer(), sortCode: Type.Integer() });
export type StaffName = Static<typeof staffName>;

/**
 * Who works here, as every signed-in person may pick from it: own organisation and all below (administrators: all), people that are not deleted. The plugin
 * `permission` serves it; the pickers of the widget kit ask it (spec 2.6, 7.10, 7.11).
 */
export const staffDirectory = defineContract('staff-directory', {
  organizeTree: get('/api/permission/Organize/Tree', {
    summary: 'Tree of organisations',
    spec: ['7.10-03', '7.11-23'],
    need: 'session',
    audit: 'none',
    reply: staffTree,
  }),
  /**
   * With id 0 the whole tree of organisations and departments, else all but one of them and what is below it: where it may hang. With
   * `keyword` the first 200 that match and the ways to them.
   */
  departmentTree: get('/api/permission/Organize/Department/Selector/{id}', {
    summary: 'Tree of organisations and departments',
    spec: ['7.10-10', '7.11-23'],
    need: 'session',
    audit: 'none',
    params: Type.Object({ id }),
    /** `parentId`: only what is below this organisation or department. */
    query: Type.Object({ keyword, parentId: Type.Optional(Type.String({ maxLength: 64 })), depth, ids: only }),
    reply: staffTree,
  }),
  /** Only what leads to a position. With `keyword` the first 200 positions that match and the ways to them. */
  positionTree: get('/api/permission/Position/Selector', {
    summary: 'Tree of organisations, departments and positions',
    spec: ['7.10-14'],
    need: 'session',
    audit: 'none',
    /** `parentId`: only what is below this organisation or department. */
    query: Type.Object({ keyword, parentId: Type.Optional(Type.String({ maxLength: 64 })), depth, ids: only }),
    reply: staffTree,
  }),
  positionsOfOrganizations: post('/api/permission/Position/getListByOrgIds', {
    summary: 'Positions of some organisations',
    spec: ['7.10-17'],
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ organizeIds: ids }),
    reply: staffTree,
  }),
  roleTree: get('/api/permission/Role/Selector', {
    summary: 'Roles, for all organisations and by organisation',
    spec: ['7.10-19'],
    need: 'session',
    audit: 'none',
    query: Type.Object({ keyword }),
    reply: staffTree,
  }),
  rolesOfOrganizations: post('/api/permission/Role/getListByOrgIds', {
    summary: 'Roles that some organisations may use',
    spec: ['7.10-22'],
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ organizeIds: ids }),
    reply: staffTree,
  }),
  groups: get('/api/permission/Group/Selector', {
    summary: 'Groups of people',
    need: 'session',
    audit: 'none',
    reply: Type.Array(staffNode),
  }),
  /**
   * Children of one entry (0 = top). With a keyword: people by name, account and pinyin wherever they are, at most 50. With `open` a
   * top that stands alone comes with what is below it, told by `parentId`: the tree that opens there needs no second call.
   */
  userNodes: post('/api/permission/Users/ImUser/Selector/{id}', {
    summary: 'One level of the tree of people, or people found by keyword',
    spec: ['7.11-12', '7.11-18'],
    need: 'session',
    audit: 'none',
    retry: 'natural',
    params: Type.Object({ id }),
    body: Type.Object({ keyword, open: Type.Optional(Type.Boolean()) }),
    reply: listOf(staffNode),
  }),
  /** `organizeId` 0 = the caller's own department or organisation; a comma path means its last entry. At most 2,000 people. */
  organizationUsers: get('/api/permission/Users/getOrganization', {
    summary: 'People of one organisation or department',
    spec: ['7.11-14', '7.11-19'],
    need: 'session',
    audit: 'none',
    query: Type.Object({ keyword, organizeId: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: Type.Array(staffNode),
  }),
  subordinates: post('/api/permission/Users/getSubordinates', {
    summary: 'People who report to the caller',
    spec: ['7.11-13', '7.11-20'],
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ keyword }),
    reply: Type.Array(staffNode),
  }),
  /** In the order asked. People who were deleted keep their name with `enabledMark` 0; hidden ids are left out. */
  usersByIds: post('/api/permission/Users/getUserList', {
    summary: 'Names of people by id',
    spec: ['7.11-13', '7.11-21'],
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ userId: ids }),
    reply: listOf(staffName),
  }),
  usersByRole: get('/api/permission/Users/getUsersByRoleId', {
    summary: 'People with a role',
    spec: ['7.11-14'],
    need: 'session',
    audit: 'none',
    query: Type.Object({ ...pageQuery, roleId: id }),
    reply: pageOf(staffPerson),
  }),
  /** For caches of older clients; at most 2,000 people, so pickers do not use it. */
  all: get('/api/permission/Users/All', {
    summary: 'People, for older clients',
    spec: ['7.11-10'],
    need: 'session',
    audit: 'none',
    reply: listOf(staffPerson),
  }),
  /** At most 2,000 people, see `all`. */
  userTree: get('/api/permission/Users/Selector', {
    summary: 'Tree of organisations with their people, for older clients',
    spec: ['7.11-10'],
    need: 'session',
    audit: 'none',
    reply: staffTree,
  }),
});
