import { defineContract, defineService, EnvelopeCode, get, type MenuContribution, type Privilege, Type } from '@nephra/plugin-sdk/contract';
import { coreIdentity, defineServerPlugin, implement, provide, sql } from '@nephra/plugin-sdk/server';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../contract/index.ts';
import { clientHash } from '../auth/password/password-hash.ts';

const words = (name: string) => ({ zh: name, zhtw: name, en: name });
const contractOf = (id: 'chosen' | 'other') =>
  defineContract(id, {
    look: get(`/api/test/${id}`, { summary: 'uses the identity service', need: 'session', audit: 'none', reply: Type.Object({ minLength: Type.Integer() }) }),
    perhaps: get(`/api/test/${id}/perhaps`, { summary: 'uses it if it is there', need: 'session', audit: 'none', reply: Type.Boolean() }),
    table: get(`/api/test/${id}/table/{table}`, {
      summary: 'reads a table by itself',
      need: 'session',
      audit: 'none',
      params: Type.Object({ table: Type.String() }),
      reply: Type.Integer(),
    }),
  });

/** A plugin that asks for the identity service in both ways. */
const asking = (id: 'chosen' | 'other', privileges?: readonly Privilege[]): InlinePlugin => ({
  definition: definePlugin({
    id,
    version: '1.0.0',
    sdk: '^1.0.0',
    name: words(id),
    pages: [],
    menus: [] as MenuContribution[],
    ...(privileges ? { privileges } : {}),
  }),
  server: defineServerPlugin<never>({
    implementations: [
      implement<never>()(contractOf(id), {
        look: (_input, ctx) => ({ minLength: ctx.service(coreIdentity).passwordPolicy.minLength }),
        perhaps: (_input, ctx) => ctx.optionalService(coreIdentity) !== undefined,
        table: async ({ params }, ctx) => (await sql`select 1 from ${sql.table(params.table)} limit 1`.execute(ctx.db)).rows.length,
      }),
    ],
  }),
});

const impostor: InlinePlugin = {
  definition: definePlugin({ id: 'impostor', version: '1.0.0', sdk: '^1.0.0', name: words('impostor'), pages: [], menus: [] }),
  server: defineServerPlugin<never>({ services: [provide(defineService<object>('core.anything@1'), () => ({}))] }),
};

describe('core.identity@1', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { passwordPolicy: 'level3' }, inline: [asking('chosen', ['identity']), asking('other'), impostor] });
  });
  afterAll(() => server.close());

  it('is for plugins whose manifest names the privilege; others are refused with both names', async () => {
    const admin = await server.signIn('admin');
    await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
    expect(await admin.get('/api/test/chosen')).toMatchObject({ code: 200, data: { minLength: 8 } });
    expect((await admin.get('/api/test/chosen/perhaps')).data).toBe(true);
    for (const url of ['/api/test/other', '/api/test/other/perhaps']) {
      const answer = await admin.get(url);
      expect(answer).toMatchObject({
        code: EnvelopeCode.Forbidden,
        extras: { error: 'core.privilege-missing', params: { plugin: 'other', privilege: 'identity' } },
      });
      expect(answer.msg).toBe('The plugin “other” lacks the privilege “identity”, so it cannot use “core.identity@1”.');
    }
  });

  it('so are the tables behind it, and other tables of the shell are for no plugin', async () => {
    const admin = await server.signIn('admin');
    const read = async (id: string, table: string) => {
      const { code, data, extras } = await admin.get(`/api/test/${id}/table/${table}`);
      return extras ? `${code} ${extras.error} ${String(extras.params?.table)}` : `${code} ${String(data)}`;
    };
    expect(await read('chosen', 'core.user_account')).toBe('200 1');
    for (const [id, table] of [
      ['other', 'core.user_account'],
      ['other', 'core.session'],
      ['chosen', 'core.session'],
      ['chosen', 'core.audit'],
    ] as const)
      expect([id, await read(id, table)]).toEqual([id, `${EnvelopeCode.Fault} core.foreign-table ${table}`]);
  });

  it('stands in what a plugin adds, before it is switched on', async () => {
    const admin = await server.signIn('admin');
    const registry = server.readRegistry();
    const off = registry.plugins.map((entry) => (entry.id === 'chosen' ? { ...entry, enabled: false } : entry));
    await server.writeRegistry({ ...registry, plugins: off });
    const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
    const views = new Map(data.list.map((view) => [view.id, view]));
    expect(views.get('chosen')).toMatchObject({ state: 'disabled', adds: { privileges: ['identity'] } });
    expect(views.get('other')?.adds.privileges).toEqual([]);
    await server.writeRegistry(registry);
  });

  it('no plugin can offer a service under core.', async () => {
    const admin = await server.signIn('admin');
    const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
    expect(data.list.find((view) => view.id === 'impostor')).toMatchObject({
      state: 'conflict',
      reason: 'The service “core.anything@1” is provided by “shell”, so “impostor” cannot claim it.',
    });
  });

  it('[7.11-11] sets a password for once, keeps the history, ends the sessions', async () => {
    const { identity } = server.server.core;
    const nurse = await server.signIn('nurse');
    await identity.setPassword('user-nurse', clientHash('Neu20260'), { mustChange: true });
    expect((await nurse.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    const again = await server.signIn('nurse', 'Neu20260');
    expect((await again.get<{ sessionInfo: unknown }>('/api/oauth/CurrentUser')).data.sessionInfo).toMatchObject({ passwordDemand: 'first' });
    await expect(identity.setPassword('user-nurse', clientHash('Demo2026'), { mustChange: false })).rejects.toMatchObject({ key: 'core.password-used-before' });
    await expect(identity.setPassword('user-nurse', 'Neu2026', { mustChange: false })).rejects.toMatchObject({ key: 'core.password-malformed' });
    await expect(identity.setPassword('nobody', clientHash('Neu20261'), { mustChange: false })).rejects.toMatchObject({ key: 'core.not-found' });
  });

  it('lists open sessions of the asked organisations by keyword, pinyin too, and ends them', async () => {
    const { identity } = server.server.core;
    const doctor = await server.signIn('doctor');
    server.time.advance(1000);
    const cashier = await server.signIn('cashier');
    const everywhere = (await server.db.selectFrom('core.org').select('id').execute()).map((row) => row.id);
    const accounts = async (keyword: string, orgs = everywhere) => (await identity.onlineSessions(orgs, keyword)).map((one) => one.account);
    expect((await accounts('')).slice(0, 2)).toEqual(['cashier', 'doctor']);
    const [found] = await identity.onlineSessions(everywhere, 'docto');
    expect(found).toMatchObject({ account: 'doctor', userId: 'user-doctor', ip: '127.0.0.1', locked: false });
    expect(await accounts('', [])).toEqual([]);
    expect(await accounts('', ['org-nobody'])).toEqual([]);
    await doctor.post('/api/oauth/LockScreen/Actions/Lock');
    expect((await identity.onlineSessions(everywhere, 'doctor'))[0]?.locked).toBe(true);

    await identity.endSessions([found?.sessionId ?? '']);
    expect((await doctor.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    expect(await accounts('')).not.toContain('doctor');
    await identity.endSessionsOf('user-cashier', 'forced');
    expect((await cashier.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
  });
});
