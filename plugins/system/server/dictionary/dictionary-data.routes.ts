import { type ServedRecord, serveRecord, type UploadBody } from '@nephra/plugin-sdk/server';
import { dictionaryDataContract } from '../../contract/dictionary-data.contract.ts';
import { shownName } from '../../domain/locked.ts';
import { withoutBranch } from '../../domain/tree.ts';
import { declaredKeeper } from '../declared/declared-keeper.ts';
import { dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { choicesOf, declaredLabels, entriesAsked, entriesOf, entryInfo, shapedEntries, typeByKey } from './dictionary.query.ts';
import { dictionarySnapshots } from './snapshots/dictionary-snapshots.ts';
import { dictionaryTypeRoutes } from './dictionary-type.routes.ts';
import { entriesChanged } from './entries-changed.ts';
import { assertEntryMay } from './entry-rules.ts';
import { entryUses } from './entry-uses.query.ts';
import { exportDictionary } from './export-dictionary.ts';
import { importDictionary } from './import-dictionary.ts';
import { topAsNone } from './top-as-none.ts';

const kept = (ctx: Ctx): Promise<void> => ctx.service(declaredKeeper).keep();

const served: ServedRecord = serveRecord<SystemDb>()(dictionaryDataContract, dictionaryDataTable, {
  // All organisations read it.
  keeps: async (ctx) => ctx.user.isAdministrator,
  async shown(ctx, rows) {
    const labels = await declaredLabels(ctx, [...new Set(rows.map(({ dictionaryTypeId }) => dictionaryTypeId))]);
    return rows.map(({ id, fullName }) => ({ label: shownName(fullName, labels.get(id), ctx.language), locked: labels.has(id) ? 1 : 0 }));
  },
  check: assertEntryMay,
  after: (ctx) => entriesChanged(ctx),
  more: {
    async all({ query }, ctx) {
      await kept(ctx);
      return await ctx.service(dictionarySnapshots).answer(ctx, query.revision, query.partial === '1');
    },
    async ofType({ params, query }, ctx) {
      await kept(ctx);
      return { list: [...(await entriesAsked(ctx, params.id, query.isTree, query.keyword))] };
    },
    async parents({ params, query }, ctx) {
      const type = await typeByKey(ctx, params.id);
      const rows = withoutBranch(await entriesOf(ctx, type.id), params.x);
      return { list: [...shapedEntries(rows, query.isTree !== '0')] };
    },
    async choices({ params }, ctx) {
      await kept(ctx);
      return { list: await choicesOf(ctx, params.id) };
    },
    info: ({ params }, ctx) => entryInfo(ctx, params.id),
    uses: async ({ params }, ctx) => ({ list: await entryUses(ctx, params.id) }),
    exportFile: ({ params }, ctx) => exportDictionary(ctx, params.id),
    importFile: ({ body }, ctx) =>
      importDictionary(ctx, body as unknown as UploadBody, { types: dictionaryTypeRoutes.engine.in(ctx), entries: served.engine.in(ctx) }),
  },
});

export const dictionaryDataRoutes: ServedRecord = topAsNone(served);
