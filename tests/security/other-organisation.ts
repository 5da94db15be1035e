import { type Route, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { BoundRoute } from '../../shell/server/http/bound-route.ts';
import { fitting } from '../support/schema-arbitrary.ts';
import type { TestClient, TestServer } from '../support/server.ts';

/** Ids of one kind of record: some of the caller's organisation, some of another one. */
export interface Kind {
  /** `patient.patient`. */
  readonly table: string;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** One place of a call into which an id goes. */
interface Slot {
  readonly part: 'params' | 'query' | 'body';
  readonly path: readonly string[];
  /** The member is a list of ids. */
  readonly many: boolean;
  /** Several ids in one text, joined by commas. */
  readonly text: string;
}

interface Node {
  readonly type?: string;
  readonly pattern?: string;
  readonly items?: Node;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
}

const MISSING = 'nobodys-id-000000000000';
const SEED = 20_261_121;
/** Ids of one kind that are tried: more would say the same again. */
const TRIED = 2;
const none = Type.Object({});

/**
 * Every table with an `id` and an `org_id`, whoever owns it: found, not listed, so that a new table is covered by itself.
 * Organisations count as records of their own, roles as records of the one organisation they are for.
 */
export async function kindsOf(server: TestServer, mine: string, theirs: string): Promise<Kind[]> {
  const tables = await sql<{ name: string }>`
    select c.table_schema || '.' || c.table_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.column_name in ('id', 'org_id') and c.data_type = 'text'
      and c.table_schema not in ('pg_catalog', 'information_schema')
    group by 1 having count(distinct c.column_name) = 2 order by 1`.execute(server.db);
  const idsIn = async (table: string, orgId: string): Promise<string[]> => {
    const rows = await sql<{ id: string }>`select id from ${sql.table(table)} where org_id = ${orgId} order by id desc limit 40`.execute(server.db);
    return rows.rows.map((row) => row.id);
  };
  const kinds: Kind[] = [{ table: 'core.org', mine: [mine], theirs: [theirs] }];
  const rolesOf = async (orgId: string): Promise<string[]> =>
    (await server.db.selectFrom('core.role_org').select('role_id').where('org_id', '=', orgId).orderBy('role_id').execute()).map((row) => row.role_id);
  kinds.push({ table: 'core.role', mine: await rolesOf(mine), theirs: await rolesOf(theirs) });
  for (const { name } of tables.rows) kinds.push({ table: name, mine: await idsIn(name, mine), theirs: await idsIn(name, theirs) });
  return kinds.filter((kind) => kind.theirs.length > 0);
}

const ID_NAME = /(^|[a-z])ids?$|Id$|Ids$|^id$|IdList$|^seq$|^objectId$|^dpId$/i;

/** Numbers that an insurer gives out: no record of ours answers to them. */
const FOREIGN_NUMBERS: readonly string[] = ['msgid', 'setl_id', 'mdtrt_id'];
const isId = (name: string): boolean => ID_NAME.test(name) && !FOREIGN_NUMBERS.includes(name);

function slotsIn(part: Slot['part'], schema: Node | undefined, path: readonly string[] = []): Slot[] {
  if (!schema) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((branch) => slotsIn(part, branch, path));
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]): Slot[] => {
    const at = [...path, name];
    const text = `${part}.${at.join('.')}`;
    if (node.type === 'string' && isId(name)) return [{ part, path: at, many: false, text }];
    if (node.type === 'array' && node.items?.type === 'string' && isId(name)) return [{ part, path: at, many: true, text }];
    if (node.type === 'array' && node.items?.properties) return slotsIn(part, node.items, [...at, '0']);
    if (node.type === 'object') return slotsIn(part, node, at);
    return [];
  });
}

const bodyOf = (route: Route): Node | undefined => (route.method === 'GET' ? undefined : (route.body as Node | undefined));

export const slotsOf = ({ route }: BoundRoute): Slot[] => [
  ...slotsIn('params', route.params as Node | undefined),
  ...slotsIn('query', route.query as Node | undefined),
  ...slotsIn('body', bodyOf(route)),
];

type Call = Record<Slot['part'], unknown>;

/** The same call with an id in one place. Lists on the way get one entry. */
function withId(base: Call, slot: Slot, id: string): Call {
  const call = structuredClone(base);
  let holder = call as Record<string, unknown>;
  const steps: string[] = [slot.part, ...slot.path];
  steps.slice(0, -1).forEach((step, at) => {
    const isList = steps[at + 1] === '0';
    const next = holder[step];
    if (typeof next !== 'object' || next === null) holder[step] = isList ? [{}] : {};
    else if (isList && (next as unknown[]).length === 0) (next as unknown[]).push({});
    holder = holder[step] as Record<string, unknown>;
  });
  holder[steps.at(-1) ?? ''] = slot.many ? [id] : id;
  return call;
}

async function send(client: TestClient, { route }: BoundRoute, call: Call): Promise<string> {
  const params = (call.params ?? {}) as Record<string, unknown>;
  const address = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? MISSING)));
  const pairs = Object.entries((call.query ?? {}) as Record<string, unknown>).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`,
  );
  const answer = await client.raw({
    method: route.method,
    url: `${address}${pairs.length ? `?${pairs.join('&')}` : ''}`,
    ...(route.method === 'GET' ? {} : { payload: JSON.stringify(call.body ?? {}), headers: { 'content-type': 'application/json' } }),
  });
  const type = String(answer.headers['content-type']);
  if (type.includes('json')) return answer.body;
  return type.includes('spreadsheetml') ? JSON.stringify((await readXlsx(answer.rawPayload)).map((sheet) => sheet.rows)) : `${answer.statusCode} bytes`;
}

/** What tells answers apart: everything but the id that was asked for, times, and numbers of calls. */
function gist(text: string, id: string): string {
  if (!text.startsWith('{')) return text.replaceAll(id, '#');
  const { code, msg, data, extras } = JSON.parse(text) as { code: number; msg: string; data: unknown; extras: unknown };
  const plain = JSON.stringify({ code, msg, data, error: (extras as { error?: string } | null)?.error });
  return plain
    .replaceAll(id, '#')
    .replace(/\b\d{13}\b/g, '@')
    .replace(/"[0-9a-z]{20,40}"/g, '"~"');
}

/** A call whose shape fits, the same one each time. */
export function sampleOf({ route }: BoundRoute): Call {
  // Filters that nobody asked for would only empty the lists.
  const needed = (schema: Node | undefined): unknown => ({
    ...schema,
    properties: Object.fromEntries((schema?.required ?? []).map((name) => [name, schema?.properties?.[name]])),
  });
  const draw = (schema: unknown): unknown => fc.sample(fitting((schema ?? none) as TSchema), { numRuns: 1, seed: SEED })[0];
  return { params: draw(route.params), query: draw({ type: 'object', ...(needed(route.query as Node | undefined) as object) }), body: draw(bodyOf(route)) };
}

/** Kinds that a route of this owner can mean: its own, those it may know of, and the organisation's. */
export const kindsFor = (bound: BoundRoute, kinds: readonly Kind[], knows: ReadonlyMap<string, readonly string[]>): readonly Kind[] => {
  const schemas = new Set(['core', bound.owner.id, ...(knows.get(bound.owner.id) ?? [])]);
  return kinds.filter(({ table }) => schemas.has(table.split('.')[0] ?? ''));
};

type Side = 'mine' | 'theirs';

/**
 * The call that an id goes into: with something of the caller's own behind the address when the id goes into query or body, else every
 * answer would be that the address leads nowhere.
 */
async function baseFor(client: TestClient, bound: BoundRoute, slot: Slot, kinds: readonly Kind[], own: Side): Promise<Call> {
  let base = sampleOf(bound);
  if (slot.part === 'params') return base;
  for (const target of slotsIn('params', bound.route.params as Node | undefined)) {
    const nowhere = gist(await send(client, bound, withId(base, target, MISSING)), MISSING);
    for (const id of kinds.flatMap((kind) => kind[own].slice(0, 1))) {
      const call = withId(base, target, id);
      if (gist(await send(client, bound, call), id) === nowhere) continue;
      base = call;
      break;
    }
  }
  return base;
}

/** Puts ids of another organisation into one place of one route and compares the answers with that to an id that does not exist. */
export async function tryForeign(client: TestClient, bound: BoundRoute, slot: Slot, kinds: readonly Kind[], all: ReadonlySet<string>): Promise<string[]> {
  const base = await baseFor(client, bound, slot, kinds, 'mine');
  const expected = gist(await send(client, bound, withId(base, slot, MISSING)), MISSING);
  const leaks: string[] = [];
  for (const { table, theirs } of kinds) {
    for (const id of theirs.slice(0, TRIED)) {
      const text = await send(client, bound, withId(base, slot, id));
      const got = gist(text, id);
      if (got !== expected) leaks.push(`${table}: ${got.slice(0, 200)} instead of ${expected.slice(0, 120)}`);
      const told = [...all].find((other) => other !== id && text.includes(`"${other}"`));
      if (told) leaks.push(`${table}: tells of ${told}`);
    }
  }
  return leaks;
}

/** True when an id of the caller's own organisation (`own`) makes a difference in this place. */
export async function isProven(client: TestClient, bound: BoundRoute, slot: Slot, kinds: readonly Kind[], own: Side): Promise<boolean> {
  const base = await baseFor(client, bound, slot, kinds, own);
  const expected = gist(await send(client, bound, withId(base, slot, MISSING)), MISSING);
  for (const id of kinds.flatMap((kind) => kind[own].slice(0, TRIED))) {
    if (gist(await send(client, bound, withId(base, slot, id)), id) !== expected) return true;
  }
  return false;
}
