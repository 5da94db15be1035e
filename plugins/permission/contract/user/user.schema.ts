import { CERTIFICATE_TYPES, EDUCATIONS, type Static, Type } from '@nephra/plugin-sdk/contract';
import { flag, id, nullable, oneOf, seenVersion } from '../wire-parts.ts';
import { MAX_USER_SORT, USER_LENGTHS } from './user-limits.ts';

/** Several ids in one text, joined by commas (wire facts 13). */
const commaIds = Type.String({ maxLength: 2_000 });
/** Milliseconds of the first moment of a day, or nothing. */
const day = nullable(Type.Integer());

/** 1 in use, 2 locked by hand, 0 out of use. */
export const userState = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]);
/** 0 not told, 1 male, 2 female: codes of the dictionary sex, texts as in every dictionary. */
export const userGender = oneOf('0', '1', '2');
/** Numbers are taken, too; null, as a form without a choice sends it, is not told. */
const sentGender = nullable(Type.Union([userGender, Type.Literal(0), Type.Literal(1), Type.Literal(2)]));

export { CERTIFICATE_TYPES, EDUCATIONS };

/** Personal facts that a user may have; all may be left out. */
const personal = {
  nation: Type.Optional(Type.String({ maxLength: USER_LENGTHS.nation })),
  nativePlace: Type.Optional(Type.String({ maxLength: USER_LENGTHS.nativePlace })),
  entryDate: Type.Optional(day),
  /** One of `CERTIFICATE_TYPES`; other texts are kept as they are. */
  certificatesType: Type.Optional(Type.String({ maxLength: USER_LENGTHS.certificatesType })),
  certificatesNumber: Type.Optional(Type.String({ maxLength: USER_LENGTHS.certificatesNumber })),
  /** One of `EDUCATIONS`; other texts are kept as they are. */
  education: Type.Optional(Type.String({ maxLength: USER_LENGTHS.education })),
  birthday: Type.Optional(day),
  telePhone: Type.Optional(Type.String({ maxLength: USER_LENGTHS.telePhone })),
  landline: Type.Optional(Type.String({ maxLength: USER_LENGTHS.landline })),
  urgentContacts: Type.Optional(Type.String({ maxLength: USER_LENGTHS.urgentContacts })),
  urgentTelePhone: Type.Optional(Type.String({ maxLength: USER_LENGTHS.urgentTelePhone })),
  postalAddress: Type.Optional(Type.String({ maxLength: USER_LENGTHS.postalAddress })),
};

const writeFields = {
  account: Type.String({ minLength: 1, maxLength: USER_LENGTHS.account }),
  realName: Type.String({ minLength: 1, maxLength: USER_LENGTHS.realName }),
  /** Staff number, digits only; may be empty. */
  enCode: Type.Optional(Type.String({ maxLength: USER_LENGTHS.enCode })),
  gender: Type.Optional(sentGender),
  /** Organisations and departments; the first is the major one unless the person has one of them already. */
  organizeId: Type.String({ minLength: 1, maxLength: 2_000 }),
  /** Paths to them, for the client's own cascader; read from `organizeId` when it is empty. */
  organizeIdTree: Type.Optional(Type.Array(Type.Array(id, { maxItems: 40 }), { maxItems: 50 })),
  managerId: Type.Optional(Type.String({ maxLength: 64 })),
  positionId: Type.Optional(commaIds),
  roleId: Type.Optional(commaIds),
  groupId: Type.Optional(commaIds),
  mobilePhone: Type.Optional(Type.String({ maxLength: USER_LENGTHS.mobilePhone })),
  email: Type.Optional(Type.String({ maxLength: USER_LENGTHS.email })),
  /** Path of a picture on this server, never an address elsewhere: whoever looks at the person would call there. */
  headIcon: Type.Optional(Type.String({ maxLength: USER_LENGTHS.headIcon, pattern: '^/?(?:[^/:\\\\\\s][^:\\\\\\s]*)?$' })),
  enabledMark: Type.Optional(userState),
  sortCode: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: MAX_USER_SORT }))),
  description: Type.Optional(Type.String({ maxLength: USER_LENGTHS.description })),
  /** Only an administrator may set or take this away. */
  isAdministrator: Type.Optional(flag),
  ...personal,
};

export const userCreate = Type.Object(writeFields);
export const userEdit = Type.Object({ ...writeFields, version: seenVersion });
export type UserWrite = Static<typeof userCreate>;
export type UserEdit = Static<typeof userEdit>;
export interface UserSaved {
  id: string;
  version: number;
}

export const userRow = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  enCode: Type.String(),
  gender: userGender,
  mobilePhone: Type.String(),
  email: Type.String(),
  headIcon: Type.String(),
  /** Paths of the organisations and departments visible to the caller, the major one first, joined by "；". */
  organize: Type.String(),
  organizeId: Type.String(),
  roleId: Type.String(),
  roleName: Type.String(),
  positionId: Type.String(),
  position: Type.String(),
  description: Type.String(),
  enabledMark: userState,
  /** 1 while nobody can sign in as this person: locked by hand, or kept out by wrong passwords. */
  lockMark: flag,
  /** When the lock ends by itself; null when it does not, or when there is none. */
  unLockTime: nullable(Type.Integer()),
  /** 1 when the person cannot sign in with a password yet. */
  noPassword: flag,
  isAdministrator: flag,
  lastLogTime: nullable(Type.Integer()),
  creatorTime: Type.Integer(),
  sortCode: Type.Integer(),
  version: Type.Integer(),
});
export type UserRow = Static<typeof userRow>;

/** One user with everything that a form edits. */
export const userInfo = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  enCode: Type.String(),
  gender: userGender,
  organizeId: Type.String(),
  /** From the top organisation down, one path for each of `organizeId`. */
  organizeIdTree: Type.Array(Type.Array(Type.String())),
  managerId: Type.String(),
  /** `name/account` */
  manager: Type.String(),
  positionId: Type.String(),
  roleId: Type.String(),
  groupId: Type.String(),
  mobilePhone: Type.String(),
  email: Type.String(),
  headIcon: Type.String(),
  enabledMark: userState,
  lockMark: flag,
  unLockTime: nullable(Type.Integer()),
  sortCode: Type.Integer(),
  description: Type.String(),
  isAdministrator: flag,
  qyWxUserId: Type.String(),
  nation: Type.String(),
  nativePlace: Type.String(),
  entryDate: day,
  certificatesType: Type.String(),
  certificatesNumber: Type.String(),
  education: Type.String(),
  birthday: day,
  telePhone: Type.String(),
  landline: Type.String(),
  urgentContacts: Type.String(),
  urgentTelePhone: Type.String(),
  postalAddress: Type.String(),
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Integer(),
  version: Type.Integer(),
});
export type UserInfo = Static<typeof userInfo>;

/** A person of the chat's list (wire facts 3). */
export const imUser = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  headIcon: Type.String(),
  department: Type.String(),
  sortCode: Type.Integer(),
});
export type ImUser = Static<typeof imUser>;
