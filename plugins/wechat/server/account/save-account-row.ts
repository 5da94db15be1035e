import type { Kysely } from 'kysely';
import type { Ctx } from '../tables/tables.ts';

type AccountTable = 'wechat.work_account' | 'wechat.ding_account' | 'wechat.public_account';
interface AccountRow {
  readonly id: string;
  readonly version: number;
}

/**
 * Writes the one row of an account as its reader saw it; of two who save at once one finds another version.
 * @param row all of it, as its table makes it of what is kept (`toSql`)
 * @param seen version that was read; undefined: there was none
 * @returns whether it was written
 */
export async function saveAccountRow(ctx: Ctx, table: AccountTable, row: object, seen: number | undefined): Promise<boolean> {
  const db = ctx.db as unknown as Kysely<Record<string, AccountRow>>;
  const name: string = table;
  const { id, ...changes } = row as AccountRow;
  // The one account of the installation, in the hands of its administrators; statements of all three tables.
  const saved =
    seen === undefined
      ? await db
          .insertInto(name)
          .values({ id, ...changes })
          .onConflict((one) => one.doNothing())
          .returning('id')
          .executeTakeFirst()
      : await db.updateTable(name).set(changes).where('id', '=', id).where('version', '=', seen).returning('id').executeTakeFirst();
  return saved !== undefined;
}
