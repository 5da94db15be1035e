import { type DataCondition, LANGUAGES, type Language } from '@nephra/plugin-sdk/contract';
import { PRESET_SCHEMES, type PresetScheme } from '../../contract/data-scheme.contract.ts';
import type { SchemeField } from './condition-check.ts';

export interface Preset {
  readonly preset: PresetScheme;
  /** enCode under which it is found again. */
  readonly enCode: string;
  readonly condition: DataCondition;
}

const NAMES: Readonly<Record<Language, Readonly<Record<PresetScheme, string>>>> = {
  zh: { all: '全部数据', organization: '本机构及下级机构', own: '仅本人数据', subordinates: '本人及下属数据' },
  zhtw: { all: '全部資料', organization: '本機構及下級機構', own: '僅本人資料', subordinates: '本人及下屬資料' },
  en: { all: 'All data', organization: 'Own organisation and below', own: 'Own data', subordinates: 'Own data and that of subordinates' },
};

export const presetName = (preset: PresetScheme, language: Language): string => NAMES[language][preset];

/** Name of a stored scheme: a usual one that nobody renamed is read in the reader's language, whatever language it was made in. */
export function schemeName({ enCode, fullName }: { readonly enCode: string; readonly fullName: string }, language: Language): string {
  const preset = PRESET_SCHEMES.find((one) => enCode === `preset.${one}`);
  const untouched = preset !== undefined && LANGUAGES.some((one) => NAMES[one][preset] === fullName);
  return untouched ? NAMES[language][preset] : fullName;
}

const single = (field: SchemeField, value: string): DataCondition => [
  { logic: 'and', groups: [{ field: field.enCode, type: field.type, op: 'Equal', value }] },
];

/** The usual schemes that the fields of a menu allow; whose a row is says its first field of a person. */
export function presetSchemes(fields: readonly SchemeField[]): Preset[] {
  const person = fields.find(({ type }) => type === 'User');
  const place = fields.find(({ type }) => type === 'Organize');
  return [
    { preset: 'all', enCode: 'preset.all', condition: [] },
    ...(place ? [{ preset: 'organization' as const, enCode: 'preset.organization', condition: single(place, '@organizationAndSuborganization') }] : []),
    ...(person ? [{ preset: 'own' as const, enCode: 'preset.own', condition: single(person, '@userId') }] : []),
    ...(person ? [{ preset: 'subordinates' as const, enCode: 'preset.subordinates', condition: single(person, '@userAraSubordinates') }] : []),
  ];
}
