import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import type { CurrentUser } from '../../../contract/index.ts';
import { clientHash } from '../password/password-hash.ts';

const MINUTE = 60_000;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const login = (server: TestServer, fields: Record<string, string>) =>
  server.nobody.post<{ token: string; theme: string }>('/api/oauth/Login', new URLSearchParams(fields).toString(), form);

describe('signing in and out', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 100 } });
  });
  afterAll(() => server.close());
  // Each test starts on a quiet day of its own, so that counted failures do not leak.
  beforeEach(() => server.time.advance(25 * 60 * MINUTE));

  it('[7.2-01] answers token and theme to the form of the platform', async () => {
    const answer = await login(server, {
      account: ' Doctor ',
      password: clientHash('Demo2026'),
      origin: 'password',
      code: '',
      timestamp: '1',
      client_id: 'admin',
      client_secret: '123456',
      scope: 'all',
      grant_type: 'password',
    });
    expect(answer).toMatchObject({ status: 200, code: 200, data: { theme: 'classic' } });
    expect(answer.data.token).toMatch(/^Bearer [\w-]{43}$/);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(Number.isInteger(answer.timestamp)).toBe(true);
  });

  it('stores neither token nor password as it was sent', async () => {
    const doctor = await server.signIn('doctor');
    const sessions = await server.db.selectFrom('core.session').select('token_hash').execute();
    expect(sessions.map((row) => row.token_hash)).not.toContain(doctor.token.slice('Bearer '.length));
    const hashes = await server.db.selectFrom('core.user_account').select('password_hash').where('password_hash', 'is not', null).execute();
    expect(hashes.length).toBeGreaterThan(5);
    for (const { password_hash } of hashes) expect(password_hash).toMatch(/^scrypt\$10\$8\$1\$/);
    expect(new Set(hashes.map((row) => row.password_hash)).size).toBe(hashes.length);
  });

  it('[7.2-02] answers user, menus, permissions and system configuration', async () => {
    const admin = await server.signIn('admin');
    const { data } = await admin.get<CurrentUser>('/api/oauth/CurrentUser?n=1700000000');
    expect(data.userInfo).toMatchObject({
      userAccount: 'admin',
      isAdministrator: true,
      organizeName: '康源医疗集团(演示)/康源血液透析中心(广州)',
      priceType: '3',
    });
    expect(data.menuList.map((menu) => menu.enCode)).toEqual(['system']);
    const system = data.menuList[0];
    expect(system?.children?.map((menu) => menu.enCode)).toEqual([
      'system.plugins',
      'system.pluginSettings',
      'system.task',
      'system.audit',
      'system.outbox',
      'system.openapi',
    ]);
    expect(system).toMatchObject({ parentId: '-1', type: 1, hasChildren: true, isLeaf: false, num: 6 });
    const plugins = data.permissionList.find((entry) => entry.modelId === system?.children?.[0]?.id);
    expect(plugins?.button.map((button) => button.enCode)).toEqual(['btn_state']);
    expect(data.sysConfigInfo).toMatchObject({ sysVersion: 'V1.0.0', sysName: '血透中心信息系统', companyName: '测试医院' });
  });

  it('offers the demo accounts with their password, and they can sign in', async () => {
    const { data } = await server.nobody.get<{ demoAccounts: string[]; demoPassword: string }>('/api/oauth/LoginPage');
    expect(data.demoAccounts).toContain('cashier');
    expect((await login(server, { account: 'cashier', password: clientHash(data.demoPassword) })).code).toBe(200);
  });

  it('tells the last log-in only when there was one', async () => {
    const first = await (await server.signIn('clerk')).get<CurrentUser>('/api/oauth/CurrentUser');
    expect(first.data.userInfo).toMatchObject({ prevLogin: 0, prevLoginTime: null });
    const before = server.time.now.getTime();
    server.time.advance(MINUTE);
    const second = await (await server.signIn('clerk')).get<CurrentUser>('/api/oauth/CurrentUser');
    expect(second.data.userInfo).toMatchObject({ prevLogin: 1, prevLoginTime: before, prevLoginIPAddress: '127.0.0.1' });
  });

  it('says the same for a wrong password and an unknown account', async () => {
    const wrong = await login(server, { account: 'doctor', password: clientHash('wrong1') });
    const unknown = await login(server, { account: 'nobody', password: clientHash('wrong1') });
    expect(wrong).toMatchObject({ status: 200, code: EnvelopeCode.Refused, extras: { error: 'core.login-failed' } });
    expect({ ...unknown, timestamp: 0, headers: {} }).toEqual({ ...wrong, timestamp: 0, headers: {} });
  });

  it('makes an account wait after five failures, longer each time, unknown accounts alike', async () => {
    for (const account of ['nurse', 'no-such-account']) {
      for (let attempt = 1; attempt <= 5; attempt += 1)
        expect((await login(server, { account, password: clientHash('no') })).extras?.error).toBe('core.login-failed');
      const waiting = await login(server, { account, password: clientHash('Demo2026') });
      expect(waiting.extras).toMatchObject({ error: 'core.login-wait', params: { minutes: 10 } });
      server.time.advance(10 * MINUTE + 1000);
      expect((await login(server, { account, password: clientHash('no') })).extras?.error).toBe('core.login-failed');
      expect((await login(server, { account, password: clientHash('no') })).extras).toMatchObject({ error: 'core.login-wait', params: { minutes: 20 } });
    }
    server.time.advance(20 * MINUTE + 1000);
    expect((await login(server, { account: 'nurse', password: clientHash('Demo2026') })).code).toBe(200);
  });

  it('does not let others lock an account out of the place where it works', async () => {
    const from = (ip: string, password: string) =>
      server.server.app.inject({
        method: 'POST',
        url: '/api/oauth/Login',
        remoteAddress: ip,
        headers: form,
        payload: new URLSearchParams({ account: 'cashier', password: clientHash(password) }).toString(),
      });
    expect((await from('10.0.0.5', 'Demo2026')).json().code).toBe(200);
    for (let attempt = 0; attempt < 8; attempt += 1) await from('203.0.113.9', 'guess1');
    expect((await from('203.0.113.77', 'Demo2026')).json().extras.error).toBe('core.login-wait');
    expect((await from('10.0.0.5', 'Demo2026')).json().code).toBe(200);
  });

  it('refuses a disabled account and ends its sessions', async () => {
    const pharmacist = await server.signIn('pharmacist');
    await server.db.updateTable('core.user_account').set({ enabled: false }).where('account', '=', 'pharmacist').execute();
    expect((await pharmacist.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    expect((await login(server, { account: 'pharmacist', password: clientHash('Demo2026') })).extras?.error).toBe('core.account-disabled');
    await server.db.updateTable('core.user_account').set({ enabled: true }).where('account', '=', 'pharmacist').execute();
  });

  it('[7.2-03] ends the session at log-out, which needs the header', async () => {
    const doctor = await server.signIn('doctor');
    expect((await server.nobody.get('/api/oauth/Logout')).code).toBe(EnvelopeCode.LoginExpired);
    expect((await doctor.get('/api/oauth/Logout')).code).toBe(200);
    expect((await doctor.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.LoginExpired);
  });

  it('tells tokens that never were from sessions that are over', async () => {
    expect((await server.withToken('Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.TokenInvalid);
    expect((await server.withToken("Bearer ' or 1=1 --").get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.TokenInvalid);
    expect((await server.nobody.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.LoginExpired);
  });

  it('[7.11-04] changes the password, keeps this session and ends the others', async () => {
    const [here, elsewhere] = [await server.signIn('developer'), await server.signIn('developer')];
    const change = (oldPassword: string, password: string) => here.post('/api/permission/Users/Current/Actions/ModifyPassword', { oldPassword, password });
    expect((await change(clientHash('nope'), clientHash('Neu2026'))).extras?.error).toBe('core.old-password-wrong');
    expect((await change(clientHash('Demo2026'), 'Neu2026')).extras?.error).toBe('core.password-malformed');
    expect((await change(clientHash('Demo2026'), clientHash('developer'))).extras?.error).toBe('core.password-too-simple');
    expect((await change(clientHash('Demo2026'), clientHash('Demo2026'))).extras?.error).toBe('core.password-same');
    expect((await change(clientHash('Demo2026'), clientHash('Neu2026'))).code).toBe(200);
    expect((await here.get('/api/oauth/CurrentUser')).code).toBe(200);
    expect((await elsewhere.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    await server.signIn('developer', 'Neu2026');
  });

  it('applies a right that was taken away to the next call', async () => {
    const developer = await server.signIn('developer', 'Neu2026');
    expect((await developer.raw({ method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(200);
    await server.db.deleteFrom('core.permission_grant').where('menu_code', '=', 'system.openapi').execute();
    expect((await developer.raw({ method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(403);
  });
});

describe('lock screen', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 100, loginFailuresAllowed: 50 } });
  });
  afterAll(() => server.close());

  it('[7.2-04] [7.2-06] answers 601 to everything but unlock and log-out until the password was given', async () => {
    const doctor = await server.signIn('doctor');
    expect((await doctor.post('/api/oauth/LockScreen/Actions/Lock')).code).toBe(200);
    expect(await doctor.get('/api/oauth/CurrentUser')).toMatchObject({ code: EnvelopeCode.ForcedOut, extras: { error: 'core.locked' } });
    expect((await doctor.put('/api/permission/Users/Current/SystemTheme', { theme: 'blend' })).code).toBe(EnvelopeCode.ForcedOut);
    expect((await doctor.post('/api/oauth/LockScreen', { account: 'doctor', password: clientHash('wrong') })).extras?.error).toBe('core.unlock-failed');
    expect((await doctor.post('/api/oauth/LockScreen', { account: 'nurse', password: clientHash('Demo2026') })).extras?.error).toBe('core.unlock-failed');
    expect((await doctor.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.ForcedOut);
    expect((await doctor.post('/api/oauth/LockScreen', { account: 'doctor', password: clientHash('Demo2026') })).code).toBe(200);
    expect((await doctor.get('/api/oauth/CurrentUser')).code).toBe(200);
  });

  it('ends the session after five wrong passwords at the lock screen', async () => {
    const nurse = await server.signIn('nurse');
    await nurse.post('/api/oauth/LockScreen/Actions/Lock');
    const wrong = () => nurse.post('/api/oauth/LockScreen', { account: 'nurse', password: clientHash('guess') });
    for (let attempt = 1; attempt < 5; attempt += 1) expect((await wrong()).extras?.error).toBe('core.unlock-failed');
    expect((await wrong()).code).toBe(EnvelopeCode.ForcedOut);
    expect((await nurse.post('/api/oauth/LockScreen', { account: 'nurse', password: clientHash('Demo2026') })).code).toBe(EnvelopeCode.ForcedOut);
  });

  it('lets a locked session log out', async () => {
    const clerk = await server.signIn('clerk');
    await clerk.post('/api/oauth/LockScreen/Actions/Lock');
    expect((await clerk.get('/api/oauth/Logout')).code).toBe(200);
    expect((await clerk.get('/api/oauth/CurrentUser')).code).toBe(EnvelopeCode.LoginExpired);
  });
});
