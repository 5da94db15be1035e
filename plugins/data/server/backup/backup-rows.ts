import { BackupError, type BackupProgress, type JobRun } from '@nephra/plugin-sdk/server';
import { type BackupStored, backupTable } from '../tables/backup.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

export const MAKE_JOB = 'backup';
export const VERIFY_JOB = 'backup-verify';
/** Their names in the timetable of the installation. */
export const boardName = (job: string): string => `data.${job}`;

export const allBackups = (ctx: ReadCtx) => backupTable.everywhere(ctx, 'backups are of the installation, and the scheduler makes them for nobody');

/** The oldest that waits for this, or was at it when its server ended. */
export const firstIn = (ctx: ReadCtx, column: 'state' | 'verifyState', states: readonly string[]): Promise<BackupStored | undefined> =>
  allBackups(ctx)
    .where(`row.${column}`, 'in', states as never)
    .orderBy('row.createdAt')
    .orderBy('row.id')
    .limit(1)
    .executeTakeFirst();

export async function changeBackup(ctx: ReadCtx, id: string, change: Partial<BackupStored>): Promise<void> {
  // rows: a backup, which is of the installation
  await ctx.db
    .updateTable('data.backup')
    .set(backupTable.toSql(change as BackupStored) as never)
    .where('id', '=', id)
    .execute();
}

/** Takes the row of a backup away whose file is gone. */
export async function dropBackup(ctx: ReadCtx, id: string): Promise<void> {
  // rows: a backup, which is of the installation
  await ctx.db.deleteFrom('data.backup').where('id', '=', id).execute();
}

/** Why it did not end well, in the words of the service. */
export function troubleOf(error: unknown): { readonly trouble: string; readonly params: Readonly<Record<string, string | number>> } {
  return error instanceof BackupError || (error instanceof Error && error.name === 'BackupError')
    ? { trouble: (error as BackupError).trouble, params: (error as BackupError).params }
    : { trouble: 'failed', params: {} };
}

/** How far a run is, for the page: its step stands in the text. */
export const progressOf =
  (run: JobRun) =>
  ({ step, done, total }: BackupProgress): void =>
    run.progress(done, total, step);
