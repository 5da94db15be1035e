import { type Comparison, type Expression, isComparison } from './expression.ts';
import { calculated, compareFractions, type Fraction, fractionOf } from './fraction.ts';

/** What an expression comes to; null: empty. Days and months are texts that sort as they follow each other. */
export type ExpressionValue = Fraction | string | boolean | readonly string[] | null;

/** Gives the value of a field. */
export type ReadField = (name: string) => ExpressionValue;

const isFraction = (value: ExpressionValue): value is Fraction => typeof value === 'object' && value !== null && 'over' in value;
const asNumber = (value: ExpressionValue): Fraction | null => (isFraction(value) ? value : null);

/**
 * Comes to the same in the browser and on the server. Of what is empty: it equals what is empty too and nothing else, it is neither less nor more than
 * anything, and a calculation with it is empty. So is one that divides by zero.
 * @param expression that `checkExpression` found nothing wrong with
 */
export function evaluateExpression(expression: Expression, read: ReadField): ExpressionValue {
  switch (expression.kind) {
    case 'number':
      return fractionOf(expression.digits);
    case 'text':
      return expression.text.trim();
    case 'flag':
      return expression.on;
    case 'field':
      return read(expression.name);
    case 'negative': {
      const of = asNumber(evaluateExpression(expression.of, read));
      return of && { over: -of.over, under: of.under };
    }
    case 'not':
      return evaluateExpression(expression.of, read) !== true;
    case 'in': {
      const of = evaluateExpression(expression.of, read);
      const found = expression.among.some((each) => compared('=', of, evaluateExpression(each, read)));
      return found !== expression.negated;
    }
    case 'empty':
      return (evaluateExpression(expression.of, read) === null) !== expression.negated;
    case 'has': {
      const of = evaluateExpression(expression.of, read);
      return Array.isArray(of) && of.includes(expression.text);
    }
    case 'binary':
      return evaluateBinary(expression, read);
  }
}

function evaluateBinary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, read: ReadField): ExpressionValue {
  const first = evaluateExpression(left, read);
  if (operator === 'and') return first === true && evaluateExpression(right, read) === true;
  if (operator === 'or') return first === true || evaluateExpression(right, read) === true;
  const second = evaluateExpression(right, read);
  if (isComparison(operator)) return compared(operator, first, second);
  const [a, b] = [asNumber(first), asNumber(second)];
  return (a && b && calculated(operator, a, b)) ?? null;
}

function compared(operator: Comparison, a: ExpressionValue, b: ExpressionValue): boolean {
  if (operator === '!=') return !compared('=', a, b);
  if (a === null || b === null) return operator === '=' && a === b;
  const order = isFraction(a) && isFraction(b) ? compareFractions(a, b) : a === b ? 0 : a < b ? -1 : 1;
  switch (operator) {
    case '=':
      return order === 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}
