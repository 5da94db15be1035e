import { AppError, defineContract, defineEvent, defineExtension, defineService, get, post, Type } from '@nephra/plugin-sdk/contract';
import { createClient } from '@nephra/plugin-sdk/web';
import { describe, expect, it } from 'vitest';
import { answerContract, createFakeServerContext, createFakeWebContext, fakeReply } from '../index.ts';

const contract = defineContract('drug', {
  list: get('/api/drug', { summary: '', need: 'session', audit: 'none', query: Type.Object({ keyword: Type.String() }), reply: Type.Array(Type.String()) }),
  save: post('/api/drug', { summary: '', need: 'session', audit: 'write', retry: 'natural', body: Type.Object({ name: Type.String() }), reply: Type.Null() }),
});

describe('the shell in tests', () => {
  it('answers as told, keeps the calls, and refuses as the server would', async () => {
    const { http } = createFakeWebContext();
    const client = createClient(contract, http);
    answerContract(http, contract, { list: ({ query }) => [query.keyword] });
    expect((await client.list({ query: { keyword: 'a' } })).data).toEqual(['a']);
    await expect(client.save({ body: { name: 'x' } })).rejects.toMatchObject({ error: 'test.no-answer' });
    http.refuse(contract.routes.save, { error: 'drug.exists', fields: [{ path: '/body/name', msg: 'taken' }] });
    await expect(client.save({ body: { name: 'x' } })).rejects.toMatchObject({ name: 'ApiError', error: 'drug.exists', fields: [{ path: '/body/name' }] });
    expect(http.callsOf(contract.routes.save)).toHaveLength(2);
    const aborted = AbortSignal.abort();
    await expect(client.list({ query: { keyword: 'a' } }, { signal: aborted })).rejects.toThrow();
  });

  it('speaks the texts given, grants the codes given, and tells what is still alive', async () => {
    const context = createFakeWebContext({ texts: { a: { b: 'Hello {{name}}' } }, grants: ['his.drug:btn_add'], confirms: (content) => content === 'yes?' });
    expect([context.t('a.b', { name: 'Li' }), context.t('missing')]).toEqual(['Hello Li', 'missing']);
    expect([context.can('his.drug:btn_add'), context.can('his.drug:btn_edit')]).toEqual([true, false]);
    expect([await context.confirm({ content: 'yes?' }), await context.confirm({ content: 'no?' })]).toEqual([true, false]);
    const frames: unknown[] = [];
    const stop = context.onSocket('refresh', (frame) => frames.push(frame));
    context.receive({ method: 'refresh', id: 1 });
    context.receive({ method: 'other' });
    expect(frames).toEqual([{ method: 'refresh', id: 1 }]);
    expect(context.live()).toEqual(['onSocket refresh']);
    stop();
    expect(context.live()).toEqual([]);
  });

  it('a draft is a copy, as it is after a restart of the browser', () => {
    const { drafts } = createFakeWebContext();
    const value = { lines: [1] };
    drafts.save('k', value);
    value.lines.push(2);
    expect(drafts.load('k')).toEqual({ lines: [1] });
  });
});

describe('the host in tests', () => {
  const event = defineEvent<{ id: string }>('drug.saved@1');
  const service = defineService<{ stock(): number }>('drug.stock@1');

  it('has a clock that stands still, counted ids and numbers', async () => {
    const ctx = createFakeServerContext();
    expect([ctx.clock.today(), ctx.newId(), ctx.newId()]).toEqual(['2026-01-05', 'id000001', 'id000002']);
    expect(await ctx.numbers.next('dp', { prefix: 'SIM', date: 'yyyyMMdd', digits: 4 })).toBe('SIM202601050001');
    expect(await ctx.numbers.next('dp', { prefix: 'SIM', date: 'yyyyMMdd', digits: 4 })).toBe('SIM202601050002');
    ctx.setNow(Date.UTC(2026, 0, 5, 16));
    expect(ctx.clock.today()).toBe('2026-01-06');
    expect(await ctx.numbers.next('dp', { prefix: 'SIM', date: 'yyyyMM', digits: 2 })).toBe('SIM20260101');
  });

  it('events of a transaction are heard when it ends well and dropped when it does not', async () => {
    const ctx = createFakeServerContext();
    await ctx.transaction(async () => {
      ctx.publish(event, { id: '1' });
      await ctx.transaction(async () => ctx.publish(event, { id: '2' }));
      expect(ctx.record.events).toEqual([]);
    });
    await ctx
      .transaction(async () => {
        ctx.publish(event, { id: '3' });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(ctx.record.events).toEqual([
      { id: 'drug.saved@1', payload: { id: '1' } },
      { id: 'drug.saved@1', payload: { id: '2' } },
    ]);
  });

  it('knows the services given and refuses the others', () => {
    const ctx = createFakeServerContext({ services: [[service, { stock: () => 3 }]] });
    expect(ctx.service(service).stock()).toBe(3);
    expect(ctx.optionalService(defineService('other@1'))).toBeUndefined();
    expect(() => ctx.service(defineService('other@1'))).toThrow(AppError);
  });

  it('hands out the extensions given', () => {
    const point = defineExtension<{ name: string }>('drug.source@1');
    const other = defineExtension<{ name: string }>('drug.other@1');
    const ctx = createFakeServerContext({
      extensions: [
        [point, 'b', { name: 'two' }],
        [other, 'a', { name: 'other' }],
        [point, 'a', { name: 'one' }],
      ],
    });
    expect(ctx.extensions(point).map(({ pluginId, value }) => [pluginId, value.name])).toEqual([
      ['b', 'two'],
      ['a', 'one'],
    ]);
    expect(createFakeServerContext().extensions(point)).toEqual([]);
  });

  it('judges what is added to an extension point as the server judges what a package adds', () => {
    const point = defineExtension<{ name: string; send: () => string }>('drug.sender@1', { name: 'text', send: 'function' });
    const context = (value: unknown) => createFakeServerContext({ extensions: [[point, 'acme', value]] });
    expect(context({ name: 'one', send: () => 'sent' }).extensions(point)).toHaveLength(1);
    expect(() => context({ name: 'one' }).extensions(point)).toThrow(
      'What is added to drug.sender@1 has no send that others can read. The server leaves out what the plugin acme adds.',
    );
    // Without a shape it must be an object, and no more.
    expect(() => createFakeServerContext({ extensions: [[defineExtension('drug.any@1'), 'acme', 'text']] }).extensions(defineExtension('drug.any@1'))).toThrow(
      'no object',
    );
  });

  it('plays the foreign system as told, keeps the calls, and refuses inside a transaction', async () => {
    const ctx = createFakeServerContext({ outbound: ({ url }) => fakeReply({ url }, 201) });
    const reply = await ctx.outbound.send({ url: 'https://gateway.example/a', method: 'POST', body: 'x' });
    expect([reply.status, JSON.parse(reply.body.toString())]).toEqual([201, { url: 'https://gateway.example/a' }]);
    expect(ctx.record.outbound).toEqual([{ url: 'https://gateway.example/a', method: 'POST', body: 'x' }]);
    await expect(ctx.transaction(() => ctx.outbound.send({ url: 'https://gateway.example/', method: 'GET' }))).rejects.toThrow('transaction');
    await expect(createFakeServerContext().outbound.send({ url: 'https://gateway.example/', method: 'GET' })).rejects.toMatchObject({
      failure: 'not-allowed',
      sent: false,
    });
  });

  it('seals texts for one plugin', () => {
    const sealed = createFakeServerContext({ pluginId: 'a' }).secrets.seal('密');
    expect(createFakeServerContext({ pluginId: 'a' }).secrets.open(sealed)).toBe('密');
    expect(() => createFakeServerContext({ pluginId: 'b' }).secrets.open(sealed)).toThrow(AppError);
  });

  it('keeps files', async () => {
    const ctx = createFakeServerContext();
    const { fileId } = await ctx.files.save({ name: 'a.txt', type: 'annex', content: Buffer.from('hello') });
    const opened = await ctx.files.open(fileId);
    expect(Buffer.concat(await opened.content.toArray()).toString()).toBe('hello');
    await expect(ctx.files.open('none')).rejects.toThrow(AppError);
  });
});
