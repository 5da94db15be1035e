import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { createServer, type NephraServer } from '../index.ts';

describe('health', () => {
  let server: TestServer;
  let production: NephraServer;
  beforeAll(async () => {
    server = await startTestServer({ plugins: ['patient'] });
    await server.db.deleteFrom('core.setting').where('key', '=', 'demo').execute();
    const { parts } = server.server.core;
    const config = { ...server.config, mode: 'production' as const, demoData: '' };
    production = await createServer({
      config,
      database: server.database,
      log: parts.log,
      clock: parts.clock,
      packages: server.packages,
      keepDatabaseOpen: true,
    });
  });
  afterAll(async () => {
    await production.close();
    await server.close();
  });

  const health = async ({ app }: Pick<NephraServer, 'app'>, remoteAddress: string, authorization?: string) =>
    (await app.inject({ method: 'GET', url: '/api/health', remoteAddress, headers: authorization ? { authorization } : {} })).json().data as object;

  it('says no more than its state to strangers, and in production to this computer, too', async () => {
    expect(await health(server.server, '203.0.113.9')).toEqual({ status: 'ok' });
    expect(await health(production, '203.0.113.9')).toEqual({ status: 'ok' });
    expect(await health(production, '127.0.0.1')).toEqual({ status: 'ok' });
  });

  it('names versions and plugins to those who look after plugins, and while developing to this computer', async () => {
    const [admin, nurse] = [await server.signIn('admin'), await server.signIn('nurse')];
    const all = {
      status: 'ok',
      version: expect.any(String),
      database: {
        engine: expect.any(String),
        ok: true,
        connections: { size: expect.any(Number), inUse: expect.any(Number), queued: 0, waiting: expect.any(Number) },
      },
      plugins: [{ id: 'patient', version: expect.any(String), state: 'active' }],
      lastClockStep: null,
    };
    expect(await health(production, '203.0.113.9', admin.token)).toEqual(all);
    expect(await health(server.server, '127.0.0.1')).toEqual(all);
    expect(await health(production, '203.0.113.9', nurse.token)).toEqual({ status: 'ok' });
    await admin.post('/api/oauth/LockScreen/Actions/Lock');
    expect(await health(production, '203.0.113.9', admin.token)).toEqual({ status: 'ok' });
  });
});
