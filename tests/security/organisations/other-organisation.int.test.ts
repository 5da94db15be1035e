import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';
import { shareOf } from '../../support/cases/effort.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../support/server.ts';
import { slotsOf } from '../../support/calls/id-places.ts';
import { liveIn } from './lived-in.ts';
import { type Asker, foreignProbes, isProven, type Kind, kindsFor, kindsOf, type Place, placesOf, tryForeign } from './other-organisation.ts';
import { spareDatabase } from './spare-database.ts';

const MINE = 'org-wh';
const THEIRS = 'org-gz';
/** Would end or change the session that asks; and the audit log, which keeps these very calls. */
const LEFT_OUT = new Set(['audit.list', 'audit.export', 'session.logout', 'session.lock', 'session.unlock', 'session.saveLanguage', 'session.modifyPassword']);

/** Places that `npm test` looks at for a difference; each of them tries the ids of every kind. */
const PROVEN_A_RUN = 60;
/** Thousands of calls; a busy machine takes its time. */
const LONG_MS = 900_000;

let server: TestServer;
let client: TestClient;
/** The same of the other organisation. */
let owner: TestClient;
let kinds: readonly Kind[];
let routes: readonly BoundRoute[];
const knows = new Map<string, readonly string[]>();

/** Somebody of one organisation who holds every code there is, and is no administrator. */
async function almightyOf(orgId: string): Promise<TestClient> {
  const { db } = server;
  const { id: userId } = await db
    .selectFrom('core.user_account')
    .select('id')
    .where('org_id', '=', orgId)
    .where('is_administrator', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await sql`insert into core.role (id, en_code, full_name) values ('role-all', 'all', 'everything') on conflict do nothing`.execute(db);
  await sql`insert into core.permission_grant (subject_type, subject_id, kind, menu_code, item_code)
    select 'role', 'role-all', 'menu', en_code, '' from core.menu union all
    select 'role', 'role-all', kind, menu_code, en_code from core.menu_item where kind <> 'field' union all
    select 'role', 'role-all', 'permission', code, '' from core.permission on conflict do nothing`.execute(db);
  await sql`insert into core.role (id, en_code, full_name) values (${`role-of-${orgId}`}, ${`of.${orgId}`}, ${`role of ${orgId}`})`.execute(db);
  await sql`insert into core.role_org (role_id, org_id) values (${`role-of-${orgId}`}, ${orgId})`.execute(db);
  await sql`insert into core.user_role (user_id, role_id) values (${userId}, 'role-all')`.execute(db);
  await sql`insert into core.org_admin (org_id, user_id, this_add, this_edit, this_delete, sub_add, sub_edit, sub_delete)
    values (${orgId}, ${userId}, true, true, true, true, true, true) on conflict do nothing`.execute(db);
  const { token } = await server.server.core.parts.sessions.open({ userId, ip: '127.0.0.1', userAgent: '' });
  return server.withToken(token);
}

/** One text per table that says what the other organisation's rows hold. */
async function stateOfTheirs(): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const { table } of kinds) {
    if (table === 'core.role') continue; // its organisation stands in another table
    const column = table === 'core.org' ? 'id' : 'org_id';
    const { rows } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(row_text, '|' order by row_text), '')) as sum
      from (select t::text as row_text from ${sql.table(table)} as t where ${sql.ref(`t.${column}`)} = ${THEIRS}) as rows`.execute(server.db);
    state[table] = rows[0]?.sum ?? '';
  }
  return state;
}

beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000_000 } });
  client = await almightyOf(MINE);
  owner = await almightyOf(THEIRS);
  const patients = (await kindsOf(server, MINE, THEIRS)).find(({ table }) => table === 'patient.patient');
  await liveIn(client, patients?.mine[0] ?? '', server.time.now);
  await liveIn(owner, patients?.theirs[0] ?? '', server.time.now);
  kinds = await kindsOf(server, MINE, THEIRS);
  const { live, routes: all } = server.server.plugins.host.snapshot;
  for (const { id, found } of live) knows.set(id, found.manifest.dependsOn);
  routes = all.filter(
    (bound) =>
      !LEFT_OUT.has(bound.name) &&
      bound.route.need !== 'public' &&
      !(bound.route.method !== 'GET' && bound.route.encoding === 'multipart') &&
      slotsOf(bound).length > 0,
  );
});
afterAll(() => server.close());

const nameOf = ({ bound: { route }, slot }: Place): string => `${route.method} ${route.path} ${slot.text}`;
const kindsAt = (bound: BoundRoute): readonly Kind[] => kindsFor(bound, kinds, knows);

describe("another organisation's id answers like a missing one", () => {
  it('finds ids of many kinds and many routes that take one', () => {
    const { plugins } = server.server.plugins.host.snapshot;
    expect(plugins.map(({ entry, state, reason }) => `${entry.id} ${state === 'active' ? state : JSON.stringify(reason)}`)).toEqual(
      ALL_PLUGINS.map((id) => `${id} active`),
    );
    expect(kinds.map(({ table }) => table)).toEqual(expect.arrayContaining(['core.org', 'core.user_account', 'core.department', 'patient.patient']));
    expect(routes.length).toBeGreaterThan(60);
  });

  it(
    'on every place of every route, and nothing of it changes',
    async () => {
      const before = await stateOfTheirs();
      const foreign = new Set(kinds.filter(({ table }) => table !== 'core.org').flatMap(({ theirs }) => theirs));
      const asker: Asker = { client, own: 'mine', bases: new Map() };
      const wrong: string[] = [];
      const asBefore = spareDatabase(server);
      for (const [place, probes] of foreignProbes(placesOf(routes), kindsAt)) {
        const leaks = await tryForeign(asker, place, kindsAt(place.bound), probes, foreign);
        wrong.push(...leaks.map((leak) => `${nameOf(place)}: ${leak}`));
      }
      asBefore();
      expect(wrong).toEqual([]);
      expect(await stateOfTheirs()).toEqual(before);
    },
    LONG_MS,
  );

  it(
    'where an own id makes a difference, so that the comparison says something',
    async () => {
      const listed = readFileSync(path.join(import.meta.dirname, 'own-id-makes-no-difference.txt'), 'utf8')
        .split('\n')
        .filter(Boolean);
      const places = placesOf(routes);
      expect(listed.filter((name) => !places.some((place) => nameOf(place) === name))).toEqual([]);
      const looked = shareOf('other organisation: places where an own id must make a difference', places, PROVEN_A_RUN);
      const asker: Asker = { client: owner, own: 'theirs', bases: new Map() };
      const unproven: string[] = [];
      const asBefore = spareDatabase(server);
      // What deletes comes last, else there is nothing left to ask for.
      const order = ['GET', 'PUT', 'POST', 'DELETE'];
      for (const place of [...looked].sort((a, b) => order.indexOf(a.bound.route.method) - order.indexOf(b.bound.route.method))) {
        if (!(await isProven(asker, place, kindsAt(place.bound)))) unproven.push(nameOf(place));
      }
      asBefore();
      const names = new Set(looked.map(nameOf));
      expect(unproven.sort()).toEqual(listed.filter((name) => names.has(name)).sort());
    },
    LONG_MS,
  );
});
