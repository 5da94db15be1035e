import type { TextByLanguage, UserId } from '@nephra/plugin-sdk/contract';
import { type ChannelMessage, messageChannels, messageSender } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { startWechatSimulator, type WechatSimulator } from '../../../tools/sim/wechat/index.ts';
import type { AccountTestReply } from '../contract/account/account-parts.ts';
import type { WorkConfigView } from '../contract/work/work-config.contract.ts';
import type { WorkMatch, WorkPersonRow } from '../contract/work/work-people.contract.ts';
import { describeStaffMessages } from './staff-message/staff-messages.fixture.ts';

const CONFIG = '/api/WeChat/QYHConfig';
const PEOPLE = '/api/WeChat/QYUser';
const BEGIN = '/api/oauth/Provider/wecom';

let sim: WechatSimulator;
let server: TestServer;
let admin: TestClient;
let nurse: TestClient;

/** Also where a test let so much time pass that their sessions are over. */
async function signInAgain(): Promise<void> {
  [admin, nurse] = [await server.signIn('admin'), await server.signIn('nurse')];
}

beforeAll(async () => {
  // Its clock is that of the server: what the service holds for two hours is over when a test lets them pass.
  sim = await startWechatSimulator({ port: 0, now: () => server.time.now.getTime() });
  server = await startTestServer({
    plugins: ALL_PLUGINS,
    config: { ratePerMinute: 1_000_000, outboundAllow: [`wechat=${sim.url}`] },
  });
  await sql`update wechat.work_account set gateway = ${sim.url}, login_page = ${sim.url}`.execute(server.db);
  await signInAgain();
});
afterAll(async () => {
  await server?.close();
  await sim?.close();
});

const read = async () => (await admin.get<WorkConfigView>(CONFIG)).data;
const save = async (over: object) => {
  const { secretSet: _set, bookSecretSet: _book, gatewayListed: _listed, lastModifyTime: _time, ...body } = await read();
  return await admin.put<WorkConfigView>(CONFIG, { ...body, ...over });
};
const tested = async () => (await admin.post<AccountTestReply>(`${CONFIG}/Actions/Test`)).data;
const begin = async () => (await server.nobody.post<{ url: string; nonce: string }>(BEGIN, {})).data;

interface Scan {
  readonly code: string;
  readonly state: string;
  readonly nonce: string;
}
/** The browser goes to the page of the service, somebody scans there, and it comes back. */
async function scan(userid: string): Promise<Scan> {
  const { url, nonce } = await begin();
  const page = await (await fetch(url)).text();
  const link = [...page.matchAll(/href="(\/wwlogin\/scan[^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .find((href) => href.endsWith(`userid=${userid}`));
  const back = await fetch(new URL(link ?? '', sim.url), { redirect: 'manual' });
  const { searchParams, pathname } = new URL(back.headers.get('location') ?? '');
  expect([pathname, searchParams.get('provider')]).toEqual(['/login', 'wecom']);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '', nonce };
}
const enter = (body: Scan) => server.nobody.post<{ token: string }>(`${BEGIN}/Actions/Enter`, body);
const refusalOf = async (body: Scan) => (await enter(body)).extras?.error;

describe('the account', () => {
  afterEach(() => save({ gateway: sim.url, corpId: 'SIMcorp0001', agentId: 1_000_001, secret: 'SIM-work-secret', scanOn: 1, messageOn: 1 }));

  it('is shown without its secret, to system administrators alone; the audit log holds none either', async () => {
    const answer = await admin.get<WorkConfigView>(CONFIG);
    expect(answer.data).toMatchObject({ corpId: 'SIMcorp0001', secretSet: 1, gatewayListed: 1, scanOn: 1 });
    expect((await save({ secret: 'SIM-other-secret', bookSecret: 'SIM-other-book' })).data).toMatchObject({ secretSet: 1, bookSecretSet: 1 });
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(entry::text, ' ') from core.audit as entry) || (select secret || book_secret from wechat.work_account) as text`.execute(
      server.db,
    );
    expect(rows[0]?.text).toContain('secretWritten');
    expect(rows[0]?.text).not.toContain('SIM-other-secret');
    expect(rows[0]?.text).not.toContain('SIM-other-book');
    expect((await nurse.get(CONFIG)).extras?.error).toBe('core.forbidden');
  });

  it('refuses what is malformed, incomplete or outdated, and never takes a kept secret to another address', async () => {
    const refusal = async (over: object) => (await save(over)).extras?.error;
    expect(await refusal({ gateway: 'qyapi.weixin.qq.com' })).toBe('wechat.address-malformed');
    expect(await refusal({ siteAddress: 'https://his.example.cn/his' })).toBe('wechat.site-malformed');
    expect(await refusal({ corpId: 'a b' })).toBe('wechat.corp-malformed');
    expect(await refusal({ gateway: 'https://elsewhere.example' })).toBe('wechat.secret-again');
    expect(await refusal({ corpId: '', secret: 'x' })).toBe('wechat.config-incomplete');
    expect(await refusal({ version: 0 })).toBe('wechat.config-stale');
    // The secret of the address book is forgotten: it was kept for that gateway.
    expect((await save({ gateway: 'https://elsewhere.example', secret: 'x' })).data).toMatchObject({ gatewayListed: 0, bookSecretSet: 0 });
    expect((await tested()).failure).toBe('not-listed');
    expect((await server.nobody.get<{ providers?: unknown }>('/api/oauth/LoginPage')).data.providers).toBeUndefined();
  });

  it('is tested with a sentence for each way that it does not work', async () => {
    expect(await tested()).toMatchObject({ ok: true, errcode: 0, message: expect.stringContaining('SIM 血透助手') });
    sim.work.refuseNext(60020);
    expect(await tested()).toMatchObject({ ok: false, failure: 'ip', errcode: 60020, message: expect.stringContaining('127.0.0.1') });
    sim.work.refuseNext(45009);
    expect((await tested()).failure).toBe('limited');
    sim.breakNext('garbled');
    expect((await tested()).failure).toBe('garbled');
    sim.breakNext('cut-after', 'cut-after');
    expect((await tested()).failure).toBe('no-answer');
    await save({ secret: 'SIM-wrong' });
    expect(await tested()).toMatchObject({ failure: 'secret', errcode: 40001 });
    await save({ corpId: 'SIMother', secret: 'SIM-work-secret' });
    expect((await tested()).failure).toBe('corp');
    await save({ corpId: 'SIMcorp0001', agentId: 7, secret: 'SIM-work-secret' });
    expect((await tested()).failure).toBe('agent');
  });
});

describe('signing in by a scan', () => {
  it('[2.1-02] is offered where it is set up, and opens the session of the account that is bound to the member', async () => {
    expect((await server.nobody.get<object>('/api/oauth/LoginPage')).data).toMatchObject({ providers: [{ code: 'wecom', title: '企业微信扫码登录' }] });
    const answer = await enter(await scan('SIM.doctor'));
    const { data } = await server.withToken(answer.data.token).get<{ userInfo: { userAccount: string } }>('/api/oauth/CurrentUser');
    expect(data.userInfo.userAccount).toBe('doctor');
    await save({ scanOn: 0 });
    expect((await server.nobody.get<object>('/api/oauth/LoginPage')).data).not.toHaveProperty('providers');
    expect((await server.nobody.post(BEGIN, {})).extras?.error).toBe('core.provider-gone');
    await save({ scanOn: 1 });
  });

  it('takes what came back once, from the page that began, in time, and nothing of it from another one', async () => {
    const done = await scan('SIM.doctor');
    expect((await enter(done)).code).toBe(200);
    expect(await refusalOf(done)).toBe('core.provider-state');
    const [one, other] = [await scan('SIM.doctor'), await scan('SIM.nurse')];
    // Somebody else's state in this browser, and somebody else's browser with this state.
    expect(await refusalOf({ ...one, state: other.state })).toBe('core.provider-state');
    expect(await refusalOf({ ...one, nonce: other.nonce })).toBe('core.provider-state');
    const late = await scan('SIM.doctor');
    server.time.advance(11 * 60_000);
    expect(await refusalOf(late)).toBe('core.provider-state');
    // No device that is signed in can confirm such a ticket in the place of the service.
    const { url, nonce } = await begin();
    const state = new URL(url).searchParams.get('state') ?? '';
    expect((await nurse.post(`/api/oauth/Scan/${state}/Actions/Confirm`, { step: 'confirmed' })).extras?.error).toBe('core.scan-invalid');
    expect((await server.nobody.get<{ state: string }>(`/api/oauth/Scan/${nonce}`)).data.state).toBe('waiting');
  });

  it('says who is unknown, no member, bound twice, out of use or locked, and when a code was used or the service is away', async () => {
    const account = (over: object) => server.db.updateTable('core.user_account').set(over).where('account', '=', 'pharmacist').execute();
    expect(await refusalOf(await scan('SIM.stranger'))).toBe('wechat.unknown-member');
    expect((await enter(await scan('SIM.stranger'))).msg).toContain('SIM.stranger');
    expect(await refusalOf(await scan('SIM.nobody'))).toBe('wechat.not-a-member');
    await account({ enabled: false });
    expect(await refusalOf(await scan('SIM.pharmacist'))).toBe('core.account-disabled');
    await account({ enabled: true, locked: true });
    expect(await refusalOf(await scan('SIM.pharmacist'))).toBe('core.account-locked');
    await account({ locked: false, qywx_user_id: 'sim.DOCTOR' });
    expect(await refusalOf(await scan('SIM.doctor'))).toBe('wechat.several-accounts');
    await account({ qywx_user_id: 'SIM.pharmacist' });

    const used = await scan('SIM.doctor');
    await fetch(`${sim.url}/cgi-bin/auth/getuserinfo?access_token=${await currentToken()}&code=${used.code}`);
    expect(await refusalOf(used)).toBe('wechat.work-code');
    sim.work.refuseNext(60020);
    expect(await refusalOf(await scan('SIM.doctor'))).toBe('wechat.work-ip');
    const lost = await scan('SIM.doctor');
    const before = sim.paths.length;
    sim.breakNext('cut-after');
    expect(await refusalOf(lost)).toBe('wechat.work-no-answer');
    expect(sim.paths.slice(before)).toEqual(['/cgi-bin/auth/getuserinfo']);
  });

  it('begins at the address of the site alone, where one is set', async () => {
    await save({ siteAddress: 'https://his.example.cn' });
    const answer = await server.nobody.post(BEGIN, {});
    expect([answer.extras?.error, answer.msg.includes('https://his.example.cn')]).toEqual(['wechat.other-site', true]);
    await save({ siteAddress: '' });
  });
});

async function currentToken(): Promise<string> {
  const said = (await (await fetch(`${sim.url}/cgi-bin/gettoken?corpid=SIMcorp0001&corpsecret=SIM-work-secret`)).json()) as { access_token: string };
  return said.access_token;
}

describe('the token', () => {
  it('is fetched once by many who need it at the same time, also when the service ends it before its time', async () => {
    const together = async () => {
      const scans: Scan[] = [];
      for (let n = 0; n < 8; n += 1) scans.push(await scan('SIM.doctor'));
      const asked = sim.work.tokensAsked;
      const answers = await Promise.all(scans.map(enter));
      expect(answers.map(({ code, msg }) => `${code} ${code === 200 ? '' : msg}`)).toEqual(scans.map(() => '200 '));
      return sim.work.tokensAsked - asked;
    };
    await enter(await scan('SIM.doctor'));
    expect(await together()).toBe(0);
    sim.work.endToken();
    expect(await together()).toBe(1);
    sim.work.endToken(true);
    expect(await together()).toBe(1);
    server.time.advance(3 * 3_600_000);
    expect(await together()).toBe(1);
    await signInAgain();
  });

  it('is asked for once by many when the service refuses, and again after a pause', async () => {
    await save({ secret: 'SIM-wrong' });
    const scans: Scan[] = [];
    for (let n = 0; n < 5; n += 1) scans.push(await scan('SIM.doctor'));
    const asked = sim.work.tokensAsked;
    expect(await Promise.all(scans.map(refusalOf))).toEqual(scans.map(() => 'wechat.work-secret'));
    expect(sim.work.tokensAsked - asked).toBe(1);
    await save({ secret: 'SIM-work-secret' });
    expect((await enter(await scan('SIM.doctor'))).code).toBe(200);
  });
});

describe('people', () => {
  const list = async (query: string, who = admin) => (await who.get<{ list: WorkPersonRow[] }>(`${PEOPLE}?currentPage=1&pageSize=50&${query}`)).data.list;
  const idOf = async (account: string) => (await list(`keyword=${account}`)).find((row) => row.account === account)?.id ?? '';

  it('are bound and unbound, one member to one account, by whoever looks after them', async () => {
    const clerk = await idOf('clerk');
    expect((await admin.put(`${PEOPLE}/${clerk}`, { qyWxUserId: 'sim.Doctor' })).extras?.error).toBe('permission.user-wechat-taken');
    expect((await admin.put(`/api/permission/Users/${clerk}/Actions/QyWxUserId`, { qyWxUserId: 'SIM.doctor' })).extras?.error).toBe(
      'permission.user-wechat-taken',
    );
    expect((await admin.put(`${PEOPLE}/${clerk}`, { qyWxUserId: 'a b' })).extras?.error).toBe('permission.user-wechat');
    expect((await admin.put(`${PEOPLE}/${clerk}`, { qyWxUserId: 'SIM.stranger' })).code).toBe(200);
    expect((await enter(await scan('SIM.stranger'))).code).toBe(200);
    expect((await admin.put(`${PEOPLE}/${clerk}`, { qyWxUserId: '' })).code).toBe(200);
    expect(await refusalOf(await scan('SIM.stranger'))).toBe('wechat.unknown-member');
    expect((await list('bound=yes')).map(({ account }) => account).sort()).toEqual(['admin', 'cashier', 'doctor', 'nurse', 'pharmacist']);
    expect((await list('keyword=doctor'))[0]).toMatchObject({ qyWxUserId: 'SIM.doctor', mobile: expect.stringMatching(/^199\*{4}\d{4}$/) });
    expect((await nurse.get(`${PEOPLE}?currentPage=1&pageSize=20`)).extras?.error).toBe('core.forbidden');
  });

  it('are matched by mobile number, which binds nobody until it is confirmed', async () => {
    const { data } = await admin.post<{ matches: WorkMatch[]; asked: number }>(`${PEOPLE}/Actions/MatchMobiles`, { currentPage: 1 });
    expect(data.matches).toEqual([{ id: await idOf('clerk'), account: 'clerk', realName: expect.any(String), qyWxUserId: 'SIM.clerk' }]);
    expect(data.asked).toBeGreaterThan(10);
    expect(await list('bound=yes')).toHaveLength(5);
    const rows = data.matches.map(({ id, qyWxUserId }) => ({ id, qyWxUserId }));
    const developer = { id: await idOf('developer'), qyWxUserId: 'SIM.doctor' };
    expect((await admin.post(`${PEOPLE}/Actions/Bind`, { rows: [...rows, developer] })).extras?.error).toBe('permission.user-wechat-taken');
    expect(await list('bound=yes')).toHaveLength(5);
    expect((await admin.post<{ count: number }>(`${PEOPLE}/Actions/Bind`, { rows })).data.count).toBe(1);
    expect((await enter(await scan('SIM.clerk'))).code).toBe(200);
  });
});

describe('messages to staff', () => {
  const message = (id: string, over: Partial<ChannelMessage> = {}): ChannelMessage => ({
    ...{
      id,
      address: 'SIM.nurse',
      kind: 'acme.told',
      urgency: 'normal',
      language: 'zh',
      subject: '结算存疑',
      text: '王小明的结算存疑',
      params: { patient: '王小明' },
    },
    ...over,
  });
  const channel = () => {
    const found = server.server.plugins.host.extensions(messageChannels).find(({ value }) => value.code === 'wecom');
    if (!found) throw new Error('the plugin adds no channel');
    return found.value;
  };
  const send = (id: string, over?: Partial<ChannelMessage>) => channel().send(message(id, over));

  it('hold the title of the kind and a link behind the sign-in, and nothing of what the message says', async () => {
    await save({ siteAddress: 'https://his.example.cn' });
    const before = sim.work.sent.length;
    expect(await send('m-1')).toEqual({ outcome: 'sent' });
    const [sent] = sim.work.sent.slice(before);
    expect(sent).toMatchObject({ touser: 'SIM.nurse', msgtype: 'textcard' });
    expect(sent?.content).toEqual({
      title: '结算存疑',
      description: '请登录系统查看详情。',
      url: 'https://his.example.cn/messageRecord?m=m-1',
      btntxt: '查看',
    });
    expect(await send('m-2', { language: 'en' })).toEqual({ outcome: 'sent' });
    expect(sim.work.sent.at(-1)?.content.description).toBe('Sign in to read it.');
    expect(JSON.stringify(sim.work.sent)).not.toContain('王小明');
    await save({ siteAddress: '' });
  });

  it('arrive once: a lost answer is asked for again, and so is a try that was cut off, as long as the service would know it again', async () => {
    const before = sim.work.sent.length;
    const arrived = () => sim.work.sent.length - before;
    sim.breakNext('cut-after');
    expect([await send('m-3'), arrived()]).toEqual([{ outcome: 'sent' }, 1]);
    // A process died between sending and noting: the row of its try stays.
    await send('m-4');
    await sql`insert into wechat.sending (message_id, began_at) values ('m-4', ${server.time.now})`.execute(server.db);
    expect([await send('m-4'), arrived()]).toEqual([{ outcome: 'sent' }, 2]);
    await sql`insert into wechat.sending (message_id, began_at) values ('m-4', ${server.time.now})`.execute(server.db);
    server.time.advance(26 * 60_000);
    expect([await send('m-4'), arrived()]).toEqual([{ outcome: 'doubtful', reason: 'cut-off' }, 2]);
    // Sent again because a person decided so.
    server.time.advance(10 * 60_000);
    expect([await send('m-4'), arrived()]).toEqual([{ outcome: 'sent' }, 3]);
    sim.breakNext('cut-after', 'cut-after');
    expect(await send('m-5')).toMatchObject({ outcome: 'doubtful', reason: 'no-answer' });
    await signInAgain();
  });

  it('wait while nothing gets through, and are given up for whom the app may not see', async () => {
    const refused = async (code: number) => {
      sim.work.refuseNext(code);
      return await send(`m-${code}`);
    };
    expect(await refused(60020)).toMatchObject({ outcome: 'later', reason: 'forbidden', channelDown: true, said: expect.stringContaining('60020') });
    expect(await refused(45009)).toMatchObject({ outcome: 'later', reason: 'limited', channelDown: true });
    expect(await refused(-1)).toMatchObject({ outcome: 'later', reason: 'limited' });
    expect(await refused(40056)).toMatchObject({ outcome: 'later', reason: 'auth', channelDown: true });
    expect(await send('m-6', { address: 'SIM.gone' })).toMatchObject({ outcome: 'refused', reason: 'bad-address' });
    expect((await sql`select * from wechat.sending`.execute(server.db)).rows).toEqual([]);
    await save({ messageOn: 0 });
    expect([await channel().ready(), (await send('m-7')).outcome]).toEqual([false, 'later']);
    await save({ messageOn: 1 });
  });

  it('go to those who chose this way, out of what the plugin message keeps', async () => {
    const { data } = await admin.get<{ kinds: { code: string; title: string }[]; channels: object[] }>('/api/message/Outbox/Actions/Channels');
    const [kind] = data.kinds;
    const { rows } = await sql<{ id: string }>`select id from core.user_account where account = 'nurse'`.execute(server.db);
    const person = rows[0]?.id as UserId;
    await sql`insert into message.choice (user_id, kind, channels) values (${person}, ${kind?.code ?? ''}, array['product', 'wecom'])`.execute(server.db);
    const before = sim.work.sent.length;
    const said: TextByLanguage = { zh: 'SIM 王小明', zhtw: 'SIM 王小明', en: 'SIM 王小明' };
    const sender = server.server.plugins.services.find(messageSender, { id: 'core', privileges: [] });
    await sender?.send({
      kind: kind?.code ?? '',
      title: said,
      text: said,
      params: {},
      from: said,
      receivers: [{ persons: [person] }],
      key: `${kind?.code ?? ''}/wecom`,
    });
    await vi.waitFor(() => expect(sim.work.sent.length).toBe(before + 1), { timeout: 60_000, interval: 50 });
    const sent = sim.work.sent.at(-1);
    expect([sent?.touser, JSON.stringify(sent?.content).includes('王小明')]).toEqual(['SIM.nurse', false]);
  });
});

describeStaffMessages(async () => ({ server, sim, admin: await server.signIn('admin'), nurse: await server.signIn('nurse') }));
