import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { pluginOfCodes } from './plugin-of-codes.fixture.ts';
import { prepareAdministrator } from '../first-start/administrator.ts';
import { clientHash } from './password/password-hash.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const login = (server: TestServer, fields: Record<string, string>) =>
  server.nobody.post<{ token: string; theme: string }>('/api/oauth/Login', new URLSearchParams({ password: '', ...fields }).toString(), form);
const worksWith = async (server: TestServer, token: string) => (await server.withToken(token).get('/api/oauth/CurrentUser')).code;

describe('captcha', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const needs = async (account: string) =>
    (await server.nobody.get<{ enableVerificationCode: number; verificationCodeNumber: number }>(`/api/oauth/getConfig/${account}`)).data;
  const answerOf = async (key: string) => (await server.db.selectFrom('core.captcha').select('answer').where('key', '=', key).executeTakeFirstOrThrow()).answer;
  const draw = (key: string, length = 4) => server.nobody.raw({ method: 'GET', url: `/api/oauth/ImageCode/${length}/${key}` });

  it('[7.2-05] is asked for after three failures, also for accounts that do not exist', async () => {
    for (const account of ['doctor', 'no-such']) {
      expect(await needs(account)).toEqual({ enableVerificationCode: 0, verificationCodeNumber: 4 });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const answer = await login(server, { account, password: clientHash('no') });
        expect(answer.extras).toMatchObject({ error: 'core.login-failed', params: { needCode: attempt === 3 ? 1 : 0 } });
      }
      expect((await needs(account)).enableVerificationCode).toBe(1);
      expect((await login(server, { account, password: clientHash('Demo2026') })).extras?.error).toBe('core.captcha-wrong');
    }
  });

  it('is a picture without readable text, good for one try', async () => {
    const picture = await draw('k1');
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.headers['content-security-policy']).toContain('sandbox');
    const answer = await answerOf('k1');
    expect(answer).toMatch(/^[2-9A-Z]{4}$/);
    expect(picture.rawPayload.toString('latin1', 1, 4)).toBe('PNG');
    expect(picture.rawPayload.includes(answer)).toBe(false);
    expect((await draw('k1b', 2)).statusCode).toBe(400);

    const with_ = (code: string, timestamp: string) => login(server, { account: 'doctor', password: clientHash('Demo2026'), code, timestamp });
    expect((await with_('XXXX', 'k1')).extras?.error).toBe('core.captcha-wrong');
    expect((await with_(answer, 'k1')).extras?.error).toBe('core.captcha-wrong');
    await draw('k2');
    expect((await with_((await answerOf('k2')).toLowerCase(), 'k2')).code).toBe(200);
    expect((await needs('doctor')).enableVerificationCode).toBe(0);
  });

  it('is drawn where the platform’s clients fetch it for a change of password, too', async () => {
    const picture = await server.nobody.raw({ method: 'GET', url: '/api/file/ImageCode/k9' });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await answerOf('k9')).toMatch(/^[2-9A-Z]{4}$/);
  });

  it('grows old', async () => {
    for (let attempt = 1; attempt <= 3; attempt += 1) await login(server, { account: 'nurse', password: clientHash('no') });
    await draw('k3');
    const answer = await answerOf('k3');
    server.time.advance(6 * 60_000);
    expect((await login(server, { account: 'nurse', password: clientHash('Demo2026'), code: answer, timestamp: 'k3' })).extras?.error).toBe(
      'core.captcha-wrong',
    );
  });
});

describe('code by text message', () => {
  let server: TestServer;
  let mobile: string;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginCaptchaAfter: 100, loginFailuresAllowed: 100 } });
    mobile = (await server.db.selectFrom('core.user_account').select('mobile').where('account', '=', 'doctor').executeTakeFirstOrThrow()).mobile;
  });
  afterAll(() => server.close());
  beforeEach(() => server.time.advance(25 * 3_600_000));

  const ask = (number: string) => server.nobody.post<{ waitSeconds: number }>('/api/oauth/MobileCode', { mobile: number });
  const outbox = async () => {
    const admin = await server.signIn('admin');
    return (await admin.get<{ list: { mobile: string; text: string }[] }>('/api/system/Outbox')).data.list;
  };
  const lastCode = async () => /\d{6}/.exec((await outbox())[0]?.text ?? '')?.[0] ?? '';

  it('signs in with the code, once', async () => {
    expect((await ask(mobile)).data).toEqual({ waitSeconds: 60 });
    const code = await lastCode();
    const answer = await login(server, { account: mobile, code, grant_type: 'sms_code' });
    expect(await worksWith(server, answer.data.token)).toBe(200);
    expect((await login(server, { account: mobile, code, grant_type: 'sms_code' })).extras?.error).toBe('core.sms-code-wrong');
  });

  it('answers alike for a number nobody has, and sends nothing there', async () => {
    const before = (await outbox()).length;
    expect((await ask('13900000000')).data).toEqual({ waitSeconds: 60 });
    expect((await outbox()).length).toBe(before);
    expect((await ask('13900000000')).extras).toMatchObject({ error: 'core.sms-wait', params: { seconds: 60 } });
    expect((await ask('12345')).extras?.error).toBe('core.mobile-invalid');
  });

  it('shows to whom the outbox was granted what was sent to people of their own organisations, and nothing for administrators', async () => {
    const mobileOf = async (account: string) =>
      (await server.db.selectFrom('core.user_account').select('mobile').where('account', '=', account).executeTakeFirstOrThrow()).mobile;
    await server.db.updateTable('core.user_account').set({ mobile: '13812340001' }).where('account', '=', 'admin').where('mobile', '=', '').execute();
    const [own, elsewhere, admins] = [await mobileOf('doctor'), await mobileOf('manager'), await mobileOf('admin')];
    for (const number of [own, elsewhere, admins]) await ask(number);
    const right = { subject_type: 'user' as const, subject_id: 'user-nurse', kind: 'menu' as const, menu_code: 'system.outbox' };
    await server.db.insertInto('core.permission_grant').values(right).execute();
    const nurse = await server.signIn('nurse');
    const seen = (await nurse.get<{ list: { mobile: string }[] }>('/api/system/Outbox')).data.list.map((text) => text.mobile);
    const all = (await outbox()).map((text) => text.mobile);
    expect([own, elsewhere, admins].map((number) => all.includes(number))).toEqual([true, true, true]);
    expect([own, elsewhere, admins].map((number) => seen.includes(number))).toEqual([true, false, false]);
    await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', 'user-nurse').execute();
  });

  it('allows five tries and five minutes', async () => {
    await ask(mobile);
    const code = await lastCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await login(server, { account: mobile, code: wrong, grant_type: 'sms_code' })).code).not.toBe(200);
    expect((await login(server, { account: mobile, code, grant_type: 'sms_code' })).extras?.error).toBe('core.sms-code-wrong');
    server.time.advance(61_000);
    await ask(mobile);
    const late = await lastCode();
    server.time.advance(5 * 60_000 + 1);
    expect((await login(server, { account: mobile, code: late, grant_type: 'sms_code' })).extras?.error).toBe('core.sms-code-wrong');
  });

  it('opens nothing for an account that was locked or taken out of use after the code was sent', async () => {
    for (const [state, error] of [
      [{ locked: true }, 'core.account-locked'],
      [{ enabled: false }, 'core.account-disabled'],
    ] as const) {
      server.time.advance(61_000);
      await ask(mobile);
      const code = await lastCode();
      await server.db.updateTable('core.user_account').set(state).where('account', '=', 'doctor').execute();
      expect(await login(server, { account: mobile, code, grant_type: 'sms_code' })).toMatchObject({ data: null, extras: { error } });
      await server.db.updateTable('core.user_account').set({ locked: false, enabled: true }).where('account', '=', 'doctor').execute();
    }
  });

  it('is not offered where nothing can be sent', async () => {
    const { plugin, facts, sent } = pluginOfCodes();
    const silent = await startTestServer({ config: { smsSender: 'off' }, inline: [plugin] });
    const modes = async () => (await silent.nobody.get<{ modes: string[] }>('/api/oauth/LoginPage')).data.modes;
    expect(await modes()).toEqual(['password', 'scan']);
    expect((await silent.nobody.post('/api/oauth/MobileCode', { mobile })).extras?.error).toBe('core.mode-off');
    // A plugin that sends text messages is set up: from then on it sends codes, to numbers that are known here alone.
    facts.ready = true;
    expect(await modes()).toEqual(['password', 'scan', 'code']);
    expect((await silent.nobody.post('/api/oauth/MobileCode', { mobile })).code).toBe(200);
    expect((await silent.nobody.post('/api/oauth/MobileCode', { mobile: '13999990000' })).code).toBe(200);
    await expect.poll(() => sent.map(({ mobile: to, minutes }) => `${to} ${minutes}`)).toEqual([`${mobile} 5`]);
    expect((await login(silent, { account: mobile, code: sent[0]?.code ?? '', grant_type: 'sms_code' })).code).toBe(200);
    expect(await silent.db.selectFrom('core.sms_outbox').select('id').execute()).toEqual([]);
    await silent.close();
  });
});

describe('scan log-in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const start = async () => {
    const { data } = await server.nobody.post<{ ticket: string; url: string; expiresInSeconds: number }>('/api/oauth/Scan');
    return { ticket: data.ticket, code: new URL(data.url, 'http://x').searchParams.get('scan') ?? '', seconds: data.expiresInSeconds };
  };
  const state = async (ticket: string) => (await server.nobody.get<{ state: string; token: string }>(`/api/oauth/Scan/${ticket}`)).data;

  it('opens a session for the waiting browser once a signed-in device confirmed', async () => {
    const { ticket, code } = await start();
    const nurse = await server.signIn('nurse');
    expect(await state(ticket)).toMatchObject({ state: 'waiting', token: '' });
    expect((await server.nobody.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'confirmed' })).code).toBe(EnvelopeCode.LoginExpired);
    await nurse.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'scanned' });
    expect(await state(ticket)).toMatchObject({ state: 'scanned' });
    expect((await nurse.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'confirmed' })).code).toBe(200);
    const confirmed = await state(ticket);
    expect(confirmed.state).toBe('confirmed');
    const me = await server.withToken(confirmed.token).get<{ userInfo: { userAccount: string } }>('/api/oauth/CurrentUser');
    expect(me.data.userInfo.userAccount).toBe('nurse');
    expect(await state(ticket)).toMatchObject({ state: 'expired', token: '' });
  });

  it('does not give the session to whoever only saw the picture, nor to a second device', async () => {
    const { ticket, code } = await start();
    const [nurse, clerk] = [await server.signIn('nurse'), await server.signIn('clerk')];
    await nurse.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'scanned' });
    expect((await clerk.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'confirmed' })).extras?.error).toBe('core.scan-invalid');
    expect((await nurse.post(`/api/oauth/Scan/${ticket}/Actions/Confirm`, { step: 'confirmed' })).extras?.error).toBe('core.scan-invalid');
    await nurse.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'confirmed' });
    expect(await state(code)).toMatchObject({ state: 'expired', token: '' });
  });

  it('opens nothing once the session that confirmed it is over', async () => {
    const { ticket, code } = await start();
    const nurse = await server.signIn('nurse');
    expect((await nurse.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'confirmed' })).code).toBe(200);
    await nurse.get('/api/oauth/Logout');
    expect(await state(ticket)).toMatchObject({ state: 'expired', token: '' });
  });

  it('grows old', async () => {
    const { ticket, code, seconds } = await start();
    const nurse = await server.signIn('nurse');
    server.time.advance(seconds * 1000);
    expect(await state(ticket)).toMatchObject({ state: 'expired' });
    expect((await nurse.post(`/api/oauth/Scan/${code}/Actions/Confirm`, { step: 'confirmed' })).code).toBe(EnvelopeCode.NotFound);
  });
});

describe('one-time tickets', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { dashboardHost: 'https://dash.example.org', sessionLockMinutes: 0 } });
  });
  afterAll(() => server.close());

  const issue = (client: { post: TestServer['nobody']['post'] }, target: string) =>
    client.post<{ ticket: string }>('/api/oauth/Ticket/Actions/Issue', { target });
  const exchange = (ticket: string, headers?: Record<string, string>) => server.nobody.post<{ token: string }>('/api/oauth/Ticket', { ticket }, headers);

  it('opens one session, once, within half a minute', async () => {
    const doctor = await server.signIn('doctor');
    const { ticket } = (await issue(doctor, '/home')).data;
    const exchanged = await exchange(ticket);
    expect(await worksWith(server, exchanged.data.token)).toBe(200);
    expect((await exchange(ticket)).extras?.error).toBe('core.ticket-invalid');
    const late = (await issue(doctor, '/home')).data.ticket;
    server.time.advance(30_000);
    expect((await exchange(late)).extras?.error).toBe('core.ticket-invalid');
  });

  it('is for the host it was issued for, and only for hosts that the system knows', async () => {
    const doctor = await server.signIn('doctor');
    expect((await issue(doctor, 'https://evil.example/?x=dash.example.org')).code).toBe(EnvelopeCode.Forbidden);
    expect((await issue(doctor, 'https://dash.example.org.evil.example/')).code).toBe(EnvelopeCode.Forbidden);
    expect((await issue(doctor, 'javascript:alert(1)')).code).toBe(EnvelopeCode.Forbidden);
    const { ticket } = (await issue(doctor, 'https://dash.example.org/view/1')).data;
    expect((await exchange(ticket, { origin: 'https://other.example' })).extras?.error).toBe('core.ticket-invalid');
    const second = (await issue(doctor, 'https://dash.example.org/view/1')).data.ticket;
    expect((await exchange(second, { origin: 'https://dash.example.org' })).code).toBe(200);
  });

  it('dies with the session that vouched for it, and so does what it opened', async () => {
    const doctor = await server.signIn('doctor');
    const opened = (await exchange((await issue(doctor, '/home')).data.ticket)).data.token;
    const unused = (await issue(doctor, '/home')).data.ticket;
    await doctor.get('/api/oauth/Logout');
    expect(await worksWith(server, opened)).toBe(EnvelopeCode.LoginExpired);
    expect((await exchange(unused)).extras?.error).toBe('core.ticket-invalid');
  });

  it('what was opened through what it opened ends, too', async () => {
    const doctor = await server.signIn('doctor');
    const child = server.withToken((await exchange((await issue(doctor, '/home')).data.ticket)).data.token);
    const grandchild = (await exchange((await issue(child, '/home')).data.ticket)).data.token;
    expect(await worksWith(server, grandchild)).toBe(200);
    await doctor.get('/api/oauth/Logout');
    expect(await worksWith(server, grandchild)).toBe(EnvelopeCode.LoginExpired);
  });

  it('opens nothing that outlives the session that vouched for it', async () => {
    const doctor = await server.signIn('doctor');
    const step = (server.config.sessionIdleMinutes - 1) * 60_000;
    const steps = Math.floor((server.config.sessionMaxHours * 3_600_000) / step);
    for (let done = 0; done < steps; done += 1) {
      server.time.advance(step);
      expect(await worksWith(server, doctor.token)).toBe(200);
    }
    const opened = (await exchange((await issue(doctor, '/home')).data.ticket)).data.token;
    server.time.advance(step);
    expect(await worksWith(server, opened)).toBe(EnvelopeCode.LoginExpired);
  });

  it('opens nothing while the session that vouched for it is locked', async () => {
    const doctor = await server.signIn('doctor');
    const { ticket } = (await issue(doctor, '/home')).data;
    await doctor.post('/api/oauth/LockScreen/Actions/Lock');
    expect((await exchange(ticket)).extras?.error).toBe('core.ticket-invalid');
  });
});

describe('first administrator password', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ demo: false, config: { loginCaptchaAfter: 100 } });
  });
  afterAll(() => server.close());

  it('is set once, with the code that the log showed', async () => {
    expect((await server.nobody.get('/api/oauth/LoginPage')).data).toMatchObject({ setup: true, demoAccounts: [], demoPassword: '' });
    expect((await login(server, { account: 'admin', password: clientHash('') })).extras?.error).toBe('core.login-failed');
    const code = await prepareAdministrator(server.server.core);
    expect(code).toMatch(/^\d{4}-\d{4}-\d{4}$/);
    const setup = (setupCode: string, password: string) => server.nobody.post('/api/oauth/Setup', { setupCode, password });
    expect((await setup('0000-0000-0000', clientHash('Neu2026'))).extras?.error).toBe('core.setup-refused');
    expect((await setup(code ?? '', clientHash('admin'))).extras?.error).toBe('core.password-too-simple');
    expect((await setup(code ?? '', clientHash('Neu2026'))).code).toBe(200);
    expect((await setup(code ?? '', clientHash('Other2026'))).extras?.error).toBe('core.setup-refused');
    await server.signIn('admin', 'Neu2026');
    expect((await server.nobody.get('/api/oauth/LoginPage')).data).toMatchObject({ setup: false });
    expect(await prepareAdministrator(server.server.core)).toBeUndefined();
  });

  it('is no longer offered when that account is gone, nor for somebody else who took its name', async () => {
    const gone = await startTestServer();
    const offered = async () => (await gone.nobody.get<{ setup: boolean }>('/api/oauth/LoginPage')).data.setup;
    const admin = () => gone.db.updateTable('core.user_account').where('account', '=', 'admin');
    await admin().set({ password_hash: null, deleted_at: gone.time.now }).execute();
    expect(await offered()).toBe(false);
    await admin().set({ deleted_at: null, is_administrator: false }).execute();
    expect(await offered()).toBe(false);
    expect(await prepareAdministrator(gone.server.core)).toBeUndefined();
    await admin().set({ is_administrator: true }).execute();
    expect(await offered()).toBe(true);
    await gone.close();
  });

  it('cannot be guessed for long', async () => {
    const fresh = await startTestServer({ demo: false });
    await prepareAdministrator(fresh.server.core);
    const guess = () => fresh.nobody.post('/api/oauth/Setup', { setupCode: '1111-1111-1111', password: clientHash('Neu2026') });
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await guess()).extras?.error).toBe('core.setup-refused');
    expect((await guess()).extras?.error).toBe('core.login-wait');
    await fresh.close();
  });

  it('refuses to run in production over demo accounts', async () => {
    const demo = await startTestServer();
    const { createServer } = await import('../index.ts');
    const { parts } = demo.server.core;
    const production = createServer({ config: { ...demo.config, mode: 'production' }, database: demo.database, log: parts.log, keepDatabaseOpen: true });
    await expect(production).rejects.toThrowError('demo accounts');
    await demo.close();
  });
});

describe("the person's own settings", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('[7.2-07] saves the layout and the language [7.11-05], in words of the new language', async () => {
    const doctor = await server.signIn('doctor');
    expect((await doctor.put('/api/permission/Users/Current/SystemTheme', { theme: 'blend' })).code).toBe(200);
    expect((await doctor.put('/api/permission/Users/Current/SystemTheme', { theme: 'wild' })).code).toBe(EnvelopeCode.Invalid);
    expect((await doctor.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' })).msg).toBe('Switch Language Success');
    expect((await login(server, { account: 'doctor', password: clientHash('Demo2026') })).data.theme).toBe('blend');
    expect((await doctor.get<{ userInfo: { language: string; theme: string } }>('/api/oauth/CurrentUser')).data.userInfo).toMatchObject({
      language: 'en',
      theme: 'blend',
    });
  });

  it('[7.11-03] shows and changes the own file', async () => {
    const nurse = await server.signIn('nurse');
    expect(
      (await nurse.put('/api/permission/Users/Current/BaseInfo', { email: 'n@example.org', gender: '2', account: 'root', isAdministrator: true })).code,
    ).toBe(200);
    expect((await nurse.get('/api/permission/Users/Current/BaseInfo')).data).toMatchObject({ account: 'nurse', email: 'n@example.org', gender: '2' });
    expect((await nurse.put('/api/permission/Users/Current/BaseInfo', { mobilePhone: '123' })).code).toBe(EnvelopeCode.Invalid);
  });

  it('[3-28] [7.16-03] [7.16-04] keeps column settings per person and page', async () => {
    const [nurse, doctor] = [await server.signIn('nurse'), await server.signIn('doctor')];
    const columns = [
      { prop: 'name', label: '姓名', visible: true },
      { prop: 'sex', label: '性别', visible: false },
    ];
    const save = (fieldList: string) => nurse.put('/api/permission/Authority/SetColumnsByModuleId', { moduleId: 'm1', fieldList });
    expect((await save(JSON.stringify(columns))).code).toBe(200);
    expect((await nurse.get('/api/permission/Authority/GetColumnsByModuleId/m1')).data).toEqual(columns);
    expect((await doctor.get('/api/permission/Authority/GetColumnsByModuleId/m1')).data).toEqual([]);
    for (const bad of ['', '{', '{}', '[1]', '[{"prop":1,"visible":true}]', `[{"prop":"a\\u0000","visible":true}]`])
      expect((await save(bad)).extras?.error, bad).toBe('core.bad-columns');
  });
});
