import type { Rule } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { AddressPicker, type FormItem, type Picked } from '@nephra/plugin-sdk/widgets';
import { MAX_AREA_CODE, MAX_AREA_DEPTH, MAX_AREA_NAME } from '../../contract/area/limits.ts';
import { MAX_DESCRIPTION, MAX_SORT_CODE } from '../../contract/limits.ts';

/** An area as its form holds it. */
export interface AreaValues {
  readonly fullName: string;
  readonly enCode: string;
  readonly parentId: string | null;
  readonly enabledMark: number | null;
  readonly sortCode: number | null;
  readonly description: string;
}

export interface AreaParts {
  /** Of the national list: its code stays. */
  readonly listed: boolean;
  readonly above: Picked | null;
  readonly codeRule: Rule;
}

/** Fields of an area in the order of the form. */
export function areaFields(t: WebContext['t'], { listed, above, codeRule }: AreaParts): FormItem<AreaValues>[] {
  return [
    { kind: 'text', name: 'fullName', label: t('area.fullName'), required: true, maxLength: MAX_AREA_NAME },
    {
      kind: 'text',
      name: 'enCode',
      label: t('area.enCode'),
      required: true,
      maxLength: MAX_AREA_CODE,
      disabled: listed,
      ...(listed && { help: t('area.listedHint') }),
      rules: [codeRule],
    },
    {
      kind: 'custom',
      name: 'parentId',
      label: t('area.parentId'),
      span: 2,
      render: ({ id, value, disabled, invalid, onChange }) => (
        <AddressPicker
          id={id}
          label={t('area.parentId')}
          title={t('area.parentId')}
          placeholder={t('area.top')}
          anyLevel
          level={MAX_AREA_DEPTH - 2}
          names={above ? [above] : []}
          disabled={disabled}
          invalid={invalid}
          value={value as string | null}
          onChange={(next: string | null) => onChange(next as never)}
        />
      ),
    },
    {
      kind: 'radio',
      name: 'enabledMark',
      label: t('area.state'),
      options: [
        { value: 1, text: t('area.enabled') },
        { value: 0, text: t('area.disabled') },
      ],
    },
    { kind: 'number', name: 'sortCode', label: t('area.sortCode'), min: 0, max: MAX_SORT_CODE },
    { kind: 'textarea', name: 'description', label: t('area.description'), maxLength: MAX_DESCRIPTION, rows: 2, span: 2 },
  ];
}
