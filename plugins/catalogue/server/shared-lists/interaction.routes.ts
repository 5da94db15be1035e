import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type RequestContext, serveRecord, sql } from '@nephra/plugin-sdk/server';
import { interactionContract } from '../../contract/interaction.contract.ts';
import { entryTable } from '../tables/entry.table.ts';
import { interactionTable } from '../tables/interaction.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { keepsSharedLists } from './shared-lists.policy.ts';

const SAID = 'catalogue.interactionSaved';

export const interactionRoutes = serveRecord<CatalogueDb>()(interactionContract, interactionTable, {
  needs: ['level'],
  keeps: keepsSharedLists,
  async check(_ctx, { after }) {
    if (after && after.ingredientA === after.ingredientB)
      throw new AppError('catalogue.interaction-same', { code: EnvelopeCode.Invalid, fields: [{ path: 'ingredientB', msg: '' }] });
  },
  messages: { created: SAID, saved: SAID, enabled: SAID, disabled: SAID },
  more: { ingredients: async (_input, ctx) => ({ list: await ingredientNames(ctx) }) },
});

async function ingredientNames(ctx: RequestContext<CatalogueDb>): Promise<string[]> {
  const rows = await entryTable
    .select(ctx, 'entry')
    .clearSelect()
    .select(sql<string>`unnest(entry.ingredients)`.as('word'))
    .where('entry.kind', '=', 'drug')
    .groupBy('word')
    .orderBy('word')
    .execute();
  return rows.map((row) => row.word);
}
