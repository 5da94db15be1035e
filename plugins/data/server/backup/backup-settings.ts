import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { backups, jobBoard } from '@nephra/plugin-sdk/server';
import type { BackupSettings } from '../../contract/backup/backup.contract.ts';
import { KEPT_AT_FIRST, NIGHTLY } from '../../contract/backup/backup-limits.ts';
import { type BackupSettingStored, backupSettingTable } from '../tables/backup.table.ts';
import type { Ctx, ReadCtx } from '../tables/tables.ts';

const ONLY = 'backup';

/** Off until somebody has set a passphrase: a copy of all patients that everybody can read is worse than none, and nobody could open one whose passphrase was made up. */
const atFirst = (ctx: ReadCtx): BackupSettingStored => ({
  id: ONLY,
  enabled: false,
  cron: NIGHTLY,
  withFiles: true,
  verifyAfter: true,
  keepDays: KEPT_AT_FIRST.days,
  keepWeeks: KEPT_AT_FIRST.weeks,
  keepMonths: KEPT_AT_FIRST.months,
  passphraseSealed: '',
  enabledAt: ctx.clock.now(),
  countsFrom: ctx.clock.steady(),
  version: 1,
});

const stored = (ctx: ReadCtx): Promise<BackupSettingStored | undefined> =>
  backupSettingTable.everywhere(ctx, 'backups are made for the installation, by the scheduler too').where('row.id', '=', ONLY).executeTakeFirst();

export const backupSettingsOf = async (ctx: ReadCtx): Promise<BackupSettingStored> => (await stored(ctx)) ?? atFirst(ctx);

/** The passphrase that is kept. `unreadable`: it was sealed with another key, on the machine that the database came from. */
export function keptPassphrase(ctx: ReadCtx, { passphraseSealed }: BackupSettingStored): string | 'unreadable' | undefined {
  if (passphraseSealed === '') return undefined;
  try {
    return ctx.secrets.open(passphraseSealed);
  } catch {
    return 'unreadable';
  }
}

export const shownSettings = ({ enabled, cron, withFiles, verifyAfter, keepDays, keepWeeks, keepMonths, version }: BackupSettingStored): BackupSettings => ({
  enabled: enabled ? 1 : 0,
  cron,
  withFiles: withFiles ? 1 : 0,
  verifyAfter: verifyAfter ? 1 : 0,
  keepDays,
  keepWeeks,
  keepMonths,
  version,
});

const atField = (key: string, path: string, params: Record<string, string> = {}) =>
  new AppError(key, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/**
 * PUT Actions/Settings
 * @throws AppError `data.backup-cron-…`, `data.backup-passphrase-short`, `data.backup-passphrase-missing`, `data.backup-settings-stale`
 */
export async function saveBackupSettings(ctx: Ctx, body: BackupSettings & { readonly passphrase?: string }): Promise<{ version: number }> {
  const before = await backupSettingsOf(ctx);
  const board = ctx.service(jobBoard);
  const service = ctx.service(backups);
  const cron = body.cron.trim();
  const problem = board.cronProblem(cron);
  if (problem) throw atField(`data.backup-cron-${problem}`, 'cron', { cron });
  const passphrase = body.passphrase ?? '';
  if (passphrase !== '' && !service.accepts(passphrase)) throw atField('data.backup-passphrase-short', 'passphrase');
  const enabled = body.enabled === 1;
  const { passphraseFixed } = await service.folder();
  const known = passphraseFixed || passphrase !== '' || ![undefined, 'unreadable'].includes(keptPassphrase(ctx, before));
  if (enabled && !known) throw atField('data.backup-passphrase-missing', 'passphrase');
  if (body.version !== before.version) throw new AppError('data.backup-settings-stale', { code: EnvelopeCode.Conflict });
  const turnedOn = enabled && (!before.enabled || cron !== before.cron);
  const after: BackupSettingStored = {
    ...before,
    enabled,
    cron,
    withFiles: body.withFiles === 1,
    verifyAfter: body.verifyAfter === 1,
    keepDays: body.keepDays,
    keepWeeks: body.keepWeeks,
    keepMonths: body.keepMonths,
    ...(passphrase !== '' && { passphraseSealed: ctx.secrets.seal(passphrase) }),
    ...(turnedOn && { enabledAt: ctx.clock.now(), countsFrom: ctx.clock.steady() }),
    version: before.version + 1,
  };
  const { id, version, ...changes } = backupSettingTable.toSql(after) as Record<string, unknown> & { id: string; version: number };
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('data.backup_setting')
    .values({ id, version, ...changes } as never)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ version, ...changes } as never)
        .where('data.backup_setting.version', '=', before.version),
    )
    .executeTakeFirstOrThrow();
  // Somebody else saved at the same moment.
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('data.backup-settings-stale', { code: EnvelopeCode.Conflict });
  board.changed();
  ctx.audit({
    subject: 'backup-settings',
    subjectId: ONLY,
    before: shownSettings(before),
    after: { ...shownSettings(after), passphraseChanged: passphrase !== '' },
  });
  ctx.message('backup.saved');
  return { version };
}
