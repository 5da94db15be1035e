import type { DictionaryEntries } from '@nephra/plugin-sdk/server';
import { shownName } from '../../domain/locked.ts';
import { declaredKeeper } from '../declared/declared-keeper.ts';
import { declaredEntryTable } from '../tables/declared.table.ts';
import { dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Dictionaries for rules of other plugins. */
export const entriesForRules = (ctx: ReadCtx): DictionaryEntries => ({
  async of(dictionary, language) {
    await ctx.service(declaredKeeper).keep();
    const type = await dictionaryTypeTable
      .everywhere(ctx, 'dictionaries are of the whole installation: rules read them for everybody', 'one')
      .where('one.enCode', '=', dictionary)
      .executeTakeFirst();
    if (!type) return undefined;
    const declared = await declaredEntryTable
      .everywhere(ctx, 'dictionaries are of the whole installation: rules read them for everybody', 'one')
      .where('one.typeId', '=', type.id)
      .execute();
    const labels = new Map(declared.map((row) => [row.dataId, row.labels]));
    const rows = await dictionaryDataTable
      .everywhere(ctx, 'dictionaries are of the whole installation: rules read them for everybody', 'one')
      .where('one.dictionaryTypeId', '=', type.id)
      .orderBy('one.sortCode')
      .orderBy('one.id')
      .execute();
    return rows.map(({ id, enCode, fullName, enabled }) => ({ code: enCode, label: shownName(fullName, labels.get(id), language), enabled }));
  },
});
