import fc, { type Arbitrary } from 'fast-check';

/** A JSON schema as contracts carry it; what is not looked at is generated freely. */
export interface SchemaLike {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaLike[];
  readonly allOf?: readonly SchemaLike[];
  readonly properties?: Readonly<Record<string, SchemaLike>>;
  readonly patternProperties?: Readonly<Record<string, SchemaLike>>;
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
const MAX_LIST = 3;
const DRAWS = 5;
const DAYS = { min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true };
/** Texts that are plain text to us, and to others are not. */
const TRICKY = ["' or 1=1 --", '%_\\', '<script>', '患者甲', '😀', '../../etc/passwd', '{{x}}', 'NaN'];

function text({ minLength = 0, maxLength = MAX_TEXT, pattern, format }: SchemaLike): Arbitrary<string> {
  if (format === 'date') return fc.date(DAYS).map((date) => date.toISOString().slice(0, 10));
  const fits = (made: string): boolean => made.length >= minLength && made.length <= maxLength;
  // Of a few, one that fits: to ask for one until it fits would never end where the pattern hardly knows the length.
  if (pattern !== undefined)
    return fc.array(fc.stringMatching(new RegExp(pattern)), { minLength: DRAWS, maxLength: DRAWS }).map((made) => made.find(fits) ?? made[0] ?? '');
  const max = Math.min(maxLength, Math.max(MAX_TEXT, minLength));
  const tricky = TRICKY.filter(fits);
  return fc.oneof(fc.string({ minLength, maxLength: max, unit: 'grapheme' }).filter(fits), ...(tricky.length > 0 ? [fc.constantFrom(...tricky)] : []));
}

function object({ properties, patternProperties, required }: SchemaLike): Arbitrary<unknown> {
  if (properties) {
    const members = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, validOf(one)]));
    return fc.record(members, { requiredKeys: [...(required ?? [])], noNullPrototype: true });
  }
  const [value] = Object.values(patternProperties ?? {});
  return fc.dictionary(fc.string({ maxLength: 8 }), value ? validOf(value) : fc.jsonValue({ maxDepth: 1 }), { maxKeys: MAX_LIST });
}

/** Values that a schema allows, small ones. Knows the parts of JSON Schema that contracts use. */
export function validOf(schema: SchemaLike | undefined): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  if (Object.hasOwn(schema, 'const')) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validOf));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(validOf)).map((parts) => Object.assign({}, ...parts) as unknown);
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema;
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true }).map((number) => Math.round(number * 100) / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { minItems = 0, maxItems = MAX_LIST } = schema;
      const items = schema.items ? validOf(schema.items) : fc.jsonValue({ maxDepth: 1 });
      return fc.array(items, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MAX_LIST)) });
    }
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
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

/** Members of rows that nobody may write himself. */
const OWN_MEMBERS = ['creatorUserId', 'orgId', 'id'] as const;

/** Mostly what the schema allows, with one member spoiled, dropped or added: what gets past the first look is where faults hide. */
export function hostileOf(schema: SchemaLike | undefined): Arbitrary<unknown> {
  const names = Object.keys(schema?.properties ?? {});
  if (names.length === 0) return hostileValue;
  const near = (spoil: (valid: object, name: string, value: unknown) => object): Arbitrary<object> =>
    fc.tuple(validOf(schema), fc.constantFrom(...names), hostileValue).map(([valid, name, value]) => spoil(valid as object, name, value));
  return fc.oneof(
    { arbitrary: near((valid, name, value) => ({ ...valid, [name]: value })), weight: 6 },
    { arbitrary: near((valid, name) => Object.fromEntries(Object.entries(valid).filter(([one]) => one !== name))), weight: 2 },
    { arbitrary: near((valid, _name, value) => ({ ...valid, ...Object.fromEntries(OWN_MEMBERS.map((one) => [one, value])) })), weight: 1 },
    { arbitrary: hostileValue, weight: 1 },
    { arbitrary: validOf(schema), weight: 1 },
  );
}
