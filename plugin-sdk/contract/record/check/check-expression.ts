import { parseDay } from '../../time/business-time.ts';
import { nearestName } from './nearest-name.ts';
import { type Expression, isComparison } from '../expression/expression.ts';
import { type ExpressionType, expressionType } from '../expression/field-values.ts';
import { printExpression } from '../expression/print-expression.ts';

/** What an expression needs to know of a field. */
export interface KnownField {
  readonly kind: string;
  readonly choices?: readonly { readonly value: string }[] | undefined;
}
export type KnownFields = Readonly<Record<string, KnownField>>;

/** Something that an expression must not say. */
export class ExpressionFault extends Error {
  constructor(
    readonly what: 'unknown' | 'type',
    sentence: string,
  ) {
    super(sentence);
  }
}

const wrong = (sentence: string): never => {
  throw new ExpressionFault('type', sentence);
};
const ORDERED: readonly ExpressionType[] = ['number', 'day', 'month'];
const COMPARED: readonly ExpressionType[] = ['number', 'text', 'flag', 'day', 'month'];
const SAID: Readonly<Record<ExpressionType, string>> = {
  number: 'a number',
  text: 'a text',
  flag: 'true or false',
  day: 'a day',
  month: 'a month',
  list: 'a list',
  content: 'content',
};

/**
 * What an expression comes to.
 * @throws ExpressionFault for a field that there is not, and for what cannot be compared or calculated
 */
export function checkExpression(expression: Expression, fields: KnownFields): ExpressionType {
  switch (expression.kind) {
    case 'number':
    case 'text':
    case 'flag':
      return expression.kind;
    case 'field':
      return expressionType(fieldOf(expression.name, fields).kind);
    case 'negative':
      return needs(expression.of, 'number', fields);
    case 'not':
      return needs(expression.of, 'flag', fields);
    case 'in':
      for (const each of expression.among) checkPair(expression.of, each, fields);
      return 'flag';
    case 'empty':
      return checkEmpty(expression.of, fields);
    case 'has':
      needs(expression.of, 'list', fields);
      checkChoice(expression.of, expression.text, fields);
      return 'flag';
    case 'binary':
      return checkBinary(expression, fields);
  }
}

function fieldOf(name: string, fields: KnownFields): KnownField {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new ExpressionFault('unknown', `no field "${name}". Near: ${nearestName(name, Object.keys(fields))}`);
  return field;
}

function needs(expression: Expression, type: ExpressionType, fields: KnownFields): ExpressionType {
  const found = checkExpression(expression, fields);
  return found === type ? type : wrong(`"${printExpression(expression)}" is ${SAID[found]}, and ${SAID[type]} is needed`);
}

function checkEmpty(of: Expression, fields: KnownFields): ExpressionType {
  const type = checkExpression(of, fields);
  if (of.kind !== 'field') return wrong(`"${printExpression(of)}" is no field, and only fields can be empty`);
  return type === 'number' || type === 'flag' ? wrong(`"${of.name}" is ${SAID[type]} and never empty: compare it`) : 'flag';
}

function checkBinary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, fields: KnownFields): ExpressionType {
  if (operator === 'and' || operator === 'or') {
    needs(left, 'flag', fields);
    return needs(right, 'flag', fields);
  }
  if (!isComparison(operator)) {
    needs(left, 'number', fields);
    return needs(right, 'number', fields);
  }
  const type = checkPair(left, right, fields);
  if (operator !== '=' && operator !== '!=' && !ORDERED.includes(type)) wrong(`${SAID[type]} has no order: "${operator}" compares numbers and days`);
  return 'flag';
}

/** What is compared is of one type; a text beside a day is a day, and one beside a choice is one of its choices. */
function checkPair(left: Expression, right: Expression, fields: KnownFields): ExpressionType {
  const [a, b] = [checkExpression(left, fields), checkExpression(right, fields)];
  const type = meant(left, right, a, b);
  if (!COMPARED.includes(type)) wrong(`${SAID[type]} is not compared: say "is empty", or "has" of a list`);
  for (const [field, literal] of [
    [left, right],
    [right, left],
  ] as const)
    if (literal.kind === 'text') {
      if (literal.text.trim() === '') wrong(`nothing equals a text of blanks: say "${printExpression(field)} is empty"`);
      checkChoice(field, literal.text, fields);
    }
  return type;
}

function meant(left: Expression, right: Expression, a: ExpressionType, b: ExpressionType): ExpressionType {
  for (const [type, literal] of [
    [a, right],
    [b, left],
  ] as const)
    if (literal.kind === 'text' && (type === 'day' || type === 'month')) {
      if (!isDay(type === 'day' ? literal.text : `${literal.text}-01`)) wrong(`'${literal.text}' is no ${type}`);
      return type;
    }
  return a === b ? a : wrong(`"${printExpression(left)}" is ${SAID[a]}, and "${printExpression(right)}" is ${SAID[b]}`);
}

function isDay(text: string): boolean {
  try {
    parseDay(text);
    return true;
  } catch {
    return false;
  }
}

function checkChoice(field: Expression, text: string, fields: KnownFields): void {
  if (field.kind !== 'field') return;
  const values = fieldOf(field.name, fields).choices?.map(({ value }) => value);
  if (values && !values.includes(text)) wrong(`'${text}' is none of the choices of "${field.name}". Near: ${nearestName(text, values)}`);
}
