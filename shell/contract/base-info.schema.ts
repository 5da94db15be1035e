import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { MOBILE_CODE_LENGTH } from './sign-in-limits.ts';

/** Milliseconds of the first moment of a day in Asia/Shanghai; null when not told. */
const day = Type.Union([Type.Integer(), Type.Null()]);
const instant = Type.Union([Type.Integer(), Type.Null()]);
/** Longest texts of the own file, in characters; those of `USER_LENGTHS` of the users, who are kept in the same columns. */
export const BASE_INFO_LENGTHS = {
  realName: 50,
  signature: 200,
  nation: 50,
  nativePlace: 50,
  certificatesType: 50,
  certificatesNumber: 50,
  education: 50,
  telePhone: 20,
  landline: 50,
  email: 100,
  urgentContacts: 50,
  urgentTelePhone: 50,
  postalAddress: 300,
} as const;
const text = (name: keyof typeof BASE_INFO_LENGTHS) => Type.Optional(Type.String({ maxLength: BASE_INFO_LENGTHS[name] }));

/** The signed-in person's own file (wire facts 2.1). */
export const baseInfo = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  organizeId: Type.String(),
  /** Names from the top down, joined by "/"; the department last. */
  organize: Type.String(),
  position: Type.String(),
  positionId: Type.String(),
  /** Names. */
  roleId: Type.String(),
  roleIds: Type.String(),
  /** `name/account` of who the person reports to. */
  manager: Type.String(),
  creatorTime: instant,
  prevLogTime: instant,
  signature: Type.String(),
  /** 0 not told, 1 male, 2 female. */
  gender: Type.String(),
  nation: Type.String(),
  nativePlace: Type.String(),
  entryDate: day,
  /** One of `CERTIFICATE_TYPES`, or what an older client wrote. */
  certificatesType: Type.String(),
  certificatesNumber: Type.String(),
  /** One of `EDUCATIONS`, or what an older client wrote. */
  education: Type.String(),
  birthday: day,
  telePhone: Type.String(),
  landline: Type.String(),
  mobilePhone: Type.String(),
  email: Type.String(),
  urgentContacts: Type.String(),
  urgentTelePhone: Type.String(),
  postalAddress: Type.String(),
  theme: Type.String(),
  language: Type.String(),
  avatar: Type.String(),
  /** How the mobile number, by which one signs in, is changed: with a code sent to the new one, or by an administrator. */
  mobileChange: Type.Union([Type.Literal('code'), Type.Literal('administrator')]),
});

/**
 * Members of the file that say who somebody is: they stand under signatures and in the audit log, so an administrator changes them. Clients
 * that send the whole file back send them as they are.
 */
export const FIXED_FACTS = ['realName', 'gender', 'birthday', 'entryDate', 'certificatesType', 'certificatesNumber'] as const;

/** What people change of their own file; what is left out stays. `FIXED_FACTS` are accepted unchanged only. */
export const baseInfoEdit = Type.Object({
  realName: Type.Optional(Type.String({ minLength: 1, maxLength: BASE_INFO_LENGTHS.realName })),
  signature: text('signature'),
  gender: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2'), Type.Literal('9')])),
  nation: text('nation'),
  nativePlace: text('nativePlace'),
  entryDate: Type.Optional(day),
  certificatesType: text('certificatesType'),
  certificatesNumber: text('certificatesNumber'),
  education: text('education'),
  birthday: Type.Optional(day),
  telePhone: text('telePhone'),
  landline: text('landline'),
  mobilePhone: Type.Optional(Type.String({ pattern: '^(1[3-9]\\d{9})?$' })),
  /** Code that was sent to a new `mobilePhone`. */
  mobileCode: Type.Optional(Type.String({ maxLength: MOBILE_CODE_LENGTH })),
  email: Type.Optional(Type.String({ maxLength: BASE_INFO_LENGTHS.email, pattern: '^([^@\\s]+@[^@\\s]+)?$' })),
  urgentContacts: text('urgentContacts'),
  urgentTelePhone: text('urgentTelePhone'),
  postalAddress: text('postalAddress'),
});

export type BaseInfo = Static<typeof baseInfo>;
export type BaseInfoEdit = Static<typeof baseInfoEdit>;
