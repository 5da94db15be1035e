import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { ORGANIZE_LENGTHS } from './organize-limits.ts';
import { code, description, flag, id, instant, name, nullable, seenVersion, sortCode } from './wire-parts.ts';

const text = (name: keyof typeof ORGANIZE_LENGTHS) => Type.Optional(Type.String({ maxLength: ORGANIZE_LENGTHS[name] }));

/**
 * What is known of an organisation beyond its name (wire facts 12), and the facility code of the insurer. In a request a member that is
 * left out stays as it is.
 */
export const organizeProperty = Type.Object({
  shortName: text('shortName'),
  enterpriseNature: text('enterpriseNature'),
  industry: text('industry'),
  /** Milliseconds; null when unknown. Older clients send text. */
  foundedTime: Type.Optional(Type.Union([instant, Type.String({ maxLength: 30 }), Type.Null()])),
  telePhone: text('telePhone'),
  fax: text('fax'),
  webSite: text('webSite'),
  address: text('address'),
  managerName: text('managerName'),
  managerTelePhone: text('managerTelePhone'),
  managerMobilePhone: text('managerMobilePhone'),
  manageEmail: text('manageEmail'),
  bankName: text('bankName'),
  bankAccount: text('bankAccount'),
  businessscope: text('businessscope'),
  fixmedinsCode: text('fixmedinsCode'),
});

/** Price level of a facility; empty = that of the organisation above. */
const priceType = Type.Union([Type.Literal(''), Type.Literal('1'), Type.Literal('2'), Type.Literal('3')]);

export interface OrganizeNode {
  id: string;
  /** -1 at the top of what the caller may see. */
  parentId: string;
  fullName: string;
  enCode: string;
  shortName: string;
  category: 'company';
  icon: string;
  enabledMark: 0 | 1;
  dialysisCenter: 0 | 1;
  fixmedinsCode: string;
  priceType: string;
  sortCode: number;
  description: string;
  /** Milliseconds. */
  creatorTime: number;
  /** Departments and people of this organisation itself. */
  departmentCount: number;
  userCount: number;
  hasChildren: boolean;
  isLeaf: boolean;
  num: number;
  children: OrganizeNode[] | null;
}
export const organizeTree = Type.Object({ list: Type.Array(Type.Unsafe<OrganizeNode>(Type.Unknown())) });

const writable = {
  /** -1 = at the top. */
  parentId: id,
  fullName: name,
  enCode: code,
  enabledMark: Type.Optional(flag),
  dialysisCenter: Type.Optional(flag),
  priceType: Type.Optional(priceType),
  sortCode: Type.Optional(sortCode),
  description: Type.Optional(description),
  propertyJson: Type.Optional(organizeProperty),
};
export const organizeCreate = Type.Object(writable);
export const organizeEdit = Type.Object({ ...writable, version: seenVersion });

export const organizeRecord = Type.Object({
  id: Type.String(),
  parentId: Type.String(),
  /** Empty at the top of what the caller may see. */
  parentName: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  category: Type.Literal('company'),
  enabledMark: flag,
  dialysisCenter: flag,
  priceType: Type.String(),
  sortCode: Type.Integer(),
  description: Type.String(),
  /** JSON text of the members of `organizeProperty`. */
  propertyJson: Type.String(),
  creatorTime: instant,
  lastModifyTime: instant,
  version: Type.Integer(),
});

export const dialysisCenter = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  shortName: Type.String(),
  fixmedinsCode: Type.String(),
  priceType: Type.String(),
  sortCode: Type.Integer(),
});

const acts = {
  thisLayerAdd: flag,
  thisLayerEdit: flag,
  thisLayerDelete: flag,
  subLayerAdd: flag,
  subLayerEdit: flag,
  subLayerDelete: flag,
};
/** Delegated administration of one person: what they may add, edit and delete in this organisation and in those below. */
export const administrator = Type.Object({
  userId: Type.String(),
  /** `name/account`. */
  userName: Type.String(),
  ...acts,
  /** Roles that the person may give to people who work here (and below, with rights there). */
  roleIds: Type.Array(Type.String()),
  description: Type.String(),
});
/** Roles that are not sent stay as they are; somebody new then gets the ready-made set. */
const namedRoles = Type.Optional(Type.Array(id, { maxItems: 200 }));
const administratorWrite = Type.Object({ userId: id, ...acts, roleIds: namedRoles, description: Type.Optional(description) });

const delegation = { ...Type.Partial(Type.Object(acts)).properties, description: Type.Optional(nullable(description)) };

/** Older clients know the members outside of `list`: several people, what all of them may do. */
export const administrators = Type.Object({
  organizeId: Type.String(),
  organizeType: Type.Literal('company'),
  /** Ids joined by commas. */
  userId: Type.Optional(Type.String()),
  ...delegation,
  list: Type.Array(administrator),
  /** Roles that somebody new gets when none are sent: the ready-made set, as far as the caller may hand it on. */
  readyMade: Type.Array(Type.String()),
  version: Type.Integer(),
});
/**
 * As it was read, with a change in `list` or in the members outside of it; both changed in different ways are refused. The flat members
 * alone, without a `version`, add these people or change them, and leave the others.
 */
export const administratorsEdit = Type.Object({
  /** All administrators from now on. */
  list: Type.Optional(Type.Array(administratorWrite, { maxItems: 100 })),
  /** Ids joined by commas. */
  userId: Type.Optional(nullable(Type.String({ maxLength: 6_500 }))),
  ...delegation,
  version: seenVersion,
});

export type OrganizeProperty = Static<typeof organizeProperty>;
export type OrganizeCreate = Static<typeof organizeCreate>;
export type OrganizeEdit = Static<typeof organizeEdit>;
export type OrganizeRecord = Static<typeof organizeRecord>;
export type DialysisCenter = Static<typeof dialysisCenter>;
export type OrganizeAdministrator = Static<typeof administrator>;
export type OrganizeAdministrators = Static<typeof administrators>;
export type AdministratorsEdit = Static<typeof administratorsEdit>;
