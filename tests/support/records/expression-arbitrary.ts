import type { RecordField } from '@nephra/plugin-sdk/record';
import fc from 'fast-check';
import { COMPARISONS, type Expression } from '../../../plugin-sdk/contract/record/expression/expression.ts';
import { expressionType } from '../../../plugin-sdk/contract/record/expression/field-values.ts';

type Known = Pick<RecordField, 'name' | 'kind' | 'choices'>;

const field = (name: string): Expression => ({ kind: 'field', name });
const text = (said: string): Expression => ({ kind: 'text', text: said });
/** Few digits, so that a float still tells which of two results is more. */
const digits = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom('', '.5', '.05', '.25', '.005', '.1'))
  .map(([whole, part]): Expression => ({ kind: 'number', digits: `${whole}${part}` }));
const day = fc.integer({ min: 0, max: 400 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const WORDS = ['nurse', "it's", '内科', 'a b', 'true', '1'] as const;

const named = (fields: readonly Known[], type: string) => fields.filter(({ kind }) => expressionType(kind) === type);
const from = (names: readonly Known[]): fc.Arbitrary<Expression>[] => (names.length > 0 ? [fc.constantFrom(...names).map(({ name }) => field(name))] : []);

/** Calculations over the fields that are numbers, without anything that `checkExpression` would find. */
export function calculations(
  fields: readonly Known[],
  depth = 3,
  operators: readonly ('+' | '-' | '*' | '/')[] = ['+', '-', '*', '/'],
): fc.Arbitrary<Expression> {
  const numbers = from(named(fields, 'number'));
  const leaf = fc.oneof(digits, ...numbers, ...numbers);
  if (depth === 0) return leaf;
  const inner = calculations(fields, depth - 1, operators);
  const binary = fc.record({ operator: fc.constantFrom(...operators), left: inner, right: inner }).map((both): Expression => ({ kind: 'binary', ...both }));
  return fc.oneof(
    { weight: 1, arbitrary: leaf },
    { weight: 1, arbitrary: inner.map((of): Expression => ({ kind: 'negative', of })) },
    { weight: 4, arbitrary: binary },
  );
}

/** What a text beside a field may say. */
function literalOf({ kind, choices }: Known): fc.Arbitrary<string> {
  if (choices) return fc.constantFrom(...choices.map(({ value }) => value));
  const type = expressionType(kind);
  return type === 'day' ? day : type === 'month' ? day.map((each) => each.slice(0, 7)) : fc.constantFrom(...WORDS);
}

/** Conditions over fields of any kind, without anything that `checkExpression` would find. */
export function conditions(fields: readonly Known[], depth = 3): fc.Arbitrary<Expression> {
  const ordered = fc.constantFrom(...COMPARISONS);
  const same = fc.constantFrom('=' as const, '!=' as const);
  const comparable = fields.filter(({ kind, choices }) => ['text', 'day', 'month'].includes(expressionType(kind)) && choices?.length !== 0);
  const atoms = comparable.flatMap((each) => {
    const literal = literalOf(each);
    const operator = expressionType(each.kind) === 'text' ? same : ordered;
    return [
      fc.tuple(operator, literal).map(([sign, said]): Expression => ({ kind: 'binary', operator: sign, left: field(each.name), right: text(said) })),
      fc
        .tuple(fc.array(literal, { minLength: 1, maxLength: 3 }), fc.boolean())
        .map(([among, negated]): Expression => ({ kind: 'in', of: field(each.name), among: among.map(text), negated })),
    ];
  });
  const maybeEmpty = fields.filter(({ kind }) => !['number', 'flag'].includes(expressionType(kind)));
  const empty = maybeEmpty.map(({ name }) => fc.boolean().map((negated): Expression => ({ kind: 'empty', of: field(name), negated })));
  const lists = named(fields, 'list').filter(({ choices }) => choices && choices.length > 0);
  const has = lists.map((each) => literalOf(each).map((said): Expression => ({ kind: 'has', of: field(each.name), text: said })));
  const sum = calculations(fields, Math.min(depth, 2));
  const numbers = fc.record({ operator: ordered, left: sum, right: sum }).map((both): Expression => ({ kind: 'binary', ...both }));
  const amongNumbers = fc
    .tuple(
      sum,
      fc.array(
        fc.oneof(
          digits,
          digits.map((of): Expression => ({ kind: 'negative', of })),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.boolean(),
    )
    .map(([of, among, negated]): Expression => ({ kind: 'in', of, among, negated }));
  const flag = fc.boolean().map((on): Expression => ({ kind: 'flag', on }));
  const leaf = fc.oneof(flag, numbers, amongNumbers, ...from(named(fields, 'flag')), ...atoms, ...empty, ...has);
  if (depth === 0) return leaf;
  const inner = conditions(fields, depth - 1);
  const joined = fc
    .record({ operator: fc.constantFrom('and' as const, 'or' as const, '=' as const, '!=' as const), left: inner, right: inner })
    .map((both): Expression => ({ kind: 'binary', ...both }));
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 1, arbitrary: inner.map((of): Expression => ({ kind: 'not', of })) },
    { weight: 2, arbitrary: joined },
  );
}

/** Values on the wire of fields, empty ones among them. */
export function wireValues(fields: readonly Known[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record(Object.fromEntries(fields.map((each) => [each.name, wireValue(each)]))) as fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

const INSTANT = Date.UTC(2026, 0, 1);
function wireValue(each: Known): fc.Arbitrary<unknown> {
  const { kind, choices = [] } = each;
  const values = choices.map(({ value }) => value);
  switch (expressionType(kind)) {
    case 'number':
      return kind === 'int' ? fc.integer({ min: -20, max: 999 }) : fc.integer({ min: -2_000, max: 99_999 }).map((units) => units / 100);
    case 'flag':
      return fc.constantFrom(0, 1);
    case 'day':
      return kind === 'instant' ? fc.option(fc.integer({ min: INSTANT, max: INSTANT + 400 * 86_400_000 })) : fc.oneof(fc.constant(''), day);
    case 'month':
      return fc.oneof(fc.constant(''), literalOf(each));
    case 'list':
      return fc.subarray(values);
    case 'text':
      return fc.constantFrom('', '  ', ' nurse ', ...WORDS, ...values);
    case 'content':
      return kind === 'richText' ? fc.constantFrom(null, { ops: [{ insert: 'x\n' }] }) : fc.constantFrom<unknown>([], [{ fileId: 'f' }]);
  }
}
