import { keepEntryWords } from '../declared/entry-words.ts';
import { raiseRevision } from '../revision/revision.ts';
import type { Ctx } from '../tables/tables.ts';

/** Entries were written: caches hear of it, and texts that say their names follow. Once for many. */
export async function entriesChanged(ctx: Ctx): Promise<void> {
  if (await raiseRevision(ctx)) await keepEntryWords(ctx);
}
