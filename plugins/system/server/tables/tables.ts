import { type IdentityTables, type RequestContext, type ServerContext, type SqlRow, small, type TableSizes } from '@nephra/plugin-sdk/server';
import type { areaListedTable, areaSeedTable, areaTable } from './area.table.ts';
import type { BillRuleTables } from './bill-rule.table.ts';
import type { BundleTables } from './bundle.table.ts';
import type { TaskTables } from './task.table.ts';
import type { exceptionLogTable, requestLogTable } from './log.table.ts';
import type { declaredEntryTable, declaredTypeTable } from './declared.table.ts';
import type { dictionaryDataTable } from './dictionary-data.table.ts';
import type { dictionaryRevisionTable } from './dictionary-revision.table.ts';
import type { dictionaryTypeTable } from './dictionary-type.table.ts';
import type { messageTemplateTable } from './message-template.table.ts';
import type { smsTemplateTable } from './sms-template.table.ts';

/** Tables of the shell that the page of menus keeps, and that name the site. */
type MenuTables = Pick<
  IdentityTables,
  'core.org' | 'core.menu' | 'core.menu_item' | 'core.permission_grant' | 'core.data_scheme' | 'core.role' | 'core.role_org'
>;
/** Of the shell: who may do everything is said on the page of configuration. */
type AdministratorTables = Pick<IdentityTables, 'core.user_account'>;

export interface SystemDb extends BillRuleTables, BundleTables, TaskTables, MenuTables, AdministratorTables {
  'system.dictionary_type': SqlRow<typeof dictionaryTypeTable>;
  'system.dictionary_data': SqlRow<typeof dictionaryDataTable>;
  'system.declared_type': SqlRow<typeof declaredTypeTable>;
  'system.declared_entry': SqlRow<typeof declaredEntryTable>;
  'system.dictionary_revision': SqlRow<typeof dictionaryRevisionTable>;
  'system.sms_template': SqlRow<typeof smsTemplateTable>;
  'system.message_template': SqlRow<typeof messageTemplateTable>;
  'system.area': SqlRow<typeof areaTable>;
  'system.area_listed': SqlRow<typeof areaListedTable>;
  'system.area_seed': SqlRow<typeof areaSeedTable>;
  'system.request_log': SqlRow<typeof requestLogTable>;
  'system.exception_log': SqlRow<typeof exceptionLogTable>;
}
export type Ctx = RequestContext<SystemDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<SystemDb>;

export const tableSizes: TableSizes = {
  dictionary_type: small(1_000),
  dictionary_data: small(50_000),
  declared_type: small(200),
  declared_entry: small(5_000),
  dictionary_revision: small(1),
};
