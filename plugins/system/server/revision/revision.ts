import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { dictionaryFrames } from '../../contract/dictionary-frames.ts';
import type { SystemDb } from '../tables/tables.ts';

type Raiser = Pick<ServerContext<SystemDb>, 'db' | 'socket'>;

/** Calls whose many writes are one change: caches need to hear of it once. */
const grouped = new WeakSet<Raiser>();

/**
 * Says that dictionaries were changed: caches read them again once this is committed.
 * @returns false where the change is one of many, which are told of together
 */
export async function raiseRevision(ctx: Raiser): Promise<boolean> {
  if (grouped.has(ctx)) return false;
  // rows: the one row of the installation that caches compare
  const { value } = await ctx.db
    .updateTable('system.dictionary_revision')
    .set({ value: sql<number>`value + 1` })
    .where('name', '=', 'all')
    .returning('value')
    .executeTakeFirstOrThrow();
  await ctx.socket.push('all', dictionaryFrames, 'dictionaryChanged', { revision: String(value) });
  return true;
}

/** The same once for all that `work` writes. */
export async function raiseOnceFor<T>(ctx: Raiser, work: () => Promise<T>): Promise<T> {
  grouped.add(ctx);
  const result = await work().finally(() => grouped.delete(ctx));
  await raiseRevision(ctx);
  return result;
}

export async function currentRevision({ db }: Pick<Raiser, 'db'>): Promise<string> {
  // rows: the one row of the installation that caches compare
  const { value } = await db.selectFrom('system.dictionary_revision').select('value').where('name', '=', 'all').executeTakeFirstOrThrow();
  return String(value);
}

/** For many writes of one transaction, whose number nobody knows before: the first one raises it, those behind it need not. @returns to be called behind each */
export function raiseWithFirst(ctx: Raiser): () => Promise<void> {
  grouped.add(ctx);
  let raised = false;
  return async () => {
    if (raised) return;
    raised = true;
    grouped.delete(ctx);
    await raiseRevision(ctx);
    grouped.add(ctx);
  };
}
