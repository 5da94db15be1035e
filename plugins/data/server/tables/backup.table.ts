import { column, defineTable, type SqlRow, type StoredOf, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_CRON, MAX_KEPT } from '../../contract/backup/backup-limits.ts';

const count = column.int(0, Number.MAX_SAFE_INTEGER);
const words = column.json<Readonly<Record<string, string | number>>>();
/** Longest rule of a plugin, with its plugin. */
const MAX_RULE = 500;

/** Backups of the installation. */
export const backupTable = defineTable(
  'data.backup',
  {
    id: column.id(),
    fileName: column.text(120),
    fileSize: count,
    state: column.choice('waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted'),
    scheduled: column.flag(),
    withFiles: column.flag(),
    creatorName: column.text(100),
    host: column.text(255),
    rowCount: count,
    fileCount: count,
    fileBytes: count,
    milliseconds: count,
    trouble: column.text(40),
    troubleParams: words,
    verifyState: column.choice('', 'waiting', 'running', 'passed', 'broken', 'failed'),
    verifiedAt: column.instant().nullable(),
    verifyTrouble: column.text(40),
    verifyParams: words,
    broken: column.texts(MAX_RULE),
    createdAt: column.instant(),
  },
  { scope: 'installation', rowsStay: true },
);
export interface BackupStored extends StoredOf<typeof backupTable> {}

/** How they are made and kept: one row. */
export const backupSettingTable = defineTable(
  'data.backup_setting',
  {
    id: column.id(),
    enabled: column.flag(),
    cron: column.text(MAX_CRON),
    withFiles: column.flag(),
    verifyAfter: column.flag(),
    keepDays: column.int(1, MAX_KEPT.days),
    keepWeeks: column.int(0, MAX_KEPT.weeks),
    keepMonths: column.int(0, MAX_KEPT.months),
    /** Empty: none is kept. */
    passphraseSealed: column.text(2_000),
    /** When the timetable was turned on, by the clock on the wall. */
    enabledAt: column.instant(),
    /** Moments of the timetable up to this one, of the steady line, are not made up. */
    countsFrom: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { scope: 'installation', rowsStay: true },
);
export interface BackupSettingStored extends StoredOf<typeof backupSettingTable> {}

export interface BackupTables {
  'data.backup': SqlRow<typeof backupTable>;
  'data.backup_setting': SqlRow<typeof backupSettingTable>;
}

export const backupSizes: TableSizes = { backup: small(2_000), backup_setting: small(1) };
