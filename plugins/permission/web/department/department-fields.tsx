import { RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { DepartmentRecord } from '../../contract/index.ts';
import { PersonField } from '../parts/person-field.tsx';
import { PlaceField } from '../parts/place-field.tsx';
import type { PlaceNode } from './department.store.ts';

/** A department as its form holds it. */
export interface DepartmentValues {
  readonly parentId: string;
  readonly parentName: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly managerId: string;
  /** `name/account`. */
  readonly manager: string;
  readonly sortCode: number | null;
  readonly description: string;
}

export const emptyDepartment = (parent: { readonly id: string; readonly fullName: string }): DepartmentValues => ({
  parentId: parent.id,
  parentName: parent.fullName,
  fullName: '',
  enCode: '',
  managerId: '',
  manager: '',
  sortCode: 0,
  description: '',
});

export const valuesOfDepartment = (record: DepartmentRecord, parentName: string): DepartmentValues => ({
  parentId: record.parentId,
  parentName,
  fullName: record.fullName,
  enCode: record.enCode,
  managerId: record.managerId,
  manager: record.manager,
  sortCode: record.sortCode,
  description: record.description,
});

export interface DepartmentFieldParts {
  readonly loadPlaces: () => Promise<{ readonly data: { readonly list: readonly PlaceNode[] } }>;
  /** Code that is stored already; it may stay whatever it looks like. */
  readonly storedCode: string;
}

export const departmentFields = (t: WebContext['t'], { loadPlaces, storedCode }: DepartmentFieldParts): FormItem<DepartmentValues>[] => [
  { kind: 'text', name: 'fullName', label: t('department.field.fullName'), required: true, maxLength: 50 },
  {
    kind: 'text',
    name: 'enCode',
    label: t('department.field.enCode'),
    required: true,
    maxLength: 50,
    rules: [(value) => (value === storedCode ? undefined : RULES.enCode(value))],
  },
  {
    kind: 'custom',
    name: 'parentId',
    label: t('department.field.parent'),
    span: 2,
    render: ({ id, values, disabled, invalid, setValues }) => (
      <PlaceField<PlaceNode>
        id={id}
        label={t('department.field.parent')}
        value={values.parentId}
        text={values.parentName}
        disabled={disabled}
        invalid={invalid}
        load={loadPlaces}
        onChange={(node) => setValues({ parentId: node.id, parentName: node.fullName })}
      />
    ),
  },
  {
    kind: 'custom',
    name: 'managerId',
    label: t('department.field.manager'),
    render: ({ id, values, disabled, invalid, setValues }) => (
      <PersonField
        id={id}
        label={t('department.field.manager')}
        text={values.manager}
        disabled={disabled}
        invalid={invalid}
        onPick={(person) => setValues({ managerId: person.id, manager: person.fullName })}
        onClear={() => setValues({ managerId: '', manager: '' })}
      />
    ),
  },
  { kind: 'number', name: 'sortCode', label: t('department.field.sortCode'), min: 0, max: 1_000_000 },
  { kind: 'textarea', name: 'description', label: t('department.field.description'), maxLength: 500, rows: 2, span: 2 },
];
