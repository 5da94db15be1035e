import fc from 'fast-check';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { hostileOf, type SchemaLike, validOf } from './schema-arbitrary.ts';

const SCHEMA = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 8 }),
  code: Type.String({ pattern: '^[A-Z]{2}\\d{3}$' }),
  day: Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  count: Type.Integer({ minimum: 3, maximum: 9 }),
  kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  note: Type.Optional(Type.String({ maxLength: 5 })),
  lines: Type.Array(Type.Object({ amount: Type.Number({ minimum: 0 }) }), { minItems: 1, maxItems: 3 }),
});

describe('values for a schema', () => {
  it('are ones that it allows', () => {
    fc.assert(
      fc.property(validOf(SCHEMA as SchemaLike), (value) => Value.Check(SCHEMA, value)),
      { numRuns: propertyCases(200) },
    );
  });

  it('or mostly ones with something spoiled', () => {
    const made = fc.sample(hostileOf(SCHEMA as SchemaLike), { numRuns: 200, seed: 7 });
    expect(made.filter((value) => !Value.Check(SCHEMA, value)).length).toBeGreaterThan(120);
  });
});
