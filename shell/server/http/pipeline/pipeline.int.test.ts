import { AppError, defineContract, EnvelopeCode, get, post, put, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, sql } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InlinePlugin } from '../../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { verifyChain } from '../../audit/verify-chain.ts';

interface Tables {
  'ledger.entry': { id: string; org_id: string; text: string; amount: string };
}

const contract = defineContract('ledger', {
  list: get('/api/ledger', {
    summary: 'list',
    need: 'session',
    audit: 'none',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      flag: Type.Optional(Type.Boolean()),
      words: Type.Optional(Type.String()),
    }),
    reply: Type.Object({ count: Type.Integer(), limit: Type.Integer(), words: Type.String() }),
  }),
  add: post('/api/ledger', {
    summary: 'add',
    need: 'perm:ledger.page:btn_add',
    audit: 'money',
    retry: 'idempotent-key',
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 100 }),
      amount: Type.Number(),
      kind: Type.Optional(Type.Union([Type.Literal('in'), Type.Literal('out')])),
    }),
    reply: Type.Object({ id: Type.String(), extra: Type.Boolean() }),
  }),
  change: put('/api/ledger/{id}', {
    summary: 'change',
    need: 'perm:ledger.page',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ act: Type.String() }),
    reply: Type.Null(),
  }),
  wrong: get('/api/ledger/wrong', { summary: 'wrong', need: 'session', audit: 'none', reply: Type.Object({ n: Type.Integer() }) }),
  patient: get('/api/ledger/patient/{id}', {
    summary: 'patient',
    need: 'session',
    audit: 'read-patient',
    params: Type.Object({ id: Type.String() }),
    reply: Type.Null(),
  }),
});

const plugin: InlinePlugin = {
  definition: {
    id: 'ledger',
    version: '1.0.0',
    sdk: '^1.0.0',
    name: { zh: '账', zhtw: '帳', en: 'Ledger' },
    menus: [
      {
        enCode: 'ledger.page',
        type: 2,
        title: { zh: '账', zhtw: '帳', en: 'Ledger' },
        roleHints: ['cashier'],
        buttons: [{ enCode: 'btn_add', title: { zh: '加', zhtw: '加', en: 'Add' }, roleHints: ['cashier'] }],
      },
    ],
  },
  texts: {
    zh: { errors: { 'ledger.full': '账本已满 {{limit}}' }, messages: { added: '已记账 {{text}}' } },
    en: { errors: { 'ledger.full': 'The ledger is full at {{limit}}' } },
  },
  server: defineServerPlugin<Tables>({
    schema: 'ledger',
    migrations: [
      {
        name: '0001-ledger',
        sql: 'create table entry (id text primary key, org_id text not null, text text not null unique, amount numeric(14,2) not null check (amount > 0)); create table part (entry_id text not null references entry (id))',
      },
    ],
    implementations: [
      implement<Tables>()(contract, {
        list: async ({ query }, ctx) => {
          const { count } = await ctx.db
            .selectFrom('ledger.entry')
            .select((eb) => eb.fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow();
          return { count: Number(count), limit: query.limit ?? 20, words: query.words ?? '' };
        },
        add: async ({ body }, ctx) => {
          const id = ctx.newId();
          await ctx.db
            .insertInto('ledger.entry')
            .values({ id, org_id: ctx.user.orgId, text: body.text, amount: String(body.amount) })
            .execute();
          ctx.audit({ subject: 'entry', subjectId: id, after: { text: body.text } });
          ctx.message('added', { text: body.text });
          return { id, extra: Object.keys(body).some((key) => key === 'creatorUserId') };
        },
        change: async ({ params, body }, ctx) => {
          if (body.act === 'refuse') {
            await ctx.db.insertInto('ledger.entry').values({ id: params.id, org_id: 'x', text: 'must vanish', amount: '1' }).execute();
            throw new AppError('ledger.full', { params: { limit: 7 } });
          }
          if (body.act === 'wrong') throw new AppError('core.invalid', { fields: params.id === 'x' ? [] : [{ path: 'act', msg: '“act”不行' }] });
          if (body.act === 'elsewhere') throw new AppError('shelf.empty', { params: { n: 3 } });
          if (body.act === 'fault') throw new TypeError('password=geheim');
          if (body.act === 'overflow') await sql`select ${'99999999999999999999'}::int`.execute(ctx.db);
          if (body.act === 'foreign') await sql`insert into ledger.part (entry_id) values ('no')`.execute(ctx.db);
          return null;
        },
        wrong: async () => ({ n: 'not a number' }) as never,
        patient: async ({ params }, ctx) => {
          ctx.audit({ patientId: params.id });
          return null;
        },
      }),
    ],
  }) as never,
};

/** Another plugin whose service may refuse inside a call of the first: its words stand in its own texts. */
const shelf: InlinePlugin = {
  definition: { id: 'shelf', version: '1.0.0', sdk: '^1.0.0', name: { zh: '架', zhtw: '架', en: 'Shelf' } },
  texts: { zh: { errors: { shelf: { empty: '架上缺 {{n}} 件' } } }, en: { errors: { shelf: { empty: '{{n}} are missing on the shelf' } } } },
  server: defineServerPlugin({ schema: 'shelf' }) as never,
};

describe('call pipeline', () => {
  let server: TestServer;
  let cashier: TestClient;
  let doctor: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ inline: [plugin, shelf] });
    cashier = await server.signIn('cashier');
    doctor = await server.signIn('doctor');
  });
  afterAll(() => server.close());

  const entries = async () =>
    Number(
      (
        await server.database
          .kyselyFor<Tables>()
          .selectFrom('ledger.entry')
          .select((eb) => eb.fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const audited = (action: string) =>
    server.db.selectFrom('core.audit').select(['outcome', 'subject_id', 'patient_id', 'body']).where('action', '=', action).orderBy('seq', 'desc').execute();

  describe('idempotency', () => {
    it('does an act once for fifty parallel calls with one key, and answers all alike', async () => {
      const before = await entries();
      const call = () => cashier.post('/api/ledger', { text: 'fifty', amount: 12.5 }, { 'idempotency-key': 'key-fifty-calls' });
      const answers = await Promise.all(Array.from({ length: 50 }, call));
      expect(new Set(answers.map((answer) => JSON.stringify([answer.code, answer.msg, answer.data]))).size).toBe(1);
      expect(answers[0]).toMatchObject({ code: 200, msg: '已记账 fifty' });
      expect(await entries()).toBe(before + 1);
      expect((await audited('ledger.add')).filter((row) => row.outcome === 'ok')).toHaveLength(1);
    });

    it('refuses the same key with another body, or for another person it is another key', async () => {
      const headers = { 'idempotency-key': 'key-other-body' };
      expect((await cashier.post('/api/ledger', { text: 'a', amount: 1 }, headers)).code).toBe(200);
      expect(await cashier.post('/api/ledger', { text: 'b', amount: 1 }, headers)).toMatchObject({
        code: EnvelopeCode.Conflict,
        extras: { error: 'core.idempotency-mismatch' },
      });
      const admin = await server.signIn('admin');
      expect((await admin.post('/api/ledger', { text: 'c', amount: 1 }, headers)).code).toBe(200);
    });

    it('lets a refused act be tried again with its key', async () => {
      const headers = { 'idempotency-key': 'key-try-again' };
      await cashier.post('/api/ledger', { text: 'taken', amount: 1 });
      expect((await cashier.post('/api/ledger', { text: 'taken', amount: 1 }, headers)).extras?.error).toBe('core.duplicate');
      await server.database.kyselyFor<Tables>().deleteFrom('ledger.entry').where('text', '=', 'taken').execute();
      expect((await cashier.post('/api/ledger', { text: 'taken', amount: 1 }, headers)).code).toBe(200);
    });

    it('refuses a malformed key', async () => {
      expect((await cashier.post('/api/ledger', { text: 'k', amount: 1 }, { 'idempotency-key': 'short' })).extras?.error).toBe('core.bad-idempotency-key');
    });
  });

  describe('transactions and refusals', () => {
    it('takes everything back when the handler refuses, and says why in the language of the user', async () => {
      const before = await entries();
      expect(await cashier.put('/api/ledger/x1', { act: 'refuse' })).toMatchObject({
        status: 200,
        code: EnvelopeCode.Refused,
        msg: '账本已满 7',
        data: null,
        extras: { error: 'ledger.full', params: { limit: 7 } },
      });
      expect(await entries()).toBe(before);
      expect((await audited('ledger.change'))[0]).toMatchObject({ outcome: 'refused', subject_id: 'x1' });
      await cashier.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
      expect((await cashier.put('/api/ledger/x1', { act: 'refuse' })).msg).toBe('The ledger is full at 7');
      await cashier.put('/api/permission/Users/Current/SystemLanguage', { language: 'zh' });
    });

    it('a refusal by another plugin’s service is told in that plugin’s words', async () => {
      expect(await cashier.put('/api/ledger/x1', { act: 'elsewhere' })).toMatchObject({
        msg: '架上缺 3 件',
        extras: { error: 'shelf.empty', params: { n: 3 } },
      });
    });

    it('says nothing of a fault but a reference, and keeps it on record', async () => {
      const answer = await cashier.put('/api/ledger/x2', { act: 'fault' });
      expect(answer).toMatchObject({
        status: 200,
        code: EnvelopeCode.Fault,
        extras: { error: 'core.fault', reference: expect.stringMatching(/^[0-9a-f]{32}$/) },
      });
      expect(JSON.stringify(answer)).not.toContain('geheim');
      expect((await audited('ledger.change'))[0]).toMatchObject({ outcome: 'failed', subject_id: 'x2' });
    });

    it('turns what the database refuses into sentences', async () => {
      expect((await cashier.put('/api/ledger/x', { act: 'overflow' })).extras?.error).toBe('core.bad-value');
      expect((await cashier.put('/api/ledger/x', { act: 'foreign' })).extras?.error).toBe('core.in-use');
      expect((await cashier.post('/api/ledger', { text: 'negative', amount: -1 })).extras?.error).toBe('core.bad-value');
    });

    it('faults, under test, an answer that does not fit its contract', async () => {
      expect((await cashier.get('/api/ledger/wrong')).code).toBe(EnvelopeCode.Fault);
    });
  });

  describe('access', () => {
    it('refuses without the code and puts it on record', async () => {
      expect(await doctor.post('/api/ledger', { text: 'd', amount: 1 })).toMatchObject({
        status: 200,
        code: EnvelopeCode.Forbidden,
        extras: { error: 'core.forbidden' },
      });
      expect((await audited('ledger.add'))[0]).toMatchObject({ outcome: 'refused' });
    });

    it('[6-06] says Permission Denied in English, and in Chinese whom to ask', async () => {
      const said = async (language: string) => (await doctor.post('/api/ledger', { text: 'd', amount: 1 }, { 'x-language': language })).msg;
      expect(await said('en')).toBe('Permission Denied: your permissions are insufficient, please contact the administrator.');
      expect(await said('zh')).toBe('您的权限不足，请联系管理员');
    });

    it('decides about access before it looks at the body', async () => {
      expect((await doctor.post('/api/ledger', { nonsense: true })).code).toBe(EnvelopeCode.Forbidden);
      expect((await server.nobody.post('/api/ledger', { nonsense: true })).code).toBe(EnvelopeCode.LoginExpired);
    });
  });

  describe('shape', () => {
    it('names every field that does not fit, in a sentence', async () => {
      const answer = await cashier.post('/api/ledger', { text: '', amount: 'much', kind: 'sideways' });
      expect(answer).toMatchObject({ status: 200, code: EnvelopeCode.Invalid, extras: { error: 'core.invalid' } });
      expect(answer.extras?.fields).toEqual([
        { path: 'text', msg: '“text”必须填写' },
        { path: 'amount', msg: '“amount”应为数字' },
        { path: 'kind', msg: '“kind”只能是 in, out 之一' },
      ]);
      expect(answer.msg).toBe('提交的内容有误：“text”必须填写；“amount”应为数字；“kind”只能是 in, out 之一');
      expect((await cashier.post('/api/ledger')).extras?.fields).toEqual([{ path: '', msg: '“内容”必须填写' }]);
      // A handler that refuses says a whole sentence, too: with its fields, or that something is wrong.
      const said = async (id: string) => (await cashier.put(`/api/ledger/${id}`, { act: 'wrong' })).msg;
      expect([await said('y'), await said('x')]).toEqual(['提交的内容有误：“act”不行', '提交的内容中有系统无法保存的值，请检查后重试。']);
    });

    it('[7.1-02] reads numbers and flags from the address, ignores empty ones and the stamp', async () => {
      expect((await cashier.get('/api/ledger?n=1700000000&limit=7&flag=true&words=')).data).toMatchObject({ limit: 7, words: '' });
      expect((await cashier.get('/api/ledger?limit=&flag=null')).data).toMatchObject({ limit: 20 });
      expect((await cashier.get('/api/ledger?limit=51')).extras?.fields).toEqual([{ path: 'limit', msg: '“limit”不能大于 50' }]);
      expect((await cashier.get('/api/ledger?words=a&words=b')).code).toBe(EnvelopeCode.Invalid);
    });

    it('drops members nobody asked for and refuses what text cannot hold', async () => {
      expect((await cashier.post('/api/ledger', { text: 'mass', amount: 1, creatorUserId: 'me', id: 'mine' })).data).toMatchObject({ extra: false });
      expect((await cashier.post('/api/ledger', { text: 'nul \u0000', amount: 1 })).code).toBe(EnvelopeCode.Invalid);
      expect((await cashier.get('/api/ledger?words=%00')).code).toBe(EnvelopeCode.Invalid);
      expect((await cashier.post('/api/ledger', { text: 'half \ud800 pair', amount: 1 })).code).toBe(200);
    });
  });

  describe('transport', () => {
    const raw = (payload: string, headers: Record<string, string>) => cashier.raw({ method: 'POST', url: '/api/ledger', payload, headers });

    it.each([
      ['malformed JSON', '{"text":', 'application/json', 400, 'core.malformed-body'],
      ['prototype pollution', '{"__proto__":{"x":1}}', 'application/json', 400, 'core.malformed-body'],
      ['another type', '<xml/>', 'application/xml', 400, 'core.bad-content-type'],
      ['XML where no route asks for it', '<xml/>', 'text/xml', 400, 'core.bad-content-type'],
      ['much XML, unread', 'x'.repeat(1_100_000), 'text/xml; charset=utf-8', 400, 'core.bad-content-type'],
      ['plain text', 'hello', 'text/plain', 400, 'core.bad-content-type'],
      ['too much', JSON.stringify({ text: 'x'.repeat(1_100_000) }), 'application/json', 413, 'core.body-too-large'],
    ])('refuses %s with an envelope', async (_name, payload, type, status, error) => {
      const answer = await raw(payload, { 'content-type': type });
      expect([answer.statusCode, answer.json()]).toMatchObject([status, { data: null, extras: { error }, msg: expect.stringMatching(/./) }]);
    });

    it('answers unknown calls in JSON and unknown pages with the page', async () => {
      expect(await server.nobody.get('/api/nothing')).toMatchObject({ status: 404, code: EnvelopeCode.NotFound, extras: { error: 'core.unknown-route' } });
      expect((await server.nobody.raw({ method: 'PATCH', url: '/api/ledger' })).statusCode).toBe(404);
      expect((await cashier.get('/api/ledger/patient/%E0%A4%A')).status).toBe(400);
      const page = await server.nobody.raw({ method: 'GET', url: '/his/pharmacy?x=1' });
      expect(page.headers['content-type']).toContain('text/html');
      expect((await server.nobody.raw({ method: 'GET', url: '/assets/none.js' })).statusCode).toBe(404);
      expect((await server.nobody.raw({ method: 'GET', url: '/assets/..%2f..%2fregistry.json' })).statusCode).toBe(404);
    });

    it('sends the security headers with every answer', async () => {
      for (const url of ['/', '/api/health', '/api/nothing', '/assets/none.js']) {
        const { headers } = await server.nobody.raw({ method: 'GET', url });
        const wanted = url === '/' ? "script-src 'self';" : url.startsWith('/api/') ? "default-src 'none';" : "default-src 'self'";
        expect(headers['content-security-policy'], url).toContain(wanted);
        for (const ofPage of ['permissions-policy', 'x-frame-options']) expect(headers[ofPage] !== undefined, `${url} ${ofPage}`).toBe(url === '/');
        if (!url.endsWith('.js')) expect(headers['content-security-policy'], url).toMatch(url === '/' ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/);
        expect(headers['content-security-policy'], url).not.toMatch(/script-src[^;]*unsafe/);
        expect(headers, url).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
        expect(headers['x-request-id'], url).toMatch(/^[0-9a-f]{32}$/);
      }
      expect((await cashier.get('/api/ledger')).headers['cache-control']).toBe('no-store');
    });

    it('packs long answers for clients that take it', async () => {
      const admin = await server.signIn('admin');
      const { headers, rawPayload } = await admin.raw({ method: 'GET', url: '/api/oauth/CurrentUser', headers: { 'accept-encoding': 'gzip, br' } });
      expect([headers['content-encoding'], ...rawPayload.subarray(0, 2)]).toEqual(['gzip', 0x1f, 0x8b]);
    });
  });

  describe('audit', () => {
    it('names the patient of a read before the answer leaves', async () => {
      await cashier.get('/api/ledger/patient/p-77');
      expect((await audited('ledger.patient'))[0]).toMatchObject({ outcome: 'ok', patient_id: 'p-77' });
    });

    it('cannot be changed or emptied by an ordinary statement', async () => {
      for (const statement of ['update core.audit set outcome = $$x$$', 'delete from core.audit', 'truncate core.audit']) {
        await expect(server.database.script(statement)).rejects.toThrowError('append-only');
      }
    });

    it('shows which entry was altered, removed, or cut off', async () => {
      await server.server.core.parts.audit.settled();
      const whole = await verifyChain(server.db);
      expect(whole.broken).toBeUndefined();
      expect(whole.entries).toBeGreaterThan(10);
      const tamper = async (statement: string) => {
        await server.database
          .transaction(async () => {
            await server.database.script('alter table core.audit disable trigger all');
            await server.database.script(statement);
            const { broken } = await verifyChain(server.db);
            throw Object.assign(new Error('rolled back'), { broken });
          })
          .catch((error: { broken: unknown }) => expect(error.broken).toEqual(tamper.expected));
      };
      tamper.expected = expect.objectContaining({ seq: 3, reason: 'changed' }) as unknown;
      await tamper("update core.audit set body = replace(body, '\"', '\" ') where seq = 3");
      tamper.expected = expect.objectContaining({ seq: 3, reason: 'column' });
      await tamper("update core.audit set user_id = 'somebody' where seq = 3");
      tamper.expected = expect.objectContaining({ seq: 3, reason: 'missing' });
      await tamper('delete from core.audit where seq = 3');
      tamper.expected = expect.objectContaining({ seq: whole.entries, reason: 'tail' });
      await tamper(`delete from core.audit where seq = ${whole.entries}`);
      expect((await verifyChain(server.db)).broken).toBeUndefined();
    });

    it('fails a write whose entry cannot be written', async () => {
      const before = await entries();
      await server.database.script('alter table core.audit add constraint broken check (class <> $$money$$) not valid');
      const answer = await cashier.post('/api/ledger', { text: 'unaudited', amount: 1 });
      await server.database.script('alter table core.audit drop constraint broken');
      expect(answer.code).not.toBe(200);
      expect(await entries()).toBe(before);
    });
  });
});

describe('limits', () => {
  it('slows a caller down who calls too often, and lets others through', async () => {
    const server = await startTestServer({ config: { ratePerMinute: 40 } });
    const [one, two] = [await server.signIn('doctor'), await server.signIn('nurse')];
    let slowed = 0;
    for (let call = 0; call < 60; call += 1) if ((await one.get('/api/registry/Session')).status === 429) slowed += 1;
    expect(slowed).toBe(20);
    const refused = await one.get('/api/registry/Session');
    expect(refused).toMatchObject({ status: 429, code: EnvelopeCode.TooMany, extras: { error: 'core.too-many-calls' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await two.get('/api/registry/Session')).code).toBe(200);
    server.time.advance(60_000);
    expect((await one.get('/api/registry/Session')).code).toBe(200);
    await server.close();
  });
});
