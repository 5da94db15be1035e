/** enCode of the page of backups. */
export const BACKUP_MENU = 'systemData.dataBackup';
/** Longest passphrase that is kept, characters; the shortest is the shell's to say. */
export const MAX_PASSPHRASE = 200;
/** A quiet hour, before the maintenance of the embedded database and the nightly check of data. */
export const NIGHTLY = '30 1 * * *';
/** Days, weeks and months of which a backup is kept, as a site begins with them and at most. */
export const KEPT_AT_FIRST = { days: 7, weeks: 5, months: 12 } as const;
export const MAX_KEPT = { days: 366, weeks: 260, months: 240 } as const;
export const MAX_CRON = 100;
