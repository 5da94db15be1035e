import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForSecondServer, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { clientHash } from '../../../../shell/server/auth/password/password-hash.ts';
import { createLog } from '../../../../shell/server/core/log.ts';
import { createServer } from '../../../../shell/server/index.ts';
import { catchMail } from '../../../../tools/sim/mail/mail-catcher.ts';
import type { Administrator, ConfigView } from '../../contract/config/config.contract.ts';

const AT = '/api/system/SysConfig';
const MINUTE = 60_000;
const OWN = '127.0.0.1';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { given: new Set(['APP_ICON']), appIcon: '/sim.png' } });
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

type Fault = { readonly error?: string; readonly fields?: readonly { path: string; msg: string }[] };
const read = async () => (await admin.get<ConfigView>(AT)).data;
const save = (body: object, client = admin) => client.put<ConfigView>(AT, body);
const faultOf = ({ extras }: { readonly extras?: unknown }): Fault => (extras ?? {}) as Fault;
const complaints = (answer: { readonly extras?: unknown }) => (faultOf(answer).fields ?? []).map(({ path, msg }) => [path.replace(/^\W+/, ''), msg]);
const login = async (account: string, { password = 'Demo2026', ip = OWN }: { readonly password?: string; readonly ip?: string } = {}) => {
  const payload = new URLSearchParams({ account, password: clientHash(password), origin: 'password' }).toString();
  const { body } = await server.nobody.raw({
    method: 'POST',
    url: '/api/oauth/Login',
    remoteAddress: ip,
    headers: { ...FORM, accept: 'application/json' },
    payload,
  });
  return JSON.parse(body) as { code: number; data: { token: string }; extras?: Fault };
};
const isOpen = async (token: string) => (await server.withToken(token).get('/api/oauth/CurrentUser')).code === EnvelopeCode.Ok;
const keptRow = async () =>
  JSON.stringify((await server.db.selectFrom('core.setting').select('value').where('key', '=', 'siteConfig').executeTakeFirst())?.value ?? {});
const audited = async () => (await server.db.selectFrom('core.audit').select('body').execute()).map(({ body }) => body).join();

async function upload(content: Buffer, name: string): Promise<string> {
  const boundary = 'picture';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const { body } = await admin.raw({
    method: 'POST',
    url: '/api/file/Uploader/annexpic',
    headers: { accept: 'application/json', 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return (JSON.parse(body) as { data: { url: string } | null }).data?.url ?? '';
}

/** Members of the platform's configuration (wire facts 15). */
const MEMBERS = [
  'sysName sysDescription sysVersion copyright companyName companyCode companyAddress companyContacts companyTelePhone companyEmail',
  'loginIcon navigationIcon logoIcon appIcon singleLogin tokenTimeout passwordErrorsNumber lockType lockTime',
  'enableVerificationCode verificationCodeNumber lastLoginTimeSwitch whitelistSwitch whiteListIp',
  'smsCompany smsKeyId smsKeySecret smsSignName smsTemplateId smsAppId domain region version',
  'emailPop3Host emailPop3Port emailSmtpHost emailSmtpPort emailSenderName emailAccount emailPassword emailSsl',
  'qyhCorpId qyhAgentId qyhAgentSecret qyhCorpSecret qyhIsSynOrg qyhIsSynUser',
  'dingAgentId dingSynAppKey dingSynAppSecret dingSynIsSynOrg dingSynIsSynUser pageSize sysTheme isLog registerKey lastLoginTime',
].flatMap((line) => line.split(' '));

describe('the configuration of the installation', () => {
  it('tells every member of the platform, what is fixed by whom, and no secret', async () => {
    const view = await read();
    expect(MEMBERS.filter((name) => !(name in view))).toEqual([]);
    expect(view).toMatchObject({
      ...{ sysName: '血透中心信息系统', sysVersion: 'V1.0.0', singleLogin: '2', tokenTimeout: 30, passwordErrorsNumber: 5, lockType: 2, lockTime: 10 },
      ...{ enableVerificationCode: 0, verificationCodeNumber: 4, lastLoginTimeSwitch: 1, whitelistSwitch: 0, whiteListIp: '', appIcon: '/sim.png' },
      ...{ emailPassword: '', smsKeySecret: '', qyhCorpId: null, revision: 0, secretsSet: [], ownAddress: OWN },
      fixed: { appIcon: 'APP_ICON', sysVersion: '' },
    });
    expect(complaints(await save({ appIcon: '', sysVersion: 'V9' }))).toEqual([
      ['appIcon', expect.stringContaining('APP_ICON')],
      ['sysVersion', expect.any(String)],
    ]);
    expect((await save(view)).data.revision).toBe(0);
  });

  it('is changed once however often that is sent; who comes second with another change is told', async () => {
    const sent = { revision: 0, sysName: 'SIM 中心', copyright: '© SIM', qyhCorpId: ' kept as sent ', isLog: 1 };
    expect((await save(sent)).data).toMatchObject({ ...sent, revision: 1 });
    expect((await save(sent)).data.revision).toBe(1);
    const second = await save({ revision: 0, sysName: 'SIM 另一个' });
    expect([second.code, faultOf(second).error]).toEqual([EnvelopeCode.Conflict, 'system.config-stale']);
    expect((await read()).sysName).toBe('SIM 中心');
    expect((await server.nobody.get<{ sysName: string }>('/api/oauth/LoginPage')).data).toMatchObject({ sysName: 'SIM 中心', copyright: '© SIM' });
    expect((await admin.get<{ sysConfigInfo: object }>('/api/oauth/CurrentUser')).data.sysConfigInfo).toMatchObject({ sysName: 'SIM 中心' });
    const { revision } = await read();
    const both = await Promise.all(['SIM 甲', 'SIM 乙'].map((sysDescription) => save({ revision, sysDescription })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([EnvelopeCode.Ok, EnvelopeCode.Conflict]);
    expect((await save({ sysName: null, sysDescription: null })).data).toMatchObject({ sysName: '血透中心信息系统', sysDescription: '' });
  });

  it('is changed by system administrators alone, whatever else was granted', async () => {
    const doctor = await server.signIn('doctor');
    expect((await doctor.get(AT)).code).toBe(EnvelopeCode.Forbidden);
    const grant = (kind: 'menu' | 'button', item_code: string) =>
      server.db
        .insertInto('core.permission_grant')
        .values({ subject_type: 'user', subject_id: 'user-doctor', kind, menu_code: 'system.sysConfig', item_code })
        .execute();
    await grant('menu', '');
    for (const button of ['btn_edit', 'btn_test', 'btn_admin']) await grant('button', button);
    expect((await doctor.get(AT)).code).toBe(EnvelopeCode.Ok);
    const refused = [
      await save({ sysName: 'SIM' }, doctor),
      await doctor.post(`${AT}/Email/Test`, {}),
      await doctor.get(`${AT}/getAdminList`),
      await doctor.put(`${AT}/setAdminList`, { adminIds: ['user-doctor'] }),
    ];
    expect(refused.map((answer) => faultOf(answer).error)).toEqual(Array(4).fill('core.system-only'));
  });

  it('shows pictures that were uploaded here, and nothing else', async () => {
    const url = await upload(PNG, 'SIM.png');
    const fields = ['/api/file/Image/annexpic/20260101_0123456789abcdef0123456789abcdef.png', 'https://example.org/logo.png', 'javascript:alert(1)'];
    for (const loginIcon of fields) expect(complaints(await save({ loginIcon }))).toEqual([['loginIcon', expect.any(String)]]);
    expect(await upload(Buffer.from('SIM no picture'), 'no.png')).toBe('');
    await save({ loginIcon: url, navigationIcon: url });
    expect((await server.nobody.get('/api/oauth/LoginPage')).data).toMatchObject({ loginIcon: url, navigationIcon: url });
    expect((await server.nobody.raw({ method: 'GET', url })).headers['content-type']).toBe('image/png');
    await save({ loginIcon: '', navigationIcon: '' });
  });

  it('asks for a captcha of the length that is set, and draws no shorter one', async () => {
    await save({ enableVerificationCode: '1', verificationCodeNumber: 6 });
    expect((await server.nobody.get('/api/oauth/getConfig/nurse')).data).toEqual({ enableVerificationCode: 1, verificationCodeNumber: 6 });
    await server.nobody.raw({ method: 'GET', url: '/api/oauth/ImageCode/3/sim-captcha' });
    const { answer } = await server.db.selectFrom('core.captcha').select('answer').where('key', '=', 'sim-captcha').executeTakeFirstOrThrow();
    expect(answer).toHaveLength(6);
    expect((await login('nurse')).extras?.error).toBe('core.captcha-wrong');
    await save({ enableVerificationCode: 0, verificationCodeNumber: 4 });
    expect((await login('nurse')).code).toBe(EnvelopeCode.Ok);
  });

  it('ends sessions after the minutes that are set, those that are open, too', async () => {
    const { token } = await server.signIn('nurse');
    await save({ tokenTimeout: 2 });
    expect(await isOpen(token)).toBe(true);
    server.time.advance(3 * MINUTE);
    expect(await isOpen(token)).toBe(false);
    admin = await server.signIn('admin');
    await save({ tokenTimeout: null });
  });

  it('lets one device in or several', async () => {
    const first = await server.signIn('cashier');
    await server.signIn('cashier');
    expect(await isOpen(first.token)).toBe(true);
    await save({ singleLogin: '1' });
    const last = await server.signIn('cashier');
    expect([await isOpen(first.token), await isOpen(last.token)]).toEqual([false, true]);
    await save({ singleLogin: '2' });
  });

  it('locks after the failures that are set, until somebody unlocks; administrators wait only', async () => {
    const elsewhere = { password: 'wrong', ip: '10.66.0.1' };
    await save({ passwordErrorsNumber: 3, lockType: 1, lockTime: 5 });
    for (const account of ['clerk', 'admin']) for (let tries = 0; tries < 3; tries += 1) await login(account, elsewhere);
    expect((await login('clerk', { ip: '10.66.0.2' })).extras?.error).toBe('core.login-wait');
    server.time.advance(6 * MINUTE);
    const after = await login('clerk', { ip: '10.66.0.2' });
    // The failures of before ask for a picture first.
    expect(after.extras?.error).toBe('core.captcha-wrong');
    const state = () =>
      server.db.selectFrom('core.user_account').select(['account', 'locked']).where('account', 'in', ['clerk', 'admin']).orderBy('account').execute();
    expect(await state()).toEqual([
      { account: 'admin', locked: false },
      { account: 'clerk', locked: true },
    ]);
    await admin.put('/api/permission/Users/user-clerk/Actions/unlock');
    expect((await login('clerk')).code).toBe(EnvelopeCode.Ok);
    await save({ lockType: 2, passwordErrorsNumber: 5, lockTime: 10 });
  });

  it('keeps a list of addresses that lets its author in; others are told why they are not', async () => {
    await server.db.deleteFrom('core.login_attempt').execute();
    const wrong = await save({ whitelistSwitch: 1, whiteListIp: `${OWN}\n10.1.0.0/16, 10.2.0.0/33` });
    expect(complaints(wrong)).toEqual([['whiteListIp', expect.stringMatching(/2.*10\.2\.0\.0\/33/)]]);
    expect(complaints(await save({ whitelistSwitch: 1, whiteListIp: '10.1.0.0/16' }))).toEqual([['whiteListIp', expect.stringContaining(OWN)]]);
    expect(complaints(await save({ whitelistSwitch: 1 }))).toEqual([['whiteListIp', expect.any(String)]]);
    expect((await save({ whitelistSwitch: 1, whiteListIp: `${OWN}\n10.1.0.0/16` })).code).toBe(EnvelopeCode.Ok);
    expect((await login('pharmacist', { ip: '10.1.200.1' })).code).toBe(EnvelopeCode.Ok);
    expect((await login('pharmacist', { ip: '10.3.0.1' })).extras?.error).toBe('core.address-not-listed');
    expect((await login('pharmacist', { ip: '10.3.0.1', password: 'wrong' })).extras?.error).toBe('core.login-failed');
    expect((await login('admin', { ip: '10.3.0.1' })).code).toBe(EnvelopeCode.Ok);
    await save({ whitelistSwitch: 0, whiteListIp: '' });
    expect((await login('pharmacist', { ip: '10.3.0.1' })).code).toBe(EnvelopeCode.Ok);
  });

  it('sends a test mail; a kept password goes to its own server and account alone', async () => {
    const catcher = await catchMail({ accounts: { 'sim@example.org': 'SIM-right' } });
    const thief = await catchMail({ accounts: { 'sim@example.org': 'SIM-right' } });
    const mail = { emailSmtpHost: OWN, emailSmtpPort: catcher.port, emailSsl: 0, emailAccount: 'sim@example.org', emailSenderName: 'SIM 中心' };
    const test = (body: object) => admin.post<{ to: string }>(`${AT}/Email/Test`, body);
    try {
      expect(complaints(await test({}))).toEqual([['emailSmtpHost', expect.any(String)]]);
      expect(faultOf(await test({ ...mail, emailPassword: 'SIM-wrong' })).error).toBe('core.mail-auth');
      expect((await test({ ...mail, emailPassword: 'SIM-right', to: 'boss@example.org' })).data).toEqual({ to: 'boss@example.org' });
      await save({ ...mail, emailPassword: 'SIM-right' });
      expect((await test({})).data).toEqual({ to: 'sim@example.org' });
      expect(catcher.mails.map(({ account, from, to }) => [account, from, ...to])).toEqual([
        ['sim@example.org', 'sim@example.org', 'boss@example.org'],
        ['sim@example.org', 'sim@example.org', 'sim@example.org'],
      ]);
      expect(complaints(await test({ emailSmtpPort: thief.port }))).toEqual([['emailPassword', expect.any(String)]]);
      expect(complaints(await save({ emailSmtpPort: thief.port }))).toEqual([['emailPassword', expect.any(String)]]);
      expect(complaints(await test({ to: 'a@example.org, b@example.org' }))).toEqual([['to', expect.any(String)]]);
      expect(thief.mails).toEqual([]);
      expect((await save({ emailSmtpPort: thief.port, emailPassword: null, emailAccount: '' })).data.secretsSet).toEqual([]);
    } finally {
      await Promise.all([catcher.close(), thief.close()]);
    }
  });

  it('keeps secrets sealed: in no answer, no audit entry, no row that an export takes along', async () => {
    const secret = 'SIM-never-told';
    const answer = await save({ emailPassword: secret, smsKeySecret: secret, qyhCorpSecret: secret });
    expect(answer.data.secretsSet.toSorted()).toEqual(['emailPassword', 'qyhCorpSecret', 'smsKeySecret']);
    const again = await save({ emailPassword: secret, smsKeySecret: '' });
    expect(again.data.revision).toBe(answer.data.revision);
    const told = [JSON.stringify(answer), JSON.stringify(await admin.get(AT)), await keptRow(), await audited()].join();
    expect(told).not.toContain(secret);
    expect(await audited()).toContain('***');
    expect((await save({ emailPassword: null, smsKeySecret: null, qyhCorpSecret: null })).data.secretsSet).toEqual([]);
  });

  it('names administrators; whoever does stays one, and of two who take it from each other one has it', async () => {
    const list = async (client = admin) => (await client.get<Administrator[]>(`${AT}/getAdminList`)).data;
    const name = (adminIds: readonly string[], client = admin) => client.put<Administrator[]>(`${AT}/setAdminList`, { adminIds });
    const [own] = await list();
    const ownId = own?.id ?? '';
    expect(await list()).toEqual([{ id: ownId, account: 'admin', realName: own?.realName }]);
    expect(faultOf(await name(['user-manager'])).error).toBe('system.config-admin-self');
    expect(faultOf(await name([ownId, 'nobody'])).error).toBe('system.config-admin-unknown');
    expect((await name([ownId, 'user-manager'])).data.map(({ account }) => account)).toEqual(['admin', 'manager']);
    const manager = await server.signIn('manager');
    expect((await list(manager)).length).toBe(2);
    const answers = await Promise.all([name([ownId]), name(['user-manager'], manager)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([EnvelopeCode.Ok, EnvelopeCode.Forbidden].toSorted());
    const left = await server.db.selectFrom('core.user_account').select('account').where('is_administrator', '=', true).execute();
    expect(left).toHaveLength(1);
    await server.db.updateTable('core.user_account').set({ is_administrator: true }).where('account', '=', 'admin').execute();
    await server.db.updateTable('core.user_account').set({ is_administrator: false }).where('account', '<>', 'admin').execute();
  });

  it.runIf(testEngine === 'postgres')('is in force on the other servers of the database a moment later', async () => {
    const database = await openForSecondServer(server.database);
    const { clock } = server.server.core.parts;
    const second = await createServer({ config: server.config, database, log: createLog('silent'), clock, packages: server.packages });
    try {
      await save({ tokenTimeout: 7 });
      await expect.poll(() => second.core.parts.config.sessionIdleMinutes).toBe(7);
    } finally {
      await second.close();
    }
  });
});
