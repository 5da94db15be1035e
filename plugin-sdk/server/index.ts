/** Server half of the SDK. The only door for plugins' `server/` folders besides `contract`. */
// Rules of rich texts stand here and not behind the contract's door, which the log-in page loads.
export { deltaToHtml, type HtmlOptions } from '../contract/rich-text/delta-to-html.ts';
export { deltaPreview, deltaToText } from '../contract/rich-text/delta-to-text.ts';
export { MAX_RICH_TEXT } from '../contract/rich-text/formats.ts';
export { cleanRichText, isEmptyRichText, type RichTextFlaw, richTextFlaw, richTextLength } from '../contract/rich-text/rich-text.ts';
export { sizeText } from '../contract/files/size-text.ts';
export { isPictureAddress, isPreviewed, ownPreviewAddress, PREVIEWED_NAME, pictureAddress, STORED_FILE_ID } from '../contract/files/stored-file.ts';
export { columnGuard } from './database/column-guard.ts';
export { folderMigrations } from './database/folder-migrations.ts';
export {
  type AliasedExpression,
  type ColumnType,
  type Generated,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
export type {
  ActResult,
  CallAct,
  CallContext,
  Clock,
  Extension,
  FileStore,
  Log,
  NumberFormat,
  Numbering,
  RangedContent,
  RawReply,
  RefusalText,
  RequestContext,
  RowsUser,
  Secrets,
  ServerContext,
  SessionUser,
  StoredFile,
  UploadBody,
  UploadedFile,
  WorkAudit,
} from './context.ts';
export {
  defineServerPlugin,
  type EventSubscriber,
  extend,
  type ExtensionProvider,
  type Invariant,
  type Invariants,
  type Migration,
  provide,
  type ServerPlugin,
  type ServiceProvider,
  subscribe,
} from './define-server-plugin.ts';
export { type Handler, type Handlers, type Implementation, implement, inQueue, type QueuesOf, type RouteInput, type RouteReply } from './implement.ts';
export { type DataColumn, type DataModel, defineDataModel } from './data-rights/data-model.ts';
export { type DataRows, dataRows } from './data-rights/data-rows.service.ts';
export { answerWithin, TookTooLong } from './answer-within.ts';
export {
  type FigureColumn,
  type FigurePanel,
  type FigurePanelContent,
  type FigureParts,
  type FigurePeriod,
  type FigureQuestion,
  type FigureRows,
  type FigureSeries,
  type FigureTotal,
  type FigureUnit,
  figurePanel,
  figurePanels,
  MAX_FIGURE_DAYS,
} from './figure-panels.ts';
export {
  type AssistantTool,
  assistantTool,
  assistantTools,
  MAX_NAME_CANDIDATES,
  MAX_TOOL_ANSWER,
  MAX_TOOL_TEXT,
  type PersonNames,
  personNamePoint,
  personNames,
  type ToolAnswer,
  type ToolInput,
  type ToolParameter,
  type ToolValue,
} from './assistant/assistant-tools.ts';
export { dictionary, dictionaryWords } from './dictionaries.ts';
export {
  type DeclaredDictionary,
  declaredDictionaries,
  type DictionaryEntries,
  dictionaryEntries,
  type DictionaryEntry,
  type DictionaryRights,
  type DictionaryUse,
  dictionaryUses,
  type DictionaryWords,
  dictionaryWordings,
  type UsesReader,
} from './dictionary-points.ts';
export { hiddenCode, hiddenCodes, mayWriteCode } from './offered-code.ts';
export { type StaffMeaning, type StaffNames, staffNames } from './record/relation/staff-points.ts';
export { type AreaDirectory, areaDirectory, type AreaPath, type AreaUse, areaUses } from './record/relation/area-points.ts';
export { type BillNumbers, billNumbers, nextNumber, type NumberUse, numberUse, numberUses } from './numbers/bill-numbers.ts';
export * from './record/index.ts';
export type { Job, JobRun, JobWhen } from './jobs/job.ts';
export {
  type JobBoard,
  jobBoard,
  ROW_JOBS_SECONDS,
  type RowJob,
  type RowJobRun,
  type RowJobRuns,
  type RowJobs,
  rowJobs,
  type RowJobTimes,
} from './jobs/row-jobs.ts';
export { type TaskMethod, taskMethod, taskMethods } from './jobs/task-methods.ts';
export { bundleDifference, parentsBefore } from './bundle/bundle-difference.ts';
export { bundlePart, type BundlePartSpec, bundleReason, type BundleWrite } from './bundle/bundle-part.ts';
export { BUNDLE_FLAG_WORDS, bundleRecordFields, writeBundleRecord } from './bundle/bundle-records.ts';
export {
  type BundleAct,
  type BundleCaller,
  type BundleContent,
  type BundleField,
  type BundleFinding,
  type BundlePart,
  bundleParts,
  type BundleRow,
  type BundleValue,
  MAX_BUNDLE_CODE,
} from './bundle/bundle-points.ts';
export { inPortions } from './jobs/in-portions.ts';
export { leasedWorker, type LeasedWorker, type LeasedWorkerOptions } from './jobs/leased-worker.ts';
export { abandonedRows, type Lease, type LeaseClaim, type LeaseHolder, LeaseLost, workLeasedRow } from './jobs/row-lease.ts';
export {
  type ChatLinkRow,
  type ChatLinkTarget,
  type ChatLinkTargetSpec,
  chatLinkTarget,
  chatLinkTargets,
} from './messages/chat-link-targets.ts';
export { type HomeCard, type HomeCardContent, type HomeFigure, type HomeReader, type HomeRow, homeCard, homeCards } from './home-cards.ts';
export type { ColumnLimits } from './table/codec.ts';
export { type Column, column, kept } from './table/column.ts';
export { defineTable } from './table/define-table.ts';
export type { Columns, ContentOf, ReadContext, RowReader, SqlRow, StoredOf, Table, TableOptions, TableQuery, WriteContext } from './table/table-types.ts';
export { closedDoor, ownedBy } from './table/row-door.ts';
export { type ValuesOf, type WireForm, type WireFormOf, wireForm } from './wire/wire-form.ts';
export { pick } from './wire/pick.ts';
export { brokenUniqueIndex } from './table/unique-violation.ts';
export { growing, small, type TableSize, type TableSizes } from './database/table-sizes.ts';
export { dataRights, seesAllRows, visibleRows } from './data-rights/visible-rows.ts';
export { menuItemTable, menuTable } from './identity/menu.table.ts';
export { shownRoleName } from './identity/role-names.ts';
export { type PersonalFacts, personalFacts, withPersonalFacts } from './identity/personal-facts.ts';
export { type SignInJourney, type SignInProvider, signInProviders } from './identity/sign-in-providers.ts';
export { type StaffChange, type StaffSync, staffSync, type SyncedDepartment, type SyncedPerson } from './identity/staff-sync.service.ts';
export { type WorkAccountCaller, type WorkAccounts, type WorkPerson, workAccounts } from './identity/work-accounts.service.ts';
export { requireSystemAdministrator } from './identity/system-administrator.ts';
export { type CoSignAsked, type CoSignature, type CoSigner, coSigner } from './identity/co-signer.service.ts';
export { coreIdentity, type Identity, type OnlineSession, type PasswordPolicy } from './identity/identity.service.ts';
export { type CodedAudience, type DefaultColumns, type ListLayouts, listLayouts, type SharedView } from './identity/list-layouts.service.ts';
export { MAX_VIEW_NAME, MAX_VIEW_SHARES } from '../contract/list-view/list-view-limits.ts';
export { columnSetting, viewContent } from '../contract/list-view/list-view.schema.ts';
export { type OrganizationNames, organizationNames } from './identity/organization-names.service.ts';
export type {
  DataSchemeTable,
  DepartmentTable,
  GrantKind,
  GrantSubject,
  IdentityTables,
  MenuItemKind,
  OrgTable,
  PositionTable,
  RoleRank,
  RoleTable,
  UserAccountTable,
  UserGroupTable,
} from './identity/identity-tables.ts';
export { type FileHolder, fileHolders } from './files/file-holders.ts';
export { RECORD_UPLOADS } from '../contract/record/kinds/stored-files.ts';
export { type FileReader, type FileRights, fileReaders } from './files/file-readers.ts';
export { type PartsToMerge, type UploadedParts, uploadedParts } from './files/uploaded-parts.service.ts';
export { CODE_KIND, type CodeSender, type CodeToSend, codeSender } from './messages/code-sender.service.ts';
export { type ChannelLimits, type ChannelMessage, type ChannelResult, type MessageChannel, messageChannels } from './messages/message-channels.ts';
export { IN_PRODUCT, type MessageKind, messageKind, messageKinds, type MessageParameter } from './messages/message-kinds.ts';
export {
  MAX_MESSAGE_KEY,
  MAX_MESSAGE_PATIENTS,
  type MessageReceivers,
  type MessageSender,
  messageSender,
  type MessageToSend,
  type MessageUrgency,
  type SentMessage,
} from './messages/message-sender.service.ts';
export {
  type MessageTemplates,
  type MessageTemplateText,
  messageTemplates,
  type SmsCompany,
  type SmsTemplateText,
} from './messages/message-templates.service.ts';
export { type SmsSending, smsSending, type SmsToSend } from './messages/sms-sending.service.ts';
export type { MenuPort, WrittenMenu } from './menus/menu-port.ts';
export { type MenuChanges, SITE_OWNER, type ShownMenu, shownMenu } from './menus/menu-changes.ts';
export { menuIconClasses } from './menus/menu-icon-classes.ts';
export {
  type AuditedRoute,
  type AuditKind,
  type AuditLine,
  type Auditor,
  type AuditQuestion,
  type AuditReader,
  auditReader,
} from './operations/audit-reader.service.ts';
export { type ServerCache, serverCache, serverCachePoint, type ShellCaches, shellCaches } from './operations/server-caches.service.ts';
export {
  type CallFigures,
  type FileFigures,
  type RoomFigures,
  type ServerFigures,
  type ServerFiguresNow,
  serverFigures,
} from './operations/server-figures.service.ts';
export { type CallFeed, callFeed, type FinishedCall, type LoggedProblem } from './operations/call-feed.service.ts';
export {
  BackupError,
  type BackupFolder,
  type BackupProgress,
  type Backups,
  type BackupTrouble,
  type BackupWork,
  backups,
  type MadeBackup,
  type VerifiedBackup,
} from './operations/backups.service.ts';
export { nationalRules } from './national-rules.ts';
export type { ServerPart } from './parts/merge-parts.ts';
export { platformName } from './outbound/platform-name.ts';
export { type Given, type Prepared, prepared, preparedFor } from './database/prepared.ts';
export {
  containing,
  keywordFinder,
  keywordFinds,
  keywordGrams,
  lettersOf,
  matchesKeyword,
  matchesLetter,
  pinyinInitials,
  searchGrams,
} from './paging/search.ts';
export {
  type ForeignDatabase,
  ForeignDatabaseError,
  type ForeignDatabases,
  type ForeignFailure,
  type ForeignLimits,
  type ForeignReader,
  type ForeignRow,
  isForeignDatabaseError,
  quoteName,
} from './outbound/foreign-databases.ts';
export {
  type ImapPlace,
  isMailError,
  type MailAddress,
  type MailAt,
  type Mailbox,
  type Mailboxes,
  MailError,
  type MailFailure,
  type MailFolder,
  type MailFolderUse,
  type MailHead,
  type MailLogin,
  type MailPage,
  type MailPart,
  type MailPlace,
  type MailScheme,
  type MailSearch,
  type MailToSend,
  type MailToWrite,
  type PartContent,
  type SmtpPlace,
} from './outbound/mailboxes.ts';
export { SITE_SCHEMA, type SiteTables, siteTables } from './database/site-tables.service.ts';
export { isOutboundError, type Outbound, OutboundError, type OutboundFailure, type OutboundReply, type OutboundRequest } from './outbound/outbound.ts';
export { estimatedRows } from './paging/estimated-rows.ts';
export { type FoundPageOptions, foundPage, foundRows } from './paging/found-page.ts';
export { orderedQuery, type OrderedSlice, orderedRows, pageBounds, type RowsOfOrgs, selectPage, type SelectPageOptions, totalOf } from './paging/paging.ts';
export { JsonDocument } from '../contract/plugin/json-document.ts';
export { DEPRECATED_NAMES, type DeprecatedName, deprecatedIn } from '../contract/plugin/deprecated-names.ts';
export { keyName, newKeyPair, type PackageSignature, type SignatureVerdict, signPackage, verifyHashes, verifyPackage } from './outbound/package-signature.ts';
export { type PluginSettingPlace, type PluginSettings, pluginSettings, type SetPluginSetting } from './settings/plugin-settings.service.ts';
export { readSettings } from './settings/read-settings.ts';
export { type ReadSetting, settingReader } from './settings/setting-reader.ts';
export {
  keptSetting,
  type PageValues,
  type RegistryConfig,
  settingByDefault,
  settingComplaint,
  settingInForce,
  type SettingSource,
  type SettingValue,
  wrongDefaults,
} from './settings/setting-value.ts';
export { type FrameHandler, type FrameHandlers, hear, type Hearing, MAX_PUSH_PERSONS, type PushTarget, type SocketPort } from './socket/socket.ts';
export { type RowSource, streamRows } from './paging/stream-rows.ts';
export {
  type AddressList,
  type Mail,
  type MailServer,
  type SiteConfig,
  type SiteConfigChange,
  type SiteConfigRow,
  siteConfig,
  type SiteValue,
  type SiteValues,
} from './site-config/site-config.service.ts';
export { assertChanged, assertVersion } from './version.ts';
export {
  instantFromWire,
  instantToWire,
  moneyColumnFromWire,
  moneyColumnToWire,
  quantityColumnFromWire,
  quantityColumnToWire,
  unitPriceColumnFromWire,
  unitPriceColumnToWire,
} from './wire.ts';
export { EVERY_LANGUAGE, type OwnedTexts, type SiteLanguage, type SiteTexts, siteTexts, type SiteWording } from './texts/site-texts.service.ts';
export { fill, type TextSource, type TextTree, textFrom, textReader, textsIn, textsOf, wordOf } from './texts/texts.ts';
export type { XlsxCellTypes, XlsxColumn, XlsxKind } from './xlsx/xlsx-column.ts';
export { type ForeignFileReader, offerForeignFileReader, readSheet, zippedLines } from './foreign/foreign-files.ts';
export type { SheetContent, SheetPart, SheetRow, XlsxLimits } from './xlsx/read-xlsx.ts';
export { ZipParts } from './xlsx/read-zip.ts';
export type { ZippedLinesLimits } from './xlsx/zip-lines.ts';
export { bookSheet, type BookSheet, type CellChoice, xlsxBook } from './xlsx/xlsx-book.ts';
export { xlsxReply, type XlsxReplyOptions } from './xlsx/xlsx-reply.ts';
export { loadSqlParser, migrationFaults, type SqlFault, type SqlFence, type SqlParser, statementFaults } from './sql-reach/sql-fence.ts';
