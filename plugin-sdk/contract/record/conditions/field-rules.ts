import { type Expression, fieldsIn } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import type { FieldDocument } from '../record-document.ts';
import type { RecordField } from '../record-types.ts';

/** The conditions and the calculation of a field, read. */
export interface FieldRules {
  readonly show?: Expression;
  readonly require?: Expression;
  readonly edit?: Expression;
  readonly calc?: Expression;
}

/** @throws ExpressionError */
export function fieldRules({ when, value }: Pick<FieldDocument, 'when' | 'value'>): FieldRules {
  return {
    ...(when?.show !== undefined && { show: parseExpression(when.show) }),
    ...(when?.require !== undefined && { require: parseExpression(when.require) }),
    ...(when?.edit !== undefined && { edit: parseExpression(when.edit) }),
    ...(value && { calc: parseExpression(value.calc) }),
  };
}

/** Fields whose values decide what the value of a field is. What it is required by decides nothing of it. */
export const steeringFields = ({ show, edit, calc }: FieldRules): ReadonlySet<string> =>
  new Set([show, edit, calc].flatMap((expression) => (expression ? [...fieldsIn(expression)] : [])));

export interface RecordRules {
  readonly byName: ReadonlyMap<string, FieldRules>;
  /** Fields in an order in which each follows those that decide its value. */
  readonly ordered: readonly RecordField[];
}

const read = new WeakMap<readonly RecordField[], RecordRules | undefined>();

/** Rules of the fields of a compiled record; undefined: no field has any. They are read once. */
export function rulesOf(fields: readonly RecordField[]): RecordRules | undefined {
  if (!read.has(fields)) read.set(fields, fields.some(({ when, value }) => when || value) ? readRules(fields) : undefined);
  return read.get(fields);
}

function readRules(fields: readonly RecordField[]): RecordRules {
  const byName = new Map(fields.map((field) => [field.name, fieldRules(field)]));
  const ordered: RecordField[] = [];
  const seen = new Set<string>();
  // The checker has found no circle, so this ends.
  const place = (field: RecordField): void => {
    if (seen.has(field.name)) return;
    seen.add(field.name);
    const before = steeringFields(byName.get(field.name) ?? {});
    for (const each of fields) if (before.has(each.name)) place(each);
    ordered.push(field);
  };
  for (const field of fields) place(field);
  return { byName, ordered };
}
