/** JSON schema, as far as lengths are concerned. */
export interface LengthSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, LengthSchema>>;
  readonly items?: LengthSchema;
  readonly anyOf?: readonly LengthSchema[];
  readonly allOf?: readonly LengthSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** A call that writes. */
export interface SentBody {
  /** `session.login` */
  readonly route: string;
  /** `core` or id of the plugin. */
  readonly owner: string;
  readonly body: LengthSchema;
}

/** A table with the length of each of its columns of text. */
export interface LengthTable {
  readonly name: string;
  readonly owner: string;
  /** Every column; undefined: no text, or of any length. */
  readonly lengths: Readonly<Record<string, number | undefined>>;
}

/** Plugins that keep rows of tables of the shell: menus and people. */
const OF_THE_SHELL: readonly string[] = ['permission', 'system'];
/** So many names in common make a table that of an object of a body. */
const MIN_SHARED = 3;

const isBounded = (pattern: string): boolean => /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

/** How long a text this schema lets through, in characters; 0: no text. */
export function longestText(schema: LengthSchema): number {
  if (schema.const !== undefined) return typeof schema.const === 'string' ? schema.const.length : 0;
  if (schema.enum) return Math.max(0, ...schema.enum.map((value) => (typeof value === 'string' ? value.length : 0)));
  if (schema.anyOf) return Math.max(0, ...schema.anyOf.map(longestText));
  if (schema.allOf) return Math.min(...schema.allOf.map(longestText));
  const types = [schema.type].flat();
  // A list of texts fills a column of texts: each of them counts.
  if (types.includes('array')) return schema.items ? longestText(schema.items) : 0;
  if (!types.includes('string')) return 0;
  if (schema.maxLength !== undefined) return schema.maxLength;
  return schema.format !== undefined || (schema.pattern !== undefined && isBounded(schema.pattern)) ? 0 : Number.POSITIVE_INFINITY;
}

interface SentObject {
  readonly path: string;
  readonly properties: Readonly<Record<string, LengthSchema>>;
}

/** Objects of a body, in whatever lists and choices they stand. */
function objectsIn(schema: LengthSchema, path: string): SentObject[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => objectsIn(part, path));
  if (schema.items) parts.push(...objectsIn(schema.items, `${path}[]`));
  const { properties } = schema;
  if (!properties) return parts;
  const below = Object.entries(properties).flatMap(([name, part]) => objectsIn(part, `${path}.${name}`));
  return [{ path, properties }, ...parts, ...below];
}

/**
 * The length of the column that a field is kept in: of the table with which the object has most names in common, where these are enough to tell;
 * else the longest column of that name among the tables of the same owner.
 */
function columnOf(tables: readonly LengthTable[], names: readonly string[], field: string): { readonly table: string; readonly length: number } | undefined {
  const shared = (table: LengthTable) => names.filter((name) => name in table.lengths).length;
  const holding = tables.filter((table) => field in table.lengths);
  const most = Math.max(0, ...holding.map(shared));
  const meant = most >= MIN_SHARED ? holding.filter((table) => shared(table) === most) : holding;
  const lengths = meant.map(({ name, lengths: of }) => ({ table: name, length: of[field] ?? Number.POSITIVE_INFINITY }));
  return lengths.sort((a, b) => b.length - a.length)[0];
}

/**
 * Fields of bodies that let through a longer text than the column of their name holds: whoever sends one is refused by the database, without a sentence at
 * the field.
 * @returns one line each, with the call, the path and the column
 */
export function tooLongFields(bodies: readonly SentBody[], tables: readonly LengthTable[]): string[] {
  const found = bodies.flatMap(({ route, owner, body }) => {
    const own = tables.filter((table) => table.owner === owner || (table.owner === 'core' && OF_THE_SHELL.includes(owner)));
    return objectsIn(body, 'body').flatMap(({ path, properties }) =>
      Object.entries(properties).flatMap(([field, schema]) => {
        const longest = longestText(schema);
        const column = longest > 0 ? columnOf(own, Object.keys(properties), field) : undefined;
        if (!column || longest <= column.length) return [];
        return [`${route} ${path}.${field}: ${longest === Number.POSITIVE_INFINITY ? 'any length' : longest}, ${column.table}.${field} holds ${column.length}`];
      }),
    );
  });
  return [...new Set(found)].sort();
}
