import { backups, jobBoard, type RowJobRun } from '@nephra/plugin-sdk/server';
import type { BackupStatus } from '../../contract/backup/backup.contract.ts';
import { lateSince } from '../../domain/backup/late.ts';
import type { BackupStored } from '../tables/backup.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { allBackups, boardName, MAKE_JOB, VERIFY_JOB } from './backup-rows.ts';
import { backupSettingsOf, keptPassphrase } from './backup-settings.ts';

/** The run of a job that is under way. */
export async function runUnderWay(ctx: Ctx, job: string): Promise<RowJobRun | undefined> {
  const { list } = await ctx.service(jobBoard).runs(boardName(job), { currentPage: 1, pageSize: 1 });
  return list.find(({ state }) => state === 'running');
}

async function shownRun(ctx: Ctx): Promise<BackupStatus['run']> {
  for (const [job, work] of [
    [MAKE_JOB, 'make'],
    [VERIFY_JOB, 'verify'],
  ] as const) {
    const run = await runUnderWay(ctx, job);
    if (run) return { runId: run.id, work, step: run.text, done: run.done ?? 0, total: run.total, startedAt: run.startedAt.getTime() };
  }
  return null;
}

/** Backups that are looked for on the disk until one is found. */
const MAX_LOOKED_AT = 50;

/** The newest that can be restored as far as anybody knows. One of this computer whose file is not there counts for none: its database was restored elsewhere, or somebody took the file away. */
async function lastGood(ctx: Ctx, host: string): Promise<BackupStored | undefined> {
  const service = ctx.service(backups);
  const rows = await allBackups(ctx)
    .where('row.state', '=', 'done')
    .where('row.verifyState', '<>', 'failed')
    .orderBy('row.createdAt', 'desc')
    .orderBy('row.id')
    .limit(MAX_LOOKED_AT)
    .execute();
  for (const row of rows) if (row.host !== host || (await service.sizeOf(row.fileName)) !== undefined) return row;
  return undefined;
}

/** GET Actions/Status */
export async function backupStatus(ctx: Ctx): Promise<BackupStatus> {
  const board = ctx.service(jobBoard);
  const settings = await backupSettingsOf(ctx);
  const { passphraseFixed, ...folder } = await ctx.service(backups).folder();
  const good = await lastGood(ctx, folder.host);
  const passphrase = keptPassphrase(ctx, settings);
  // A timetable that was turned on today misses nothing of yesterday.
  const counted = new Date(Math.max(good?.createdAt.getTime() ?? 0, settings.enabledAt.getTime()));
  const late = settings.enabled ? lateSince(board.momentAfter(settings.cron, counted).getTime(), ctx.clock.now().getTime()) : 0;
  const next = settings.enabled ? (await board.times()).get(boardName(MAKE_JOB))?.nextAt : undefined;
  return {
    ...folder,
    lastGoodAt: good?.createdAt.getTime() ?? 0,
    lateSince: late,
    nextAt: next?.getTime() ?? 0,
    embedded: folder.engine === 'embedded',
    passphrase: passphraseFixed ? 'environment' : passphrase === undefined ? 'none' : passphrase === 'unreadable' ? 'unreadable' : 'kept',
    run: await shownRun(ctx),
  };
}
