import { defineContract, EnvelopeCode, type MenuClaim, post, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, type WrittenMenu } from '@nephra/plugin-sdk/server';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InlinePlugin } from '../../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { CurrentUser, PluginForAdministrator } from '../../../contract/index.ts';

const words = (text: string) => ({ zh: text, zhtw: text, en: text });
const CLAIMS: readonly MenuClaim[] = [{ prefix: 'drawn.form.', types: [3, 7] }];
const contract = defineContract('drawn', {
  write: post('/api/drawn/write', {
    summary: 'write',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    body: Type.Object({ menu: Type.Unknown(), fail: Type.Boolean() }),
    reply: Type.Array(Type.String()),
  }),
  remove: post('/api/drawn/remove', {
    summary: 'remove',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    body: Type.Object({ enCode: Type.String() }),
    reply: Type.Array(Type.String()),
  }),
});
/** A plugin that draws forms, in a version with these claims. */
const drawn = (menuClaims: readonly MenuClaim[] = CLAIMS): InlinePlugin => ({
  definition: definePlugin({
    id: 'drawn',
    version: '1.0.0',
    sdk: '^1.0.0',
    name: words('drawn'),
    menuClaims,
    menus: [{ enCode: 'drawn.own', type: 7, urlAddress: 'https://example.org', parent: 'his', title: words('own'), roleHints: ['doctor'] }],
  }),
  server: defineServerPlugin({
    implementations: [
      implement()(contract, {
        write: async ({ body }, ctx) => {
          await ctx.menus.write(body.menu as WrittenMenu);
          if (body.fail) throw new Error('after all not');
          return await ctx.menus.list();
        },
        remove: async ({ body }, ctx) => {
          await ctx.menus.remove(body.enCode);
          return await ctx.menus.list();
        },
      }),
    ],
  }) as never,
});
const claiming = (id: string, more: Partial<InlinePlugin['definition']>): InlinePlugin => ({
  definition: definePlugin({ id, version: '1.0.0', sdk: '^1.0.0', name: words(id), ...more }),
});

describe('menus that a plugin writes while it runs', () => {
  let server: TestServer;
  let admin: TestClient;
  let doctor: TestClient;
  beforeAll(async () => {
    server = await startTestServer({
      inline: [
        drawn(),
        claiming('above', { menuClaims: [{ prefix: 'drawn.', types: [3] }] }),
        claiming('below', { menus: [{ enCode: 'drawn.form.mine', type: 7, title: words('mine') }] }),
        claiming('beside', { menuClaims: [{ prefix: 'drawn.formal.', types: [3] }] }),
      ],
    });
    admin = await server.signIn('admin');
    await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
    doctor = await server.signIn('doctor');
  });
  afterAll(() => server.close());
  const run = (...ids: string[]) => server.writeRegistry({ site: { name: 'SIM' }, plugins: ids.map((id) => ({ id, source: `inline:${id}`, enabled: true })) });
  beforeEach(async () => {
    server.packages.put(drawn());
    await run('drawn');
  });

  const entries = async (client: TestClient) => {
    const { data } = await client.get<CurrentUser>('/api/oauth/CurrentUser');
    return data.menuList.flatMap((top) => [top, ...(top.children ?? [])]);
  };
  const codes = async (client: TestClient): Promise<string[]> => (await entries(client)).map(({ enCode }) => enCode);
  const form = (name: string, more: Partial<WrittenMenu> = {}): WrittenMenu => ({
    enCode: `drawn.form.${name}`,
    type: 3,
    parent: 'his',
    title: words(name),
    propertyJson: { moduleId: name },
    ...more,
  });
  const write = (menu: object, fail = false) => admin.post<string[]>('/api/drawn/write', { menu, fail });
  const remove = (enCode: string) => admin.post<string[]>('/api/drawn/remove', { enCode });
  const refusal = async (menu: object) => {
    const { code, msg, extras } = await write(menu);
    return { code, msg, error: (extras as { error?: string } | undefined)?.error };
  };

  it('are there with the next reading, changed with the next writing, and gone after removal', async () => {
    expect((await write(form('a', { buttons: [{ enCode: 'btn_add', title: words('Add') }] }))).data).toEqual(['drawn.form.a']);
    expect(await codes(admin)).toContain('drawn.form.a');
    await write(form('a', { title: words('another name'), sortCode: 7 }));
    expect((await entries(admin)).find(({ enCode }) => enCode === 'drawn.form.a')?.fullName).toBe('another name');
    expect(await server.db.selectFrom('core.menu_item').select('en_code').where('menu_code', '=', 'drawn.form.a').execute()).toEqual([]);
    expect((await remove('drawn.form.a')).data).toEqual([]);
    expect(await codes(admin)).not.toContain('drawn.form.a');
    expect((await remove('drawn.form.never')).code).toBe(200);
  });

  it('are part of the transaction', async () => {
    expect((await write(form('lost'), true)).code).toBe(EnvelopeCode.Fault);
    expect(await codes(admin)).not.toContain('drawn.form.lost');
  });

  it('are granted to nobody by themselves, and to whom an administrator grants them', async () => {
    await write(form('b'));
    expect(await codes(doctor)).toEqual(['his', 'drawn.own']);
    await server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'user', subject_id: 'user-doctor', kind: 'menu', menu_code: 'drawn.form.b', item_code: '' })
      .execute();
    expect(await codes(doctor)).toContain('drawn.form.b');
  });

  it('go with the plugin that is switched off, and come back with it and their grants; what was removed stays away', async () => {
    await write(form('b'));
    await write(form('c'));
    await remove('drawn.form.c');
    await run();
    expect((await codes(admin)).filter((code) => code.startsWith('drawn'))).toEqual([]);
    await run('drawn');
    expect((await codes(admin)).filter((code) => code.startsWith('drawn'))).toEqual(['drawn.form.b', 'drawn.own']);
    expect(await codes(doctor)).toContain('drawn.form.b');
  });

  it('stay with a version that declares other menus, as far as that claims them', async () => {
    await write(form('b'));
    await write(form('link', { type: 7, urlAddress: 'https://example.org', propertyJson: {} }));
    await run();
    server.packages.put(drawn([{ prefix: 'drawn.form.', types: [3] }]));
    await run('drawn');
    const shown = await codes(admin);
    expect([shown.includes('drawn.form.b'), shown.includes('drawn.form.link')]).toEqual([true, false]);
  });

  it('are refused by name: what is not claimed, what somebody has, a parent that is none, what is no entry', async () => {
    expect(await refusal(form('x', { enCode: 'drawn.other' }))).toMatchObject({
      error: 'core.menu-not-claimed',
      msg: expect.stringContaining('“drawn.other” (type 3): its manifest allows drawn.form.* (3, 7) alone'),
    });
    for (const wrong of [
      form('x', { type: 2 }),
      form('x', { enCode: 'drawn.form' }),
      form('x', { enCode: 'drawn.forms.x' }),
      form('x', { enCode: 'his.patient' }),
    ])
      expect((await refusal(wrong)).error).toBe('core.menu-not-claimed');
    expect(await refusal(form('x', { parent: 'drawn.own' }))).toMatchObject({ error: 'core.menu-parent', msg: expect.stringContaining('“drawn.own”') });
    expect((await refusal(form('x', { enCode: 'drawn.form.' }))).error).toBe('core.menu-malformed');
    expect((await refusal({ enCode: 'drawn.form.x', type: 3 })).error).toBe('core.menu-malformed');
    await server.db.updateTable('core.menu').set({ owner: 'site' }).where('en_code', '=', 'drawn.form.b').execute();
    expect(await refusal(form('b'))).toMatchObject({ error: 'core.menu-taken', msg: expect.stringContaining('“site”') });
    expect((await remove('drawn.form.b')).extras).toMatchObject({ error: 'core.menu-taken' });
    await server.db.updateTable('core.menu').set({ owner: 'drawn' }).where('en_code', '=', 'drawn.form.b').execute();
  });

  it('are as many and as long as everybody can carry at a sign-in, and what is there may still be changed', async () => {
    await write(form('a'));
    await sql`insert into core.menu (id, en_code, owner, type, title_zh, title_zhtw, title_en, written)
      select 'crowd' || n, 'drawn.form.crowd' || n, 'drawn', 3, 'x', 'x', 'x', true from generate_series(1, 999) as n`.execute(server.db);
    expect(await refusal(form('more'))).toMatchObject({ error: 'core.menu-too-many', msg: expect.stringContaining('1000') });
    expect((await write(form('a', { title: words('changed') }))).code).toBe(200);
    expect((await refusal(form('a', { title: words('x'.repeat(10_000)) }))).error).toBe('core.menu-malformed');
    await server.db.deleteFrom('core.menu').where('en_code', 'like', 'drawn.form.crowd%').execute();
    expect((await write(form('more'))).code).toBe(200);
    for (const name of ['a', 'more']) await remove(`drawn.form.${name}`);
  });

  it('have beginnings that belong to one plugin', async () => {
    await run('drawn', 'above', 'below', 'beside');
    const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
    const states = Object.fromEntries(data.list.map(({ id, state, reason }) => [id, [state, reason.includes('“drawn”')]]));
    expect(states).toMatchObject({ drawn: ['active', false], above: ['conflict', true], below: ['conflict', true], beside: ['active', false] });
  });
});
