interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: unknown;
  readonly additionalProperties?: unknown;
  readonly items?: SchemaNode;
}

/**
 * Copies only what the schema declares, so that a handler cannot be fed members it never asked for (mass assignment).
 * Unions, records and open objects pass whole: which branch was meant is the handler's to say.
 */
export function keepDeclared(schema: object, value: unknown): unknown {
  const node = schema as SchemaNode;
  if (Array.isArray(value)) {
    const items = node.items;
    return items ? value.map((item) => keepDeclared(items, item)) : value;
  }
  if (value === null || typeof value !== 'object' || !node.properties || node.patternProperties || node.additionalProperties) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(node.properties)) {
    if (Object.hasOwn(value, key)) kept[key] = keepDeclared(child, (value as Record<string, unknown>)[key]);
  }
  return kept;
}
