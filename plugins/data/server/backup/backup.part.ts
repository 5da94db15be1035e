import { extend, type RowJob, type RowJobs, rowJobs, type ServerPart } from '@nephra/plugin-sdk/server';
import { backupSizes } from '../tables/backup.table.ts';
import type { DataDb, ReadCtx } from '../tables/tables.ts';
import { backupRoutes } from './backup.routes.ts';
import { MAKE_JOB, VERIFY_JOB } from './backup-rows.ts';
import { backupSettingsBundle } from './backup-settings.bundle.ts';
import { backupSettingsOf } from './backup-settings.ts';
import { makeBackup } from './make-backup.job.ts';
import { verifyBackups } from './verify-backup.job.ts';

const same = (when: RowJob['when'], since: Date | undefined): string => JSON.stringify([when, since?.getTime()]);

/** Both for the scheduler of the installation: one server at a time makes a backup, one at a time verifies. */
const backupJobs = (ctx: ReadCtx): RowJobs => ({
  async read() {
    const { enabled, cron, countsFrom } = await backupSettingsOf(ctx);
    const when = enabled ? { cron } : ('demand' as const);
    return [
      {
        name: MAKE_JOB,
        title: { zh: '数据备份', zhtw: '資料備份', en: 'Backup' },
        purpose: {
          zh: '把整个数据库和上传的文件加密写入备份目录，并按规则清理旧备份',
          zhtw: '將整個資料庫和上傳的檔案加密寫入備份目錄，並按規則清理舊備份',
          en: 'Writes the whole database and uploaded files, encrypted, into the folder of backups, and removes what is no longer kept',
        },
        when,
        ...(enabled && { since: countsFrom }),
        revision: same(when, enabled ? countsFrom : undefined),
        run: (run) => makeBackup(ctx, run),
      },
      {
        name: VERIFY_JOB,
        title: { zh: '校验备份', zhtw: '驗證備份', en: 'Verify backups' },
        purpose: {
          zh: '把备份恢复到临时数据库，核对数据并校验审计日志',
          zhtw: '將備份還原到暫時資料庫，核對資料並驗證稽核日誌',
          en: 'Restores backups into a scratch database, checks their data and the audit log',
        },
        when: 'demand',
        revision: 'demand',
        run: (run) => verifyBackups(ctx, run),
      },
    ];
  },
});

/** Copies of the whole database. */
export const backupPart: ServerPart<DataDb> = {
  name: 'backup',
  implementations: [backupRoutes],
  extensions: [extend(rowJobs, backupJobs), backupSettingsBundle],
  tableSizes: backupSizes,
};
