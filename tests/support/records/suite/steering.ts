import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, type RecordField, rulesOf, settleValues } from '@nephra/plugin-sdk/record';
import { type Expression, fieldsIn } from '../../../../plugin-sdk/contract/record/expression/expression.ts';
import { expressionType } from '../../../../plugin-sdk/contract/record/expression/field-values.ts';
import type { Body } from './suite-kit.ts';

const DAY_MS = 86_400_000;

/** Literals that expressions hold. */
function literalsIn(expression: Expression): readonly (string | number)[] {
  switch (expression.kind) {
    case 'number':
      return [Number(expression.digits)];
    case 'text':
      return [expression.text];
    case 'has':
      return [expression.text, ...literalsIn(expression.of)];
    case 'in':
      return [...expression.among.flatMap(literalsIn), ...literalsIn(expression.of)];
    case 'binary':
      return [...literalsIn(expression.left), ...literalsIn(expression.right)];
    default:
      return 'of' in expression ? literalsIn(expression.of) : [];
  }
}

/** Expressions of a record's fields, in the order of the fields. */
const expressionsOf = (record: AnyRecord, field?: RecordField): readonly Expression[] =>
  [...(rulesOf(record.fields)?.byName ?? [])]
    .filter(([name]) => field === undefined || name === field.name)
    .flatMap(([, { show, require, edit, calc }]) => [show, require, edit, calc].filter((each) => each !== undefined));

/** Fields that decide something of others; of one where it is given. */
export function steeringOf(record: AnyRecord, field?: RecordField): readonly RecordField[] {
  const names = new Set(expressionsOf(record, field).flatMap((expression) => [...fieldsIn(expression)]));
  return record.fields.filter(({ name, numbered, value }) => names.has(name) && !numbered && !value);
}

/** Values on both sides of everything that expressions compare the field with. @param usual of a sample */
export function candidatesOf(record: AnyRecord, field: RecordField, usual: unknown): readonly unknown[] {
  const { kind, choices = [], min = 0, max = Number.MAX_SAFE_INTEGER } = field;
  const literals = [...new Set(expressionsOf(record).flatMap(literalsIn))];
  const numbers = literals.filter((each) => typeof each === 'number');
  const texts = literals.filter((each) => typeof each === 'string');
  const days = texts.filter((each) => /^\d{4}-\d{2}-\d{2}$/.test(each)).map(parseDay);
  switch (expressionType(kind)) {
    case 'flag':
      return [0, 1];
    case 'number':
      return [...new Set([min, usual, ...numbers.flatMap((each) => [each - 1, each, each + 1])])].filter((each) => Number(each) >= min && Number(each) <= max);
    case 'day': {
      const around = days.flatMap((each) => [each - DAY_MS, each, each + DAY_MS]);
      return kind === 'instant' ? [null, usual, ...around] : ['', usual, ...around.map(dayOf)];
    }
    case 'list':
      return [[], ...choices.map(({ value }) => [value])];
    case 'text':
      return choices.length > 0 ? ['', ...choices.map(({ value }) => value)] : [...new Set(['', usual, ...(kind === 'text' || kind === 'note' ? texts : [])])];
    default:
      return [field.of.empty, usual];
  }
}

/** Every combination of the values. */
export function combinations(candidates: readonly (readonly [name: string, values: readonly unknown[]])[]): readonly Body[] {
  let all: readonly Body[] = [{}];
  for (const [name, values] of candidates) all = all.flatMap((body) => values.map((value) => ({ ...body, [name]: value })));
  return all;
}

/** Other values for steering fields, so that these fields can be written, and of the others as many as possible; none where no field depends on another. */
export function steeredFor(record: AnyRecord, body: Body, wanted: readonly string[]): Body {
  if (!rulesOf(record.fields)) return {};
  const score = (way: Body): number => {
    const { stateOf } = settleValues(record.fields, { ...body, ...way }, undefined);
    return record.fields.reduce((sum, field) => sum + (stateOf(field).editable ? (wanted.includes(field.name) ? record.fields.length : 1) : 0), 0);
  };
  let way: Body = {};
  let best = score(way);
  // One field after the other, twice: what the first shows may steer, too.
  const steering = steeringOf(record).filter(({ name }) => !wanted.includes(name));
  for (const field of [...steering, ...steering])
    for (const value of candidatesOf(record, field, body[field.name])) {
      const other = { ...way, [field.name]: value };
      const reached = score(other);
      if (reached > best) [way, best] = [other, reached];
    }
  return way;
}

/** A body as the form of the record would have it: what is hidden is empty, what is calculated is there. Members that are undefined stay so. */
export function settledBody(record: AnyRecord, body: Body): Body {
  if (!rulesOf(record.fields)) return body;
  const { values } = settleValues(record.fields, body, undefined);
  return Object.fromEntries(Object.entries(body).map(([name, given]) => [name, given === undefined ? undefined : values[name]]));
}
