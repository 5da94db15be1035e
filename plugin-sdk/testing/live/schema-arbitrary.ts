import fc, { type Arbitrary } from 'fast-check';

/** A JSON schema as contracts carry it; what is not looked at is generated freely. */
export interface SchemaLike {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaLike[];
  readonly allOf?: readonly SchemaLike[];
  readonly properties?: Readonly<Record<string, SchemaLike>>;
  readonly required?: readonly string[];
  readonly items?: SchemaLike;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const MAX_TEXT = 60;
const MAX_LIST = 5;
const letters = (min: number, max: number): Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'abcdefgh病患甲乙 0123'), minLength: min, maxLength: max });

function text({ minLength = 0, maxLength = MAX_TEXT, pattern, format }: SchemaLike): Arbitrary<string> {
  if (format === 'date') return fc.constantFrom('2026-01-05', '2026-11-30', '2024-02-29');
  const max = Math.max(minLength, Math.min(maxLength, MAX_TEXT));
  if (pattern === undefined) return letters(minLength, max);
  return fc.stringMatching(new RegExp(pattern)).filter((made) => made.length >= minLength && made.length <= maxLength);
}

function whole({ minimum = 0, maximum = 1000 }: SchemaLike): Arbitrary<number> {
  return fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.min(Math.floor(maximum), 1_000_000)) });
}

/** Values that a schema allows. */
export function validOf(schema: SchemaLike | undefined): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  if (Object.hasOwn(schema, 'const')) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validOf));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(validOf)).map((parts) => Object.assign({}, ...parts) as unknown);
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return whole(schema);
    case 'number':
      return whole(schema).map((value) => value);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validOf(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MAX_LIST, MAX_LIST)),
      });
    case 'object': {
      const members = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, validOf(one)]));
      return fc.record(members, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true });
    }
    default:
      return fc.constant('x');
  }
}

/** What people and programs that mean no good put into a field. */
const HOSTILE: readonly unknown[] = [
  "' or 1=1; drop table x --",
  '<img src=x onerror=alert(1)>',
  '\u0000',
  '\ud800',
  '../../../../etc/passwd',
  '%_\\%',
  '{{name}}',
  '__proto__',
  '𠮷'.repeat(300),
  'x'.repeat(100_000),
  '',
  ' ',
  -1,
  0.1 + 0.2,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  null,
  true,
  [],
  {},
  [[[[[]]]]],
  { constructor: { prototype: {} } },
];
export const hostileValue: Arbitrary<unknown> = fc.oneof({ arbitrary: fc.constantFrom(...HOSTILE), weight: 4 }, { arbitrary: fc.jsonValue(), weight: 1 });

/** Mostly what the schema allows, with one member spoiled: what gets past the first look is where faults hide. */
export function hostileOf(schema: SchemaLike | undefined): Arbitrary<unknown> {
  const names = Object.keys(schema?.properties ?? {});
  if (names.length === 0) return hostileValue;
  const spoiled = fc.tuple(validOf(schema), fc.constantFrom(...names), hostileValue).map(([valid, name, value]) => ({ ...(valid as object), [name]: value }));
  return fc.oneof({ arbitrary: spoiled, weight: 6 }, { arbitrary: hostileValue, weight: 1 }, { arbitrary: validOf(schema), weight: 1 });
}
