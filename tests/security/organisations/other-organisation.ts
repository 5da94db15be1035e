import { STORED_FILE_ID } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { sql } from 'kysely';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';
import { effort, seedOfRun, shareOf } from '../../support/cases/effort.ts';
import type { TestClient, TestServer } from '../../support/server.ts';
import { addressSlots, type Call, sampleOf, type Slot, slotsOf, withId } from '../../support/calls/id-places.ts';

/** Ids of one kind of record: some of the caller's organisation, some of another one. */
export interface Kind {
  /** `patient.patient`. */
  readonly table: string;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** One place of one route into which an id goes. */
export interface Place {
  readonly bound: BoundRoute;
  readonly slot: Slot;
}

/** An id that is tried, and the table it stands in. */
interface Probe {
  readonly table: string;
  readonly id: string;
}

const MISSING = 'nobodys-id-000000000000';
const FILE_ID = new RegExp(`^${STORED_FILE_ID}$`);
/** An id that stands nowhere, of the form that this one has: one that is refused for its form tells nothing of what is there. */
const missingLike = (id: string): string => (FILE_ID.test(id) ? id.replace(/^\d{8}_[0-9a-f]{32}/, `20000101_${'0'.repeat(32)}`) : MISSING);
/** Ids of one kind that are tried: more would say the same again. */
const TRIED = 2;
/** How many ids of more distant kinds are tried in a place in a run of `npm test`, on average. */
const DISTANT_A_PLACE = 1;

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

/** Kinds that a route of this owner can mean: its own, those it may know of, and the organisation's. */
export const kindsFor = (bound: BoundRoute, kinds: readonly Kind[], knows: ReadonlyMap<string, readonly string[]>): readonly Kind[] => {
  const schemas = new Set(['core', bound.owner.id, ...(knows.get(bound.owner.id) ?? [])]);
  return kinds.filter(({ table }) => schemas.has(schemaOf(table)));
};

const schemaOf = (table: string): string => table.split('.')[0] ?? '';
const IN_EVERY_PLACE = new Set(['core.org', 'core.user_account']);
/** How places name a record whose table is called otherwise. */
const NICKNAMES: Readonly<Record<string, string>> = { 'prescription.prescription': 'dpid', 'charging.bill': 'charge' };

/** What a place is most likely to mean: what it is called after, and records of the route's plugin, or of the shell where that keeps none. */
export function isNear({ table }: Kind, { bound, slot }: Place, kinds: readonly Kind[]): boolean {
  const [schema = '', record = ''] = table.split('.');
  const home = kinds.some((kind) => schemaOf(kind.table) === bound.owner.id) ? bound.owner.id : 'core';
  const name = slot.path.at(-1)?.toLowerCase() ?? '';
  return schema === home || IN_EVERY_PLACE.has(table) || name.includes(NICKNAMES[table] ?? record.replaceAll('_', ''));
}

export const placesOf = (routes: readonly BoundRoute[]): Place[] => routes.flatMap((bound) => slotsOf(bound).map((slot) => ({ bound, slot })));

/**
 * The other organisation's ids for every place. Those near to it come in every run, in turns where there are several of a kind; of the others a
 * share: all of them would grow by the square of the product.
 */
export function foreignProbes(places: readonly Place[], kindsAt: (bound: BoundRoute) => readonly Kind[]): Map<Place, Probe[]> {
  const turns = effort('other organisation: ids of a kind near to a route', 1, TRIED);
  const distant: (Probe & { readonly place: Place })[] = [];
  const probes = new Map<Place, Probe[]>();
  for (const place of places) {
    const near: Probe[] = [];
    probes.set(place, near);
    const kinds = kindsAt(place.bound);
    for (const kind of kinds) {
      const ids = kind.theirs.slice(0, TRIED);
      const { table } = kind;
      if (!isNear(kind, place, kinds)) distant.push(...ids.map((id) => ({ place, table, id })));
      else for (let turn = 0; turn < Math.min(turns, ids.length); turn += 1) near.push({ table, id: ids[(seedOfRun + turn) % ids.length] as string });
    }
  }
  const share = shareOf('other organisation: ids of kinds far from a route', distant, DISTANT_A_PLACE * places.length);
  for (const { place, table, id } of share) probes.get(place)?.push({ table, id });
  return probes;
}

/** Somebody who tries ids, and whose own they are. */
export interface Asker {
  readonly client: TestClient;
  readonly own: 'mine' | 'theirs';
  readonly bases: Map<BoundRoute, Promise<Call>>;
}

/**
 * The call that an id goes into: with something of the caller's own behind the address when the id goes into query or body, else every
 * answer would be that the address leads nowhere.
 */
function baseFor({ bases, ...asker }: Asker, { bound, slot }: Place, kinds: readonly Kind[]): Promise<Call> | Call {
  if (slot.part === 'params') return sampleOf(bound);
  const base = bases.get(bound) ?? ownBehindAddress(asker, bound, kinds);
  bases.set(bound, base);
  return base;
}

async function ownBehindAddress({ client, own }: Omit<Asker, 'bases'>, bound: BoundRoute, kinds: readonly Kind[]): Promise<Call> {
  let base = sampleOf(bound);
  for (const target of addressSlots(bound)) {
    const nowhere = missingAnswers(client, { bound, slot: target }, base);
    for (const id of kinds.flatMap((kind) => kind[own].slice(0, 1))) {
      const call = withId(base, target, id);
      if (gist(await send(client, bound, call), id) === (await nowhere(id))) continue;
      base = call;
      break;
    }
  }
  return base;
}

/** What a place answers to an id like this one that does not exist; asked once for each form. */
function missingAnswers(client: TestClient, { bound, slot }: Place, base: Call): (like: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (like) => {
    const id = missingLike(like);
    const answer = known.get(id) ?? send(client, bound, withId(base, slot, id)).then((text) => gist(text, id));
    known.set(id, answer);
    return answer;
  };
}

/** Puts ids of another organisation into one place of one route and compares the answers with that to an id that does not exist. */
export async function tryForeign(asker: Asker, place: Place, kinds: readonly Kind[], probes: readonly Probe[], all: ReadonlySet<string>): Promise<string[]> {
  const { bound, slot } = place;
  const base = await baseFor(asker, place, kinds);
  const answers = missingAnswers(asker.client, place, base);
  const leaks: string[] = [];
  for (const { table, id } of probes) {
    const expected = await answers(id);
    const text = await send(asker.client, bound, withId(base, slot, id));
    const got = gist(text, id);
    if (got !== expected) leaks.push(`${table}: ${got.slice(0, 200)} instead of ${expected.slice(0, 120)}`);
    const told = quoted(text).find((word) => word !== id && all.has(word));
    if (told) leaks.push(`${table}: tells of ${told}`);
  }
  return leaks;
}

/** All that stands between two quotes. */
const quoted = (text: string): string[] => text.split('"').slice(1, -1);

/** True when an id of the caller's own organisation makes a difference in this place. */
export async function isProven(asker: Asker, place: Place, kinds: readonly Kind[]): Promise<boolean> {
  const { bound, slot } = place;
  const base = await baseFor(asker, place, kinds);
  const answers = missingAnswers(asker.client, place, base);
  for (const id of kinds.flatMap((kind) => kind[asker.own].slice(0, TRIED))) {
    const expected = await answers(id);
    if (gist(await send(asker.client, bound, withId(base, slot, id)), id) !== expected) return true;
  }
  return false;
}
