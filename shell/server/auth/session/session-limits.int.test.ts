import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { clientHash } from '../password/password-hash.ts';

const MINUTE = 60_000;
const BACKGROUND = { 'x-background': '1' };

describe('sessions at rest', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const look = async (client: TestClient, headers?: Record<string, string>) => {
    const { code, extras } = await client.get('/api/oauth/CurrentUser', headers);
    return extras?.error ?? code;
  };
  const unlock = (client: TestClient, account: string) => client.post('/api/oauth/LockScreen', { account, password: clientHash('Demo2026') });

  it('[4-01] lock after 15 minutes without work, and the password opens them', async () => {
    const doctor = await server.signIn('doctor');
    server.time.advance(14.9 * MINUTE);
    expect(await look(doctor)).toBe(200);
    server.time.advance(15 * MINUTE);
    expect(await look(doctor)).toBe('core.locked');
    expect((await doctor.post('/api/oauth/Actions/Alive')).extras?.error).toBe('core.locked');
    expect((await unlock(doctor, 'doctor')).code).toBe(200);
    server.time.advance(14 * MINUTE);
    expect(await look(doctor)).toBe(200);
  });

  it('can be unlocked by a screen that locked itself without telling', async () => {
    const nurse = await server.signIn('nurse');
    server.time.advance(MINUTE);
    expect((await unlock(nurse, 'nurse')).code).toBe(200);
    server.time.advance(20 * MINUTE);
    expect((await unlock(nurse, 'nurse')).code).toBe(200);
    expect(await look(nurse)).toBe(200);
  });

  it('end after 30 minutes without work; calls into the locked session are none', async () => {
    const cashier = await server.signIn('cashier');
    server.time.advance(20 * MINUTE);
    expect(await look(cashier)).toBe('core.locked');
    server.time.advance(10 * MINUTE);
    expect(await look(cashier)).toBe('core.login-expired');
    expect((await unlock(cashier, 'cashier')).code).toBe(EnvelopeCode.LoginExpired);
  });

  it('are not kept awake by pages that ask by themselves', async () => {
    const [working, resting] = [await server.signIn('clerk'), await server.signIn('clerk')];
    for (let minute = 0; minute < 14; minute += 2) {
      server.time.advance(2 * MINUTE);
      expect(await look(working)).toBe(200);
      expect(await look(resting, BACKGROUND)).toBe(200);
    }
    server.time.advance(2 * MINUTE);
    expect(await look(working, BACKGROUND)).toBe(200);
    expect(await look(resting, BACKGROUND)).toBe('core.locked');
  });

  it('are kept awake by a person who types without saving', async () => {
    const pharmacist = await server.signIn('pharmacist');
    for (let minute = 0; minute < 40; minute += 10) {
      server.time.advance(10 * MINUTE);
      expect((await pharmacist.post('/api/oauth/Actions/Alive')).code).toBe(200);
    }
    expect(await look(pharmacist)).toBe(200);
  });

  it('end after 12 hours of uninterrupted work', async () => {
    const developer = await server.signIn('developer');
    for (let passed = 10; passed < 12 * 60; passed += 10) {
      server.time.advance(10 * MINUTE);
      expect(await look(developer)).toBe(200);
    }
    server.time.advance(10 * MINUTE);
    expect(await look(developer)).toBe('core.login-expired');
  });

  it('tell the screen their terms', async () => {
    const doctor = await server.signIn('doctor');
    const { data } = await doctor.get<{ sessionInfo: object }>('/api/oauth/CurrentUser');
    expect(data.sessionInfo).toMatchObject({ lockMinutes: 15, idleMinutes: 30, passwordDemand: '' });
  });
});
