import { AppError } from '@nephra/plugin-sdk/contract';
import { backups, type JobRun } from '@nephra/plugin-sdk/server';
import type { BackupStored } from '../tables/backup.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { changeBackup, firstIn, progressOf, troubleOf } from './backup-rows.ts';
import { backupSettingsOf, keptPassphrase } from './backup-settings.ts';

/** Broken rules that are kept, and characters of one. */
const MAX_BROKEN = 50;
const MAX_RULE = 500;

/** One run: every backup that waits to be verified, and those whose verification was cut off. */
export async function verifyBackups(ctx: ReadCtx, run: JobRun): Promise<void> {
  let failed: unknown;
  for (let row = await firstIn(ctx, 'verifyState', ['waiting', 'running']); row; row = await firstIn(ctx, 'verifyState', ['waiting', 'running']))
    failed = (await verifyOne(ctx, row, run)) ?? failed;
  // Who looks at the jobs alone must not read that all is well.
  if (failed) throw failed;
}

/** @returns why it did not pass */
async function verifyOne(ctx: ReadCtx, row: BackupStored, run: JobRun): Promise<unknown> {
  await changeBackup(ctx, row.id, { verifyState: 'running' });
  const end = (change: Partial<BackupStored>): Promise<void> => changeBackup(ctx, row.id, { verifiedAt: ctx.clock.now(), ...change });
  try {
    const passphrase = keptPassphrase(ctx, await backupSettingsOf(ctx));
    const found = await ctx.service(backups).verify(row.fileName, {
      passphrase: passphrase === 'unreadable' ? undefined : passphrase,
      signal: run.signal,
      progress: progressOf(run),
    });
    const { broken, auditWhole, rules, rows, auditEntries, milliseconds } = found;
    const passed = broken.length === 0 && auditWhole;
    await end({
      verifyState: passed ? 'passed' : 'broken',
      verifyTrouble: auditWhole ? '' : 'audit',
      verifyParams: { rules, rows, auditEntries, seconds: Math.round(milliseconds / 100) / 10 },
      broken: broken.slice(0, MAX_BROKEN).map((rule) => rule.slice(0, MAX_RULE)),
    });
    run.log(`${row.fileName}: ${rows} rows, ${rules} rules, ${broken.length} broken, ${auditEntries} audit entries, ${milliseconds} ms`);
    return passed ? undefined : new AppError('data.backup-broken', { params: { fileName: row.fileName, n: broken.length } });
  } catch (error) {
    if (run.signal.aborted) {
      // What was known of it before stands nowhere: nothing is claimed.
      await changeBackup(ctx, row.id, { verifyState: '', verifiedAt: null, verifyTrouble: '', verifyParams: {}, broken: [] });
      throw run.signal.reason;
    }
    const { trouble, params } = troubleOf(error);
    const { host } = await ctx.service(backups).folder();
    // What is wrong with this server, or lies in the folder of another one, says nothing about the backup.
    const ofBackup = trouble === 'damaged' || (trouble === 'missing' && row.host === host);
    await end({ verifyState: ofBackup ? 'failed' : '', verifyTrouble: trouble, verifyParams: params, broken: [] });
    return new AppError(`data.backup-${trouble}`, { params, cause: error });
  }
}
