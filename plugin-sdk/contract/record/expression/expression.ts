import { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH } from '../record-limits.ts';

/**
 * What a text such as `type = 'nurse' and price * count > 100` says, as a tree. There is nothing in it but values of fields, literals and the operators
 * below: no call, no member, no assignment.
 */
export type Expression =
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'negative'; readonly of: Expression }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  /** `type in ('a', 'b')` */
  | { readonly kind: 'in'; readonly of: Expression; readonly among: readonly Expression[]; readonly negated: boolean }
  /** `type is empty` */
  | { readonly kind: 'empty'; readonly of: Expression; readonly negated: boolean }
  /** `tags has 'x'` */
  | { readonly kind: 'has'; readonly of: Expression; readonly text: string };

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const ARITHMETIC = ['+', '-', '*', '/'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];
export type Operator = 'or' | 'and' | Comparison | Arithmetic;

export const isComparison = (operator: Operator): operator is Comparison => (COMPARISONS as readonly string[]).includes(operator);

/** Words that name no field. */
export const RESERVED: readonly string[] = ['and', 'or', 'not', 'in', 'is', 'empty', 'has', 'true', 'false'];

/** Names of the fields that an expression asks for. */
export function fieldsIn(expression: Expression, found = new Set<string>()): ReadonlySet<string> {
  if (expression.kind === 'field') found.add(expression.name);
  if ('of' in expression) fieldsIn(expression.of, found);
  if (expression.kind === 'binary') {
    fieldsIn(expression.left, found);
    fieldsIn(expression.right, found);
  }
  return found;
}

/** A text that is no expression. */
export class ExpressionError extends Error {}

export { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH };
