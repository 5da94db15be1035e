import { CERTIFICATE_TYPES, EDUCATIONS, isDigits, RULES } from '@nephra/plugin-sdk/contract';
import type { FieldControl, FormItem } from '@nephra/plugin-sdk/widgets';
import type { ReactNode } from 'react';
import { BASE_INFO_LENGTHS, type BaseInfo, type BaseInfoEdit, FIXED_FACTS } from '../../../contract/base-info.schema.ts';
import { MAX_MOBILE, MOBILE_CODE_LENGTH } from '../../../contract/sign-in-limits.ts';

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
> & {
  readonly certificatesType: string | null;
  readonly education: string | null;
  /** Code that was sent to a new mobile number. */
  readonly mobileCode: string;
};

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
    mobileCode: '',
  };
}

/** What is sent: not what an administrator keeps, and the code only with a number that is new. */
export function bodyOf(values: BaseInfoValues, file: Pick<BaseInfo, 'mobilePhone'>): BaseInfoEdit {
  const { mobileCode, ...rest } = values;
  const own = Object.entries(rest).filter(([name]) => !(FIXED_FACTS as readonly string[]).includes(name));
  const mobilePhone = values.mobilePhone.trim();
  return {
    ...(Object.fromEntries(own) as Omit<typeof rest, (typeof FIXED_FACTS)[number]>), // the list of fixed facts is the one of the type
    mobilePhone,
    ...(mobilePhone === file.mobilePhone ? {} : { mobileCode: mobileCode.trim() }),
    email: values.email.trim(),
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

const isMobileCode = (text: string): boolean => isDigits(text) && text.length === MOBILE_CODE_LENGTH;

/**
 * The form of the own file, in sections. What says who somebody is stands there to be read.
 * @param codeField draws the field of the code for a new mobile number
 */
export function baseInfoFields(t: Text, file: BaseInfo, codeField: (control: FieldControl<BaseInfoValues>) => ReactNode): FormItem<BaseInfoValues>[] {
  const keptByOthers = { disabled: true } as const;
  return [
    { kind: 'group', label: t('profile.section.person') },
    { kind: 'text', name: 'realName', label: t('profile.name'), help: t('profile.keptByOthers'), ...keptByOthers },
    {
      kind: 'radio',
      name: 'gender',
      label: t('profile.gender'),
      ...keptByOthers,
      options: GENDERS.map((code) => ({ value: code, text: t(`profile.genders.${genderKey(code)}`) })),
    },
    { kind: 'date', name: 'birthday', label: t('profile.birthday'), ...keptByOthers },
    { kind: 'date', name: 'entryDate', label: t('profile.entryDate'), ...keptByOthers },
    { kind: 'text', name: 'nation', label: t('profile.nation'), maxLength: BASE_INFO_LENGTHS.nation },
    { kind: 'text', name: 'nativePlace', label: t('profile.nativePlace'), maxLength: BASE_INFO_LENGTHS.nativePlace },
    {
      kind: 'select',
      name: 'certificatesType',
      label: t('profile.certificatesType'),
      options: choices(t, 'certificates', file.certificatesType),
      filter: false,
      ...keptByOthers,
    },
    { kind: 'text', name: 'certificatesNumber', label: t('profile.certificatesNumber'), ...keptByOthers },
    { kind: 'select', name: 'education', label: t('profile.education'), options: choices(t, 'educations', file.education), filter: false },
    { kind: 'group', label: t('profile.section.contact') },
    {
      kind: 'text',
      name: 'mobilePhone',
      label: t('profile.mobile'),
      rules: [RULES.mobile],
      maxLength: MAX_MOBILE,
      autoComplete: 'tel-national',
      disabled: file.mobileChange === 'administrator',
      help: t(file.mobileChange === 'administrator' ? 'profile.mobileByOthers' : 'profile.mobileHelp'),
      check: ({ mobilePhone }) => (mobilePhone.trim() === '' && file.mobilePhone !== '' ? t('profile.mobileByOthers') : undefined),
    },
    {
      kind: 'custom',
      name: 'mobileCode',
      label: t('profile.mobileCode'),
      required: true,
      visible: ({ mobilePhone }) => mobilePhone.trim() !== file.mobilePhone && mobilePhone.trim() !== '',
      check: ({ mobileCode }) => (isMobileCode(mobileCode.trim()) ? undefined : t('profile.mobileCodeWrong')),
      render: codeField,
    },
    { kind: 'text', name: 'email', label: t('profile.email'), rules: [RULES.email], maxLength: BASE_INFO_LENGTHS.email, autoComplete: 'email' },
    { kind: 'text', name: 'telePhone', label: t('profile.telePhone'), maxLength: BASE_INFO_LENGTHS.telePhone },
    { kind: 'text', name: 'landline', label: t('profile.landline'), maxLength: BASE_INFO_LENGTHS.landline },
    {
      kind: 'text',
      name: 'postalAddress',
      label: t('profile.postalAddress'),
      maxLength: BASE_INFO_LENGTHS.postalAddress,
      span: 2,
      autoComplete: 'street-address',
    },
    { kind: 'text', name: 'urgentContacts', label: t('profile.urgentContacts'), maxLength: BASE_INFO_LENGTHS.urgentContacts },
    { kind: 'text', name: 'urgentTelePhone', label: t('profile.urgentTelePhone'), maxLength: BASE_INFO_LENGTHS.urgentTelePhone },
    { kind: 'group', label: t('profile.section.signature') },
    { kind: 'textarea', name: 'signature', label: t('profile.signature'), maxLength: BASE_INFO_LENGTHS.signature, rows: 2, span: 2 },
  ];
}
