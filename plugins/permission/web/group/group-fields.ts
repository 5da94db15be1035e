import { type Language, RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import { group } from '../../contract/group.contract.ts';
import { typesOf } from '../parts/type-choices.ts';

export interface GroupValues {
  fullName: string;
  enCode: string;
  /** Null: none. */
  type: string | null;
  enabledMark: 0 | 1;
  sortCode: number;
  description: string;
}

/** Names of the kinds of groups. */
export const groupTypes = (language: Language) => typesOf(group, 'type', language);

/** @param stored kind that the group has now */
export const groupFields = ({ t, language }: Pick<WebContext, 't' | 'language'>, stored: string): FormItem<GroupValues>[] => [
  { kind: 'text', name: 'fullName', label: t('group.fullName'), required: true, maxLength: 50 },
  { kind: 'text', name: 'enCode', label: t('role.enCode'), required: true, maxLength: 50, rules: [RULES.enCode] },
  { kind: 'select', name: 'type', label: t('group.type'), options: groupTypes(language).choices(stored), filter: false },
  { kind: 'number', name: 'sortCode', label: t('role.sortCode'), required: true, min: 0, max: 1_000_000 },
  {
    kind: 'radio',
    name: 'enabledMark',
    label: t('role.state'),
    options: [
      { value: 1, text: t('parts.enabled') },
      { value: 0, text: t('parts.disabled') },
    ],
  },
  { kind: 'textarea', name: 'description', label: t('role.description'), maxLength: 500, span: 2 },
];
