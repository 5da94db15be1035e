import { type Language, RULES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem, Picked } from '@nephra/plugin-sdk/widgets';
import { type PositionRow, position } from '../../contract/index.ts';
import { typesOf } from '../parts/type-choices.ts';

/** A position as its form holds it. */
export interface PositionValues {
  readonly organizeId: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly type: string | null;
  readonly sortCode: number | null;
  readonly description: string;
}

export const emptyPosition = (organizeId: string): PositionValues => ({
  organizeId,
  fullName: '',
  enCode: '',
  type: null,
  sortCode: 0,
  description: '',
});

export const valuesOfPosition = (record: PositionRow): PositionValues => ({
  organizeId: record.organizeId,
  fullName: record.fullName,
  enCode: record.enCode,
  type: record.type === '' ? null : record.type,
  sortCode: record.sortCode,
  description: record.description,
});

/** Names of the kinds of positions. */
export const positionTypes = (language: Language) => typesOf(position, 'type', language);

export interface PositionFieldParts {
  /** Where it belongs now; null: nowhere yet. */
  readonly place: Picked | null;
  /** Null: a new position. */
  readonly stored: PositionRow | null;
}

export const positionFields = ({ t, language }: Pick<WebContext, 't' | 'language'>, { place, stored }: PositionFieldParts): FormItem<PositionValues>[] => [
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
    kind: 'organize',
    name: 'organizeId',
    label: t('position.field.place'),
    required: true,
    span: 2,
    departments: true,
    names: place ? [place] : undefined,
  },
  { kind: 'select', name: 'type', label: t('position.field.type'), options: positionTypes(language).choices(stored?.type ?? ''), filter: false },
  { kind: 'number', name: 'sortCode', label: t('position.field.sortCode'), min: 0, max: 1_000_000 },
  { kind: 'textarea', name: 'description', label: t('position.field.description'), maxLength: 500, rows: 2, span: 2 },
];
