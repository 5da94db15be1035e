import type { ColumnType, IdentityTables, SqlRow } from '@nephra/plugin-sdk/server';
import type { auditHeadTable, auditTable } from './audit.table.ts';
import type { clockStepTable, steadyTimeTable } from './clock.table.ts';
import type { dataCheckTable, dataFindingTable } from './data-check.table.ts';
import type { exportJobTable, partUploadTable, storedFileTable } from './file.table.ts';
import type { columnSettingTable, idempotencyTable, numberSeriesTable, revisionTable, settingTable } from './installation.table.ts';
import type { jobLeaseTable, jobRunLineTable, jobRunTable } from './job.table.ts';
import type { loginAddressTable, loginAttemptTable, passwordHistoryTable } from './login-guard.table.ts';
import type { pluginReportTable, pluginSettingTable, pluginStateTable, pluginStrikeTable, registryRevisionTable } from './plugin.table.ts';
import type { columnDefaultTable, listViewChoiceTable, listViewShareTable, listViewTable } from './lists/list-view.table.ts';
import type { socketPushTable } from './push.table.ts';
import type { siteLanguageTable, siteTextTable } from './site-text.table.ts';
import type { sessionTable } from './session.table.ts';
import type { captchaTable, oneTimeTicketTable, scanTicketTable, signPinTable, smsCodeTable, smsOutboxTable } from './sign-in.table.ts';

/** A bigint that statements read by hand: the driver gives it as text. */
type BigintAsText<Row, Key extends keyof Row> = Omit<Row, Key> & { readonly [K in Key]: ColumnType<string, string | undefined, string> };

/** Tables of the schema `core`. */
export interface CoreTables extends IdentityTables {
  'core.session': SqlRow<typeof sessionTable>;
  'core.captcha': SqlRow<typeof captchaTable>;
  'core.sms_code': SqlRow<typeof smsCodeTable>;
  'core.sms_outbox': SqlRow<typeof smsOutboxTable>;
  'core.scan_ticket': SqlRow<typeof scanTicketTable>;
  'core.one_time_ticket': SqlRow<typeof oneTimeTicketTable>;
  'core.sign_pin': SqlRow<typeof signPinTable>;
  'core.login_attempt': SqlRow<typeof loginAttemptTable>;
  'core.login_address': SqlRow<typeof loginAddressTable>;
  'core.password_history': SqlRow<typeof passwordHistoryTable>;
  'core.steady_time': SqlRow<typeof steadyTimeTable>;
  'core.clock_step': SqlRow<typeof clockStepTable>;
  'core.data_check': SqlRow<typeof dataCheckTable>;
  'core.data_finding': SqlRow<typeof dataFindingTable>;
  'core.audit': BigintAsText<SqlRow<typeof auditTable>, 'seq'>;
  'core.audit_head': BigintAsText<SqlRow<typeof auditHeadTable>, 'seq'>;
  'core.stored_file': SqlRow<typeof storedFileTable>;
  'core.part_upload': SqlRow<typeof partUploadTable>;
  'core.export_job': SqlRow<typeof exportJobTable>;
  'core.plugin_state': SqlRow<typeof pluginStateTable>;
  'core.plugin_report': SqlRow<typeof pluginReportTable>;
  'core.plugin_strike': SqlRow<typeof pluginStrikeTable>;
  'core.plugin_setting': SqlRow<typeof pluginSettingTable>;
  'core.registry_revision': SqlRow<typeof registryRevisionTable>;
  'core.job_lease': SqlRow<typeof jobLeaseTable>;
  'core.job_run': SqlRow<typeof jobRunTable>;
  'core.job_run_line': SqlRow<typeof jobRunLineTable>;
  'core.socket_push': SqlRow<typeof socketPushTable>;
  'core.site_text': SqlRow<typeof siteTextTable>;
  'core.site_language': SqlRow<typeof siteLanguageTable>;
  'core.setting': SqlRow<typeof settingTable>;
  'core.revision': BigintAsText<SqlRow<typeof revisionTable>, 'value'>;
  'core.number_series': BigintAsText<SqlRow<typeof numberSeriesTable>, 'value'>;
  'core.column_setting': SqlRow<typeof columnSettingTable>;
  'core.column_default': SqlRow<typeof columnDefaultTable>;
  'core.list_view': SqlRow<typeof listViewTable>;
  'core.list_view_share': SqlRow<typeof listViewShareTable>;
  'core.list_view_choice': SqlRow<typeof listViewChoiceTable>;
  'core.idempotency': SqlRow<typeof idempotencyTable>;
}
