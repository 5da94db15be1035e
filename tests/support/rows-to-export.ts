import { defineContract, fileLink, get, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement, type RequestContext, sql, streamRows, xlsxReply } from '@nephra/plugin-sdk/server';
import type { InlinePlugin } from './inline-packages.ts';

interface Tables {
  'wide.line': { id: number; text: string };
}

const contract = defineContract('wide', {
  export: get('/api/wide/export', { summary: 'export', need: 'session', audit: 'export', raw: true, reply: Type.Null() }),
  offer: get('/api/wide/offer', { summary: 'the same as an address', need: 'session', audit: 'export', raw: true, link: true, reply: fileLink }),
});

const workbook = (ctx: RequestContext<Tables>) =>
  xlsxReply({
    fileName: 'wide',
    sheetName: 'wide',
    columns: [
      { key: 'id', title: 'No.', kind: 'integer' },
      { key: 'text', title: 'Text', kind: 'text' },
    ],
    rows: streamRows(
      ctx.db
        .selectFrom('wide.line')
        .select(['id', sql<string>`(select string_agg(md5((id * 100 + n)::text), '') from generate_series(1, 40) n)`.as('text')])
        .orderBy('id'),
    ),
  });

/** A plugin with one export of so many wide rows that no socket takes them at once: `GET /api/wide/export`, and `/api/wide/offer` for an address. */
export const wideExport = (rows: number): InlinePlugin => ({
  definition: { id: 'wide', version: '1.0.0', sdk: '^1.0.0', name: { zh: '宽', zhtw: '寬', en: 'Wide' } },
  server: defineServerPlugin<Tables>({
    schema: 'wide',
    migrations: [
      {
        name: '0001-wide',
        sql: `create table line (id integer primary key, text text not null);
              insert into line select n, 'line ' || n from generate_series(1, ${rows}) n`,
      },
    ],
    implementations: [implement<Tables>()(contract, { export: (_input, ctx) => workbook(ctx), offer: (_input, ctx) => workbook(ctx) })],
  }) as never,
});
