import { extend, type FileReader, fileReaders, sql } from '@nephra/plugin-sdk/server';
import type { MessageDb, ReadCtx } from '../tables/tables.ts';
import { readerOf } from './reader.query.ts';
import { visibleItems } from './visible-items.ts';

/** Files of a notice may be fetched by whoever reads it, wherever they work, and by those who write notices of its organisation. */
export const attachedFiles = extend<FileReader, MessageDb>(fileReaders, (ctx: ReadCtx) => ({
  async mayRead(user, fileId) {
    const has = sql<boolean>`item.file_ids @> array[${fileId}]::text[]`;
    const found = await visibleItems(ctx, await readerOf(ctx, user.userId))
      .where(has)
      .select('item.id')
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
}));
