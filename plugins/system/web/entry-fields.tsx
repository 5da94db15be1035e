import type { Rule } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { DictionarySelect, type DictionarySelectProps, type FormItem, type Picked } from '@nephra/plugin-sdk/widgets';
import type { DictionaryDataRecord } from '../contract/index.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_ENTRY_NAME, MAX_SORT_CODE } from '../contract/limits.ts';
import type { Rights } from '../domain/locked.ts';

/** An entry as its form holds it. */
export interface EntryValues {
  readonly fullName: string;
  readonly enCode: string;
  readonly parentId: string | null;
  readonly enabledMark: number | null;
  readonly sortCode: number | null;
  readonly description: string;
}

export const emptyEntry = (parentId: string | null): EntryValues => ({ fullName: '', enCode: '', parentId, enabledMark: 1, sortCode: 0, description: '' });

export const valuesOfEntry = ({ label, enCode, parentId, enabledMark, sortCode, description }: DictionaryDataRecord): EntryValues => ({
  fullName: label,
  enCode,
  parentId: parentId || null,
  enabledMark,
  sortCode,
  description,
});

export interface EntryParts {
  /** A plugin declares it; `may` says what can be changed all the same. */
  readonly locked: boolean;
  readonly may: Rights;
  readonly isTree: boolean;
  readonly above: Picked | null;
  /** Where it may hang. */
  readonly parents: NonNullable<DictionarySelectProps['load']>;
  readonly codeRule: Rule;
}

type Item = FormItem<EntryValues>;

export function entryFields(t: WebContext['t'], { locked, may, isTree, above, parents, codeRule }: EntryParts): Item[] {
  const parent: Item = {
    kind: 'custom',
    name: 'parentId',
    label: t('entry.parentId'),
    span: 2,
    disabled: locked,
    render: ({ id, value, disabled, invalid, onChange }) => (
      <DictionarySelect
        id={id}
        dictionary="parents"
        load={parents}
        disabled={disabled}
        invalid={invalid}
        placeholder={t('entry.top')}
        title={t('entry.parentId')}
        names={above ? [above] : []}
        value={value as string | null}
        onChange={(next) => onChange(next as never)}
      />
    ),
  };
  return [
    { kind: 'text', name: 'fullName', label: t('entry.fullName'), required: true, maxLength: MAX_ENTRY_NAME, disabled: locked && !may.relabel },
    { kind: 'text', name: 'enCode', label: t('entry.enCode'), required: true, maxLength: MAX_CODE, disabled: locked, rules: [codeRule] },
    ...(isTree ? [parent] : []),
    {
      kind: 'radio',
      name: 'enabledMark',
      label: t('entry.state'),
      disabled: locked && !may.hide,
      options: [
        { value: 1, text: t('entry.enabled') },
        { value: 0, text: t('entry.disabled') },
      ],
    },
    { kind: 'number', name: 'sortCode', label: t('entry.sortCode'), min: 0, max: MAX_SORT_CODE, disabled: locked && !may.reorder },
    { kind: 'textarea', name: 'description', label: t('entry.description'), maxLength: MAX_DESCRIPTION, rows: 2, span: 2 },
  ];
}
