import { AppError, DAY_MS, dayOf, formatInstant, isAppError } from '@nephra/plugin-sdk/contract';
import { backups, type JobRun, jobBoard } from '@nephra/plugin-sdk/server';
import { surplusBackups } from '../../domain/backup/keep.ts';
import { type BackupSettingStored, type BackupStored, backupTable } from '../tables/backup.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { allBackups, boardName, changeBackup, dropBackup, firstIn, progressOf, troubleOf, VERIFY_JOB } from './backup-rows.ts';
import { backupSettingsOf, keptPassphrase } from './backup-settings.ts';

/** Attempts of which there is no file are remembered so long. */
const FAILURES_KEPT_MS = 30 * DAY_MS;

/** `nephra-20260302-013000-4f2a`: by business time; the end tells two apart that were begun in one second. */
const nameOf = ({ id, createdAt }: Pick<BackupStored, 'id' | 'createdAt'>): string =>
  `nephra-${formatInstant(createdAt.getTime(), '{y}{m}{d}-{h}{i}{s}')}-${id.slice(-4).toLowerCase()}`;

export const newBackup = (ctx: ReadCtx, over: Partial<BackupStored>): Promise<BackupStored> =>
  backupTable.insert(ctx, {
    fileName: '',
    fileSize: 0,
    state: 'waiting',
    scheduled: false,
    withFiles: true,
    creatorName: '',
    host: '',
    rowCount: 0,
    fileCount: 0,
    fileBytes: 0,
    milliseconds: 0,
    trouble: '',
    troubleParams: {},
    verifyState: '',
    verifiedAt: null,
    verifyTrouble: '',
    verifyParams: {},
    broken: [],
    ...over,
  });

/** Whoever was at work when its server ended: this job runs on one server at a time, so nobody is. */
async function noteInterrupted(ctx: ReadCtx): Promise<void> {
  for (let row = await firstIn(ctx, 'state', ['running']); row; row = await firstIn(ctx, 'state', ['running']))
    await changeBackup(ctx, row.id, { state: 'interrupted', trouble: 'interrupted', troubleParams: {} });
}

/** One run: the backup that somebody asked for, or else that of the timetable. */
export async function makeBackup(ctx: ReadCtx, run: JobRun): Promise<void> {
  await noteInterrupted(ctx);
  const settings = await backupSettingsOf(ctx);
  const asked = await firstIn(ctx, 'state', ['waiting']);
  const row = asked ?? (await ctx.transaction(() => newBackup(ctx, { scheduled: true, withFiles: settings.withFiles })));
  const service = ctx.service(backups);
  const { host } = await service.folder();
  await changeBackup(ctx, row.id, { state: 'running', host });
  try {
    const passphrase = keptPassphrase(ctx, settings);
    const made = await service.make(nameOf(row), {
      withFiles: row.withFiles,
      passphrase: passphrase === 'unreadable' ? undefined : passphrase,
      signal: run.signal,
      progress: progressOf(run),
    });
    await changeBackup(ctx, row.id, {
      state: 'done',
      fileName: made.fileName,
      fileSize: made.bytes,
      rowCount: made.rows,
      fileCount: made.files,
      fileBytes: made.fileBytes,
      milliseconds: made.milliseconds,
    });
    run.log(`${made.fileName}: ${made.bytes} bytes, ${made.rows} rows, ${made.files} files, ${made.milliseconds} ms`);
  } catch (error) {
    if (run.signal.aborted) {
      await changeBackup(ctx, row.id, { state: 'cancelled' });
      throw run.signal.reason;
    }
    const { trouble, params } = troubleOf(error);
    await changeBackup(ctx, row.id, { state: 'failed', trouble, troubleParams: params });
    throw new AppError(`data.backup-${trouble}`, { params, cause: error });
  }
  if (!row.scheduled) return;
  await dropSurplus(ctx, settings, run);
  if (settings.verifyAfter) await askToVerify(ctx, row.id, { userId: '', userName: '' });
}

/** A verification waits for its turn; one that is under way takes it up when it is through. */
export async function askToVerify(ctx: ReadCtx, id: string, by: { readonly userId: string; readonly userName: string }): Promise<void> {
  await ctx.transaction(() => changeBackup(ctx, id, { verifyState: 'waiting' }));
  try {
    await ctx.transaction(() => ctx.service(jobBoard).start(boardName(VERIFY_JOB), by));
  } catch (error) {
    if (!isAppError(error) || error.key !== 'core.job-running') throw error;
  }
}

/** Takes away what the rule no longer keeps, and attempts of a month ago. Those that somebody asked for stay. */
async function dropSurplus(ctx: ReadCtx, { keepDays, keepWeeks, keepMonths }: BackupSettingStored, run: JobRun): Promise<void> {
  const service = ctx.service(backups);
  const rows = await allBackups(ctx).where('row.scheduled', '=', true).execute();
  const there = rows.filter(({ state }) => state === 'done');
  const surplus = surplusBackups(
    there.map(({ id, createdAt, verifyState }) => ({
      id,
      day: dayOf(createdAt.getTime()),
      at: createdAt.getTime(),
      good: verifyState !== 'failed',
      proven: verifyState === 'passed',
    })),
    { days: keepDays, weeks: keepWeeks, months: keepMonths },
  );
  const { host } = await service.folder();
  for (const id of surplus) {
    const row = there.find((one) => one.id === id);
    // One that lies in the folder of another server goes when that one makes a backup; one that is being looked at stays until the next night.
    if (!row || row.verifyState === 'running' || (row.host !== host && (await service.sizeOf(row.fileName)) === undefined)) continue;
    await service.remove(row.fileName);
    await dropBackup(ctx, id);
    run.log(`${row.fileName} is no longer kept`);
  }
  const limit = ctx.clock.now().getTime() - FAILURES_KEPT_MS;
  for (const { id, state, createdAt } of rows) if (state !== 'done' && createdAt.getTime() < limit) await dropBackup(ctx, id);
}
