import { AppError, EnvelopeCode, Type } from '@nephra/plugin-sdk/contract';
import { BUNDLE_FLAG_WORDS, bundlePart, type BundleRow } from '@nephra/plugin-sdk/server';
import { keptFields } from '../../contract/backup/backup.contract.ts';
import type { DataDb } from '../tables/tables.ts';
import { backupSettingsOf, keptPassphrase, saveBackupSettings, shownSettings } from './backup-settings.ts';

const strict = { additionalProperties: false } as const;
const { enabled: _, ...rules } = keptFields;
const FLAGS = { words: BUNDLE_FLAG_WORDS };

/**
 * When backups are made, how long they are kept and whether they are verified. That they run is an entry of its own: it needs the passphrase, which stays with its
 * site, and a bundle of a site that makes none turns off nobody's.
 */
export const backupSettingsBundle = bundlePart<DataDb>({
  id: 'backup-settings',
  title: { zh: '备份设置', zhtw: '備份設定', en: 'Backup settings' },
  format: 1,
  fields: {
    timetable: {
      label: { zh: '定时备份', zhtw: '定時備份', en: 'Scheduled backups' },
      words: { on: { zh: '开启', zhtw: '開啟', en: 'On' }, off: { zh: '关闭', zhtw: '關閉', en: 'Off' } },
    },
    cron: { label: { zh: '备份时间', zhtw: '備份時間', en: 'Time' } },
    withFiles: { label: { zh: '包含上传的文件', zhtw: '包含上傳的檔案', en: 'With uploaded files' }, ...FLAGS },
    verifyAfter: { label: { zh: '备份后自动校验', zhtw: '備份後自動驗證', en: 'Verify each backup' }, ...FLAGS },
    keepDays: { label: { zh: '保留天数', zhtw: '保留天數', en: 'Days kept' } },
    keepWeeks: { label: { zh: '保留周数', zhtw: '保留週數', en: 'Weeks kept' } },
    keepMonths: { label: { zh: '保留月数', zhtw: '保留月數', en: 'Months kept' } },
  },
  values: Type.Union([Type.Object({ timetable: Type.Literal('on') }, strict), Type.Object(rules, strict)]),
  async rows(ctx, codes) {
    const settings = await backupSettingsOf(ctx);
    const { enabled, version: _version, ...kept } = shownSettings(settings);
    const rows: BundleRow[] = [
      { code: 'rules', name: ctx.text('backup.settings'), values: kept },
      { code: 'timetable', name: ctx.text('backup.enabled'), values: { timetable: enabled === 1 ? 'on' : 'off' }, parent: 'rules' },
    ];
    if (codes) return rows.filter(({ code }) => codes.has(code));
    const own = settings.version > 1 ? rows.filter(({ code }) => code === 'rules' || enabled === 1) : [];
    const hasPassphrase = keptPassphrase(ctx, settings) !== undefined;
    return { rows: own, left: hasPassphrase ? [{ name: ctx.text('backup.passphrase'), why: 'secret' as const }] : [] };
  },
  writer: async (ctx) => async (row) => {
    if (row.code === 'timetable' ? !('timetable' in row.values) : row.code !== 'rules' || 'timetable' in row.values)
      throw new AppError('core.bundle-entry', { code: EnvelopeCode.Invalid, params: { code: row.code } });
    const before = shownSettings(await backupSettingsOf(ctx));
    await saveBackupSettings(ctx, { ...before, ...(row.code === 'timetable' ? { enabled: 1 } : row.values) });
  },
});
