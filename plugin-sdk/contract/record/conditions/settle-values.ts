import { evaluateExpression, type ReadField } from '../expression/evaluate-expression.ts';
import type { Expression } from '../expression/expression.ts';
import { decimalsOf, fieldValue } from '../expression/field-values.ts';
import { roundedText } from '../expression/fraction.ts';
import type { FieldComplaint } from '../field-kind.ts';
import type { RecordField } from '../record-types.ts';
import { rulesOf } from './field-rules.ts';

/** Values by field, as they stand on the wire. */
type Wire = Readonly<Record<string, unknown>>;

/** What the conditions of a field come to. */
export interface FieldState {
  readonly shown: boolean;
  /** A value must stand there. Never true of a field that is not shown. */
  readonly required: boolean;
  /** A caller's value counts. */
  readonly editable: boolean;
}

export interface SettledValues {
  readonly values: Wire;
  stateOf(field: RecordField): FieldState;
}

/** Value of a field where a new row gets none. */
export const initialOf = ({ initial, of }: Pick<RecordField, 'initial' | 'of'>): unknown => initial ?? of.empty;

const plainState = ({ required }: RecordField): FieldState => ({ shown: true, required, editable: true });

/**
 * What the conditions and calculations of a record make of values: the one place where both halves learn it.
 *
 * - A field that is not shown is empty (`hidden: 'clear'`), or stays what it was (`'keep'`); of a new row that is its initial value.
 * - One that may not be edited stays what it was.
 * - One that is calculated is what its calculation comes to, rounded half up to its decimals; an empty result is 0.
 *
 * Whatever is decided by a field is decided by the value that is settled, not by the one that was given.
 * @param given values of all fields, as a caller or a form has them
 * @param stored values of the row that stands there; undefined: it is new
 */
export function settleValues(fields: readonly RecordField[], given: Wire, stored: Wire | undefined): SettledValues {
  const rules = rulesOf(fields);
  if (!rules) return { values: given, stateOf: plainState };
  const values: Record<string, unknown> = { ...given };
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const read: ReadField = (name) => fieldValue(kinds.get(name) ?? '', values[name]);
  const holds = (condition: Expression | undefined): boolean => condition === undefined || evaluateExpression(condition, read) === true;
  const before = (field: RecordField): unknown => (stored ? stored[field.name] : initialOf(field));
  const editable = new Set<string>();
  const shown = new Set<string>();
  for (const field of rules.ordered) {
    const { show, edit, calc } = rules.byName.get(field.name) ?? {};
    if (!holds(show)) values[field.name] = field.when?.hidden === 'keep' ? before(field) : field.of.empty;
    else {
      shown.add(field.name);
      if (calc) values[field.name] = calculatedValue(field, calc, read);
      else if (holds(edit)) editable.add(field.name);
      else values[field.name] = before(field);
    }
  }
  return {
    values,
    stateOf: (field) => {
      const isShown = shown.has(field.name);
      const isEditable = editable.has(field.name);
      const { require } = rules.byName.get(field.name) ?? {};
      return { shown: isShown, editable: isEditable, required: isShown && (field.required || (isEditable && require !== undefined && holds(require))) };
    },
  };
}

function calculatedValue(field: RecordField, calc: Expression, read: ReadField): number {
  const result = evaluateExpression(calc, read);
  return typeof result === 'object' && result !== null && 'over' in result ? Number(roundedText(result, decimalsOf(field))) : 0;
}

/** A calculated value is held to the limits of its field; nobody can type another one, so the fields that it is made of must change. */
export function calculatedComplaint(field: RecordField, value: unknown): FieldComplaint | undefined {
  const { minimum, maximum } = field.of.schema(field) as { readonly minimum?: number; readonly maximum?: number };
  if (typeof value !== 'number') return undefined;
  if (minimum !== undefined && value < minimum) return { key: 'min', params: { min: minimum } };
  return maximum !== undefined && value > maximum ? { key: 'max', params: { max: maximum } } : undefined;
}

/** Whether a caller of the page may leave out a field that must have a value: the form does not send what is hidden or cannot be edited. */
export const mayBeLeftOut = ({ when, value }: Pick<RecordField, 'when' | 'value'>): boolean =>
  value !== undefined || when?.show !== undefined || when?.edit !== undefined;
