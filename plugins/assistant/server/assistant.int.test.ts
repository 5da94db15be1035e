import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assistantTool, defineServerPlugin } from '@nephra/plugin-sdk/server';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../tests/support/socket-client.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { type AssistantSimulator, startAssistantSimulator } from '../../../tools/sim/assistant/index.ts';
import type { AskReply, AssistantStatus, ConversationRow, SentView, TurnView } from '../contract/assistant.contract.ts';
import type { Usage } from '../contract/usage.contract.ts';

/** The eight parameters as the specification shows them. */
const EIGHT = { max_new_tokens: 1024, use_stream_chat: false, temperature: 0.6, top_k: 10, top_p: 0.5, do_sample: true, use_cache: true };
const PATH = '/api/message/deepseek';

interface Person {
  readonly name: string;
  readonly idcard: string;
  readonly phone: string;
  readonly code: string;
}

let sim: AssistantSimulator;
let server: TestServer;
let doctor: TestClient;
let cashier: TestClient;
let nurse: TestClient;
let admin: TestClient;
let patient: Person;

interface MarkDb {
  'simmark.mark': { id: string };
}
/** A plugin whose tool does what no tool may. */
const marker = {
  definition: definePlugin({ id: 'simmark', version: '1.0.0', sdk: '^1.0.0', name: { zh: 'SIM', zhtw: 'SIM', en: 'SIM' } }),
  server: defineServerPlugin<MarkDb>({
    schema: 'simmark',
    migrations: [{ name: '0001-mark', sql: 'create table simmark.mark (id text primary key);' }],
    tableSizes: {},
    extensions: [
      assistantTool<MarkDb>({
        ...{ name: 'sim_write', title: { zh: 'SIM 写入', zhtw: 'SIM 寫入', en: 'SIM write' }, description: 'Writes.', parameters: {}, permission: '' },
        run: async (ctx) => {
          await ctx.db.insertInto('simmark.mark').values({ id: 'x' }).execute();
          return 'written';
        },
      }),
    ],
  }) as never,
};

beforeAll(async () => {
  sim = await startAssistantSimulator({ port: 0, pieceMs: 1, slowMs: 120_000 });
  server = await startTestServer({
    plugins: ALL_PLUGINS,
    inline: [marker],
    config: { ratePerMinute: 1_000_000, outboundAllow: [`assistant=http://127.0.0.1:${sim.port}`] },
  });
  await sql`update assistant.simulation set address = ${`${sim.url}/v1`}`.execute(server.db);
  [doctor, cashier, nurse, admin] = [await server.signIn('doctor'), await server.signIn('cashier'), await server.signIn('nurse'), await server.signIn('admin')];
  const { rows } = await sql<Person>`
    select patient_name as name, idcard, phone, outpatient_code as code from patient.patient
    where org_id = 'org-gz' and enabled and merged_into is null and length(idcard) = 18 and phone <> '' and char_length(patient_name) = 3 order by id limit 1`.execute(
    server.db,
  );
  if (!rows[0]) throw new Error('the demo has no patient for this test');
  patient = rows[0];
});
afterAll(async () => {
  await server?.close();
  await sim?.close();
});

const askAtOnce = (client: TestClient, prompt: string, more: object = {}) => client.post<AskReply>(PATH, { ...EIGHT, prompt, ...more });
/** Some seconds after the last one, as people ask: the clock of the test stands still by itself. */
const ask: typeof askAtOnce = (client, prompt, more) => {
  server.time.advance(7_000);
  return askAtOnce(client, prompt, more);
};
const agree = async (client: TestClient): Promise<void> => {
  const { data } = await client.get<AssistantStatus>('/api/assistant/Status');
  expect((await client.post('/api/assistant/Agree', { host: data.host, unmasked: data.unmasked })).code).toBe(200);
};
const leaked = (text: string): string[] => [patient.name, patient.idcard, patient.phone, patient.code].filter((secret) => text.includes(secret));
const lastBody = () => sim.requests.at(-1)?.body as { messages: { role: string; content: string }[]; tools?: { function: { name: string } }[] };
async function set(values: Record<string, string | number | null>): Promise<void> {
  const sheet = await admin.get<{ version: number }>('/api/system/PluginSettings/assistant');
  const saved = await admin.put('/api/system/PluginSettings/assistant', { orgId: '', version: sheet.data.version, values });
  expect(saved.msg, JSON.stringify(saved.extras)).toBeTruthy();
  expect(saved.code).toBe(200);
}
const auditText = async (): Promise<string> => {
  const { rows } = await sql<{ entry: string }>`select row_to_json(one)::text as entry from core.audit as one where action like 'assistant.%'`.execute(
    server.db,
  );
  return rows.map(({ entry }) => entry).join('\n');
};

describe('a question', () => {
  it('[7.4-10] [7.4-28] leaves only when its asker has seen what is sent, with masks, and is answered by data.response', async () => {
    const prompt = `患者${patient.name}，身份证${patient.idcard}，电话${patient.phone}，门诊号${patient.code}，写一条随访提醒`;
    const early = await ask(doctor, prompt);
    expect(early).toMatchObject({ code: EnvelopeCode.Refused, extras: { error: 'assistant.not-agreed' } });
    expect(sim.requests).toEqual([]);
    const preview = await doctor.post<SentView>('/api/assistant/Preview', { prompt });
    const shown = preview.data.messages.at(-1)?.content ?? '';
    expect(leaked(shown)).toEqual([]);
    expect(preview.data.masks.map(({ value }) => value)).toEqual(expect.arrayContaining([patient.name, patient.idcard, patient.phone, patient.code]));
    expect((await doctor.post('/api/assistant/Agree', { host: 'evil.example', unmasked: false })).extras?.error).toBe('assistant.other-host');
    await agree(doctor);
    const answer = await ask(doctor, prompt);
    expect(answer.code).toBe(200);
    expect(leaked(JSON.stringify(sim.requests))).toEqual([]);
    // What went out is what was shown.
    expect(lastBody().messages.at(-1)?.content).toBe(shown);
    // The simulation repeats the question: names stand in the answer again.
    expect(answer.data.response).toContain(patient.name);
    expect(answer.data.response).toContain(patient.idcard);
    const audit = await auditText();
    expect(audit).toContain('[人员1]');
    expect(leaked(audit)).toEqual([]);
    // What was sent can be looked at afterwards, and what comes later carries it along with masks.
    const sent = await doctor.get<SentView>(`/api/assistant/Turns/${answer.data.turnId}/Sent`);
    expect(sent.data.messages.at(-1)?.content).toBe(shown);
    await ask(doctor, '再说一遍', { conversationId: answer.data.conversationId });
    expect(lastBody().messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(leaked(JSON.stringify(sim.requests))).toEqual([]);
  });

  it('[7.4-19] [7.4-20] [7.4-21] [7.4-22] [7.4-23] [7.4-24] [7.4-25] [7.4-26] [7.4-27] goes to a model of the specification’s own shape with its eight parameters', async () => {
    await set({ address: `${sim.url}/prompt`, shape: 'prompt', modelName: 'SIM-8', apiKey: 'sim-key' });
    const answer = await ask(doctor, '您好');
    expect(answer.data.response).toContain('您好');
    const { body, authorization } = sim.requests.at(-1) ?? { body: {}, authorization: '' };
    expect(body).toEqual({ ...EIGHT, prompt: expect.stringContaining('您好') });
    expect(authorization).toBe('Bearer sim-key');
    // Who never ends is kept as far as an answer goes.
    const { data } = await ask(doctor, 'SIM:endless');
    expect([data.state, data.response.length]).toEqual(['cut', 20_000]);
    const status = await doctor.get<AssistantStatus>('/api/assistant/Status');
    expect(status.data).toMatchObject({ state: 'ready', modelName: 'SIM-8', streams: false, local: true, simulated: false, agreed: true });
    expect(JSON.stringify(await admin.get('/api/system/PluginSettings/assistant'))).not.toContain('sim-key');
    await set({ address: 'https://not-listed.example/v1' });
    expect((await ask(doctor, '您好')).extras?.error).toBe('assistant.not-listed');
    await set({ address: null, shape: null, modelName: null, apiKey: null });
  });

  it('that is empty, and one too long, is sent nowhere', async () => {
    const before = sim.requests.length;
    expect((await ask(doctor, ' \n ')).extras?.error).toBe('assistant.empty');
    expect((await ask(doctor, 'x'.repeat(4_001))).code).toBe(EnvelopeCode.Invalid);
    expect(sim.requests.length).toBe(before);
  });

  it('sent twice under one name asks the model once', async () => {
    const before = sim.requests.length;
    const first = await ask(doctor, '重复', { askId: 'ask-repeated-1' });
    const second = await ask(doctor, '重复', { askId: 'ask-repeated-1' });
    expect(second.data).toMatchObject({ turnId: first.data.turnId, response: first.data.response });
    expect(sim.requests.length).toBe(before + 1);
  });
});

describe('an answer', () => {
  it('comes to the open page while it is written, and is hung up on by stop', async () => {
    const socket = await connectSocket(await server.server.listen(), doctor.token);
    const whole = await ask(doctor, '写一篇长回答', { use_stream_chat: true, askId: 'ask-stream-1' });
    const part = await socket.frame('assistantPart');
    expect(part).toMatchObject({ askId: 'ask-stream-1', order: 0 });
    expect(whole.data.response.startsWith(String(part.text))).toBe(true);
    expect(whole.data.response).toContain('| 循环 | 250 | 10 |');

    const seen = sim.requests.length;
    const hungUp = sim.hungUp();
    const endless = ask(doctor, 'SIM:endless', { use_stream_chat: true, askId: 'ask-stop-01' });
    await expect.poll(() => sim.requests.length).toBe(seen + 1);
    expect((await ask(doctor, '另一个')).extras?.error).toBe('assistant.still-answering');
    expect((await nurse.post('/api/assistant/Stop/ask-stop-01')).data).toBe(false);
    expect((await doctor.post('/api/assistant/Stop/ask-stop-01')).data).toBe(true);
    const stopped = await endless;
    expect(stopped.data).toMatchObject({ state: 'stopped' });
    await expect.poll(() => sim.hungUp()).toBe(hungUp + 1);
    expect((await doctor.post('/api/assistant/Stop/ask-stop-01')).data).toBe(false);
    socket.socket.close();
    await socket.closed;
  });

  it.each([
    ['broken', 'assistant.model-failed'],
    ['limited', 'assistant.model-busy'],
    ['key', 'assistant.model-no-key'],
    ['down', 'assistant.model-failed'],
    ['garbage', 'assistant.model-failed'],
    ['silent', 'assistant.model-failed'],
  ] as const)('of a model that is %s is a refusal, and the next question is free', async (fault, error) => {
    sim.next(fault);
    expect(await ask(doctor, '坏的', { use_stream_chat: true })).toMatchObject({ code: EnvelopeCode.Refused, extras: { error } });
    expect((await ask(doctor, '好的')).code).toBe(200);
  });

  it.each([
    ['short', true],
    ['short', false],
    ['vanished', true],
    ['endless', false],
  ] as const)('that is %s (stream: %s) ends before its end, and says so when it comes, again, and in the history', async (fault, stream) => {
    sim.next(fault);
    const askId = `ask-cut-${fault}-${stream}`;
    const { data } = await ask(doctor, '写一篇长回答', { use_stream_chat: stream, askId });
    expect(data.state).toBe('cut');
    expect(data.response).not.toBe('');
    expect(data.response.length).toBeLessThanOrEqual(20_000);
    const asked = sim.requests.length;
    expect((await ask(doctor, '写一篇长回答', { askId })).data).toMatchObject({ state: 'cut', response: data.response });
    expect(sim.requests).toHaveLength(asked);
    const { list } = (await doctor.get<{ list: TurnView[] }>(`/api/assistant/Conversations/${data.conversationId}`)).data;
    expect(list).toMatchObject([{ askId, state: 'cut', answered: data.response }]);
    // What was said so far goes along when somebody asks for the rest.
    expect((await ask(doctor, '请继续', { conversationId: data.conversationId })).data.state).toBe('done');
    expect(lastBody().messages.map(({ role }) => role)).toContain('assistant');
  });

  it('of a hostile model is text: nothing it wants happens, and nothing of others is put into it', async () => {
    const before = await sql<{ n: number }>`select count(*)::int as n from patient.patient`.execute(server.db);
    const answer = await ask(doctor, 'SIM:hostile');
    expect(answer.data.response).toContain('<script>');
    expect(answer.data.response).toContain('[人员9999]');
    expect(sim.requests.at(-1)?.body.messages).toEqual(
      expect.arrayContaining([expect.objectContaining({ role: 'tool', content: 'not found or not allowed' })]),
    );
    expect(await sql<{ n: number }>`select count(*)::int as n from patient.patient`.execute(server.db)).toEqual(before);
  });
});

describe('look-ups', () => {
  it('find a menu entry among those that the asker may open', async () => {
    await agree(cashier);
    const answer = await ask(cashier, '收费页面在哪里？');
    expect(answer.data.response).toContain('(menu:his.charging)');
    expect(answer.data.lookedUp).toEqual(['查找菜单']);
    await ask(cashier, '备份页面在哪里？');
    expect(JSON.stringify(lastBody().messages.at(-1))).not.toContain('systemData.dataBackup');
  });

  it('explain the amount of a bill to whoever may see it, without its patient', async () => {
    const { rows } = await sql<{ billNo: string; total: string; name: string }>`
      select bill_no as "billNo", total::text, patient_name as name from charging.bill where org_id = 'org-gz' and kind = 'charge' order by bill_no limit 1`.execute(
      server.db,
    );
    const [bill] = rows;
    if (!bill) throw new Error('the demo has no bill');
    const answer = await ask(cashier, `账单 ${bill.billNo} 的金额是怎么来的？`);
    expect(answer.data.response).toContain(bill.total);
    expect(answer.data.response).toContain('menu:his.charging?billId=');
    expect(JSON.stringify(lastBody())).not.toContain(bill.name);
    expect(JSON.stringify(lastBody())).not.toContain(bill.billNo);
    expect(await auditText()).toContain('explain_bill');
    // Somebody without the desk is not offered it, and calling it all the same finds nothing.
    await ask(doctor, 'SIM:call explain_bill');
    expect(lastBody().tools?.map((tool) => tool.function.name)).not.toContain('explain_bill');
    expect(lastBody().messages.at(-1)?.content).toBe('not found or not allowed');
  });

  it('count patients', async () => {
    const answer = await ask(doctor, `有没有叫${patient.name}的患者？`);
    expect(answer.data.response).toMatch(/共有 \*\*[1-9]\d*\*\* 份患者档案/);
    expect(leaked(JSON.stringify(lastBody()))).toEqual([]);
  });

  it('never write: the database itself refuses it', async () => {
    await ask(doctor, 'SIM:call sim_write');
    expect(lastBody().messages.at(-1)?.content).toBe('not found or not allowed');
    expect((await sql`select 1 from simmark.mark`.execute(server.db)).rows).toEqual([]);
    await set({ toolsOn: 0 });
    await ask(doctor, '收费页面在哪里？');
    expect(lastBody().tools).toBeUndefined();
    await set({ toolsOn: null });
  });
});

describe('limits', () => {
  it('of a minute, of a person and of the installation are told in a sentence', async () => {
    await agree(nurse);
    await set({ asksPerMinute: 2 });
    for (const word of ['一', '二']) expect((await askAtOnce(nurse, word)).code).toBe(200);
    const third = await askAtOnce(nurse, '三');
    expect(third).toMatchObject({ code: EnvelopeCode.TooMany, extras: { error: 'assistant.limit-minute' } });
    expect(third.msg).toContain('2 次');
    server.time.advance(61_000);
    expect((await askAtOnce(nurse, '三')).code).toBe(200);
    await set({ asksPerMinute: null, personTokens: 100 });
    expect((await askAtOnce(nurse, '四')).msg).toContain('100 个令牌已用完');
    await set({ personTokens: null, siteTokens: 100 });
    expect((await askAtOnce(nurse, '五')).extras?.error).toBe('assistant.limit-site');
    await set({ siteTokens: null });
  });
});

describe('conversations', () => {
  it('belong to who had them: others, administrators too, find none', async () => {
    const { data } = await ask(doctor, '血管通路护理要点');
    const own = `/api/assistant/Conversations/${data.conversationId}`;
    for (const other of [nurse, admin]) {
      expect((await other.get(own)).code).toBe(EnvelopeCode.NotFound);
      expect((await other.put(own, { title: 'x' })).code).toBe(EnvelopeCode.NotFound);
      expect((await other.get(`/api/assistant/Turns/${data.turnId}/Sent`)).code).toBe(EnvelopeCode.NotFound);
      expect((await other.post('/api/assistant/Preview', { prompt: 'x', conversationId: data.conversationId })).code).toBe(EnvelopeCode.NotFound);
      await other.del(own);
    }
    expect((await doctor.put(own, { title: '  通路  ' })).code).toBe(200);
    const found = await doctor.get<{ list: ConversationRow[] }>('/api/assistant/Conversations?keyword=护理要点');
    expect(found.data.list).toMatchObject([{ id: data.conversationId, title: '通路', turns: 1 }]);
    const turns = await doctor.get<{ list: TurnView[]; title: string }>(own);
    expect(turns.data).toMatchObject({ title: '通路', list: [{ state: 'done', asked: '血管通路护理要点' }] });
    for (const _ of [1, 2]) expect((await doctor.del(own)).code).toBe(200);
    expect((await doctor.get(own)).code).toBe(EnvelopeCode.NotFound);
  });

  it('are forgotten after the days of the setting; what they cost stays', async () => {
    const { data } = await ask(doctor, '很久以前');
    await sql`update assistant.conversation set last_at = now() - interval '40 years' where id = ${data.conversationId}`.execute(server.db);
    expect(await server.server.plugins.jobs.runNow('assistant.assistant-forget')).toBe(true);
    expect((await doctor.get(`/api/assistant/Conversations/${data.conversationId}`)).code).toBe(EnvelopeCode.NotFound);
    expect((await sql`select 1 from assistant.turn where id = ${data.turnId}`.execute(server.db)).rows).toEqual([]);
  });
});

describe('what it costs', () => {
  it('is counted by day and person, in whole fen, for those who may see it', async () => {
    await set({ promptPrice: 150.5, answerPrice: 300 });
    await ask(doctor, '多少钱');
    await set({ promptPrice: null, answerPrice: null });
    const today = server.server.core.parts.clock.today();
    const url = `/api/assistant/Usage?startDate=${today}&endDate=${today}`;
    const { data } = await admin.get<Usage>(url);
    const { rows } = await sql<{
      cost: string;
      asks: string;
    }>`select sum(cost)::text as cost, sum(asks)::text as asks from assistant.usage where day = ${today}`.execute(server.db);
    expect(data.days).toHaveLength(1);
    expect(data.total.cost).toBeGreaterThan(0);
    expect(data.total.cost).toBe(Math.round(Number(rows[0]?.cost) / 1_000_000) / 100);
    expect(data.people.map(({ userName }) => userName).length).toBeGreaterThan(2);
    expect(JSON.stringify(data)).not.toContain('多少钱');
    expect((await doctor.get(url)).code).toBe(EnvelopeCode.Forbidden);
    expect((await admin.get('/api/assistant/Usage?startDate=2026-03-02&endDate=2026-03-01')).extras?.error).toBe('assistant.usage-ends-before');
    expect((await admin.get('/api/assistant/Usage?startDate=2020-03-02&endDate=2026-03-01')).extras?.error).toBe('assistant.usage-too-long');
  });
});

describe('a model within the house', () => {
  it('sees text without masks where a setting says so, after another agreement; records keep the masks', async () => {
    await set({ unmaskedLocal: 1 });
    const prompt = `患者${patient.name}的电话${patient.phone}`;
    expect((await ask(doctor, prompt)).extras?.error).toBe('assistant.not-agreed');
    await agree(doctor);
    const answer = await ask(doctor, prompt);
    expect(lastBody().messages.at(-1)?.content).toBe(prompt);
    expect(leaked(await auditText())).toEqual([]);
    const { rows } = await sql<{ sent: string }>`select sent::text from assistant.turn where id = ${answer.data.turnId}`.execute(server.db);
    expect(leaked(rows[0]?.sent ?? '')).toEqual([]);
    await set({ unmaskedLocal: null });
    await ask(doctor, prompt);
    expect(leaked(lastBody().messages.at(-1)?.content ?? '')).toEqual([]);
  });
});
