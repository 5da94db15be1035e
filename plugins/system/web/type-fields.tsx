import type { Rule } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { DictionarySelect, type DictionarySelectProps, type FormItem, type Picked } from '@nephra/plugin-sdk/widgets';
import type { DictionaryTypeRecord } from '../contract/index.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_SORT_CODE, MAX_TYPE_NAME } from '../contract/limits.ts';

/** A dictionary as its form holds it. */
export interface TypeValues {
  readonly fullName: string;
  readonly enCode: string;
  readonly parentId: string | null;
  readonly isTree: number | null;
  readonly sortCode: number | null;
  readonly description: string;
}

export const emptyType = (parentId: string | null): TypeValues => ({ fullName: '', enCode: '', parentId, isTree: 0, sortCode: 0, description: '' });

export const valuesOfType = ({ label, enCode, parentId, isTree, sortCode, description }: DictionaryTypeRecord): TypeValues => ({
  fullName: label,
  enCode,
  parentId: parentId || null,
  isTree,
  sortCode,
  description,
});

export interface TypeParts {
  readonly locked: boolean;
  readonly mayRelabel: boolean;
  readonly above: Picked | null;
  readonly places: NonNullable<DictionarySelectProps['load']>;
  readonly codeRule: Rule;
}

export const typeFields = (t: WebContext['t'], { locked, mayRelabel, above, places, codeRule }: TypeParts): FormItem<TypeValues>[] => [
  { kind: 'text', name: 'fullName', label: t('type.fullName'), required: true, maxLength: MAX_TYPE_NAME, disabled: locked && !mayRelabel },
  { kind: 'text', name: 'enCode', label: t('type.enCode'), required: true, maxLength: MAX_CODE, disabled: locked, rules: [codeRule] },
  {
    kind: 'custom',
    name: 'parentId',
    label: t('type.parentId'),
    render: ({ id, value, disabled, invalid, onChange }) => (
      <DictionarySelect
        id={id}
        dictionary="places"
        load={places}
        disabled={disabled}
        invalid={invalid}
        placeholder={t('type.top')}
        title={t('type.parentId')}
        names={above ? [above] : []}
        value={value as string | null}
        onChange={(next) => onChange(next as never)}
      />
    ),
  },
  {
    kind: 'radio',
    name: 'isTree',
    label: t('type.isTree'),
    disabled: locked,
    options: [
      { value: 0, text: t('type.list') },
      { value: 1, text: t('type.tree') },
    ],
  },
  { kind: 'number', name: 'sortCode', label: t('type.sortCode'), min: 0, max: MAX_SORT_CODE },
  { kind: 'textarea', name: 'description', label: t('type.description'), maxLength: MAX_DESCRIPTION, rows: 2, span: 2 },
];
