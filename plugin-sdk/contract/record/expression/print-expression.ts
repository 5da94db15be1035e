import { type Expression, isComparison, type Operator } from './expression.ts';

/** How tight an expression holds together: what is looser stands in brackets. */
const LEVELS = { or: 1, and: 2, not: 3, comparison: 4, sum: 5, product: 6, negative: 7, single: 8 } as const;

function levelOfOperator(operator: Operator): number {
  if (operator === 'or' || operator === 'and') return LEVELS[operator];
  if (isComparison(operator)) return LEVELS.comparison;
  return operator === '+' || operator === '-' ? LEVELS.sum : LEVELS.product;
}

function levelOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return levelOfOperator(expression.operator);
    case 'not':
      return LEVELS.not;
    case 'in':
    case 'empty':
    case 'has':
      return LEVELS.comparison;
    case 'negative':
      return LEVELS.negative;
    default:
      return LEVELS.single;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const within = (expression: Expression, level: number): string =>
  levelOf(expression) < level ? `(${printExpression(expression)})` : printExpression(expression);

/** The text of an expression, with as few brackets as its tree needs: `parseExpression` reads the same tree out of it. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.digits;
    case 'text':
      return quoted(expression.text);
    case 'flag':
      return String(expression.on);
    case 'field':
      return expression.name;
    case 'negative':
      return `-${within(expression.of, LEVELS.negative)}`;
    case 'not':
      return `not ${within(expression.of, LEVELS.not)}`;
    case 'in':
      return `${within(expression.of, LEVELS.sum)}${expression.negated ? ' not' : ''} in (${expression.among.map(printExpression).join(', ')})`;
    case 'empty':
      return `${within(expression.of, LEVELS.sum)} is${expression.negated ? ' not' : ''} empty`;
    case 'has':
      return `${within(expression.of, LEVELS.sum)} has ${quoted(expression.text)}`;
    case 'binary': {
      const level = levelOfOperator(expression.operator);
      // Chains are read from the left; a comparison stands in no chain.
      const left = within(expression.left, level === LEVELS.comparison ? level + 1 : level);
      return `${left} ${expression.operator} ${within(expression.right, level + 1)}`;
    }
  }
}
