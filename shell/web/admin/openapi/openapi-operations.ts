/** One call of the API as the page shows it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Contract it belongs to. */
  readonly group: string;
  /** Who may call it and what is kept of the call, as the document says it. */
  readonly description: string;
  /** What is written out of schemas, anew at each call: only for what is open. */
  readonly details: () => OperationDetails;
}

export interface OperationDetails {
  readonly parameters: readonly Parameter[];
  /** Shape of what is sent and of what comes back, in the words of TypeScript; empty = none. */
  readonly body: string;
  readonly reply: string;
}

export interface Parameter {
  readonly name: string;
  readonly where: string;
  readonly required: boolean;
  readonly shape: string;
}

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (value: unknown, ...keys: readonly string[]): Json => {
  let at: unknown = value;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? at : {};
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** How deep shapes are written out; deeper ones are cut, and circles end. */
const MAX_DEPTH = 6;

function resolve(schema: unknown, root: Json): Json {
  if (!isObject(schema)) return {};
  const ref = textOf(schema.$ref);
  return ref.startsWith('#/') ? objectAt(root, ...ref.slice(2).split('/')) : schema;
}

/** A JSON schema in the words of TypeScript. */
export function shapeText(given: unknown, root: Json, indent = 0, depth = 0): string {
  const schema = resolve(given, root);
  const below = (inner: unknown, indented = indent) => shapeText(inner, root, indented, depth + 1);
  if (depth > MAX_DEPTH) return '…';
  if (schema.nullable === true) return `${below({ ...schema, nullable: false })} | null`;
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => below(part)).join(' & ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  for (const union of [schema.anyOf, schema.oneOf]) if (Array.isArray(union)) return [...new Set(union.map((one) => below(one)))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => below({ ...schema, type })).join(' | ');
  if (schema.type === 'array') {
    const item = below(schema.items);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object' || isObject(schema.properties)) return objectText(schema, below, indent);
  if (schema.type === 'integer') return 'integer';
  return textOf(schema.type) || 'unknown';
}

function objectText(schema: Json, below: (inner: unknown, indent: number) => string, indent: number): string {
  const properties = Object.entries(objectAt(schema, 'properties'));
  if (properties.length === 0) return isObject(schema.additionalProperties) ? `Record<string, ${below(schema.additionalProperties, indent)}>` : '{}';
  const required = Array.isArray(schema.required) ? schema.required : [];
  const pad = '  '.repeat(indent + 1);
  const lines = properties.map(([name, value]) => `${pad}${name}${required.includes(name) ? '' : '?'}: ${below(value, indent + 1)}`);
  return `{\n${lines.join('\n')}\n${'  '.repeat(indent)}}`;
}

function parameterOf(value: unknown, root: Json): Parameter | undefined {
  const parameter = resolve(value, root);
  const name = textOf(parameter.name);
  if (name === '') return undefined;
  return { name, where: textOf(parameter.in), required: parameter.required === true, shape: shapeText(parameter.schema, root) };
}

const firstSchema = (content: Json): unknown => Object.values(content).find(isObject)?.schema;

/** What is inside the envelope's `data`, which every reply has. */
function replySchema(operation: Json, root: Json): unknown {
  const reply = resolve(objectAt(operation, 'responses', '200'), root);
  const schema = resolve(firstSchema(objectAt(reply, 'content')), root);
  const inside = objectAt(schema, 'properties');
  return 'data' in inside && 'code' in inside ? inside.data : schema;
}

function detailsOf(operation: Json, root: Json): OperationDetails {
  const { parameters } = operation;
  const body = firstSchema(objectAt(operation, 'requestBody', 'content'));
  const reply = replySchema(operation, root);
  return {
    parameters: (Array.isArray(parameters) ? parameters : []).flatMap((value) => parameterOf(value, root) ?? []),
    body: body === undefined ? '' : shapeText(body, root),
    reply: isObject(reply) && Object.keys(reply).length > 0 ? shapeText(reply, root) : '',
  };
}

/** Calls of an OpenAPI 3 document, by path and method. What is malformed is left out. */
export function readOperations(document: unknown): readonly Operation[] {
  if (!isObject(document)) return [];
  const operations = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = objectAt(item, method);
      if (Object.keys(operation).length === 0) return [];
      const { tags } = operation;
      return [
        {
          method: method.toUpperCase(),
          path,
          summary: textOf(operation.summary),
          group: Array.isArray(tags) ? textOf(tags[0]) : '',
          description: textOf(operation.description),
          details: () => detailsOf(operation, document),
        },
      ];
    }),
  );
  return operations.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
}

/** Every word of the search must stand somewhere in method, path, summary or group. */
export function searchOperations(operations: readonly Operation[], keyword: string): readonly Operation[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const text = `${operation.method} ${operation.path} ${operation.summary} ${operation.group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
