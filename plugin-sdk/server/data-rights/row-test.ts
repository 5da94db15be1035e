import type { ConditionOperator, DataRights } from '../../contract/index.ts';
import { type ComparedContent, readContent } from '../../contract/index.ts';
import type { DataColumn, DataModel } from './data-model.ts';

/** Type that a column has in the database. */
export type StoredAs = 'text' | 'integer' | 'numeric' | 'timestamptz' | 'date';

/** One comparison of a column with values; a missing value (null) passes none of them. */
export type RowTest =
  | { readonly kind: 'among' | 'not-among'; readonly column: string; readonly as: StoredAs; readonly values: readonly string[] }
  | { readonly kind: 'below' | 'from'; readonly column: string; readonly as: StoredAs; readonly value: string }
  | { readonly kind: 'above' | 'up-to'; readonly column: string; readonly as: StoredAs; readonly value: string }
  | { readonly kind: 'within' | 'outside'; readonly column: string; readonly as: StoredAs; readonly from: string; readonly before: string }
  | { readonly kind: 'contains'; readonly column: string; readonly text: string };

/** Why a comparison lets nothing through. */
export type Refusal = 'unknown-field' | 'unknown-operator-or-content';

export interface Comparison {
  readonly field: string;
  readonly op: ConditionOperator;
  readonly value: string;
}

const STORED = { String: 'text', User: 'text', Organize: 'text', Int32: 'integer', Double: 'numeric', DateTime: 'timestamptz' } as const;
const DAY_MS = 86_400_000;

const among = (kind: 'among' | 'not-among', column: string, as: StoredAs, values: readonly string[]): RowTest => ({
  kind,
  column,
  as,
  values: [...new Set(values)].sort(),
});

function contentsOf(rights: DataRights, content: (ComparedContent & { kind: 'caller' })['content']): readonly string[] {
  switch (content) {
    case '@userId':
      return [rights.userId];
    case '@userAraSubordinates':
      return rights.scope.kind === 'schemes' ? [rights.userId, ...rights.scope.userAndBelow] : [rights.userId];
    case '@organizeId':
      return [rights.orgId];
    case '@organizationAndSuborganization':
      return rights.orgIds;
  }
}

function ordered(column: string, as: StoredAs, op: ConditionOperator, value: string): RowTest | undefined {
  if (op === 'GreaterThan') return { kind: 'above', column, as, value };
  if (op === 'GreaterThanOrEqual') return { kind: 'from', column, as, value };
  if (op === 'LessThan') return { kind: 'below', column, as, value };
  return op === 'LessThanOrEqual' ? { kind: 'up-to', column, as, value } : undefined;
}

/** A text names a span of time: equal is within it, greater is after its end. */
function inTime(column: string, as: StoredAs, op: ConditionOperator, from: string, before: string): RowTest | undefined {
  if (op === 'Equal' || op === 'NotEqual') return { kind: op === 'Equal' ? 'within' : 'outside', column, as, from, before };
  if (op === 'GreaterThan') return { kind: 'from', column, as, value: before };
  if (op === 'GreaterThanOrEqual') return { kind: 'from', column, as, value: from };
  if (op === 'LessThan') return { kind: 'below', column, as, value: from };
  return op === 'LessThanOrEqual' ? { kind: 'below', column, as, value: before } : undefined;
}

function timeTest(column: string, stored: 'day' | undefined, op: ConditionOperator, content: ComparedContent & { kind: 'time' }): RowTest | undefined {
  const iso = (instant: number) => new Date(instant).toISOString();
  if (stored !== 'day') return inTime(column, 'timestamptz', op, iso(content.from), iso(content.before));
  if (content.day === undefined) return undefined;
  const next = new Date(Date.parse(`${content.day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return inTime(column, 'date', op, content.day, next);
}

/** The comparison as a test on a column; null when these rows do not have the field. */
export function rowTest(model: DataModel, { field, op, value }: Comparison, rights: DataRights): RowTest | null | { readonly refused: Refusal } {
  if (!Object.hasOwn(model.fields, field)) return { refused: 'unknown-field' };
  const { column, type, stored }: DataColumn = model.fields[field] as DataColumn;
  const content = readContent(type, op, value);
  if (!content) return { refused: 'unknown-operator-or-content' };
  if (column === null) return null;
  const as = STORED[type];
  let test: RowTest | undefined;
  if (content.kind === 'time') test = timeTest(column, stored, op, content);
  else if (op === 'Contains') test = content.kind === 'texts' ? { kind: 'contains', column, text: content.values[0] ?? '' } : undefined;
  else {
    const values = content.kind === 'caller' ? contentsOf(rights, content.content) : content.values;
    if (op === 'Equal' || op === 'In') test = among('among', column, as, values);
    else if (op === 'NotEqual') test = among('not-among', column, as, values);
    else test = ordered(column, as, op, values[0] ?? '');
  }
  return test ?? { refused: 'unknown-operator-or-content' };
}
