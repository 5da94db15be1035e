import { AppError, EnvelopeCode, periodBefore } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement } from '@nephra/plugin-sdk/server';
import { figuresContract } from '../contract/index.ts';
import { exportPage } from './export-page.ts';
import { exportRows } from './export-rows.ts';
import { panelIdOf, panelsFor, periodAsked, readerOf } from './figure-reader.ts';
import { listRows } from './figure-rows.ts';
import { readPanels } from './read-panels.ts';

const figures = implement<never>()(figuresContract, {
  async panels({ query }, ctx) {
    const today = ctx.clock.today();
    const period = periodAsked(query, today);
    const mine = panelsFor(ctx);
    const asked = query.panel ? mine.filter((panel) => panelIdOf(panel) === query.panel) : mine;
    if (query.panel && asked.length === 0) throw new AppError('figures.no-such-panel', { code: EnvelopeCode.NotFound });
    const list = await readPanels({ panels: asked, reader: readerOf(ctx), language: ctx.language, period, log: ctx.log });
    return { ...period, before: periodBefore(period), today, at: ctx.clock.now().getTime(), list };
  },
  rows: ({ params, query }, ctx) => listRows(ctx, params.panel, query),
  export: ({ query }, ctx) => exportPage(ctx, query),
  rowsExport: ({ params, query }, ctx) => exportRows(ctx, params.panel, query),
});

export default defineServerPlugin<never>({ implementations: [figures] });
