import type { DictionaryFile } from '../domain/dictionary-file.ts';
import { dictionaryDataTable } from './tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from './tables/dictionary-type.table.ts';
import type { ReadCtx } from './tables/tables.ts';

interface DemoData {
  readonly dictionaries: readonly DictionaryFile[];
}

/** Dictionaries of the demo system. */
export async function fillDemo(data: unknown, ctx: ReadCtx): Promise<void> {
  for (const { dictionary, entries } of (data as DemoData).dictionaries) {
    const type = await dictionaryTypeTable.insert(ctx, { ...dictionary, isTree: dictionary.isTree === 1, parentId: null });
    const ids = new Map<string, string>();
    const rows = entries.map(({ parent, enabledMark, ...entry }) => {
      const id = ctx.newId();
      ids.set(entry.enCode, id);
      return { ...entry, id, dictionaryTypeId: type.id, parentId: ids.get(parent) ?? null, enabled: enabledMark === 1 };
    });
    await dictionaryDataTable.insertAll(ctx, rows);
  }
}
