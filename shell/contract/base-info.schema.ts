import { type Static, Type } from '@nephra/plugin-sdk/contract';

/** Milliseconds of the first moment of a day in Asia/Shanghai; null when not told. */
const day = Type.Union([Type.Integer(), Type.Null()]);
const instant = Type.Union([Type.Integer(), Type.Null()]);
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

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
  realName: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  signature: text(200),
  gender: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2'), Type.Literal('9')])),
  nation: text(50),
  nativePlace: text(50),
  entryDate: Type.Optional(day),
  certificatesType: text(50),
  certificatesNumber: text(50),
  education: text(50),
  birthday: Type.Optional(day),
  telePhone: text(20),
  landline: text(50),
  mobilePhone: Type.Optional(Type.String({ pattern: '^(1[3-9]\\d{9})?$' })),
  /** Code that was sent to a new `mobilePhone`. */
  mobileCode: text(10),
  email: Type.Optional(Type.String({ maxLength: 100, pattern: '^([^@\\s]+@[^@\\s]+)?$' })),
  urgentContacts: text(50),
  urgentTelePhone: text(50),
  postalAddress: text(300),
});

export type BaseInfo = Static<typeof baseInfo>;
export type BaseInfoEdit = Static<typeof baseInfoEdit>;
