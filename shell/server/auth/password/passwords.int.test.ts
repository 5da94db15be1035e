import { EnvelopeCode, LEVEL_3_PASSWORDS, type PasswordPolicy, passwordShape, SPEC_PASSWORDS } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { prepareAdministrator } from '../../first-start/administrator.ts';
import { passwordDemand } from './account-passwords.ts';
import { COMMON_PASSWORD_HASHES, repeatsAccount } from './common-passwords.ts';
import { clientHash } from './password-hash.ts';
import { PasswordRules } from './password-rules.ts';

const DAY = 86_400_000;
const CHANGE = '/api/permission/Users/Current/Actions/ModifyPassword';

describe('what the server sees of a password', () => {
  it.each(['123456', 'Password1', 'ADMIN123', 'Aa123456', 'P@ssw0rd', '1qaz2wsx'])('%s is among the commonest', (password) =>
    expect(COMMON_PASSWORD_HASHES.has(clientHash(password))).toBe(true),
  );

  it.each(['doctor7', 'Doctor7', '7rotcod', 'doctor7123', 'Doctor7@123', 'doctor7doctor7'])('%s says the account', (password) =>
    expect(repeatsAccount(clientHash(password), 'doctor7')).toBe(true),
  );

  it('leaves good ones alone', () => {
    expect(COMMON_PASSWORD_HASHES.has(clientHash('Lotus7River'))).toBe(false);
    expect(repeatsAccount(clientHash('Lotus7River'), 'doctor7')).toBe(false);
  });
});

describe('age of a password', () => {
  const now = new Date('2026-03-02T02:00:00Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  it.each([
    [false, daysAgo(89.99), 90, ''],
    [false, daysAgo(90), 90, 'expired'],
    [false, daysAgo(9000), 0, ''],
    [false, null, 90, ''],
    [true, daysAgo(1), 90, 'first'],
    [true, daysAgo(900), 90, 'first'],
  ])('must change %s, changed %o, %d days: %j', (must, changed, days, demand) => {
    expect(passwordDemand({ must_change_password: must, password_changed_at: changed }, days, now)).toBe(demand);
  });
});

describe('changing passwords', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { passwordPolicy: 'level3', sessionIdleMinutes: 10_080, sessionLockMinutes: 0, sessionMaxHours: 720 } });
  });
  afterAll(() => server.close());

  const change = async (client: TestClient, from: string, to: string) => {
    const answer = await client.post(CHANGE, { oldPassword: clientHash(from), password: clientHash(to) });
    return answer.extras?.error ?? answer.code;
  };

  it('[7.11-04] refuses the last five, the account and common ones; the sixth may come back', async () => {
    const doctor = await server.signIn('doctor');
    const used = ['Demo2026', 'Erste2601', 'Zweite2602', 'Dritte2603', 'Vierte2604', 'Fuenfte2605', 'Sechste2606'];
    expect(await change(doctor, 'Demo2026', 'Doctor123')).toBe('core.password-too-simple');
    expect(await change(doctor, 'Demo2026', 'Admin123')).toBe('core.password-too-simple');
    expect(await change(doctor, 'Demo2026', 'Demo2026')).toBe('core.password-same');
    for (let at = 1; at < used.length; at += 1) expect(await change(doctor, used[at - 1] ?? '', used[at] ?? ''), used[at]).toBe(200);
    for (const old of used.slice(1, 6)) expect(await change(doctor, 'Sechste2606', old), old).toBe('core.password-used-before');
    expect(await change(doctor, 'Sechste2606', 'Demo2026')).toBe(200);
    const kept = await server.db.selectFrom('core.password_history').select('password_hash').where('user_id', '=', 'user-doctor').execute();
    expect(kept).toHaveLength(5);
    for (const { password_hash } of kept) expect(password_hash).toMatch(/^scrypt\$/);
  });

  it.each(['a', 'a1', '~Z9', 'ab12', '123789', '19900101', 'Aa123456'])('refuses the hash of %s, whoever sends it', async (password) => {
    const nurse = await server.signIn('nurse');
    expect(await change(nurse, 'Demo2026', password)).toBe('core.password-too-simple');
  });

  it('holds a client that says what the password looks like to the rule; one that does not, is believed', async () => {
    const manager = await server.signIn('manager');
    const set = async (next: string, passwordShape?: object) => {
      const answer = await manager.post(CHANGE, {
        oldPassword: clientHash('Demo2026'),
        password: clientHash(next),
        ...(passwordShape ? { passwordShape } : {}),
      });
      return answer.code === 200 ? 'set' : `${answer.extras?.error} ${answer.msg}`;
    };
    const fits = { length: 8, letters: true, digits: true, kinds: 3 };
    for (const flaw of [{ length: 7 }, { letters: false }, { digits: false }, { kinds: 2 }])
      expect(await set('Lotus7River', { ...fits, ...flaw })).toMatch(/^core.password-rule 新密码不符合规则：8-16 位/);
    expect(await set('Lotus7River', { ...fits, length: 'many' })).toContain('core.invalid');
    expect(await set('Lotus7River', passwordShape('Lotus7River', { ...LEVEL_3_PASSWORDS }))).toBe('set');
  });

  it('after a reset, nothing but the change is answered, and then everything', async () => {
    await server.db.updateTable('core.user_account').set({ must_change_password: true }).where('account', '=', 'clerk').execute();
    const clerk = await server.signIn('clerk');
    const { data } = await clerk.get<{ sessionInfo: object; menuList: unknown[] }>('/api/oauth/CurrentUser');
    expect(data.sessionInfo).toMatchObject({ passwordDemand: 'first' });
    for (const url of ['/api/registry/Session', '/api/permission/Users/Current/BaseInfo']) {
      expect(await clerk.get(url)).toMatchObject({ code: EnvelopeCode.Forbidden, extras: { error: 'core.password-change-needed' } });
    }
    expect((await clerk.put('/api/permission/Users/Current/SystemTheme', { theme: 'blend' })).extras?.error).toBe('core.password-change-needed');
    expect((await server.nobody.get<{ minLength: number }>('/api/oauth/PasswordPolicy')).data.minLength).toBe(8);
    expect(await change(clerk, 'Demo2026', 'Lotus7River')).toBe(200);
    expect((await clerk.get('/api/registry/Session')).code).toBe(200);
    const again = await server.signIn('clerk', 'Lotus7River');
    expect((await again.get('/api/registry/Session')).code).toBe(200);
  });

  it('log-out works while a change is due', async () => {
    await server.db.updateTable('core.user_account').set({ must_change_password: true }).where('account', '=', 'clerk').execute();
    const clerk = await server.signIn('clerk', 'Lotus7River');
    expect((await clerk.get('/api/oauth/Logout')).code).toBe(200);
  });

  it('a password expires in the middle of a session after 90 days; demo passwords never do', async () => {
    const cashier = await server.signIn('cashier');
    expect(await change(cashier, 'Demo2026', 'Lotus7River')).toBe(200);
    for (let passed = 0; passed < 84; passed += 6) {
      server.time.advance(6 * DAY);
      // Sessions last 30 days here, so there are several.
      const again = await server.signIn('cashier', 'Lotus7River');
      expect((await again.get('/api/registry/Session')).code).toBe(200);
    }
    server.time.advance(5.9 * DAY);
    const last = await server.signIn('cashier', 'Lotus7River');
    expect((await last.get('/api/registry/Session')).code).toBe(200);
    server.time.advance(0.1 * DAY);
    expect((await last.get('/api/registry/Session')).extras?.error).toBe('core.password-change-needed');
    expect((await last.get<{ sessionInfo: object }>('/api/oauth/CurrentUser')).data.sessionInfo).toMatchObject({ passwordDemand: 'expired' });
    const nurse = await server.signIn('nurse');
    expect((await nurse.get('/api/registry/Session')).code).toBe(200);
  });
});

describe('[5-02] [9-21] the rule that a new system is given on its set-up page', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ demo: false });
  });
  afterAll(() => server.close());
  const ruleNow = async () => (await server.nobody.get<PasswordPolicy>('/api/oauth/PasswordPolicy')).data;
  const setUp = async (setupCode: string, password: string, passwordPolicy: string, rule: PasswordPolicy) => {
    const body = { setupCode, password: clientHash(password), passwordPolicy, passwordShape: passwordShape(password, rule) };
    const answer = await server.nobody.post('/api/oauth/Setup', body);
    return answer.extras?.error ?? answer.code;
  };

  it('is that of the specification until it is chosen; the stricter one is proposed first, holds at once, and after a restart', async () => {
    expect(await ruleNow()).toEqual(SPEC_PASSWORDS);
    const { data } = await server.nobody.get<{ passwordRules: unknown }>('/api/oauth/LoginPage');
    expect(data.passwordRules).toEqual([
      { name: 'level3', policy: LEVEL_3_PASSWORDS },
      { name: 'specification', policy: SPEC_PASSWORDS },
    ]);
    const code = (await prepareAdministrator(server.server.core)) ?? '';
    expect(await setUp(code, 'lotus7', 'level3', LEVEL_3_PASSWORDS)).toBe('core.password-rule');
    expect(await setUp(code, 'lotus7!', 'specification', SPEC_PASSWORDS)).toBe('core.password-letters-digits');
    expect(await ruleNow()).toEqual(SPEC_PASSWORDS);
    expect(await setUp(code, 'Lotus7River', 'level3', LEVEL_3_PASSWORDS)).toBe(200);
    expect(await ruleNow()).toEqual(LEVEL_3_PASSWORDS);
    expect((await server.nobody.get<{ passwordRules: unknown }>('/api/oauth/LoginPage')).data.passwordRules).toEqual([]);
    // Another node learns it with the first call into a session.
    const node = new PasswordRules(server.config, server.server.core.parts.settings);
    expect(node.current).toEqual(SPEC_PASSWORDS);
    expect(await node.read()).toEqual(LEVEL_3_PASSWORDS);
    const admin = await server.signIn('admin', 'Lotus7River');
    server.server.core.parts.passwordRules.learn(undefined);
    expect((await admin.get('/api/oauth/CurrentUser')).code).toBe(200);
    expect(server.server.core.identity.passwordPolicy).toEqual(LEVEL_3_PASSWORDS);
  });
});
