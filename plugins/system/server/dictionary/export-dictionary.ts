import type { RawReply } from '@nephra/plugin-sdk/server';
import { type FileEntry, fileText } from '../../domain/dictionary-file.ts';
import { parentsFirst } from '../../domain/tree.ts';
import { type DictionaryDataStored, dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { typeByKey } from './dictionary.query.ts';

/** Names as they are stored: the file is of the dictionary, not of its reader. */
export const fileEntries = (rows: readonly DictionaryDataStored[]): readonly FileEntry[] => {
  const codes = new Map(rows.map(({ id, enCode }) => [id, enCode]));
  return parentsFirst(rows).map(({ fullName, enCode, parentId, enabled, sortCode, description }) => ({
    fullName,
    enCode,
    parent: codes.get(parentId ?? '') ?? '',
    enabledMark: enabled ? 1 : 0,
    sortCode,
    description,
  }));
};

export const entriesStored = (ctx: Ctx, typeId: string): Promise<readonly DictionaryDataStored[]> =>
  dictionaryDataTable.select(ctx, 'one').where('one.dictionaryTypeId', '=', typeId).orderBy('one.sortCode').orderBy('one.id').execute();

/** A dictionary with its entries, hidden ones too. */
export async function exportDictionary(ctx: Ctx, key: string): Promise<RawReply> {
  const type = await typeByKey(ctx, key);
  const { fullName, enCode, sortCode, description } = type;
  const entries = fileEntries(await entriesStored(ctx, type.id));
  ctx.audit({ subject: 'dictionary-type', subjectId: type.id, note: `${entries.length} entries` });
  return {
    content: Buffer.from(fileText({ dictionary: { fullName, enCode, isTree: type.isTree ? 1 : 0, sortCode, description }, entries })),
    contentType: 'application/json; charset=utf-8',
    fileName: `${fullName}.json`,
    disposition: 'attachment',
  };
}
