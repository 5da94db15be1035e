import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

let server: TestServer;
let manager: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  const right = { subject_type: 'user' as const, subject_id: 'user-manager' };
  await server.db
    .insertInto('core.permission_grant')
    .values([
      { ...right, kind: 'menu', menu_code: 'system.plugins' },
      { ...right, kind: 'button', menu_code: 'system.plugins', item_code: 'btn_state' },
      { ...right, kind: 'menu', menu_code: 'system.task' },
      { ...right, kind: 'button', menu_code: 'system.task', item_code: 'btn_run' },
      { ...right, kind: 'menu', menu_code: 'his.patient' },
      { ...right, kind: 'menu', menu_code: 'his.catalogue' },
      { ...right, kind: 'button', menu_code: 'his.catalogue', item_code: 'btn_diagnosis' },
      { ...right, kind: 'menu', menu_code: 'his.interaction' },
      { ...right, kind: 'button', menu_code: 'his.interaction', item_code: 'btn_add' },
      { ...right, kind: 'button', menu_code: 'his.interaction', item_code: 'btn_edit' },
      { ...right, kind: 'button', menu_code: 'permission.authorize', item_code: 'btn_scheme' },
    ])
    .execute();
  manager = await server.signIn('manager');
});
afterAll(() => server?.close());

const stateOf = (id: string): string | undefined => server.server.plugins.host.registered(id)?.state;

it('a right that was granted at one centre does nothing to all of them: plugins, registry, jobs, data schemes', async () => {
  expect((await manager.get('/api/registry/Plugins')).code).toBe(200);
  expect(await manager.put('/api/registry/Plugins/charging/Actions/State', { enabled: false, reason: 'SIM' })).toMatchObject({
    code: 403,
    extras: { error: 'core.system-only' },
  });
  // Lines of a log and the way back to an older version are of the installation, too.
  expect(await manager.get('/api/registry/Plugins/charging/Details')).toMatchObject({ code: 403, extras: { error: 'core.system-only' } });
  expect(await manager.put('/api/registry/Plugins/charging/Actions/Version', { version: 'newest' })).toMatchObject({
    code: 403,
    extras: { error: 'core.system-only' },
  });
  expect(stateOf('charging')).toBe('active');
  expect(await manager.post('/api/registry/Actions/Reload')).toMatchObject({ code: 403, extras: { error: 'core.system-only' } });
  for (const job of ['/api/system/Jobs', '/api/system/Jobs/core.verify-audit/Runs']) {
    expect(await manager.get(job)).toMatchObject({ code: 403, extras: { error: 'core.system-only' } });
  }
  expect(await manager.post('/api/system/Jobs/core.verify-audit/Actions/Run', undefined, { 'idempotency-key': 'SIM-run-job-1' })).toMatchObject({
    code: 403,
    extras: { error: 'core.system-only' },
  });
  expect(await server.db.selectFrom('core.job_run').select('id').execute()).toEqual([]);
  const condition = JSON.stringify([{ logic: 'and', groups: [{ field: 'creatorUserId', type: 'User', op: 'Equal', value: '@userId' }] }]);
  const menu = await server.db.selectFrom('core.menu').select('id').where('en_code', '=', 'his.patient').executeTakeFirstOrThrow();
  const called: string[] = [];
  for (const route of server.server.plugins.host.snapshot.routes.filter(
    (bound) => bound.name.startsWith('permission-data-scheme.') && !bound.name.endsWith('.preview') && bound.route.method !== 'GET',
  )) {
    const url = route.route.path.replace('{moduleId}', menu.id).replace(/\{[^}]+\}/g, 'sim.scheme');
    called.push(route.name);
    const answer = await manager.raw({
      method: route.route.method,
      url,
      payload: { moduleId: menu.id, fullName: 'SIM', enCode: 'SIM.own', conditionJson: condition, enabledMark: 1, sortCode: 1 },
    });
    expect([route.name, (JSON.parse(answer.body) as { code: number }).code]).not.toEqual([route.name, 200]);
  }
  expect(called.length).toBeGreaterThan(3);
  expect(await server.db.selectFrom('core.data_scheme').select('id').execute()).toEqual([]);
  expect(await server.db.selectFrom('core.menu').select('en_code').where('data_authorize', '=', true).execute()).toEqual([]);
  const admin = await server.signIn('admin');
  expect((await admin.post('/api/registry/Actions/Reload')).code).toBe(200);
});

it('a right that was granted at one centre does nothing to what all of them choose from: diagnoses, interactions', async () => {
  const lists = async () =>
    JSON.stringify([
      (await sql`select code, name, enabled, version from catalogue.diagnosis order by code`.execute(server.db)).rows,
      (await sql`select * from catalogue.interaction order by id`.execute(server.db)).rows,
    ]);
  const before = await lists();
  for (const path of ['diagnosis', 'interaction']) expect(await manager.get(`/api/his/${path}`)).toMatchObject({ code: 200, data: { keeps: false } });
  const { data: pairs } = await manager.get<{ list: { id: string; version: number }[] }>('/api/his/interaction');
  const known = pairs.list[0];
  const diagnosis = { code: 'N18.501', name: 'SIM' };
  const pair = { ingredientA: 'SIM A', ingredientB: 'SIM B', level: 'info', note: 'SIM', enabledMark: 0 };
  const upload = { payload: uploadBytes(manager, { url: '', fileName: 'icd.csv', content: 'SIM' }).body, headers: multipartHeaders };
  const bodies: Readonly<Record<string, object>> = {
    'catalogue-diagnosis.create': { ...diagnosis, code: 'SIM' },
    'catalogue-diagnosis.edit': { name: diagnosis.name, version: 1 },
    'catalogue-diagnosis.importData': { list: [diagnosis] },
    'catalogue-diagnosis.exportErrors': { list: [diagnosis] },
    'catalogue-interaction.create': pair,
    'catalogue-interaction.edit': { ...pair, version: known?.version },
  };
  const called: string[] = [];
  for (const { name, route } of server.server.plugins.host.snapshot.routes.filter((bound) => /^catalogue-(diagnosis|interaction)\./.test(bound.name))) {
    if (['perm:his.catalogue', 'perm:his.catalogue:btn_export', 'perm:his.interaction'].includes(String(route.need))) continue;
    called.push(name);
    const query = name.endsWith('.preview') ? '?fileName=x' : '';
    const sent = route.method === 'GET' ? {} : route.encoding === 'multipart' ? upload : { payload: bodies[name] };
    const id = name.startsWith('catalogue-diagnosis.') ? diagnosis.code : (known?.id ?? '');
    const answer = await manager.raw({ method: route.method, url: `${route.path.replace('{id}', id)}${query}`, ...sent });
    expect([name, answer.json()]).toMatchObject([name, { code: 403, extras: { error: 'core.record-shared' } }]);
  }
  expect(called).toHaveLength(11);
  expect(await lists()).toBe(before);
});
