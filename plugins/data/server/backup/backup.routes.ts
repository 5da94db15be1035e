import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { backups, containing, implement, jobBoard, requireSystemAdministrator, selectPage } from '@nephra/plugin-sdk/server';
import { type BackupRow, backupContract } from '../../contract/backup/backup.contract.ts';
import type { BackupStored } from '../tables/backup.table.ts';
import type { Ctx, DataDb } from '../tables/tables.ts';
import { allBackups, boardName, dropBackup, MAKE_JOB, VERIFY_JOB } from './backup-rows.ts';
import { backupSettingsOf, keptPassphrase, saveBackupSettings, shownSettings } from './backup-settings.ts';
import { backupStatus, runUnderWay } from './backup-status.query.ts';
import { askToVerify, newBackup } from './make-backup.job.ts';

const MEGABYTE = 1_048_576;

/** Bytes of a trouble are shown as megabytes. */
const shownParams = (params: Readonly<Record<string, string | number>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && ['needed', 'available'].includes(name) ? Math.round(value / MEGABYTE) : value,
    ]),
  );

function verifyText(ctx: Ctx, { verifyState, verifyTrouble, verifyParams }: BackupStored): string {
  if (verifyTrouble !== '' && verifyTrouble !== 'audit') return ctx.text(`errors.data.backup-${verifyTrouble}`, shownParams(verifyParams));
  if (verifyState === 'passed') return ctx.text('backup.passedText', verifyParams);
  if (verifyState !== 'broken') return '';
  return verifyTrouble === 'audit' ? ctx.text('backup.auditText', verifyParams) : ctx.text('backup.brokenText', verifyParams);
}

/** @param making a backup is being made now; without one a row that says so was left behind by a server that ended */
function presented(ctx: Ctx, row: BackupStored, { making, verifying }: { readonly making: boolean; readonly verifying: boolean }): BackupRow {
  const cutOff = row.state === 'running' && !making;
  const trouble = cutOff ? 'interrupted' : row.trouble;
  return {
    id: row.id,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileUrl: row.state === 'done' ? `/api/system/DataBackup/${row.id}/Actions/Download` : '',
    creatorTime: row.createdAt.getTime(),
    state: cutOff ? 'interrupted' : row.state,
    scheduled: row.scheduled ? 1 : 0,
    creatorUser: row.creatorName,
    host: row.host,
    withFiles: row.withFiles ? 1 : 0,
    rows: row.rowCount,
    files: row.fileCount,
    fileBytes: row.fileBytes,
    milliseconds: row.milliseconds,
    reason: trouble === '' ? '' : ctx.text(`errors.data.backup-${trouble}`, shownParams(row.troubleParams)),
    verifyState: row.verifyState === 'running' && !verifying ? 'waiting' : row.verifyState,
    verifiedAt: row.verifiedAt?.getTime() ?? 0,
    verifyText: verifyText(ctx, row),
    broken: [...row.broken],
  };
}

/** @throws AppError `core.not-found` */
async function backupNamed(ctx: Ctx, id: string): Promise<BackupStored> {
  requireSystemAdministrator(ctx);
  const row = await allBackups(ctx).where('row.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
  return row;
}

/** One whose file can be read here. @throws AppError `data.backup-none`, `data.backup-elsewhere`, `data.backup-missing` */
async function fileOf(ctx: Ctx, id: string): Promise<BackupStored> {
  const row = await backupNamed(ctx, id);
  if (row.state !== 'done') throw new AppError('data.backup-none', { code: EnvelopeCode.Refused });
  const service = ctx.service(backups);
  if ((await service.sizeOf(row.fileName)) !== undefined) return row;
  const { host } = await service.folder();
  throw row.host === host
    ? new AppError('data.backup-missing', { code: EnvelopeCode.NotFound, params: { fileName: row.fileName } })
    : new AppError('data.backup-elsewhere', { code: EnvelopeCode.Refused, params: { host: row.host } });
}

export const backupRoutes = implement<DataDb>()(backupContract, {
  async list({ query: { keyword = '', state = '', ...request } }, ctx) {
    requireSystemAdministrator(ctx);
    let rows = allBackups(ctx);
    if (keyword !== '') rows = rows.where('row.fileName', 'ilike', containing(keyword));
    if (state !== '') rows = rows.where('row.state', '=', state as never);
    const { list, pagination } = await selectPage(rows, { db: ctx.db, request, sorts: {}, byDefault: ['row.createdAt', 'desc'], tieBreaker: 'row.id' });
    const making = (await runUnderWay(ctx, MAKE_JOB)) !== undefined;
    const verifying = (await runUnderWay(ctx, VERIFY_JOB)) !== undefined;
    return { list: list.map((row) => presented(ctx, row, { making, verifying })), pagination };
  },
  status(_input, ctx) {
    requireSystemAdministrator(ctx);
    return backupStatus(ctx);
  },
  async start(_input, ctx) {
    requireSystemAdministrator(ctx);
    const { passphraseFixed } = await ctx.service(backups).folder();
    const settings = await backupSettingsOf(ctx);
    const passphrase = keptPassphrase(ctx, settings);
    if (!passphraseFixed && (passphrase === undefined || passphrase === 'unreadable'))
      throw new AppError(passphrase === undefined ? 'data.backup-no-passphrase' : 'data.backup-passphrase-unreadable', { code: EnvelopeCode.Refused });
    const { id, withFiles } = await newBackup(ctx, { withFiles: settings.withFiles, creatorName: ctx.user.userName });
    await ctx.service(jobBoard).start(boardName(MAKE_JOB), ctx.user);
    ctx.audit({ subject: 'backup', subjectId: id, after: { withFiles } });
    ctx.message('backup.started');
    return { id };
  },
  async verify({ params }, ctx) {
    const { id, fileName } = await fileOf(ctx, params.id);
    await askToVerify(ctx, id, ctx.user);
    ctx.audit({ subject: 'backup', subjectId: id, note: fileName });
    ctx.message('backup.verifying');
    return null;
  },
  async cancel({ body: { runId } }, ctx) {
    requireSystemAdministrator(ctx);
    const board = ctx.service(jobBoard);
    const job = (await runUnderWay(ctx, MAKE_JOB))?.id === runId ? MAKE_JOB : VERIFY_JOB;
    const underWay = (await runUnderWay(ctx, job))?.id === runId && (await board.cancel(boardName(job), runId, ctx.user));
    ctx.audit({ subject: 'backup', subjectId: runId, note: job });
    ctx.message(underWay ? 'backup.ending' : 'backup.over');
    return null;
  },
  async download({ params }, ctx) {
    const { id, fileName } = await fileOf(ctx, params.id);
    ctx.audit({ subject: 'backup', subjectId: id, note: fileName });
    const { content, heldAs } = await ctx.service(backups).read(fileName);
    return { content, heldAs, fileName, contentType: 'application/octet-stream', disposition: 'attachment' as const };
  },
  async remove({ params }, ctx) {
    const row = await backupNamed(ctx, params.id);
    if ((row.state === 'running' || row.state === 'waiting') && (await runUnderWay(ctx, MAKE_JOB)))
      throw new AppError('data.backup-under-way', { code: EnvelopeCode.Conflict });
    if (row.verifyState === 'running' && (await runUnderWay(ctx, VERIFY_JOB))) throw new AppError('data.backup-under-way', { code: EnvelopeCode.Conflict });
    if (row.state === 'done') {
      const service = ctx.service(backups);
      const { host } = await service.folder();
      if (row.host !== host && (await service.sizeOf(row.fileName)) === undefined)
        throw new AppError('data.backup-elsewhere', { code: EnvelopeCode.Refused, params: { host: row.host } });
      // First the file: a row without one can be deleted again, a file without a row is found by nobody.
      await service.remove(row.fileName);
    }
    await dropBackup(ctx, row.id);
    ctx.audit({ subject: 'backup', subjectId: row.id, before: { fileName: row.fileName, fileSize: row.fileSize, creatorTime: row.createdAt.getTime() } });
    return null;
  },
  async settings(_input, ctx) {
    requireSystemAdministrator(ctx);
    return shownSettings(await backupSettingsOf(ctx));
  },
  saveSettings({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return saveBackupSettings(ctx, body);
  },
});
