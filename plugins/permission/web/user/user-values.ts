import type { UserEdit, UserInfo, UserWrite } from '../../contract/index.ts';

/** A user as the form holds one. Fields that hold several ids are named as on the wire, so that complaints find them. */
export interface UserValues {
  readonly account: string;
  readonly realName: string;
  readonly enCode: string;
  readonly organizeId: readonly string[];
  readonly managerId: string | null;
  readonly sortCode: number | null;
  readonly description: string;
  readonly isAdministrator: boolean;
  readonly roleId: readonly string[];
  readonly positionId: readonly string[];
  readonly groupId: readonly string[];
  readonly gender: string;
  readonly mobilePhone: string;
  readonly email: string;
  readonly birthday: number | null;
  readonly entryDate: number | null;
  readonly nation: string;
  readonly nativePlace: string;
  readonly certificatesType: string | null;
  readonly certificatesNumber: string;
  readonly education: string | null;
  readonly telePhone: string;
  readonly landline: string;
  readonly urgentContacts: string;
  readonly urgentTelePhone: string;
  readonly postalAddress: string;
}

const ids = (text: string): string[] => text.split(',').filter(Boolean);

/** A new user; in the place that the list shows. */
export const emptyUser = (placeId: string | null): UserValues => ({
  account: '',
  realName: '',
  enCode: '',
  organizeId: placeId === null ? [] : [placeId],
  managerId: null,
  sortCode: 0,
  description: '',
  isAdministrator: false,
  roleId: [],
  positionId: [],
  groupId: [],
  gender: '0',
  mobilePhone: '',
  email: '',
  birthday: null,
  entryDate: null,
  nation: '',
  nativePlace: '',
  certificatesType: null,
  certificatesNumber: '',
  education: null,
  telePhone: '',
  landline: '',
  urgentContacts: '',
  urgentTelePhone: '',
  postalAddress: '',
});

export const valuesOf = (user: UserInfo): UserValues => ({
  ...user,
  organizeId: ids(user.organizeId),
  managerId: user.managerId || null,
  roleId: ids(user.roleId),
  positionId: ids(user.positionId),
  groupId: ids(user.groupId),
  isAdministrator: user.isAdministrator === 1,
  certificatesType: user.certificatesType || null,
  education: user.education || null,
});

/** What is sent. Being an administrator is told only where it may be: others must not send it at all. */
export function bodyOf(values: UserValues, mayNameAdministrators: boolean, version?: number): UserWrite & Pick<UserEdit, 'version'> {
  const { account, realName, enCode, sortCode, description, mobilePhone, email, birthday, entryDate, nation, nativePlace } = values;
  return {
    account: account.trim(),
    realName: realName.trim(),
    enCode: enCode.trim(),
    organizeId: values.organizeId.join(','),
    managerId: values.managerId ?? '',
    roleId: values.roleId.join(','),
    positionId: values.positionId.join(','),
    groupId: values.groupId.join(','),
    sortCode,
    description,
    gender: values.gender as UserWrite['gender'],
    mobilePhone: mobilePhone.trim(),
    email: email.trim(),
    birthday,
    entryDate,
    nation,
    nativePlace,
    certificatesType: values.certificatesType ?? '',
    certificatesNumber: values.certificatesNumber.trim(),
    education: values.education ?? '',
    telePhone: values.telePhone,
    landline: values.landline,
    urgentContacts: values.urgentContacts,
    urgentTelePhone: values.urgentTelePhone,
    postalAddress: values.postalAddress,
    ...(mayNameAdministrators ? { isAdministrator: values.isAdministrator ? 1 : 0 } : {}),
    ...(version === undefined ? {} : { version }),
  };
}
