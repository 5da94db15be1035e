import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineContract, EnvelopeCode, get, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, sql, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { InlinePlugin } from '../../../../tests/support/inline-packages.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';

interface Tables {
  'bills.bill': { id: number; text: string; amount: string };
}

const ROWS = 20_000;

const contract = defineContract('bills', {
  export: get('/api/bills/export', {
    summary: 'export',
    need: 'session',
    audit: 'export',
    raw: true,
    query: Type.Object({ broken: Type.Optional(Type.Boolean()), wide: Type.Optional(Type.Boolean()) }),
    reply: Type.Null(),
  }),
  count: get('/api/bills/count', { summary: 'count', need: 'session', audit: 'none', reply: Type.Object({ count: Type.Integer() }) }),
});

const plugin: InlinePlugin = {
  definition: { id: 'bills', version: '1.0.0', sdk: '^1.0.0', name: { zh: '账单', zhtw: '帳單', en: 'Bills' } },
  server: defineServerPlugin<Tables>({
    schema: 'bills',
    migrations: [
      {
        name: '0001-bills',
        sql: `create table bill (id integer primary key, text text not null, amount numeric(14,2) not null);
              insert into bill select n, 'bill ' || n, n::numeric / 100 from generate_series(1, ${ROWS}) n`,
      },
    ],
    implementations: [
      implement<Tables>()(contract, {
        export: ({ query }, ctx) => {
          const text = query.wide ? sql<string>`(select string_agg(md5((id * 100 + n)::text), '') from generate_series(1, 30) n)` : sql<string>`text`;
          const divided = query.broken ? sql<string>`(amount / (id - 1))::text` : sql<string>`amount::text`;
          return xlsxReply({
            fileName: '账单',
            sheetName: '账单',
            columns: [
              { key: 'id', title: 'No.', kind: 'integer' },
              { key: 'text', title: 'Text', kind: 'text' },
              { key: 'amount', title: 'Amount', kind: 'money' },
            ],
            rows: streamRows(
              ctx.db
                .selectFrom('bills.bill')
                .select(['id', text.as('text'), divided.as('amount')])
                .orderBy('id'),
            ),
          });
        },
        count: async (_input, ctx) => {
          const { count } = await ctx.db
            .selectFrom('bills.bill')
            .select((eb) => eb.fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow();
          return { count: Number(count) };
        },
      }),
    ],
  }) as never,
};

describe(`exports on ${testEngine}`, () => {
  let server: TestServer;
  let cashier: TestClient;
  let place: string;
  let usualPlace: string | undefined;
  const spooled = (): string[] => readdirSync(place).filter((name) => name.startsWith('nephra-rows-'));

  beforeAll(async () => {
    // A place of its own: other test files stream at the same time.
    place = mkdtempSync(path.join(tmpdir(), 'nephra-export-'));
    usualPlace = process.env.TMPDIR;
    process.env.TMPDIR = place;
    server = await startTestServer({ inline: [plugin] });
    cashier = await server.signIn('cashier');
  });
  afterAll(async () => {
    await server.close();
    if (usualPlace === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualPlace;
    rmSync(place, { recursive: true, force: true });
  });

  test('a list of many rows comes as a workbook, whole and in order, and leaves nothing behind', async () => {
    const answer = await cashier.raw({ method: 'GET', url: '/api/bills/export' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('账单.xlsx')}`);
    const [sheet] = await readXlsx(answer.rawPayload);
    expect(sheet?.rows).toHaveLength(ROWS + 1);
    expect(sheet?.rows[1]).toEqual(['1', 'bill 1', '0.01']);
    expect(sheet?.rows.at(-1)).toEqual([String(ROWS), `bill ${ROWS}`, '200.00']);
    expect(sheet?.rows.slice(1).every(([id], index) => Number(id) === index + 1)).toBe(true);
    expect(spooled()).toEqual([]);
  });

  test('an export that fails is answered with a sentence, not with a broken file', async () => {
    const answer = await cashier.raw({ method: 'GET', url: '/api/bills/export?broken=true' });
    expect(answer.statusCode).toBe(400);
    // The same sentence as where a call reads its rows before it answers.
    expect(answer.json()).toMatchObject({ code: EnvelopeCode.Invalid, data: null, extras: { error: 'core.bad-value' } });
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(spooled()).toEqual([]);
  });

  test('a slow reader keeps nobody waiting, and one who hangs up leaves nothing behind', async () => {
    await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.app.server.address() as AddressInfo;
    await new Promise<void>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: '/api/bills/export?wide=true', headers: { authorization: cashier.token } }, (answer) => {
        answer.once('data', () => {
          answer.pause();
          cashier
            .get<{ count: number }>('/api/bills/count')
            .then(({ data }) => {
              expect(data.count).toBe(ROWS);
              expect(spooled()).toHaveLength(1);
              call.destroy();
              resolve();
            })
            .catch(reject);
        });
      });
      call.on('error', reject);
      call.end();
    });
    await vi.waitFor(() => expect(spooled()).toEqual([]), { timeout: 60_000 });
  });
});
