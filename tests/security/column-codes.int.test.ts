import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoundRoute } from '../../shell/server/http/pipeline/bound-route.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

let system: TestServer;
let doctor: TestClient;
beforeAll(async () => {
  system = await startTestServer({ plugins: ALL_PLUGINS });
  doctor = await system.signIn('doctor');
});
afterAll(() => system?.close());

/** List routes of a menu that can be called with nothing: those are where columns stand. */
const listsOf = (menu: string): BoundRoute[] =>
  system.server.plugins.host.snapshot.routes.filter(({ route }) => {
    const needs = typeof route.need === 'string' ? [route.need] : route.need.anyOf;
    return route.method === 'GET' && !route.raw && !route.path.includes('{') && needs.some((need) => need === `perm:${menu}`);
  });

const membersOf = (value: unknown, into = new Set<string>()): Set<string> => {
  if (Array.isArray(value)) for (const one of value) membersOf(one, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      into.add(name);
      membersOf(inner, into);
    }
  }
  return into;
};

/** Gives the doctors a menu with everything on it but one column, and asks every list of it. */
async function answered(menu: string, column: string | null): Promise<Set<string>> {
  const grants = system.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'role-doctor').where('menu_code', '=', menu);
  await grants.execute();
  const items = await system.db.selectFrom('core.menu_item').select(['kind', 'en_code']).where('menu_code', '=', menu).where('kind', '<>', 'field').execute();
  const given = items.filter((item) => !(item.kind === 'column' && item.en_code === column));
  await system.db
    .insertInto('core.permission_grant')
    .values([
      { subject_type: 'role', subject_id: 'role-doctor', kind: 'menu', menu_code: menu, item_code: '' },
      ...given.map((item) => ({
        subject_type: 'role' as const,
        subject_id: 'role-doctor',
        kind: item.kind === 'field' ? ('form' as const) : item.kind,
        menu_code: menu,
        item_code: item.en_code,
      })),
    ])
    .execute();
  const names = new Set<string>();
  for (const { route } of listsOf(menu)) membersOf((await doctor.get(route.path)).data, names);
  return names;
}

it('[6-04] a list column that is not granted is missing from every list of its menu, and there when it is granted', async () => {
  const columns = system.server.plugins.host.snapshot.live.flatMap(({ found }) =>
    found.manifest.contributes.menus.flatMap((menu) => (menu.columns ?? []).map((column) => ({ menu: menu.enCode, column: column.enCode }))),
  );
  expect(columns.length).toBeGreaterThan(1);
  for (const { menu, column } of columns) {
    expect([...(await answered(menu, null))], `${menu}#column:${column} granted`).toContain(column);
    expect([...(await answered(menu, column))], `${menu}#column:${column} not granted`).not.toContain(column);
  }
});
