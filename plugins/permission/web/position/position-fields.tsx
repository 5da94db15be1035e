import { RULES, type StaffTreeNode } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem, TreeStoreOptions } from '@nephra/plugin-sdk/widgets';
import { POSITION_TYPES, type PositionRecord } from '../../contract/index.ts';
import { PlaceField } from '../parts/place-field.tsx';
import { knownTypes } from '../parts/type-choices.ts';

/** A position as its form holds it. */
export interface PositionValues {
  readonly organizeId: string;
  readonly place: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly type: string | null;
  readonly sortCode: number | null;
  readonly description: string;
}

export const emptyPosition = (place: { readonly id: string; readonly fullName: string } | null): PositionValues => ({
  organizeId: place?.id ?? '',
  place: place?.fullName ?? '',
  fullName: '',
  enCode: '',
  type: null,
  sortCode: 0,
  description: '',
});

export const valuesOfPosition = (record: PositionRecord, place: string): PositionValues => ({
  organizeId: record.organizeId,
  place,
  fullName: record.fullName,
  enCode: record.enCode,
  type: record.type === '' ? null : record.type,
  sortCode: record.sortCode,
  description: record.description,
});

/** Names of the kinds of positions. */
export const positionTypes = (t: WebContext['t']) => knownTypes(POSITION_TYPES, (type) => t(`position.types.${type}`));

export interface PositionFieldParts {
  readonly tree: TreeStoreOptions<StaffTreeNode>;
  /** Null: a new position. */
  readonly stored: PositionRecord | null;
}

export const positionFields = (t: WebContext['t'], { tree, stored }: PositionFieldParts): FormItem<PositionValues>[] => [
  { kind: 'text', name: 'fullName', label: t('position.field.fullName'), required: true, maxLength: 50 },
  {
    kind: 'text',
    name: 'enCode',
    label: t('position.field.enCode'),
    required: true,
    maxLength: 50,
    rules: [(value) => (value === stored?.enCode ? undefined : RULES.enCode(value))],
  },
  {
    kind: 'custom',
    name: 'organizeId',
    label: t('position.field.place'),
    required: true,
    span: 2,
    render: ({ id, values, disabled, invalid, setValues }) => (
      <PlaceField<StaffTreeNode>
        id={id}
        label={t('position.field.place')}
        value={values.organizeId}
        text={values.place}
        disabled={disabled}
        invalid={invalid}
        {...tree}
        onChange={(node) => setValues({ organizeId: node.id, place: node.fullName })}
      />
    ),
  },
  { kind: 'select', name: 'type', label: t('position.field.type'), options: positionTypes(t).choices(stored?.type ?? ''), filter: false },
  { kind: 'number', name: 'sortCode', label: t('position.field.sortCode'), min: 0, max: 1_000_000 },
  { kind: 'textarea', name: 'description', label: t('position.field.description'), maxLength: 500, rows: 2, span: 2 },
];
