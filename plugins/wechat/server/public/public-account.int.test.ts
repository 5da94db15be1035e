import { createCipheriv, randomBytes } from 'node:crypto';
import type { OrgId } from '@nephra/plugin-sdk/contract';
import { messageSender } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { startWechatSimulator, type WechatSimulator } from '../../../../tools/sim/wechat/index.ts';
import { signatureOf } from '../../../../tools/sim/wechat/public-account.ts';
import type { AccountTestReply } from '../../contract/account/account-parts.ts';
import type { PublicConfigView } from '../../contract/public/public-config.contract.ts';
import type { AnswerRule, PublicMessageRow } from '../../contract/public/public-message.contract.ts';
import type { MenuButton, MenuChange, PublicMenu } from '../../contract/public/public-menu.contract.ts';
import type { BindablePatient, PublicSync, PublicTag, PublicUserRow } from '../../contract/public/public-user.contract.ts';

const CONFIG = '/api/WeChat/MPConfig';
const MENU = '/api/WeChat/MPMenu';
const USER = '/api/WeChat/MPUser';
const CALLBACK = '/api/WeChat/MP/Callback';
const [ONE, TWO, THREE, VISITOR] = ['SIMoPatient0000000001', 'SIMoPatient0000000002', 'SIMoPatient0000000003', 'SIMoVisitor0000000004'];

let sim: WechatSimulator;
let server: TestServer;
let admin: TestClient;
let nurse: TestClient;

async function signInAgain(): Promise<void> {
  [admin, nurse] = [await server.signIn('admin'), await server.signIn('nurse')];
}

beforeAll(async () => {
  sim = await startWechatSimulator({ port: 0, now: () => server.time.now.getTime(), listSize: 3 });
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000, outboundAllow: [`wechat=${sim.url}`] } });
  await sql`update wechat.public_account set gateway = ${sim.url}`.execute(server.db);
  await signInAgain();
  vi.stubGlobal('fetch', fetchOver(globalThis.fetch));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server?.close();
  await sim?.close();
});

/** The simulator calls `http://nephra.test`, which is the server of this test. */
function fetchOver(real: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    if (url.host !== 'nephra.test') return await real(input, init);
    const headers = { ...(init?.headers as Record<string, string> | undefined) };
    const reply = await server.nobody.raw({
      ...{ method: init?.method === 'POST' ? 'POST' : 'GET', url: url.pathname + url.search, headers },
      ...(init?.body !== undefined && { payload: String(init.body) }),
    });
    return new Response(new Uint8Array(reply.rawPayload), { status: reply.statusCode });
  };
}

const read = async () => (await admin.get<PublicConfigView>(CONFIG)).data;
const save = async (over: object) => {
  const { secretSet: _s, tokenSet: _t, aesKeySet: _a, gatewayListed: _l, callbackUrl: _c, lastModifyTime: _m, ...body } = await read();
  return await admin.put<PublicConfigView>(CONFIG, { ...body, ...over });
};
const tested = async () => (await admin.post<AccountTestReply>(`${CONFIG}/Actions/Test`)).data;
const users = async (who: TestClient = admin, query = '') => (await who.get<{ list: PublicUserRow[] }>(`${USER}?currentPage=1&pageSize=50${query}`)).data.list;
const messages = async (who: TestClient = admin) => (await who.get<{ list: PublicMessageRow[] }>('/api/WeChat/MPMessage?currentPage=1&pageSize=50')).data.list;
const idOf = async (openId: string) => {
  const { rows } = await sql<{ id: string }>`select id from wechat.public_user where open_id = ${openId}`.execute(server.db);
  return rows[0]?.id ?? '';
};
const text = (openid: string, Content: string, over?: Parameters<WechatSimulator['mp']['tell']>[2]) => sim.mp.tell(openid, { MsgType: 'text', Content }, over);
const answerIn = (reply: { text: string }) => /<Content><!\[CDATA\[([\s\S]*?)\]\]>/.exec(reply.text)?.[1];

describe('the account', () => {
  it('shows no secret, to system administrators alone, and keeps what is kept for where it was kept', async () => {
    expect(await read()).toMatchObject({ appId: 'SIMwx0000001', secretSet: 1, tokenSet: 1, aesKeySet: 0, gatewayListed: 1 });
    expect((await nurse.get(CONFIG)).extras?.error).toBe('core.forbidden');
    expect((await save({ gateway: 'https://elsewhere.example' })).extras?.error).toBe('wechat.mp-secret-again');
    expect((await save({ token: 'no spaces' })).extras?.error).toBe('wechat.mp-token-malformed');
    expect((await save({ aesKey: 'short' })).extras?.error).toBe('wechat.mp-key-malformed');
    expect((await save({ templateId: '' })).extras?.error).toBe('wechat.mp-config-incomplete');
    expect((await save({ version: 0 })).extras?.error).toBe('wechat.mp-config-stale');
    const { data } = await save({ siteAddress: 'https://his.example.cn', secret: 'SIM-public-secret' });
    expect(data.callbackUrl).toBe('https://his.example.cn/api/WeChat/MP/Callback');
    const { rows } = await sql<{ text: string }>`select string_agg(entry::text, ' ') as text from core.audit as entry`.execute(server.db);
    expect([rows[0]?.text.includes('secretsWritten'), rows[0]?.text.includes('SIM-public-secret')]).toEqual([true, false]);
  });

  it('is tested with a sentence for each way that it does not work', async () => {
    expect(await tested()).toMatchObject({ ok: true, errcode: 0 });
    sim.mp.refuseNext(40164);
    expect(await tested()).toMatchObject({ failure: 'ip', errcode: 40164, message: expect.stringContaining('127.0.0.1') });
    for (const [code, failure] of [
      [45009, 'limited'],
      [48001, 'no-right'],
      [-1, 'busy'],
    ] as const) {
      sim.mp.refuseNext(code);
      expect((await tested()).failure).toBe(failure);
    }
    sim.breakNext('garbled');
    expect((await tested()).failure).toBe('garbled');
    await save({ secret: 'SIM-wrong' });
    expect(await tested()).toMatchObject({ failure: 'secret', errcode: 40125 });
    await save({ appId: 'SIMother', secret: 'SIM-public-secret' });
    expect(await tested()).toMatchObject({ failure: 'app', errcode: 40013 });
    await save({ appId: 'SIMwx0000001', secret: 'SIM-public-secret' });
  });
});

describe('what the service calls', () => {
  beforeAll(async () => {
    expect(await sim.mp.enterCallback(`http://nephra.test${CALLBACK}`, 'SIMcallbacktoken')).toBe(true);
  });

  it('is let in by its signature alone, now, once', async () => {
    expect(await sim.mp.enterCallback(`http://nephra.test${CALLBACK}`, 'SIMother')).toBe(false);
    const call = (
      over: Record<string, string>,
      body = '<xml><FromUserName>SIMoX</FromUserName><MsgType>text</MsgType><Content>x</Content><MsgId>1</MsgId></xml>',
      type = 'text/xml',
    ) => {
      const [timestamp, nonce] = [String(Math.floor(server.time.now.getTime() / 1_000)), 'n1'];
      const query = new URLSearchParams({ timestamp, nonce, signature: signatureOf('SIMcallbacktoken', timestamp, nonce), ...over });
      return server.nobody.raw({ method: 'POST', url: `${CALLBACK}?${query}`, headers: { 'content-type': type }, payload: body });
    };
    const old = String(Math.floor(server.time.now.getTime() / 1_000) - 400);
    const wrongs: readonly Record<string, string>[] = [
      { signature: 'x' },
      { signature: signatureOf('SIMother', '1', 'n1') },
      { timestamp: old, signature: signatureOf('SIMcallbacktoken', old, 'n1') },
      { timestamp: 'now' },
    ];
    for (const wrong of wrongs) expect((await call(wrong)).statusCode, JSON.stringify(wrong)).toBe(403);
    const hostile = [
      '<!DOCTYPE xml [<!ENTITY a "b">]><xml><FromUserName>&a;</FromUserName></xml>',
      '<xml><FromUserName>&b;</FromUserName></xml>',
      '<xml>',
      '{}',
      `<xml>${'<a>'.repeat(9)}</xml>`,
    ];
    for (const body of hostile) expect((await call({}, body)).statusCode, body.slice(0, 30)).toBe(403);
    expect((await call({}, '{}', 'application/json')).statusCode).toBe(400);
    expect((await call({}, `<xml>${' '.repeat(65_536)}</xml>`)).statusCode).toBe(413);
    const login = await server.nobody.raw({ method: 'POST', url: '/api/oauth/Login', headers: { 'content-type': 'text/xml' }, payload: '<xml/>' });
    expect([login.statusCode, login.json().extras.error]).toEqual([400, 'core.bad-content-type']);
    expect((await call({})).statusCode).toBe(200);
    const count = async () => (await sql<{ n: string }>`select count(*) as n from wechat.public_message`.execute(server.db)).rows[0]?.n;
    const before = await count();
    // The very call once more, and the service's own repeat of what it had no answer to.
    expect([
      (await call({})).body,
      (await call({ nonce: 'n2', signature: signatureOf('SIMcallbacktoken', String(Math.floor(server.time.now.getTime() / 1_000)), 'n2') })).body,
    ]).toEqual(['success', 'success']);
    expect(await count()).toBe(before);
  });

  it('is answered by words, and by whoever begins to follow; what is switched off answers nothing', async () => {
    const rules = (await admin.get<{ list: AnswerRule[] }>('/api/WeChat/MPAnswer')).data.list;
    expect(rules.map(({ kind }) => kind)).toContain('welcome');
    expect(answerIn(await sim.mp.tell(VISITOR, { MsgType: 'event', Event: 'subscribe', EventKey: '' }))).toContain('欢迎关注');
    expect(answerIn(await text(VISITOR, '请问上午的班次？'))).toContain('7:30');
    expect((await text(VISITOR, '没有这个词')).text).toBe('success');
    const body = { fullName: 'SIM 兜底', kind: 'default', match: 'contains', keywords: [], content: '请致电前台', sortCode: 9, enabledMark: 1 };
    expect((await admin.post('/api/WeChat/MPAnswer', { ...body, content: '乙肝患者请联系' })).extras?.error).toBe('wechat.mp-leak-infection');
    expect((await admin.post('/api/WeChat/MPAnswer', { ...body, kind: 'keyword' })).extras?.error).toBe('wechat.mp-answer-words');
    const { data } = await admin.post<AnswerRule>('/api/WeChat/MPAnswer', body);
    expect(answerIn(await text(VISITOR, '还是没有'))).toBe('请致电前台');
    expect((await admin.put(`/api/WeChat/MPAnswer/${data.id}`, { ...body, version: 9 })).extras?.error).toBe('wechat.mp-answer-stale');
    expect((await admin.put(`/api/WeChat/MPAnswer/${data.id}`, { ...body, enabledMark: 0, version: data.version })).code).toBe(200);
    expect((await text(VISITOR, '又没有')).text).toBe('success');
    expect((await admin.del(`/api/WeChat/MPAnswer/${data.id}`)).code).toBe(200);
    expect((await messages())[0]).toMatchObject({ direction: 'in', content: '又没有', openId: expect.stringMatching(/^SIMo\*\*\*/) });
    expect((await nurse.get('/api/WeChat/MPMessage?currentPage=1&pageSize=20')).extras?.error).toBe('core.forbidden');
  });

  it('encrypted is opened with the key, and nothing else is taken once there is one', async () => {
    const aesKey = randomBytes(32).toString('base64').slice(0, 43);
    await save({ aesKey });
    const [timestamp, nonce] = [String(Math.floor(server.time.now.getTime() / 1_000)), 'sealed'];
    const inner = Buffer.from(
      `<xml><ToUserName>gh</ToUserName><FromUserName>${VISITOR}</FromUserName><MsgType>text</MsgType><Content>班次</Content><MsgId>77</MsgId></xml>`,
    );
    const seal = (appId: string): string => {
      const key = Buffer.from(`${aesKey}=`, 'base64');
      const size = Buffer.alloc(4);
      size.writeUInt32BE(inner.length);
      const plain = Buffer.concat([randomBytes(16), size, inner, Buffer.from(appId)]);
      const pad = 32 - (plain.length % 32);
      const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
      return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])), cipher.final()]).toString('base64');
    };
    const call = (encrypted: string) => {
      const query = new URLSearchParams({ timestamp, nonce, encrypt_type: 'aes', msg_signature: signatureOf('SIMcallbacktoken', timestamp, nonce, encrypted) });
      return server.nobody.raw({
        method: 'POST',
        url: `${CALLBACK}?${query}`,
        headers: { 'content-type': 'text/xml' },
        payload: `<xml><ToUserName>gh</ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`,
      });
    };
    expect((await call(seal('SIMother'))).statusCode).toBe(403);
    const answer = await call(seal('SIMwx0000001'));
    expect([answer.statusCode, answer.body.includes('<Encrypt>'), answer.body.includes('7:30')]).toEqual([200, true, false]);
    expect((await text(VISITOR, '班次')).status).toBe(403);
    await sql`update wechat.public_account set aes_key = ''`.execute(server.db);
  });
});

describe('the menu', () => {
  const leaf = (fullName: string, over: object = {}): MenuButton => ({
    ...{ fullName, type: 'click', content: '班次', url: '', appId: '', pagePath: '', children: [] },
    ...over,
  });
  const keep = async (buttons: readonly MenuButton[]) => {
    const { version } = (await admin.get<PublicMenu>(MENU)).data;
    return await admin.put<PublicMenu>(MENU, { buttons, version });
  };

  it('is kept within what the service takes, published after a preview, and taken back', async () => {
    expect((await keep([leaf('五个汉字吧啊')])).extras?.error).toBe('wechat.mp-menu-name-long');
    expect((await keep([leaf('网页', { type: 'view', url: 'ftp://x' })])).extras?.error).toBe('wechat.mp-menu-url');
    sim.mp.menu = [{ name: '后台做的', type: 'view', url: 'https://example.cn' }];
    const children = [leaf('透析班次'), leaf('官网', { type: 'view', url: 'https://his.example.cn' })].map(({ children: _none, ...one }) => one);
    const { data: kept } = await keep([leaf('班次'), leaf('更多', { children })]);
    const preview = (await admin.post<{ changes: MenuChange[]; elsewhere: boolean }>(`${MENU}/Actions/Preview`)).data;
    expect(preview.elsewhere).toBe(true);
    expect(preview.changes.map(({ act, place }) => `${act} ${place}`)).toEqual(['change 1', 'add 2', 'add 2.1', 'add 2.2']);
    expect((await admin.post(`${MENU}/Actions/Publish`, { version: kept.version - 1 })).extras?.error).toBe('wechat.mp-menu-stale');
    sim.breakNext('cut-after');
    const { data: published } = await admin.post<PublicMenu>(`${MENU}/Actions/Publish`, { version: kept.version });
    expect(sim.mp.menu?.map(({ name }) => name)).toEqual(['班次', '更多']);
    expect((await admin.post<{ changes: MenuChange[] }>(`${MENU}/Actions/Preview`)).data.changes).toEqual([]);
    const undone = await admin.post<PublicMenu>(`${MENU}/Actions/Undo`, { id: published.undoId });
    expect([undone.code, sim.mp.menu?.[0]?.name, undone.data.undoId]).toEqual([200, '后台做的', '']);
    // Sent again it is as it is; another one is not the last.
    expect((await admin.post(`${MENU}/Actions/Undo`, { id: published.undoId })).code).toBe(200);
    expect((await admin.post(`${MENU}/Actions/Undo`, { id: 'other' })).extras?.error).toBe('wechat.mp-menu-not-last');
  });
});

describe('followers', () => {
  const progress = async () => (await admin.get<{ list: PublicSync[] }>(`${USER}/Actions/Sync`)).data.list[0];
  const synced = async () => {
    await admin.post(`${USER}/Actions/Sync`, {});
    await vi.waitFor(async () => expect((await progress())?.state).toBe('done'), { timeout: 60_000, interval: 50 });
    return await progress();
  };

  it('are read by pages, found gone, and a sync in hand can be ended', async () => {
    expect(await synced()).toMatchObject({ total: 4, done: 4, gone: 1 }); // SIMoX of the callback follows nobody
    expect((await users()).filter(({ subscribed }) => subscribed === 1)).toHaveLength(4);
    const all = sim.mp.followers;
    sim.mp.follow(all.filter(({ openid }) => openid !== TWO));
    expect(await synced()).toMatchObject({ total: 3, gone: 1 });
    sim.mp.follow(all);
    await synced();
    await sql`insert into wechat.public_sync (id, kind, state, next_open_id, listed, total, done, added, gone, reason, creator_user, created_at, lease_owner, lease_until)
      values ('SIM-held', 'followers', 'running', '', false, 0, 0, 0, 0, '', 'SIM', ${server.time.now}, 'SIM', ${new Date(server.time.now.getTime() + 600_000)})`.execute(
      server.db,
    );
    expect((await admin.post(`${USER}/Actions/Sync`, {})).extras?.error).toBe('wechat.mp-sync-running');
    expect((await admin.post<PublicSync>(`${USER}/Sync/SIM-held/Actions/Cancel`)).data.state).toBe('cancelled');
    await sql`delete from wechat.public_sync where id = 'SIM-held'`.execute(server.db);
    sim.mp.refuseNext(48001);
    await admin.post(`${USER}/Actions/Sync`, {});
    await vi.waitFor(async () => expect(await progress()).toMatchObject({ state: 'failed', reason: expect.stringContaining('48001') }), {
      timeout: 60_000,
      interval: 50,
    });
    expect((await nurse.post(`${USER}/Actions/Sync`, {})).extras?.error).toBe('core.forbidden');
  });

  it('get tags as the service has them', async () => {
    expect((await admin.post('/api/WeChat/MPTag', { fullName: '一二三四五六七八九十一' })).extras?.error).toBe('wechat.mp-tag-name');
    const { data: tag } = await admin.post<PublicTag>('/api/WeChat/MPTag', { fullName: '上午班' });
    expect((await admin.post('/api/WeChat/MPTag', { fullName: '上午班' })).extras?.error).toBe('wechat.mp-tag-name');
    const body = { userIds: [await idOf(ONE), await idOf(TWO)], on: true };
    expect((await admin.post<{ count: number }>(`/api/WeChat/MPTag/${tag.id}/Actions/People`, body)).data.count).toBe(2);
    expect((await admin.post<{ count: number }>(`/api/WeChat/MPTag/${tag.id}/Actions/People`, body)).data.count).toBe(0);
    expect(sim.mp.tags.of(ONE)).toEqual([tag.id]);
    expect(await users(admin, `&tagId=${tag.id}`)).toHaveLength(2);
    expect((await admin.put<PublicTag>(`/api/WeChat/MPTag/${tag.id}`, { fullName: '早班' })).data.fullName).toBe('早班');
    await synced();
    expect((await admin.get<{ list: PublicTag[] }>('/api/WeChat/MPTag')).data.list).toContainEqual({ id: tag.id, fullName: '早班', count: 2, fixed: 0 });
    expect((await admin.del('/api/WeChat/MPTag/2')).extras?.error).toBe('wechat.mp-tag-fixed');
    expect((await admin.del(`/api/WeChat/MPTag/${tag.id}`)).code).toBe(200);
    expect(await users(admin, `&tagId=${tag.id}`)).toEqual([]);
  });

  it('become a patient by a code that is good once, for fifteen minutes, and few tries', async () => {
    const [patient, other] = (await admin.get<{ list: BindablePatient[] }>(`${USER}/Actions/Patients?currentPage=1&pageSize=2`)).data.list;
    const codeFor = async (id = '') => (await admin.post<{ code: string }>(`${USER}/Actions/BindCode`, { patientId: id })).data?.code ?? '';
    expect((await admin.post(`${USER}/Actions/BindCode`, { patientId: 'nobody' })).extras?.error).toBe('wechat.mp-no-patient');
    const first = await codeFor(patient?.id);
    const code = await codeFor(patient?.id);
    expect(answerIn(await text(ONE, `绑定 ${first}`))).toContain('不正确');
    expect(answerIn(await text(ONE, code))).toContain('绑定成功');
    expect(answerIn(await text(TWO, `绑定 ${code}`))).toContain('不正确');
    expect((await users()).find(({ id }) => id !== '' && id)).toBeDefined();
    const row = (await users(admin, '&bound=yes'))[0];
    expect(row).toMatchObject({ patientId: patient?.id, patientName: patient?.fullName, bound: 1, mayWrite: 1 });
    expect((await messages()).some(({ content }) => content.includes(code))).toBe(false);
    const late = await codeFor(other?.id);
    server.time.advance(16 * 60_000);
    await signInAgain();
    expect(answerIn(await text(TWO, `绑定 ${late}`))).toContain('不正确');
    for (let n = 0; n < 5; n += 1) await text(THREE, `绑定 0000000${n}`);
    expect(answerIn(await text(THREE, `绑定 ${await codeFor(other?.id)}`))).toContain('太多');
    const { rows } = await sql<{
      n: string;
    }>`select count(*) as n from core.audit where patient_id = ${patient?.id ?? ''} and action = 'wechat.bind-patient'`.execute(server.db);
    expect(rows[0]?.n).toBe('1');
    await signInAgain();
  });
});

describe('messages to patients', () => {
  const boundPatient = async () => {
    const { rows } = await sql<{ patient_id: string; org_id: string }>`select patient_id, org_id from wechat.public_user where open_id = ${ONE}`.execute(
      server.db,
    );
    return rows[0] ?? { patient_id: '', org_id: '' };
  };

  it('by hand go within 48 hours, and hold no name, number, infection or diagnosis of the file', async () => {
    const userId = await idOf(ONE);
    const { patient_id: patientId } = await boundPatient();
    const { rows } = await sql<{ name: string }>`select patient_name as name from patient.patient where id = ${patientId}`.execute(server.db);
    const send = (content: string) => admin.post<PublicMessageRow>('/api/WeChat/MPMessage/Actions/Send', { userId, content });
    const refusal = async (content: string) => (await send(content)).extras?.error;
    const [name = ''] = rows.map((one) => one.name);
    expect([await refusal(`${name}您好`), await refusal(`${[...name].join(' ')}您好`)]).toEqual(['wechat.mp-leak-name', 'wechat.mp-leak-name']);
    expect([await refusal('请带乙肝报告'), await refusal('HIV 结果出来了'), await refusal('身份证 110101199003070000'), await refusal('尿毒症')]).toEqual([
      ...['wechat.mp-leak-infection', 'wechat.mp-leak-infection', 'wechat.mp-leak-number', 'wechat.mp-leak-diagnosis'],
    ]);
    const before = sim.mp.delivered.length;
    expect((await send('明天请提前半小时到')).data).toMatchObject({ state: 'sent', direction: 'out' });
    expect(sim.mp.delivered.at(-1)).toMatchObject({ openid: ONE, kind: 'text', body: { text: { content: '明天请提前半小时到' } } });
    sim.mp.refuseNext(45047);
    expect(await refusal('再提醒一次')).toBe('wechat.mp-too-late');
    sim.breakNext('cut-after');
    expect(await refusal('又一次')).toBe('wechat.mp-no-answer');
    expect((await messages())[0]).toMatchObject({ state: 'doubtful', content: '又一次' });
    expect(sim.mp.delivered.length - before).toBe(2);
  });

  it('by message.send@1 are one sentence, as a message within 48 hours and as a template later; told once', async () => {
    const { patient_id: patientId, org_id: orgId } = await boundPatient();
    const sender = server.server.plugins.services.find(messageSender, { id: 'core', privileges: [] });
    const said = { zh: '王小明 乙肝 13800001111', zhtw: '王小明', en: 'HBV' };
    const send = (key: string, patients = [patientId, 'unknown-file']) =>
      sender?.send({
        ...{ kind: 'wechat.reminder', title: said, text: said, from: said, params: { name: '王小明' }, key: `wechat.reminder/${key}` },
        receivers: [{ patients, organisation: orgId as OrgId }],
      });
    const before = sim.mp.delivered.length;
    const arrived = (n: number) => vi.waitFor(() => expect(sim.mp.delivered.length - before).toBe(n), { timeout: 60_000, interval: 50 });
    expect(await send('1')).toMatchObject({ sent: true, receivers: 0, patients: 1 });
    await arrived(1);
    expect(sim.mp.delivered.at(-1)).toMatchObject({ openid: ONE, kind: 'text', body: { text: { content: '您有一条透析提醒' } } });
    expect(await send('1')).toMatchObject({ sent: false, patients: 0 });
    server.time.advance(49 * 3_600_000);
    await signInAgain();
    await save({ reminderUrl: 'https://his.example.cn/p' });
    await send('2');
    await arrived(2);
    expect(sim.mp.delivered.at(-1)).toMatchObject({
      kind: 'template',
      body: { data: { thing1: { value: '您有一条透析提醒' } }, url: expect.stringContaining('https://his.example.cn/p?m=') },
    });
    expect(JSON.stringify(sim.mp.delivered)).not.toMatch(/王小明|乙肝|HBV|13800001111/);
    const { rows } = await sql<{ row: string }>`select outbox::text as row from message.outbox as outbox where kind = 'wechat.reminder'`.execute(server.db);
    expect(rows.map(({ row }) => /王小明|乙肝|HBV/.test(row))).toEqual([false, false]);
    // A wrong template holds the channel; who left has no address any more.
    await save({ templateId: 'SIM-other' });
    await send('3');
    await vi.waitFor(
      async () => {
        const outbox = (await admin.get<{ list: { state: string; said: string }[] }>('/api/message/Outbox?currentPage=1&pageSize=5&channel=wechat')).data.list;
        expect(outbox[0]).toMatchObject({ state: 'waiting', said: expect.stringContaining('40037') });
      },
      { timeout: 60_000, interval: 50 },
    );
    await save({ templateId: 'SIM-template-1' });
    expect(await send('4', ['unknown-file'])).toMatchObject({ sent: true, patients: 0 });
    // Staff are not asked whether they want what is for patients.
    const { data } = await nurse.get<{ channels: { code: string }[]; kinds: { code: string }[] }>('/api/message/Preferences');
    expect([data.channels.map(({ code }) => code).includes('wechat'), data.kinds.map(({ code }) => code).includes('wechat.reminder')]).toEqual([false, false]);
  });

  it('reminders by the page reach bound followers, and unbinding ends it', async () => {
    const userIds = [await idOf(ONE), await idOf(TWO)];
    expect((await admin.post<{ count: number }>(`${USER}/Actions/Remind`, { userIds })).data.count).toBe(1);
    expect((await admin.del(`${USER}/${userIds[0]}/Binding`)).code).toBe(200);
    expect((await admin.post<{ count: number }>(`${USER}/Actions/Remind`, { userIds })).data.count).toBe(0);
  });
});
