import { RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem, OwnTree, Picked } from '@nephra/plugin-sdk/widgets';
import type { DepartmentRecord } from '../../contract/index.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';

/** A department as its form holds it. */
export interface DepartmentValues {
  readonly parentId: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly managerId: string | null;
  readonly sortCode: number | null;
  readonly description: string;
}

export const emptyDepartment = (parentId: string): DepartmentValues => ({
  parentId,
  fullName: '',
  enCode: '',
  managerId: null,
  sortCode: 0,
  description: '',
});

export const valuesOfDepartment = (record: DepartmentRecord): DepartmentValues => ({
  parentId: record.parentId,
  fullName: record.fullName,
  enCode: record.enCode,
  managerId: record.managerId || null,
  sortCode: record.sortCode,
  description: record.description,
});

export interface DepartmentFieldParts {
  /** The organisation and what may stand above the department in it. */
  readonly places: OwnTree['tree'];
  /** What stands above it now. */
  readonly place: Picked;
  /** Null: a new department. */
  readonly stored: DepartmentRecord | null;
}

export const departmentFields = (t: WebContext['t'], { places, place, stored }: DepartmentFieldParts): FormItem<DepartmentValues>[] => [
  { kind: 'text', name: 'fullName', label: t('department.field.fullName'), required: true, maxLength: MAX_NAME },
  {
    kind: 'text',
    name: 'enCode',
    label: t('department.field.enCode'),
    required: true,
    maxLength: MAX_CODE,
    rules: [(value) => (value === stored?.enCode ? undefined : RULES.enCode(value))],
  },
  {
    kind: 'organize',
    name: 'parentId',
    label: t('department.field.parent'),
    span: 2,
    required: true,
    departments: true,
    tree: places,
    names: [place],
  },
  {
    kind: 'user',
    name: 'managerId',
    label: t('department.field.manager'),
    names: stored?.managerId ? [{ id: stored.managerId, fullName: stored.manager }] : undefined,
  },
  { kind: 'number', name: 'sortCode', label: t('department.field.sortCode'), min: 0, max: MAX_SORT_CODE },
  { kind: 'textarea', name: 'description', label: t('department.field.description'), maxLength: MAX_DESCRIPTION, rows: 2, span: 2 },
];
