import { MAX_DESCRIPTION, MAX_NAME } from '../wire-parts.ts';

/** Longest texts of a user, in characters: of the form, of calls and of the columns. */
export const USER_LENGTHS = {
  account: 50,
  realName: MAX_NAME,
  enCode: 30,
  mobilePhone: 20,
  email: 100,
  headIcon: 300,
  description: MAX_DESCRIPTION,
  qyWxUserId: 64,
  nation: 50,
  nativePlace: 50,
  certificatesType: 50,
  certificatesNumber: 50,
  education: 50,
  telePhone: 20,
  landline: 50,
  urgentContacts: 50,
  urgentTelePhone: 50,
  postalAddress: 300,
} as const;
export const MAX_USER_SORT = 999_999;
