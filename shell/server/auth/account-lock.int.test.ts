import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { isLocked, mayEnter } from './account-lock.ts';
import { clientHash } from './password/password-hash.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-language': 'en' };

describe('lock of an account', () => {
  const now = new Date('2026-03-02T02:00:00Z');
  const later = new Date(now.getTime() + 1);
  it.each([
    [false, null, false],
    [true, null, true],
    [true, later, true],
    [true, now, false],
    [false, later, false],
  ])('locked %s until %o: %s', (locked, unlockAt, expected) => {
    expect(isLocked({ locked, unlockAt }, now)).toBe(expected);
    expect(mayEnter({ enabled: true, locked, unlockAt }, now)).toBe(!expected);
    expect(mayEnter({ enabled: false, locked, unlockAt }, now)).toBe(false);
  });
});

describe('accounts that are locked by hand', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 100 } });
  });
  afterAll(() => server.close());
  beforeEach(() => server.time.advance(25 * 3_600_000));

  const login = (account: string, password = 'Demo2026') =>
    server.nobody.post('/api/oauth/Login', new URLSearchParams({ account, password: clientHash(password) }).toString(), form);
  const lock = (account: string, unlock_at: Date | null) =>
    server.db.updateTable('core.user_account').set({ locked: true, unlock_at }).where('account', '=', account).execute();

  it('cannot sign in; the right password alone tells why', async () => {
    await lock('doctor', null);
    expect(await login('doctor')).toMatchObject({
      extras: { error: 'core.account-locked' },
      msg: 'This account is locked. Please ask an administrator to unlock it.',
    });
    expect((await login('doctor', 'wrong')).extras?.error).toBe('core.login-failed');
    await server.server.core.identity.unlock('user-doctor');
    expect((await login('doctor')).code).toBe(200);
  });

  it('may come back when their time is over, which is said', async () => {
    await lock('nurse', new Date(server.time.now.getTime() + 3_600_000));
    const refused = await login('nurse');
    expect(refused.extras?.error).toBe('core.account-locked-until');
    expect(refused.msg).toMatch(/^This account is locked until \d{4}-\d\d-\d\d \d\d:\d\d\. /);
    server.time.advance(3_600_000);
    expect((await login('nurse')).code).toBe(200);
    await server.server.core.accounts.releaseLocks(server.time.now);
    const row = await server.db.selectFrom('core.user_account').select(['locked', 'unlock_at']).where('account', '=', 'nurse').executeTakeFirstOrThrow();
    expect(row).toEqual({ locked: false, unlock_at: null });
  });

  it('lose their sessions, for good', async () => {
    const [locked, disabled] = [await server.signIn('pharmacist'), await server.signIn('cashier')];
    await lock('pharmacist', null);
    await server.db.updateTable('core.user_account').set({ enabled: false }).where('account', '=', 'cashier').execute();
    for (const client of [locked, disabled]) expect((await client.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    await server.server.core.identity.unlock('user-pharmacist');
    await server.db.updateTable('core.user_account').set({ enabled: true }).where('account', '=', 'cashier').execute();
    for (const client of [locked, disabled]) expect((await client.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
  });

  it('no other way in: code, ticket and scan are refused, too', async () => {
    const clerk = await server.signIn('clerk');
    const { data } = await clerk.post<{ ticket: string }>('/api/oauth/Ticket/Actions/Issue', { target: '/home' });
    const scan = await server.nobody.post<{ ticket: string; url: string }>('/api/oauth/Scan');
    const code = scan.data.url.split('=')[1] ?? '';
    for (const step of ['scanned', 'confirmed']) expect((await clerk.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step })).code).toBe(200);
    await lock('clerk', null);
    expect((await server.nobody.post('/api/oauth/Ticket', { ticket: data.ticket })).extras?.error).toBe('core.ticket-invalid');
    expect((await server.nobody.get<{ state: string; token: string }>(`/api/oauth/Scan/${scan.data.ticket}`)).data).toMatchObject({
      state: 'expired',
      token: '',
    });
    await server.server.core.identity.unlock('user-clerk');
  });

  it('an administrator clears the waiting after wrong passwords; who waits is known', async () => {
    const { identity } = server.server.core;
    for (let attempt = 0; attempt < 5; attempt += 1) await login('developer', 'no');
    expect((await login('developer')).extras?.error).toBe('core.login-wait');
    const waiting = await identity.waitingUntil(['Developer', 'doctor', 'no-such']);
    expect([...waiting]).toEqual([['developer', new Date(server.time.now.getTime() + 600_000)]]);
    await identity.unlock('user-developer');
    expect((await identity.waitingUntil(['developer'])).size).toBe(0);
    expect((await login('developer')).code).toBe(200);
  });
});
