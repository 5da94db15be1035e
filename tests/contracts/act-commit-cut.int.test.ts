import { createClient, Act, type ActEnd, ApiError } from '@nephra/plugin-sdk/web';
import { AppError, defineContract, EnvelopeCode, post, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient } from '../../shell/web/net/http-client.ts';
import { commitUnknown } from '../../shell/server/db/database-error.ts';
import { openPort } from '../support/faults/cut-call.ts';
import type { InlinePlugin } from '../support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/server.ts';

interface Tables {
  'goods.receipt': { id: string; name: string };
}

const contract = defineContract('goods', {
  receive: post('/api/goods', {
    summary: 'receive',
    need: 'session',
    audit: 'stock',
    retry: 'idempotent-key',
    body: Type.Object({ name: Type.String() }),
    reply: Type.Object({ id: Type.String() }),
  }),
});

/** No version, no unique name: nothing but the key tells a repetition from a second receipt. */
const plugin: InlinePlugin = {
  definition: { id: 'goods', version: '1.0.0', sdk: '^1.0.0', name: { zh: '货', zhtw: '貨', en: 'Goods' } },
  texts: { zh: { errors: { short: '不足' } } },
  server: defineServerPlugin<Tables>({
    schema: 'goods',
    migrations: [{ name: '0001-goods', sql: 'create table receipt (id text primary key, name text not null)' }],
    implementations: [
      implement<Tables>()(contract, {
        receive: async ({ body }, ctx) => {
          if (body.name === 'none') throw new AppError('goods.short', { code: EnvelopeCode.Refused });
          const id = ctx.newId();
          await ctx.db.insertInto('goods.receipt').values({ id, name: body.name }).execute();
          return { id };
        },
      }),
    ],
  }) as never,
};

class NotCommitted extends Error {}

describe('[M1] the browser presses again after a COMMIT that was cut', () => {
  let server: TestServer;
  let clerk: TestClient;
  let client: ReturnType<typeof createClient<(typeof contract)['routes']>>;
  /** What the next act's COMMIT loses: itself, or only its answer. */
  let cut: 'never' | 'before' | 'after' = 'never';

  beforeAll(async () => {
    server = await startTestServer({ inline: [plugin] });
    const { database } = server;
    const whole = database.transaction.bind(database);
    database.transaction = (async (work: () => Promise<unknown>, ...rest: never[]) => {
      let lost: typeof cut = 'never';
      const done = await whole(
        async () => {
          const answer = await work();
          // Only the transaction of the act: one that has written a receipt or found its key.
          if (cut !== 'never' && answer !== null && typeof answer === 'object' && (answer as { kind?: unknown }).kind === 'data') {
            lost = cut;
            cut = 'never';
          }
          if (lost === 'before') throw new NotCommitted();
          return answer;
        },
        ...rest,
      ).catch((error: unknown) => {
        if (error instanceof NotCommitted) return undefined;
        throw error;
      });
      if (lost !== 'never') throw commitUnknown(new Error('the connection was cut'));
      return done;
    }) as never;
    clerk = await server.signIn('cashier');
    const base = `http://127.0.0.1:${await openPort(server)}`;
    const http = new HttpClient({
      base,
      pageOrigin: base,
      token: () => clerk.token,
      language: () => 'zh',
      now: () => Date.now(),
      wait: async () => undefined,
      showError: () => undefined,
      onSessionEnded: () => undefined,
      onReachable: () => undefined,
    });
    client = createClient(contract, http);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    cut = 'never';
  });

  const press = (act: Act, name: string): Promise<ActEnd<unknown>> => act.run({ name }, (options) => client.receive({ body: { name } }, options));
  const rows = async (name: string) =>
    (await server.database.kyselyFor<Tables>().selectFrom('goods.receipt').select('id').where('name', '=', name).execute()).length;

  it.each(['before', 'after'] as const)('%s it arrived: pressed until it is done, there is one row', async (place) => {
    const act = new Act({}, 'receive');
    cut = place;
    const first = await press(act, place);
    expect(first).toMatchObject({ kind: 'unknown', error: expect.any(ApiError) });
    expect((first as { error: ApiError }).error.error).toBe('core.commit-unknown');
    expect(await rows(place)).toBe(place === 'after' ? 1 : 0);
    expect(await press(act, place)).toMatchObject({ kind: 'done' });
    expect(await rows(place)).toBe(1);
    // What is known is over: the same goods arrive once more.
    expect(await press(act, place)).toMatchObject({ kind: 'done' });
    expect(await rows(place)).toBe(2);
  });

  it('cut again and again, with other goods and a refusal in between, each is received once', async () => {
    const act = new Act({}, 'receive', { changed: 'send' });
    cut = 'after';
    await press(act, 'one');
    cut = 'before';
    await press(act, 'two');
    expect(await press(act, 'none')).toMatchObject({ kind: 'refused' });
    cut = 'after';
    await press(act, 'one');
    cut = 'after';
    await press(act, 'two');
    expect([(await press(act, 'one')).kind, (await press(act, 'two')).kind]).toEqual(['done', 'done']);
    expect([await rows('one'), await rows('two')]).toEqual([1, 1]);
  });
});
