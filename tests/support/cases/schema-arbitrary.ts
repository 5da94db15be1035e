import type { TSchema } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';

interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const MAX_ITEMS = 3;
const LONGEST = 40;

function strings({ pattern, format, minLength = 0, maxLength = LONGEST }: Node): fc.Arbitrary<string> {
  if (format === 'date')
    return fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern));
    } catch {
      return fc.string({ maxLength });
    }
  }
  const longest = Math.min(maxLength, Math.max(LONGEST, minLength));
  // Whole characters beyond the basic plane, quotes, comments and wildcards are all plain text to us.
  const hostile = ["' or 1=1 --", '%_\\', '<script>', '患者甲', '😀', '../../etc/passwd', '{{x}}', 'NaN'].filter(
    (text) => text.length >= minLength && text.length <= longest,
  );
  return fc.oneof(
    fc.string({ minLength, maxLength: longest, unit: 'grapheme' }).filter((text) => text.length <= longest),
    ...(hostile.length ? [fc.constantFrom(...hostile)] : []),
  );
}

/** Values that fit a schema, small ones. Knows the parts of JSON Schema that contracts use. */
export function fitting(schema: TSchema): fc.Arbitrary<unknown> {
  const node = schema as Node;
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.anyOf) return fc.oneof(...node.anyOf.map((branch) => fitting(branch as TSchema)));
  switch (node.type) {
    case 'string':
      return strings(node);
    case 'integer':
      return fc.integer({ min: node.minimum ?? -1_000_000, max: node.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: node.minimum ?? -1e6, max: node.maximum ?? 1e6, noNaN: true }).map((number) => Math.round(number * 100) / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const items = node.items ? fitting(node.items as TSchema) : fc.jsonValue({ maxDepth: 1 });
      return fc.array(items, { minLength: node.minItems ?? 0, maxLength: Math.max(node.minItems ?? 0, Math.min(node.maxItems ?? MAX_ITEMS, MAX_ITEMS)) });
    }
    case 'object': {
      if (!node.properties) {
        const value = Object.values(node.patternProperties ?? {})[0];
        return fc.dictionary(fc.string({ maxLength: 8 }), value ? fitting(value as TSchema) : fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
      }
      const members = Object.fromEntries(Object.entries(node.properties).map(([key, member]) => [key, fitting(member as TSchema)]));
      return fc.record(members, { requiredKeys: [...(node.required ?? [])] as never });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const strange = fc.constantFrom<unknown>(null, 0, -1, 1e308, 2 ** 53, '', ' ', 'x'.repeat(5000), '\u0000', '\ud800', [], {}, [[]], true, '1e999', '-0', {
  __proto__: null,
  constructor: { prototype: {} },
});

/** Values that nearly fit: one member dropped, replaced by something strange, or added. */
export function misfitting(schema: TSchema): fc.Arbitrary<unknown> {
  return fc.tuple(fitting(schema), strange, fc.nat()).map(([value, odd, at]) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return odd;
    const keys = Object.keys(value);
    const key = keys[at % Math.max(1, keys.length)];
    if (key === undefined || at % 7 === 0) return { ...value, creatorUserId: odd, orgId: odd, id: odd };
    const { [key]: _dropped, ...rest } = value as Record<string, unknown>;
    return at % 3 === 0 ? rest : { ...rest, [key]: odd };
  });
}
