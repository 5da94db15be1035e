import { CERTIFICATE_TYPES, EDUCATIONS, isIdCard, RULES } from '@nephra/plugin-sdk/contract';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { BaseInfo, BaseInfoEdit } from '../../contract/index.ts';

type Text = (key: string, params?: Record<string, string | number>) => string;

/** What a person may change in their own file. */
export type BaseInfoValues = Pick<
  BaseInfo,
  | 'realName'
  | 'gender'
  | 'nation'
  | 'nativePlace'
  | 'birthday'
  | 'entryDate'
  | 'certificatesNumber'
  | 'mobilePhone'
  | 'email'
  | 'telePhone'
  | 'landline'
  | 'urgentContacts'
  | 'urgentTelePhone'
  | 'postalAddress'
  | 'signature'
> & { readonly certificatesType: string | null; readonly education: string | null };

export function valuesOf(file: BaseInfo): BaseInfoValues {
  const { realName, nation, nativePlace, birthday, entryDate, certificatesNumber, mobilePhone, email, telePhone, landline } = file;
  const { urgentContacts, urgentTelePhone, postalAddress, signature } = file;
  return {
    realName,
    gender: genderOf(file.gender),
    nation,
    nativePlace,
    birthday,
    entryDate,
    certificatesType: file.certificatesType || null,
    certificatesNumber,
    education: file.education || null,
    mobilePhone,
    email,
    telePhone,
    landline,
    urgentContacts,
    urgentTelePhone,
    postalAddress,
    signature,
  };
}

export function bodyOf(values: BaseInfoValues): BaseInfoEdit {
  const gender = genderOf(values.gender);
  return {
    ...values,
    gender,
    realName: values.realName.trim(),
    mobilePhone: values.mobilePhone.trim(),
    email: values.email.trim(),
    certificatesType: values.certificatesType ?? '',
    education: values.education ?? '',
  };
}

const GENDERS = ['1', '2', '0'] as const;
/** Wire codes: 1 male, 2 female, anything else not told. */
const genderOf = (code: string): (typeof GENDERS)[number] => GENDERS.find((one) => one === code) ?? '0';
export const genderKey = (code: string): 'male' | 'female' | 'unknown' => (({ 1: 'male', 2: 'female', 0: 'unknown' }) as const)[genderOf(code)];

/** Text of a code of one of the two lists; what an older client wrote shows as it is. */
export const listText = (t: Text, kind: 'certificates' | 'educations', code: string): string => {
  const known: readonly string[] = kind === 'certificates' ? CERTIFICATE_TYPES : EDUCATIONS;
  return known.includes(code) ? t(`profile.${kind}.${code}`) : code;
};

const choices = (t: Text, kind: 'certificates' | 'educations', stored: string) => {
  const known: readonly string[] = kind === 'certificates' ? CERTIFICATE_TYPES : EDUCATIONS;
  return [...known, ...(stored === '' || known.includes(stored) ? [] : [stored])].map((value) => ({ value, text: listText(t, kind, value) }));
};

/** The form of the own file, in sections. */
export function baseInfoFields(t: Text, file: BaseInfo, now: number): FormItem<BaseInfoValues>[] {
  return [
    { kind: 'group', label: t('profile.section.person') },
    { kind: 'text', name: 'realName', label: t('profile.name'), required: true, maxLength: 50, autoComplete: 'name' },
    {
      kind: 'radio',
      name: 'gender',
      label: t('profile.gender'),
      options: GENDERS.map((code) => ({ value: code, text: t(`profile.genders.${genderKey(code)}`) })),
    },
    { kind: 'date', name: 'birthday', label: t('profile.birthday'), max: now },
    { kind: 'date', name: 'entryDate', label: t('profile.entryDate') },
    { kind: 'text', name: 'nation', label: t('profile.nation'), maxLength: 50 },
    { kind: 'text', name: 'nativePlace', label: t('profile.nativePlace'), maxLength: 50 },
    {
      kind: 'select',
      name: 'certificatesType',
      label: t('profile.certificatesType'),
      options: choices(t, 'certificates', file.certificatesType),
      filter: false,
    },
    {
      kind: 'text',
      name: 'certificatesNumber',
      label: t('profile.certificatesNumber'),
      maxLength: 50,
      check: ({ certificatesType, certificatesNumber }) =>
        certificatesType === 'idCard' && certificatesNumber.trim() !== '' && !isIdCard(certificatesNumber.trim()) ? t('profile.idCardWrong') : undefined,
    },
    { kind: 'select', name: 'education', label: t('profile.education'), options: choices(t, 'educations', file.education), filter: false },
    { kind: 'group', label: t('profile.section.contact') },
    { kind: 'text', name: 'mobilePhone', label: t('profile.mobile'), rules: [RULES.mobile], maxLength: 11, autoComplete: 'tel-national' },
    { kind: 'text', name: 'email', label: t('profile.email'), rules: [RULES.email], maxLength: 100, autoComplete: 'email' },
    { kind: 'text', name: 'telePhone', label: t('profile.telePhone'), maxLength: 20 },
    { kind: 'text', name: 'landline', label: t('profile.landline'), maxLength: 50 },
    { kind: 'text', name: 'postalAddress', label: t('profile.postalAddress'), maxLength: 300, span: 2, autoComplete: 'street-address' },
    { kind: 'text', name: 'urgentContacts', label: t('profile.urgentContacts'), maxLength: 50 },
    { kind: 'text', name: 'urgentTelePhone', label: t('profile.urgentTelePhone'), maxLength: 50 },
    { kind: 'group', label: t('profile.section.signature') },
    { kind: 'textarea', name: 'signature', label: t('profile.signature'), maxLength: 200, rows: 2, span: 2 },
  ];
}
