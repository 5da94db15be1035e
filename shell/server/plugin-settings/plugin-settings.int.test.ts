import type { OrgId } from '@nephra/plugin-sdk/contract';
import { defineSettings, field, type Settings } from '@nephra/plugin-sdk/record';
import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForSecondServer, testEngine } from '../../../tests/support/databases/test-database.ts';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../contract/index.ts';
import type { ListedPlugin, SettingSheet } from '../../contract/plugin-settings.contract.ts';
import { createLog } from '../core/log.ts';
import type { Database } from '../db/index.ts';
import { createServer, type NephraServer } from '../index.ts';

const AT = '/api/system/PluginSettings';
const words = (text: string) => ({ zh: text, zhtw: text, en: text });

const settings = defineSettings({
  installation: {
    hour: field.int(0, 23).initial(1).label('时刻', '時刻', 'Hour'),
    note: field.text(10).label('备注', '備註', 'Note'),
    mode: field.choice(10, ['soft', '宽', '寬', 'Soft'], ['hard', '严', '嚴', 'Hard']).required().initial('soft').label('方式', '方式', 'Mode'),
  },
  organisation: {
    limit: field.int(0, 1000).initial(30).label('限额', '限額', 'Limit'),
    checked: field.flag().initial(1).label('复核', '複核', 'Checked'),
    price: field.money({ max: 500 }).initial(9.5).label('价格', '價格', 'Price'),
  },
  registry: { checked: { member: 'limit', values: { off: 0 } } },
});
const other = defineSettings({ installation: { hour: field.int(5, 9).initial(7).label('时刻', '時刻', 'Hour') } });

const pluginOf = (id: string, editableSettings?: Settings<unknown, unknown>): InlinePlugin => ({
  definition: definePlugin({ id, version: '1.0.0', sdk: '^1.0.0', name: words(id), ...(editableSettings && { editableSettings }) }),
  server: defineServerPlugin({}) as InlinePlugin['server'],
});
const secrets = defineSettings({
  installation: { user: field.text(20).label('账号', '帳號', 'User'), password: field.text(30).label('密码', '密碼', 'Password') },
  organisation: { apiKey: field.text(30).label('密钥', '金鑰', 'API key') },
  secrets: ['password', 'apiKey'],
});
const inline = [pluginOf('sim-one', settings), pluginOf('sim-two', other), pluginOf('sim-plain'), pluginOf('sim-secret', secrets)];

let first: TestServer;
let second: NephraServer;
let secondDatabase: Database;
let admin: TestClient;
beforeAll(async () => {
  first = await startTestServer({ inline });
  secondDatabase = await openForSecondServer(first.database);
  second = await createServer({
    config: first.config,
    database: secondDatabase,
    keepDatabaseOpen: testEngine === 'embedded',
    log: createLog('silent'),
    clock: first.server.core.parts.clock,
    packages: first.packages,
    checkReplies: 'fault',
  });
  admin = await first.signIn('admin');
  await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const contextAt = (server: NephraServer, id: string) =>
  server.plugins.host.snapshot.live.find((live) => live.id === id)?.context ?? expect.fail(`${id} does not run`);
const hourAt = (server: NephraServer): Promise<number> => contextAt(server, 'sim-one').setting(settings, 'hour');
const limitAt = (server: NephraServer, orgId: string): Promise<number> => contextAt(server, 'sim-one').setting(settings, 'limit', orgId as OrgId);

const sheet = async (id: string, orgId = '', client = admin) => (await client.get<SettingSheet>(`${AT}/${id}?orgId=${orgId}`)).data;
const viewOf = ({ settings: views }: SettingSheet, name: string) => views.find((view) => view.name === name);
let keys = 0;
const put = (id: string, body: object, client = admin) => {
  keys += 1;
  return client.put<SettingSheet>(`${AT}/${id}`, body, { 'idempotency-key': `SIM-settings-${keys}` });
};
const set = async (id: string, orgId: string, values: object, client = admin) =>
  put(id, { orgId, version: (await sheet(id, orgId, client)).version, values }, client);

describe('an administrator', () => {
  it('sees the running plugins that declare settings, how many of each sort, and all organisations', async () => {
    const { data } = await admin.get<{ list: ListedPlugin[]; organisations: { id: string }[] }>(AT);
    expect(data.list.map(({ pluginId, installation, organisation }) => [pluginId, installation, organisation])).toEqual([
      ['sim-one', 3, 3],
      ['sim-two', 1, 0],
      ['sim-secret', 2, 1],
    ]);
    expect(data.organisations.map(({ id }) => id)).toEqual(expect.arrayContaining(['org-gz', 'org-wh', 'org-nn']));
  });

  it('changes a value, which counts for the next act on both servers, and gives it back', async () => {
    expect([await hourAt(first.server), await hourAt(second)]).toEqual([1, 1]);
    const done = await set('sim-one', '', { hour: 4 });
    expect(done).toMatchObject({ code: 200, msg: 'The settings were saved and count from now on.', data: { version: 1 } });
    expect(viewOf(done.data, 'hour')).toMatchObject({ value: 4, source: 'page', byDefault: 1, setAt: first.time.now.getTime() });
    expect(viewOf(done.data, 'hour')?.setBy).not.toBe('');
    expect(viewOf(done.data, 'note')).toMatchObject({ value: '', source: 'default', setBy: '', setAt: null });
    expect([await hourAt(first.server), await hourAt(second)]).toEqual([4, 4]);
    expect(await contextAt(first.server, 'sim-two').setting(other, 'hour')).toBe(7);
    const back = await set('sim-one', '', { hour: null });
    expect(viewOf(back.data, 'hour')).toMatchObject({ value: 1, source: 'default' });
    expect([await hourAt(first.server), await hourAt(second)]).toEqual([1, 1]);
  });

  it('sets a value at one organisation and at no other', async () => {
    await set('sim-one', 'org-wh', { limit: 5 });
    expect([await limitAt(second, 'org-wh'), await limitAt(second, 'org-gz')]).toEqual([5, 30]);
    expect((await sheet('sim-one', 'org-wh')).settings.map(({ name }) => name)).toEqual(['limit', 'checked', 'price']);
    await set('sim-one', 'org-wh', { limit: null });
  });

  it('is told when somebody else saved since, also where two save at once, and nothing changes', async () => {
    const { version } = await sheet('sim-one');
    expect((await put('sim-one', { orgId: '', version, values: { hour: 2 } })).code).toBe(200);
    expect(await put('sim-one', { orgId: '', version, values: { hour: 3 } })).toMatchObject({ code: 409, extras: { error: 'core.setting-stale' } });
    expect(await hourAt(first.server)).toBe(2);
    const both = await Promise.all([8, 9].map((hour) => put('sim-two', { orgId: '', version: 0, values: { hour } })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await contextAt(second, 'sim-two').setting(other, 'hour')).toBe(both[0]?.code === 200 ? 8 : 9);
    await set('sim-one', '', { hour: null });
  });

  it('is refused what the kind refuses, at the value, and nothing is kept', async () => {
    const refusals = async (orgId: string, values: object) => {
      const { code, extras } = await set('sim-one', orgId, values);
      return [code, (extras as { fields?: { path: string; msg: string }[] }).fields?.map(({ path, msg }) => [path, msg])];
    };
    expect(await refusals('', { hour: 24, note: 'x'.repeat(11), mode: 'other' })).toEqual([
      400,
      [
        ['hour', 'must not be more than 23'],
        ['note', 'at most 10 characters'],
        ['mode', 'the format is not correct'],
      ],
    ]);
    expect(await refusals('', { hour: 1.5 })).toEqual([400, [['hour', 'the format is not correct']]]);
    expect(await refusals('', { hour: '4' })).toEqual([400, [['hour', 'the format is not correct']]]);
    expect(await refusals('', { mode: '' })).toEqual([400, [['mode', "Mode can't be empty"]]]);
    expect(await refusals('org-gz', { checked: 2, price: 500.01, limit: -1 })).toEqual([
      400,
      [
        ['checked', 'the format is not correct'],
        ['price', 'must not be more than 500'],
        ['limit', 'must not be less than 0'],
      ],
    ]);
    // A value of an organisation is none of the installation, and the other way round.
    for (const [orgId, values] of [
      ['', { limit: 4 }],
      ['org-gz', { hour: 4 }],
      ['', { constructor: 4 }],
    ] as const)
      expect(await set('sim-one', orgId, values)).toMatchObject({ code: 404, extras: { error: 'core.setting-unknown' } });
    for (const orgId of ['', 'org-gz']) expect((await sheet('sim-one', orgId)).settings.map(({ source }) => source)).toEqual(['default', 'default', 'default']);
    expect(viewOf((await set('sim-one', '', { note: '  SIM ' })).data, 'note')).toMatchObject({ value: 'SIM' });
    await set('sim-one', '', { note: null });
  });

  it('leaves in the audit log who changed what from what to what', async () => {
    const audited = async () =>
      await first.db
        .selectFrom('core.audit')
        .select(['class', 'user_id', 'subject_id', 'body'])
        .where('subject', '=', 'plugin-setting')
        .orderBy('seq')
        .execute();
    const known = (await audited()).length;
    await set('sim-one', 'org-gz', { limit: 7, checked: 0 });
    await set('sim-one', 'org-gz', { limit: 8 });
    await set('sim-one', 'org-gz', { limit: null, checked: null });
    const entries = (await audited()).slice(known);
    expect(entries.map(({ class: kind, user_id, subject_id }) => [kind, user_id, subject_id])).toEqual(
      entries.map(() => ['security', 'user-admin', 'sim-one/org-gz']),
    );
    expect(entries.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { before: { limit: null, checked: null }, after: { limit: 7, checked: 0 } },
      { before: { limit: 7 }, after: { limit: 8 } },
      { before: { limit: 8, checked: 0 }, after: { limit: null, checked: null } },
    ]);
  });

  it('sees no settings of a plugin that is unknown or has none, nor of an organisation that is none', async () => {
    for (const id of ['sim-none', 'sim-plain']) expect(await admin.get(`${AT}/${id}`)).toMatchObject({ code: 404, extras: { error: 'core.settings-unknown' } });
    expect(await admin.get(`${AT}/sim-one?orgId=org-none`)).toMatchObject({ code: 404, extras: { error: 'core.not-found' } });
  });
});

describe('others', () => {
  let manager: TestClient;
  beforeAll(async () => {
    const right = { subject_type: 'user' as const, subject_id: 'user-manager', menu_code: 'system.pluginSettings' };
    await first.db
      .insertInto('core.permission_grant')
      .values([
        { ...right, kind: 'menu' },
        { ...right, kind: 'button', item_code: 'btn_edit' },
      ])
      .execute();
    manager = await first.signIn('manager');
  });

  it('without the menu see and set nothing', async () => {
    const nurse = await first.signIn('nurse');
    const answers = [await nurse.get(AT), await nurse.get(`${AT}/sim-one`), await put('sim-one', { orgId: 'org-gz', version: 0, values: { limit: 1 } }, nurse)];
    expect(answers.map(({ code, extras }) => [code, extras?.error])).toEqual(answers.map(() => [403, 'core.forbidden']));
  });

  it('with the menu set values of their organisation alone', async () => {
    const { data } = await manager.get<{ list: ListedPlugin[]; organisations: { id: string }[] }>(AT);
    expect(data.list).toMatchObject([
      { pluginId: 'sim-one', installation: 0, organisation: 3 },
      { pluginId: 'sim-secret', installation: 0, organisation: 1 },
    ]);
    expect(data.organisations.map(({ id }) => id)).toEqual(['org-wh']);
    expect((await set('sim-one', 'org-wh', { limit: 12 }, manager)).code).toBe(200);
    expect(await limitAt(second, 'org-wh')).toBe(12);
    const before = await first.db.selectFrom('core.plugin_setting').selectAll().orderBy('plugin_id').orderBy('org_id').execute();
    const { version } = await sheet('sim-one', 'org-gz');
    const foreign = [
      await manager.get(`${AT}/sim-one?orgId=org-gz`),
      await manager.get(`${AT}/sim-one?orgId=org-none`),
      await put('sim-one', { orgId: 'org-gz', version, values: { limit: 1 } }, manager),
    ];
    expect(foreign.map(({ code, extras }) => [code, extras?.error])).toEqual(foreign.map(() => [404, 'core.not-found']));
    const whole = [await manager.get(`${AT}/sim-one`), await put('sim-one', { orgId: '', version: 0, values: { hour: 2 } }, manager)];
    expect(whole.map(({ code, extras }) => [code, extras?.error])).toEqual(whole.map(() => [403, 'core.system-only']));
    expect(await first.db.selectFrom('core.plugin_setting').selectAll().orderBy('plugin_id').orderBy('org_id').execute()).toEqual(before);
  });
});

describe('a secret', () => {
  const PASSWORD = 'SIM-pass-word-7391';
  const passwordAt = (server: NephraServer): Promise<string> => contextAt(server, 'sim-secret').setting(secrets, 'password');
  const storedTexts = async (): Promise<string> => {
    const rows = await first.db.selectFrom('core.plugin_setting').selectAll().where('plugin_id', '=', 'sim-secret').orderBy('org_id').execute();
    const entries = await first.db.selectFrom('core.audit').select('body').where('subject', '=', 'plugin-setting').orderBy('seq').execute();
    return JSON.stringify([rows, entries]);
  };

  it('is read by its plugin on every server, and by nobody else: not in answers, tables or the audit log', async () => {
    const done = await set('sim-secret', '', { user: 'SIM', password: PASSWORD });
    expect(done.code).toBe(200);
    expect(viewOf(done.data, 'password')).toMatchObject({ value: '', byDefault: '', source: 'page', setAt: first.time.now.getTime() });
    expect(viewOf(done.data, 'password')?.setBy).not.toBe('');
    expect([await passwordAt(first.server), await passwordAt(second)]).toEqual([PASSWORD, PASSWORD]);
    const told = JSON.stringify([done, await admin.get(AT), await sheet('sim-secret')]) + (await storedTexts());
    expect(told).toContain('SIM');
    expect(told).not.toContain(PASSWORD);
  });

  it('stays where nothing is given, is replaced and cleared; the audit log says that, and no more', async () => {
    await set('sim-secret', '', { user: 'SIM-2' });
    expect(await passwordAt(second)).toBe(PASSWORD);
    await set('sim-secret', '', { password: `${PASSWORD}-new` });
    expect(await passwordAt(second)).toBe(`${PASSWORD}-new`);
    await set('sim-secret', '', { password: '' });
    expect(await passwordAt(first.server)).toBe('');
    expect(viewOf(await sheet('sim-secret'), 'password')).toMatchObject({ value: '', source: 'default', setBy: '', setAt: null });
    const bodies = await first.db.selectFrom('core.audit').select('body').where('subject_id', '=', 'sim-secret').orderBy('seq').execute();
    expect(bodies.slice(-2).map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { before: { password: '***' }, after: { password: '***' } },
      { before: { password: '***' }, after: { password: null } },
    ]);
    expect(await storedTexts()).not.toContain(PASSWORD);
  });

  it('has limits like any other, and each organisation its own', async () => {
    const { code, extras } = await set('sim-secret', '', { password: 'x'.repeat(31) });
    expect([code, (extras as { fields?: { path: string }[] }).fields?.map(({ path }) => path)]).toEqual([400, ['password']]);
    await set('sim-secret', 'org-wh', { apiKey: 'SIM-WH' });
    const at = (orgId: string) => contextAt(second, 'sim-secret').setting(secrets, 'apiKey', orgId as OrgId);
    expect([await at('org-wh'), await at('org-gz')]).toEqual(['SIM-WH', '']);
    expect(JSON.stringify(await sheet('sim-secret', 'org-wh'))).not.toContain('SIM-WH');
  });

  it('that was sealed with another key is a refusal of its own to the plugin, not an empty text', async () => {
    await set('sim-secret', '', { password: PASSWORD });
    const row = await first.db
      .selectFrom('core.plugin_setting')
      .select('set_values')
      .where('plugin_id', '=', 'sim-secret')
      .where('org_id', '=', '')
      .executeTakeFirstOrThrow();
    const values = row.set_values as unknown as Record<string, { value: string }>;
    const broken = { ...values, password: { ...values.password, value: `${values.password?.value.slice(0, -4)}AAAA` } };
    await first.db
      .updateTable('core.plugin_setting')
      .set({ set_values: JSON.stringify(broken) })
      .where('plugin_id', '=', 'sim-secret')
      .where('org_id', '=', '')
      .execute();
    await expect(passwordAt(first.server)).rejects.toMatchObject({ key: 'core.secret-broken' });
    await set('sim-secret', '', { password: null });
    expect(await passwordAt(first.server)).toBe('');
  });

  it('of a default in registry.json is sent to no browser either', async () => {
    await first.writeRegistry({
      site: { name: 'SIM' },
      plugins: [{ id: 'sim-secret', source: 'inline:sim-secret', enabled: true, config: { password: PASSWORD } }],
    });
    expect(await passwordAt(first.server)).toBe(PASSWORD);
    expect(viewOf(await sheet('sim-secret'), 'password')).toMatchObject({ value: '', byDefault: '', source: 'registry' });
    await first.writeRegistry({ site: { name: 'SIM' }, plugins: inline.map(({ definition: { id } }) => ({ id, source: `inline:${id}`, enabled: true })) });
  });
});

describe('registry.json', () => {
  const registryWith = (config: object) =>
    first.writeRegistry({ site: { name: 'SIM' }, plugins: [{ id: 'sim-one', source: 'inline:sim-one', enabled: true, config: { ...config } }] });

  it('gives defaults by the same names, which the page goes before', async () => {
    await registryWith({ hour: 6, limit: 'off' });
    expect(await hourAt(first.server)).toBe(6);
    expect(viewOf(await sheet('sim-one'), 'hour')).toMatchObject({ value: 6, source: 'registry', byDefault: 6 });
    expect(viewOf(await sheet('sim-one', 'org-gz'), 'checked')).toMatchObject({ value: 0, source: 'registry' });
    expect(viewOf(await sheet('sim-one', 'org-gz'), 'limit')).toMatchObject({ value: 30, source: 'default' });
    await set('sim-one', '', { hour: 9 });
    expect(await hourAt(first.server)).toBe(9);
    await set('sim-one', '', { hour: null });
    expect(await hourAt(first.server)).toBe(6);
    await registryWith({ checked: false, limit: 55 });
    expect(await contextAt(first.server, 'sim-one').setting(settings, 'checked', 'org-gz' as OrgId)).toBe(0);
    expect(await limitAt(first.server, 'org-gz')).toBe(55);
  });

  it('with a default that its setting refuses starts nothing, and says why', async () => {
    await registryWith({ hour: 30 });
    const { list } = (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data;
    const view = list.find(({ id }) => id === 'sim-one');
    expect(view?.state).toBe('failed');
    expect(view?.reason).toContain('hour must not be more than 23');
  });

  it('is not asked for what the plugin does not declare', async () => {
    await registryWith({});
    const { setting } = contextAt(first.server, 'sim-one');
    await expect(setting(defineSettings({ installation: { other: field.flag().label('SIM', 'SIM', 'SIM') } }), 'other')).rejects.toThrow(
      'declares no setting "other"',
    );
    await expect((setting as (...given: unknown[]) => Promise<unknown>)(settings, 'limit')).rejects.toThrow('read with an organisation');
    await expect((setting as (...given: unknown[]) => Promise<unknown>)(settings, 'hour', 'org-gz')).rejects.toThrow('one for all organisations');
  });
});
