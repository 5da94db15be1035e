import type { FieldDocument } from '@nephra/plugin-sdk/record';
import fc from 'fast-check';
import { MAX_EXPRESSION_LENGTH, RESERVED } from '../../../plugin-sdk/contract/record/expression/expression.ts';
import { expressionType } from '../../../plugin-sdk/contract/record/expression/field-values.ts';
import { printExpression } from '../../../plugin-sdk/contract/record/expression/print-expression.ts';
import { calculations, conditions } from './expression-arbitrary.ts';

type Member = readonly [name: string, field: Omit<FieldDocument, 'at'>];

/** Kinds whose empty value stands in no column that is filled, or is none. */
const WITHOUT_EMPTY: readonly string[] = ['day', 'instant', 'staff', 'relation', 'richText', 'place'];

/**
 * The fields with conditions and calculations here and there, each on fields before it, so that none depends on itself.
 * @param next numbers from 0 to below 1
 */
export function withConditions(fields: readonly Member[], next: () => number): readonly Member[] {
  return fields.map(([name, field], at): Member => {
    // Longer texts of choices than an expression has room for are left out.
    const known = fields
      .slice(0, at)
      .filter(([key, { numbered, kind }]) => !numbered && kind !== 'related' && !RESERVED.includes(key))
      .map(([key, { kind, choices }]) => ({
        name: key,
        kind,
        ...(choices && { choices: choices.filter(({ value }) => value.trim() !== '' && value.length <= 20) }),
      }));
    const sample = (arbitrary: fc.Arbitrary<Parameters<typeof printExpression>[0]>): string | undefined => {
      const text = printExpression(fc.sample(arbitrary, { numRuns: 1, seed: Math.floor(next() * 1e9) })[0] ?? { kind: 'flag', on: true });
      return text.length <= MAX_EXPRESSION_LENGTH ? text : undefined;
    };
    if (field.numbered || field.kind === 'related' || ['enabledMark', 'parentId'].includes(name) || next() < 0.6) return [name, field];
    if (expressionType(field.kind) === 'number' && next() < 0.5) {
      const { required: _required, initial: _initial, ...rest } = field;
      const calc = sample(calculations(known, 2));
      return calc === undefined ? [name, field] : [name, { ...rest, value: { calc } }];
    }
    const condition = (chance: number) => (next() < chance ? sample(conditions(known, 2)) : undefined);
    const fixed = field.required && WITHOUT_EMPTY.includes(field.kind);
    const withoutZero = expressionType(field.kind) === 'number' && ((field.min ?? 0) > 0 || (field.max ?? 0) < 0);
    const mayHide = !fixed || field.initial !== undefined;
    const show = mayHide ? condition(0.7) : undefined;
    const require = field.required ? undefined : condition(0.4);
    const edit = mayHide ? condition(0.4) : undefined;
    const hidden =
      show === undefined ? undefined : fixed || withoutZero ? 'keep' : field.required || next() < 0.5 ? (next() < 0.5 ? 'clear' : 'keep') : undefined;
    const when = {
      ...(show !== undefined && { show }),
      ...(require !== undefined && { require }),
      ...(edit !== undefined && { edit }),
      ...(hidden && { hidden }),
    } as NonNullable<FieldDocument['when']>;
    return [name, Object.keys(when).length > 0 ? { ...field, when } : field];
  });
}
