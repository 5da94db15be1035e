import { AppError, defineContract, EnvelopeCode, post, Type } from '@nephra/plugin-sdk/contract';
import { type CallContext, defineServerPlugin, implement } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { cutCases } from '../../../../tests/support/faults/cut-cases.ts';
import { gate } from '../../../../tests/support/faults/lock-waiters.ts';
import { ended, openPort, openSocket, written } from '../../../../tests/support/faults/cut-call.ts';
import type { InlinePlugin } from '../../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { fingerprint } from '../idempotency/idempotency.ts';

interface Tables {
  'payer.act': { id: string; text: string };
}

const body = Type.Object({ text: Type.String() });
const reply = Type.Object({ run: Type.Integer() });
const contract = defineContract('payer', {
  pay: post('/api/payer', { summary: 'pay', need: 'session', audit: 'money', retry: 'idempotent-key', transaction: 'own', body, reply }),
  many: post('/api/payer/many', {
    summary: 'many acts',
    need: 'session',
    audit: 'money',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ list: Type.Array(Type.Object({ key: Type.Optional(Type.String()), text: Type.String() })) }),
    reply: Type.Array(Type.String()),
  }),
  look: post('/api/payer/look', { summary: 'look', need: 'session', audit: 'write', retry: 'natural', transaction: 'own', body, reply }),
  note: post('/api/payer/note', {
    summary: 'an act with a name',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    actName: 'name',
    body: Type.Object({ name: Type.String(), text: Type.String() }),
    reply: Type.Object({ repeated: Type.Boolean() }),
  }),
});

/** The foreign system, played by the test. */
const world = { runs: 0, inTransaction: [] as boolean[], answer: async (): Promise<void> => undefined };
/** What named acts meet, one after the other; then nothing stands in their way. */
const against: AppError[] = [];
const product = { database: (): boolean => false };

const act = async (ctx: Parameters<Parameters<ReturnType<typeof implement<Tables>>>[1]['pay']>[1], text: string) => {
  world.runs += 1;
  world.inTransaction.push(product.database());
  const run = world.runs;
  const id = ctx.newId();
  await ctx.transaction(async () => ctx.db.insertInto('payer.act').values({ id, text }).execute());
  await world.answer();
  ctx.audit({ subject: 'act', subjectId: id });
  ctx.message('paid', { text });
  return { run };
};

/** Acts of one call: a text is written, and `bad` and `broken` end after that as their names say. */
async function many(ctx: CallContext<Tables>, list: readonly { key?: string; text: string }[]): Promise<string[]> {
  const told: string[] = [];
  for (const { key, text } of list) {
    try {
      const { result, repeated } = await ctx.act({ content: text, ...(key && { key }) }, async (part) => {
        world.inTransaction.push(product.database());
        const id = part.newId();
        await part.db.insertInto('payer.act').values({ id, text }).execute();
        part.audit({ subject: 'one', subjectId: id, note: text });
        if (text === 'bad') throw new AppError('payer.bad', { code: EnvelopeCode.Invalid, params: { text }, fields: [{ path: 'text', msg: '' }] });
        if (text === 'broken') throw new TypeError('broken');
        if (text === 'busy') throw new AppError('core.database-busy', { code: EnvelopeCode.Unavailable });
        return { said: `${text} ${id.length > 0}` };
      });
      told.push(`${result.said}${repeated ? ' again' : ''}`);
    } catch (error) {
      const { key: refusal, msg, fields } = ctx.refusalText(error);
      told.push(`${refusal} ${msg} ${JSON.stringify(fields)}`);
    }
  }
  ctx.audit({ subject: 'all' });
  return told;
}

/** Does once what has this name, and notices what stands against it when it has written. */
async function note(ctx: CallContext<Tables>, { name, text }: { readonly name: string; readonly text: string }): Promise<{ repeated: boolean }> {
  if (await ctx.db.selectFrom('payer.act').select('id').where('id', '=', name).executeTakeFirst()) return { repeated: true };
  world.runs += 1;
  await ctx.db.insertInto('payer.act').values({ id: name, text }).execute();
  const stands = against.shift();
  if (stands) throw stands;
  return { repeated: false };
}

const plugin: InlinePlugin = {
  definition: { id: 'payer', version: '1.0.0', sdk: '^1.0.0', name: { zh: '付', zhtw: '付', en: 'Payer' } },
  texts: { zh: { messages: { paid: '已付 {{text}}' }, errors: { 'payer.bad': '不行：{{text}}' } } },
  server: defineServerPlugin<Tables>({
    schema: 'payer',
    migrations: [{ name: '0001-payer', sql: 'create table act (id text primary key, text text not null)' }],
    implementations: [
      implement<Tables>()(contract, {
        pay: ({ body }, ctx) => act(ctx, body.text),
        look: ({ body }, ctx) => act(ctx, body.text),
        many: ({ body }, ctx) => many(ctx as CallContext<Tables>, body.list),
        note: ({ body }, ctx) => note(ctx as CallContext<Tables>, body),
      }),
    ],
  }) as never,
};

describe('acts that open their own transactions', () => {
  let server: TestServer;
  let cashier: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ inline: [plugin] });
    product.database = () => server.database.inTransaction();
    cashier = await server.signIn('cashier');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    world.runs = 0;
    world.inTransaction = [];
    world.answer = async () => undefined;
  });

  const pay = (text: string, key?: string) => cashier.post<{ run: number }>('/api/payer', { text }, key ? { 'idempotency-key': key } : {});
  const stored = (text: string) => server.database.kyselyFor<Tables>().selectFrom('payer.act').select('id').where('text', '=', text).execute();
  const audited = () =>
    server.db.selectFrom('core.audit').select(['outcome', 'subject_id', 'class']).where('action', '=', 'payer.pay').orderBy('seq', 'desc').execute();
  const claimFor = async (text: string, key: string) => {
    const session = await server.db.selectFrom('core.user_account').select('id').where('account', '=', 'cashier').executeTakeFirstOrThrow();
    const given = { params: undefined, query: undefined, body: { text } };
    return await server.server.core.claims.claim({ userId: session.id, key, route: 'POST /api/payer', bodyHash: fingerprint(given) });
  };

  it('run outside of any transaction and are on record with what they noted', async () => {
    const answer = await pay('plain');
    expect(answer).toMatchObject({ code: 200, msg: '已付 plain', data: { run: 1 } });
    expect(world.inTransaction).toEqual([false]);
    const [row] = await stored('plain');
    expect((await audited())[0]).toEqual({ outcome: 'ok', subject_id: row?.id, class: 'money' });
    expect((await cashier.post('/api/payer/look', { text: 'looked' })).code).toBe(200);
  });

  it('many acts of one call: each has its transaction, its key and its entry; a refused one keeps no other', async () => {
    const send = (...list: { key?: string; text: string }[]) => cashier.post<string[]>('/api/payer/many', { list });
    const { data } = await send({ key: 'a', text: 'first' }, { key: 'b', text: 'bad' }, { text: 'unnamed' });
    expect(data).toEqual(['first true', 'payer.bad 不行：bad [{"path":"text","msg":"不行：bad"}]', 'unnamed true']);
    expect(world.inTransaction).toEqual([true, true, true]);
    const entries = await server.db
      .selectFrom('core.audit')
      .select(['outcome', 'subject', 'class'])
      .where('action', '=', 'payer.many')
      .orderBy('seq')
      .execute();
    expect(entries).toEqual(['one', 'one', 'all'].map((subject) => ({ outcome: 'ok', subject, class: 'money' })));
    // Again: what was done under a key is not done again, and what was refused left its key free.
    expect((await send({ key: 'a', text: 'first' }, { key: 'b', text: 'good' }, { text: 'unnamed' }, { key: 'a', text: 'other' })).data).toEqual([
      'first true again',
      'good true',
      'unnamed true',
      expect.stringContaining('core.idempotency-mismatch'),
    ]);
    expect((await Promise.all(['first', 'good', 'bad', 'unnamed', 'other'].map(stored))).map((rows) => rows.length)).toEqual([1, 1, 0, 2, 0]);
    // A key is one person's, and no key of a whole call.
    const doctor = await server.signIn('doctor');
    expect((await doctor.post<string[]>('/api/payer/many', { list: [{ key: 'a', text: 'theirs' }] })).data).toEqual(['theirs true']);
    expect((await send({ key: 'c', text: 'before' }, { key: 'd', text: 'broken' }, { key: 'e', text: 'never' })).code).toBe(EnvelopeCode.Fault);
    expect((await send({ key: 'f', text: 'busy' }, { key: 'e', text: 'never' })).code).toBe(EnvelopeCode.Unavailable);
    expect((await send({ key: 'c', text: 'before' }, { key: 'd', text: 'mended' })).data).toEqual(['before true again', 'mended true']);
    expect(await stored('never')).toEqual([]);
  });

  it('twenty parallel calls with one key: one runs, the others hear that it runs, later ones get its answer', async () => {
    const { opened, open: finish } = gate();
    world.answer = () => opened;
    const codes: string[] = [];
    const nineteen = gate();
    const calls = Array.from({ length: 20 }, async () => {
      const answer = await pay('twenty', 'key-twenty-calls');
      codes.push(answer.extras?.error ?? 'ok');
      if (codes.length === 19) nineteen.open();
      return answer;
    });
    await nineteen.opened;
    expect(codes).toEqual(Array.from({ length: 19 }, () => 'core.still-running'));
    finish();
    const answers = await Promise.all(calls);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ status: 200, code: EnvelopeCode.Conflict, msg: expect.stringContaining('请勿重新发起') });
    const again = await pay('twenty', 'key-twenty-calls');
    expect(again).toMatchObject({ code: 200, msg: '已付 twenty', data: { run: 1 } });
    expect([world.runs, (await stored('twenty')).length]).toEqual([1, 1]);
    expect((await audited()).filter(({ outcome }) => outcome === 'ok')).toHaveLength(2);
  });

  it('refuses the key with other content, whether the first is at work or done', async () => {
    const { opened, open: finish } = gate();
    const running = gate();
    world.answer = () => {
      running.open();
      return opened;
    };
    const first = pay('one', 'key-other-content');
    await running.opened;
    expect((await pay('two', 'key-other-content')).extras?.error).toBe('core.idempotency-mismatch');
    finish();
    expect((await first).code).toBe(200);
    expect((await pay('two', 'key-other-content')).extras?.error).toBe('core.idempotency-mismatch');
    expect(world.runs).toBe(1);
  });

  it('a refusal and a fault leave the key free, and what the act had committed stands', async () => {
    world.answer = async () => {
      throw new AppError('core.refused');
    };
    expect((await pay('failing', 'key-that-failed')).extras?.error).toBe('core.refused');
    world.answer = async () => {
      throw new TypeError('broken');
    };
    expect((await pay('failing', 'key-that-failed')).code).toBe(EnvelopeCode.Fault);
    world.answer = async () => undefined;
    expect(await pay('failing', 'key-that-failed')).toMatchObject({ code: 200, data: { run: 3 } });
    expect(await stored('failing')).toHaveLength(3);
    expect((await audited()).slice(0, 3).map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'refused']);
  });

  it('a caller who hangs up at any moment leaves no key taken: the act is done once and its answer is there', async () => {
    const port = await openPort(server);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30), { minLength: 2, maxLength: 6 }), async (moments) => {
        round += 1;
        const texts = moments.map((_turns, at) => `cut ${round} ${at}`);
        await Promise.all(
          moments.map(async (turns, at) => {
            const payload = JSON.stringify({ text: texts[at] });
            const socket = await openSocket(port);
            const head = `POST /api/payer HTTP/1.1\r\nHost: nephra.test\r\nAuthorization: ${cashier.token}\r\nIdempotency-Key: key-${texts[at]?.replaceAll(' ', '-')}`;
            await written(socket, `${head}\r\nContent-Type: application/json\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`);
            for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
            socket.destroy();
            await ended(socket);
          }),
        );
        for (const text of texts) {
          await expect.poll(async () => (await pay(text, `key-${text.replaceAll(' ', '-')}`)).code).toBe(EnvelopeCode.Ok);
          expect(await stored(text)).toHaveLength(1);
        }
      }),
      { numRuns: cutCases(5) },
    );
  });

  it('the key of a process that died is free after three minutes, and its old holder changes nothing any more', async () => {
    const dead = await claimFor('orphan', 'key-of-the-dead');
    if (dead.kind !== 'claimed') throw new Error('the key was not free');
    dead.claim.end();
    server.time.advance(179_000);
    expect((await pay('orphan', 'key-of-the-dead')).extras?.error).toBe('core.still-running');
    server.time.advance(1_000);
    expect(await pay('orphan', 'key-of-the-dead')).toMatchObject({ code: 200, data: { run: 1 } });
    await expect(server.database.transaction(() => dead.claim.keep({ data: 'late', msg: '' }))).rejects.toMatchObject({ key: 'core.still-running' });
    await dead.claim.release();
    expect((await pay('orphan', 'key-of-the-dead')).data).toEqual({ run: 1 });
  });

  it('an act that takes long keeps its key: it is renewed while it is at work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const slow = await claimFor('slow', 'key-of-the-slow');
      if (slow.kind !== 'claimed') throw new Error('the key was not free');
      const since = async () =>
        (await server.db.selectFrom('core.idempotency').select('created_at').where('key', '=', 'key-of-the-slow').execute())[0]?.created_at;
      const first = await since();
      server.time.advance(170_000);
      vi.advanceTimersByTime(45_000);
      await vi.waitFor(async () => expect(await since()).not.toEqual(first), { timeout: 60_000 });
      server.time.advance(170_000);
      expect((await pay('slow', 'key-of-the-slow')).extras?.error).toBe('core.still-running');
      await server.database.transaction(() => slow.claim.keep({ data: { run: 7 }, msg: 'done' }));
      expect(await pay('slow', 'key-of-the-slow')).toMatchObject({ code: 200, data: { run: 7 } });
      expect(world.runs).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of those who take up an act of the dead, one runs', async () => {
    const dead = await claimFor('raced', 'key-raced-for');
    if (dead.kind === 'claimed') dead.claim.end();
    server.time.advance(200_000);
    const { opened, open: finish } = gate();
    world.answer = () => opened;
    let answered = 0;
    const others = gate();
    const calls = Array.from({ length: 5 }, async () => {
      const answer = await pay('raced', 'key-raced-for');
      answered += 1;
      if (answered === 4) others.open();
      return answer.extras?.error ?? 'ok';
    });
    await others.opened;
    finish();
    expect((await Promise.all(calls)).sort()).toEqual([...Array.from({ length: 4 }, () => 'core.still-running'), 'ok']);
    expect(world.runs).toBe(1);
  });

  it('when its entry cannot be written the caller learns of a failure, and the act stands', async () => {
    await server.database.script('alter table core.audit add constraint broken check (class <> $$money$$) not valid');
    const answer = await pay('unaudited', 'key-without-entry');
    await server.database.script('alter table core.audit drop constraint broken');
    expect(answer.code).not.toBe(200);
    expect(await stored('unaudited')).toHaveLength(1);
    expect(await pay('unaudited', 'key-without-entry')).toMatchObject({ code: 200, data: { run: 2 } });
  });

  describe('acts that their caller names', () => {
    const send = (name: string, text = name) => cashier.post<{ repeated: boolean }>('/api/payer/note', { name, text });
    const bad = () => new AppError('payer.bad', { code: EnvelopeCode.Refused, params: { text: 'x' }, fields: [{ path: 'text', msg: '' }] });

    it('a copy that was held on its way is refused as the one was that its sender heard of, whatever has changed since; a new name is a new act', async () => {
      against.push(bad());
      const heard = await send('held');
      expect(heard).toMatchObject({ code: EnvelopeCode.Refused, msg: '不行：x', extras: { error: 'payer.bad', params: { text: 'x' } } });
      const late = await send('held');
      expect([late.code, late.msg, late.extras]).toEqual([heard.code, heard.msg, heard.extras]);
      expect([world.runs, await stored('held')]).toEqual([1, []]);
      expect(await send('held-2', 'held')).toMatchObject({ code: 200, data: { repeated: false } });
      expect(await send('held-2', 'held')).toMatchObject({ code: 200, data: { repeated: true } });
      expect(await stored('held')).toHaveLength(1);
    });

    it('the name is one person’s, and what the server could not do is done under it later', async () => {
      against.push(bad());
      expect((await send('of-two')).extras?.error).toBe('payer.bad');
      expect((await (await server.signIn('doctor')).post('/api/payer/note', { name: 'of-two', text: 'of-two' })).code).toBe(200);
      for (const code of [EnvelopeCode.Unavailable, EnvelopeCode.TooMany]) against.push(new AppError('core.database-busy', { code }));
      expect([(await send('later')).code, (await send('later')).code, (await send('later')).code]).toEqual([
        EnvelopeCode.Unavailable,
        EnvelopeCode.TooMany,
        200,
      ]);
    });

    it('of copies that are under way at once nobody is told no where one is done', async () => {
      for (let round = 0; round < 5; round += 1) {
        against.push(bad());
        const answers = await Promise.all([1, 2, 3].map(() => send(`raced-${round}`)));
        const codes = new Set(answers.map(({ code }) => code));
        expect([codes.size, (await stored(`raced-${round}`)).length]).toEqual([1, codes.has(200) ? 1 : 0]);
        against.length = 0;
      }
    });
  });
});
