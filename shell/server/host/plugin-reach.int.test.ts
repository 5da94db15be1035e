import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, defineContract, defineExtension, get, post, type RegistryEntry, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend, implement, type OutboundError } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../contract/index.ts';

const sign = defineExtension<{ sign(text: string): string }>('caller.sign@1');
const text = Type.Object({ text: Type.String() });
const contract = defineContract('caller', {
  call: post('/api/caller', { summary: 'call', need: 'session', audit: 'write', retry: 'natural', transaction: 'own', body: text, reply: Type.String() }),
  inside: post('/api/caller/inside', { summary: 'inside', need: 'session', audit: 'write', retry: 'natural', body: text, reply: Type.String() }),
  signs: get('/api/caller/signs', { summary: 'signs', need: 'session', audit: 'none', reply: Type.Array(Type.String()) }),
  seal: post('/api/caller/seal', { summary: 'seal', need: 'session', audit: 'write', retry: 'natural', body: text, reply: Type.String() }),
});
const sayings = defineContract('sayings', {
  say: get('/api/sayings', { summary: 'say', need: 'session', audit: 'none', reply: Type.Array(Type.String()) }),
});
const thief = defineContract('thief', {
  open: post('/api/thief', { summary: 'open', need: 'session', audit: 'write', retry: 'natural', body: text, reply: Type.String() }),
});

const named = (id: string) => ({ id, version: '1.0.0', sdk: '^1.0.0', name: { zh: id, zhtw: id, en: id } });
let starts = 0;

const caller: InlinePlugin = {
  definition: { ...named('caller'), outboundHosts: ['https://public.example', 'http://10.0.0.1'] },
  server: defineServerPlugin({
    start: async () => {
      starts += 1;
    },
    implementations: [
      implement()(contract, {
        call: async ({ body }, ctx) =>
          await ctx.outbound.send({ url: body.text, method: 'GET' }).then(
            (reply) => reply.body.toString(),
            ({ failure, sent }: OutboundError) => `${failure} ${sent}`,
          ),
        inside: async ({ body }, ctx) => (await ctx.outbound.send({ url: body.text, method: 'GET' })).body.toString(),
        signs: async (_input, ctx) => ctx.extensions(sign).map(({ pluginId, value }) => `${pluginId} ${value.sign('x')}`),
        seal: async ({ body }, ctx) => {
          const sealed = ctx.secrets.seal(body.text);
          if (ctx.secrets.open(sealed) !== body.text) throw new AppError('core.fault');
          return sealed;
        },
      }),
    ],
  }) as never,
};
const region = (id: string): InlinePlugin => ({
  definition: named(id),
  server: defineServerPlugin({ extensions: [extend(sign, (ctx) => ({ sign: (given) => `${given} by ${ctx.pluginId}` }))] }) as never,
});
const speaker: InlinePlugin = {
  definition: named('sayings'),
  server: defineServerPlugin({
    implementations: [
      implement()(sayings, {
        say: async (_input, ctx) => [
          ctx.text('rows', { n: 1 }),
          ctx.text('rows', { n: 2 }),
          ctx.text('rows', { n: 2 }, 'zhtw'),
          ctx.text('messages.done'),
          ctx.text('nobody.wrote.it'),
        ],
      }),
    ],
  }) as never,
  texts: { zh: { rows: '{{n}} 行' }, zhtw: { rows: '{{n}} 列' }, en: { rows: '{{n}} rows', rows_one: 'one row' } },
};
const broken: InlinePlugin = {
  definition: named('broken'),
  server: defineServerPlugin({
    extensions: [
      extend(sign, () => {
        throw new Error('cannot be made');
      }),
    ],
  }) as never,
};
const other: InlinePlugin = {
  definition: named('thief'),
  server: defineServerPlugin({ implementations: [implement()(thief, { open: ({ body }, ctx) => ctx.secrets.open(body.text) })] }) as never,
};

describe('what plugins reach beyond themselves', () => {
  let server: TestServer;
  let doctor: TestClient;
  let admin: TestClient;
  let port = 0;
  const foreign = createServer((_request, response) => response.end('hello'));
  beforeAll(async () => {
    await new Promise<void>((ready) => foreign.listen(0, '127.0.0.1', ready));
    port = (foreign.address() as AddressInfo).port;
    server = await startTestServer({
      inline: [caller, region('south'), region('north'), broken, other, speaker],
      config: { outboundAllow: ['caller=https://operator.example'] },
    });
    doctor = await server.signIn('doctor');
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.close();
    foreign.closeAllConnections();
    foreign.close();
  });

  const put = (changes: Readonly<Record<string, Partial<RegistryEntry>>>, order = ['caller', 'south', 'north', 'broken', 'thief', 'sayings']) =>
    server.writeRegistry({
      site: { name: '测试医院' },
      plugins: order.map((id) => ({ id, source: `inline:${id}`, enabled: true, ...changes[id] })),
    });
  const call = async () => (await doctor.post('/api/caller', { text: `http://127.0.0.1:${port}/` })).data;
  const shown = async (id: string) =>
    (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list.find((one) => one.id === id)?.adds.outboundHosts;
  const audited = async () => {
    const rows = await server.db.selectFrom('core.audit').select(['subject_id', 'body']).where('action', '=', 'plugin.outbound').orderBy('seq').execute();
    return rows.map(({ subject_id, body }) => {
      const { before, after } = JSON.parse(body) as Record<'before' | 'after', { mayCall: string[] }>;
      return [subject_id, before.mayCall, after.mayCall];
    });
  };

  it('registry.json opens an address to one plugin and shuts it again, at once and without a restart; both are on record', async () => {
    const local = `http://127.0.0.1:${port}`;
    const byOperator = 'https://operator.example';
    expect(await call()).toBe('not-allowed false');
    const before = starts;
    await put({ caller: { outbound: [local, 'private+https://inner.lan'] } });
    expect(await call()).toBe('hello');
    expect(await shown('caller')).toEqual(['https://public.example', local, 'private+https://inner.lan', byOperator]);
    expect(await shown('south')).toEqual([]);
    await put({ caller: { outbound: [] } });
    expect(await call()).toBe('not-allowed false');
    expect(starts).toBe(before);
    expect(await audited()).toEqual([
      ['caller', [], [byOperator]],
      ['caller', [byOperator], [local, 'private+https://inner.lan', byOperator]],
      ['caller', [local, 'private+https://inner.lan', byOperator], [byOperator]],
    ]);
  });

  it('shows what a plugin would call before it is switched on', async () => {
    await put({ caller: { enabled: false, outbound: ['https://later.example'] } });
    expect(await shown('caller')).toEqual(['https://public.example', 'https://later.example', 'https://operator.example']);
    await put({});
  });

  it('a list that cannot be read is refused with its place, and the last good one stays in force', async () => {
    await put({ caller: { outbound: [`http://127.0.0.1:${port}`] } });
    await put({ caller: { outbound: ['https://fine.example', 'http://169.254.169.254'] } });
    const { fileError } = (await admin.get<{ fileError: string }>('/api/registry/Plugins')).data;
    expect(fileError).toMatch(/^line \d+, column \d+: \/plugins\/0\/outbound\/1 must be an address that may be called/);
    expect(await call()).toBe('hello');
    await put({});
  });

  it('a call inside a transaction is a fault of the plugin', async () => {
    await put({ caller: { outbound: [`http://127.0.0.1:${port}`] } });
    expect((await doctor.post('/api/caller/inside', { text: `http://127.0.0.1:${port}/` })).extras?.error).toBe('core.fault');
    await put({});
  });

  it('extensions come and go with their plugins, in the order of the registry; one that cannot be made stops no other', async () => {
    const signs = async () => (await doctor.get('/api/caller/signs')).data;
    expect(await signs()).toEqual(['south x by south', 'north x by north']);
    await put({ south: { enabled: false } });
    expect(await signs()).toEqual(['north x by north']);
    await put({}, ['north', 'caller', 'broken', 'south']);
    expect(await signs()).toEqual(['north x by north', 'south x by south']);
    await put({});
  });

  it('its own texts in the language of the call, behind them those of the shell', async () => {
    const say = async (language: string) =>
      (await doctor.raw({ method: 'GET', url: '/api/sayings', headers: { 'x-language': language } })).json<{ data: string[] }>().data;
    expect(await say('en')).toEqual(['one row', '2 rows', '2 列', expect.any(String), 'nobody.wrote.it']);
    expect(await say('zh')).toEqual(['1 行', '2 行', '2 列', '操作成功', 'nobody.wrote.it']);
    const [live] = server.server.plugins.host.snapshot.live.filter(({ id }) => id === 'sayings');
    expect(live?.context.text('rows', { n: 3 })).toBe('3 行');
  });

  it('a sealed text opens for the plugin that sealed it alone', async () => {
    const { data: sealed } = await doctor.post<string>('/api/caller/seal', { text: 'secretKey=密' });
    expect(sealed).toMatch(/^v1\./);
    expect(await doctor.post('/api/thief', { text: sealed })).toMatchObject({
      msg: expect.stringContaining('SECRET_KEY'),
      extras: { error: 'core.secret-broken' },
    });
  });
});
