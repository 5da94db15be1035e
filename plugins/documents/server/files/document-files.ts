import { extend, type FileHolder, fileHolders, type FileReader, fileReaders } from '@nephra/plugin-sdk/server';
import { DOCUMENT_FILE } from '../../contract/limits.ts';
import { type DocumentsDb, entryTable } from '../tables/tables.ts';

/** A document's file is for whoever may read the document. */
export const documentReader = extend<FileReader, DocumentsDb>(fileReaders, (ctx) => ({
  async mayRead(user, fileId) {
    if (fileId === '') return false;
    const entry = await entryTable
      .select({ db: ctx.db, user } as never, 'e')
      .where('e.fileId', '=', fileId)
      .limit(1)
      .executeTakeFirst();
    return entry !== undefined;
  },
}));

/** Uploads that stand in somebody's folder or recycle bin. */
export const documentHolder = extend<FileHolder, DocumentsDb>(fileHolders, (ctx) => ({
  types: [DOCUMENT_FILE],
  async held(fileIds) {
    const ids = fileIds.filter((id) => id !== '');
    if (ids.length === 0) return [];
    // rows: which of these uploads hang on anybody's entry; nothing else of it is told
    const rows = await ctx.db.selectFrom('documents.entry').select('file_id').distinct().where('file_id', 'in', ids).where('file_id', '<>', '').execute();
    return rows.map(({ file_id }) => file_id as string);
  },
}));
