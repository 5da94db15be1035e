import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipartHeaders, uploadBytes } from '../support/faults/cut-call.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

/** Pages of the plugins `system` and `data`, with all their buttons. */
const pagesOfSystem = () =>
  server.server.plugins.host.snapshot.live
    .filter(({ found }) => ['system', 'data'].includes(found.manifest.id))
    .flatMap(({ found }) => found.manifest.contributes.menus);

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
      ...pagesOfSystem().flatMap(({ enCode, buttons = [] }) => [
        { ...right, kind: 'menu' as const, menu_code: enCode },
        ...buttons.map((button) => ({ ...right, kind: 'button' as const, menu_code: enCode, item_code: button.enCode })),
      ]),
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

it('[2.5-05] [2.5-06] the manager of one centre who holds every page and button of system and data reads what concerns her, and changes nothing that all centres share', async () => {
  const admin = await server.signIn('admin');
  const first = async (path: string) => (await admin.get<{ list: { id: string; enCode?: string; version?: number }[] }>(path)).data.list[0];
  const key = () => ({ 'idempotency-key': `SIM-manager-${made++}` });
  let made = 1;
  const words = { zh: 'SIM', zhtw: 'SIM', en: 'SIM' };
  const own = await admin.post<{ id: string }>('/api/system/DictionaryType', { fullName: 'SIM 词', enCode: 'SIM.word', parentId: '-1' }, key());
  const entry = { fullName: 'SIM', enCode: 'SIM', dictionaryTypeId: own.data.id };
  const made1 = await admin.post<{ id: string }>('/api/system/DictionaryData', { ...entry, enCode: 'SIM.a' }, key());
  const sms = { templateName: 'SIM', company: '1', templateId: 'SIM.1', signContent: 'SIM', content: 'SIM' };
  const kept = await admin.post<{ id: string }>('/api/system/SmsTemplate', sms, key());
  const message = { fullName: 'SIM', enCode: 'SIM.m', category: '1', title: 'SIM', content: 'SIM', isStationLetter: 1 };
  const rule = await first('/api/system/BillRule');
  const task = {
    fullName: 'SIM',
    enCode: 'SIM.t',
    executeType: '3',
    executeContent: JSON.stringify({ cron: '0 3 * * *', localHostTaskId: 'system.forget-holds' }),
  };
  const made2 = await admin.post<{ id: string }>('/api/scheduletask', task, key());
  const area = (await admin.get<{ list: { id: string }[] }>('/api/system/Area/-1')).data.list[0]?.id;
  const source = { fullName: 'SIM', dbType: 'PostgreSQL', host: '10.1.2.3', port: 5432, serviceName: 'sim', userName: 'reader' };
  const { data: settings } = await admin.get<object>('/api/system/DataBackup/Actions/Settings');
  const tries: readonly (readonly ['post' | 'put' | 'del', string, object?])[] = [
    ['post', '/api/system/DictionaryType', { fullName: 'SIM 二', enCode: 'SIM.two', parentId: '-1' }],
    ['put', `/api/system/DictionaryType/${own.data.id}`, { fullName: 'SIM 改' }],
    ['del', `/api/system/DictionaryType/${own.data.id}`],
    ['post', '/api/system/DictionaryData', entry],
    ['put', `/api/system/DictionaryData/${made1.data.id}`, { fullName: 'SIM 改' }],
    ['put', `/api/system/DictionaryData/${made1.data.id}/Actions/State`],
    ['del', `/api/system/DictionaryData/${made1.data.id}`],
    ['post', '/api/system/Area', { fullName: 'SIM', enCode: '990001', parentId: '-1' }],
    ['put', `/api/system/Area/${area}`, { fullName: 'SIM' }],
    ['put', `/api/system/Area/${area}/Actions/State`],
    ['post', '/api/system/BillRule', { fullName: 'SIM', enCode: 'SIM.no', prefix: 'S', dateFormat: 'no', digit: 4, startNumber: '1' }],
    ['put', `/api/system/BillRule/${rule?.id}`, { fullName: 'SIM' }],
    ['post', '/api/system/SmsTemplate', { ...sms, templateId: 'SIM.2' }],
    ['put', `/api/system/SmsTemplate/${kept.data.id}`, { content: 'SIM 改' }],
    ['post', '/api/system/SmsTemplate/testSent', { id: kept.data.id, phoneNumbers: '13900000001', parameters: {} }],
    ['post', '/api/system/MessageTemplate', message],
    ['post', '/api/scheduletask', { ...task, enCode: 'SIM.u' }],
    ['put', `/api/scheduletask/${made2.data.id}`, { fullName: 'SIM 改' }],
    ['del', `/api/scheduletask/${made2.data.id}`],
    ['post', '/api/system/Menu', { enCode: 'site.mine', type: 1, titles: words, parentId: '-1' }],
    ['put', '/api/system/Language/Actions/Wording', { owner: 'system', key: 'systemOnly', zh: 'SIM' }],
    ['put', '/api/system/SysConfig', { sysName: 'SIM' }],
    ['del', '/api/system/CacheManage/core.sessions'],
    ['post', '/api/system/DataSource', source],
    ['post', '/api/system/DataSource/Actions/Test', source],
    ['post', '/api/system/DataBackup'],
    ['put', '/api/system/DataBackup/Actions/Settings', settings],
    ['post', '/api/system/DataMap', { fullName: 'SIM', enCode: 'SIM.MAP' }],
    ['post', '/api/system/CommonFields', { field: 'sim_ward', dataType: 'varchar' }],
  ];
  for (const [method, path, body] of tries) {
    const answer = method === 'del' ? await manager.del(path) : await manager[method](path, body, key());
    expect([method, path, answer]).toMatchObject([
      method,
      path,
      { code: 403, extras: { error: expect.stringMatching(/^core\.(system-only|record-shared)$/) } },
    ]);
  }
  expect(await admin.get(`/api/system/DictionaryData/${made1.data.id}/Info`)).toMatchObject({ data: { fullName: 'SIM', enabledMark: 1 } });
  // She reads what all of them share, and is told that she does not keep it.
  for (const path of [
    '/api/system/DictionaryData/Actions/List',
    '/api/system/Area/Actions/List',
    '/api/system/SmsTemplate',
    '/api/system/MessageTemplate',
    '/api/system/BillRule',
  ])
    expect([path, await manager.get(path)]).toMatchObject([path, { code: 200, data: { keeps: false } }]);
  // Of the logs, those of her own organisation; figures and caches of the servers, foreign databases, backups and bundles are no business of hers.
  await server.signIn('doctor');
  const signIns = async (client: TestClient) =>
    new Set((await client.get<{ list: { userName: string }[] }>('/api/system/Log/1')).data.list.map(({ userName }) => userName));
  const [hers, ofOthers] = [await signIns(manager), await signIns(admin)];
  expect([hers.size, ofOthers.size]).toEqual([1, 2]);
  expect([...hers].filter((name) => ofOthers.has(name))).toEqual([]);
  const closed = ['Monitor', 'CacheManage', 'DataSource/Selector', 'DataBackup', 'DataBackup/Actions/Status', 'Bundle/Parts', 'DataModel/0/Tables'];
  await admin.post('/api/system/DataSource', source, key());
  expect((await admin.get<{ list: unknown[] }>('/api/system/DataSource')).data.list).toHaveLength(1);
  expect((await manager.get<{ list: unknown[] }>('/api/system/DataSource')).data.list).toEqual([]);
  for (const path of closed)
    expect([path, await manager.get(`/api/system/${path}`)]).toMatchObject([path, { code: 403, extras: { error: 'core.system-only' } }]);
});
