import { dictionaryUses, type FoundUses, MAX_LISTED_USES } from '@nephra/plugin-sdk/server';
import { type DictionaryDataStored, dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { Ctx } from '../tables/tables.ts';

/**
 * Rows of plugins that hold the code of an entry. Those that the caller does not see are told without a name.
 * @param most how many of each kind are named; as many as have room in a sentence where nothing is said
 */
export async function usesOfEntry(
  ctx: Ctx,
  { dictionaryTypeId, enCode }: Pick<DictionaryDataStored, 'dictionaryTypeId' | 'enCode'>,
  most?: number,
): Promise<FoundUses[]> {
  const type = await dictionaryTypeTable.one(ctx, dictionaryTypeId);
  const found: FoundUses[] = [];
  for (const { value } of ctx.extensions(dictionaryUses)) {
    const uses = value.dictionary === type.enCode ? await value.of(ctx, enCode, most) : undefined;
    if (uses) found.push(uses);
  }
  return found;
}

/** The same in the reader's language, as a list that people look through. @throws AppError `system.not-found` */
export async function entryUses(ctx: Ctx, id: string): Promise<{ title: string; names: string[]; more: boolean }[]> {
  const found = await usesOfEntry(ctx, await dictionaryDataTable.one(ctx, id), MAX_LISTED_USES);
  return found.map(({ title, names, more }) => ({ title: title[ctx.language], names: [...names], more }));
}
