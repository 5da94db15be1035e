import { RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';

export interface GroupValues {
  fullName: string;
  enCode: string;
  enabledMark: 0 | 1;
  sortCode: number;
  description: string;
}

export const groupFields = (t: WebContext['t']): FormItem<GroupValues>[] => [
  { kind: 'text', name: 'fullName', label: t('group.fullName'), required: true, maxLength: 50 },
  { kind: 'text', name: 'enCode', label: t('role.enCode'), required: true, maxLength: 50, rules: [RULES.enCode] },
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
