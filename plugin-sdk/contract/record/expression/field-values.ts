import { isEmptyValue } from '../../checks/validation.ts';
import { dayOf } from '../../time/business-time.ts';
import type { ExpressionValue } from './evaluate-expression.ts';
import { fractionOf } from './fraction.ts';

/** What an expression makes of a field: numbers are calculated with, days and months have an order, of contents it is known whether there are any. */
export type ExpressionType = 'number' | 'text' | 'flag' | 'day' | 'month' | 'list' | 'content';

/** Kinds of fields in expressions; those that are not here are contents. */
const TYPES: Readonly<Record<string, ExpressionType>> = {
  int: 'number',
  decimal: 'number',
  money: 'number',
  unitPrice: 'number',
  quantity: 'number',
  text: 'text',
  note: 'text',
  code: 'text',
  choice: 'text',
  staff: 'text',
  relation: 'text',
  dictionary: 'text',
  address: 'text',
  place: 'text',
  flag: 'flag',
  day: 'day',
  // A time counts as the day that it falls on.
  instant: 'day',
  month: 'month',
  choices: 'list',
};

export const expressionType = (kind: string): ExpressionType => (Object.hasOwn(TYPES, kind) ? (TYPES[kind] ?? 'content') : 'content');

/** Digits behind the point of a number of each kind; `decimal` says its own. */
const DECIMALS: Readonly<Record<string, number>> = { int: 0, money: 2, unitPrice: 4, quantity: 4 };
export const decimalsOf = ({ kind, decimals = 0 }: { readonly kind: string; readonly decimals?: number | undefined }): number => DECIMALS[kind] ?? decimals;

/** A value of the wire as expressions see it. Blanks around a text do not count, and a text of blanks is empty. */
export function fieldValue(kind: string, wire: unknown): ExpressionValue {
  const type = expressionType(kind);
  if (type === 'flag') return wire === 1;
  if (isEmptyValue(wire)) return null;
  if (type === 'number') return typeof wire === 'number' && Number.isFinite(wire) ? fractionOf(String(wire)) : null;
  if (type === 'list') return Array.isArray(wire) ? wire.map(String) : null;
  if (kind === 'instant') return typeof wire === 'number' ? dayOf(wire) || null : null;
  return type === 'content' ? '…' : String(wire).trim();
}
