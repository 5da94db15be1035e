import type { Language } from '@nephra/plugin-sdk/contract';
import type { SettingField } from '@nephra/plugin-sdk/record';
import type { ReactNode } from 'react';
import type { FormItem } from '../form-field.ts';
import { type Around, itemOf, type RecordValues, toForm, toWire, viewOf } from './record-views.tsx';

/** Values of a form of settings, by name; what they are only the kind knows. */
export type SettingValues = RecordValues;

/** Kinds of settings look at no row around them. */
const NO_ROW = { row: null } as Around;

/** Control of a setting, with the checks of its kind. A number has no empty value: it must be given. */
export function settingItem(field: SettingField, language: Language, disabled: boolean): FormItem<SettingValues> {
  // What stands is not shown: an empty control leaves it as it is.
  if (field.secret) return { ...secretItem(field, language), ...(disabled && { disabled: true }) };
  const required = field.required || (typeof field.byDefault === 'number' && field.kind !== 'flag');
  const item = itemOf({ ...field, required }, language, field.byDefault, NO_ROW);
  return disabled ? ({ ...item, disabled: true } as FormItem<SettingValues>) : item;
}

const SECRET_HELP = {
  zh: '已设置的内容不会显示；留空则保持不变。',
  zhtw: '已設定的內容不會顯示；留空則保持不變。',
  en: 'What is set is not shown; left empty, it stays.',
} as const;

const secretItem = ({ name, label, help, max }: SettingField, language: Language): FormItem<SettingValues> => ({
  kind: 'password',
  name,
  label: label[language],
  help: [help?.[language], SECRET_HELP[language]].filter(Boolean).join(' '),
  autoComplete: 'new-password',
  ...(max !== undefined && { maxLength: max }),
});

/** Value of the control from the value on the wire, and back. */
export const settingToForm = (field: SettingField, wire: string | number): unknown => toForm(field, wire);
export const settingToWire = (field: SettingField, value: unknown): string | number => toWire(field, value) as string | number;

/** What a value looks like where it is only read. */
export const settingShown = (field: SettingField, value: string | number, language: Language): ReactNode => {
  const { show, text } = viewOf(field);
  if (value === '') return '–';
  return text?.(value, field, language) ?? show?.(value, field, language) ?? String(value);
};
