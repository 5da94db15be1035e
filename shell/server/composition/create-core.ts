import path from 'node:path';
import { type Clock, isPictureAddress, type ServerContext, type SiteConfig } from '@nephra/plugin-sdk/server';
import { AuditLog } from '../audit/audit-log.ts';
import { workAuditIn } from '../audit/work-audit.ts';
import { Accounts } from '../auth/accounts.ts';
import { Captchas } from '../auth/captcha/captcha.ts';
import { CoSigning } from '../auth/co-sign.ts';
import { AccountPasswords } from '../auth/password/account-passwords.ts';
import { FirstPassword } from '../auth/password/first-password.ts';
import { PasswordHasher } from '../auth/password/password-hash.ts';
import { PasswordRules } from '../auth/password/password-rules.ts';
import { ScanLogin } from '../auth/scan-login.ts';
import { SessionStore } from '../auth/session/session-store.ts';
import { SignIn } from '../auth/sign-in.ts';
import { SmsCodes } from '../auth/sms-codes.ts';
import { LoginThrottle } from '../auth/throttle/login-throttle.ts';
import { Tickets } from '../auth/tickets.ts';
import type { Config } from '../config/index.ts';
import { Alerts } from '../alerts/alerts.ts';
import type { Logger } from '../core/log.ts';
import { idMaker } from '../core/new-id.ts';
import type { ServerFeed } from '../core/server-feed.ts';
import { SettingStore } from '../core/setting-store.ts';
import type { Database } from '../db/index.ts';
import { ExportJobs } from '../exports/export-jobs.ts';
import { ExportStore } from '../exports/export-store.ts';
import { Files } from '../files/file-store.ts';
import type { FileStorage } from '../files/storage/file-storage.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { FileUsage } from '../files/keeping/file-usage.ts';
import { OfferedFiles } from '../files/offered-files.ts';
import { PartUploads } from '../files/parts/part-uploads.ts';
import { UploadScan } from '../files/keeping/upload-scan.ts';
import { IdempotencyLedger } from '../http/idempotency/idempotency.ts';
import { LastingClaims } from '../http/idempotency/lasting-claims.ts';
import type { RouteOwner } from '../http/pipeline/bound-route.ts';
import { coreTexts } from '../i18n/core-texts.ts';
import { textReader } from '../i18n/texts.ts';
import { ColumnSettings } from '../identity/column-settings.ts';
import { ColumnDefaults } from '../identity/list-views/column-defaults.ts';
import { ListViews } from '../identity/list-views/list-views.ts';
import { IdentityService } from '../identity/identity-service.ts';
import { MenuCatalogue } from '../identity/menus/menu-catalogue.ts';
import { MenuSync } from '../identity/menus/menu-sync.ts';
import { Profiles } from '../identity/profile/profiles.ts';
import { currentRightsOf } from '../identity/rights/current-rights.ts';
import { RightsReader } from '../identity/rights/rights.ts';
import { numberSeries } from '../numbers/number-series.ts';
import { mailSender } from '../outbound/mail/send-mail.ts';
import { OutboundGateway } from '../outbound/outbound-gateway.ts';
import { outboxSender, type SmsSender } from '../outbound/texts/sms-sender.ts';
import { SiteTextStore } from '../identity/site-texts.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { installationKey } from '../secrets/secret-key.ts';
import { adjustedConfig } from '../site-config/adjustable.ts';
import { siteConfigOf } from '../site-config/site-config.ts';
import { SiteConfigStore } from '../site-config/site-config-store.ts';
import { PushOutbox } from '../socket/push/push-outbox.ts';
import { socketOf } from '../socket/socket-port.ts';
import type { CoreTables } from '../tables/tables.ts';
import type { CoreParts } from './core-parts.ts';

export interface Core {
  readonly parts: CoreParts;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly throttle: LoginThrottle;
  readonly captchas: Captchas;
  readonly smsCodes: SmsCodes;
  readonly smsSender: SmsSender | undefined;
  readonly scan: ScanLogin;
  readonly tickets: Tickets;
  /** `core.co-sign@1`. */
  readonly coSigning: CoSigning;
  readonly firstPassword: FirstPassword;
  readonly accountPasswords: AccountPasswords;
  readonly identity: IdentityService;
  readonly catalogue: MenuCatalogue;
  readonly menuSync: MenuSync;
  readonly profiles: Profiles;
  readonly columns: ColumnSettings;
  readonly columnDefaults: ColumnDefaults;
  readonly views: ListViews;
  readonly idempotency: IdempotencyLedger;
  readonly claims: LastingClaims;
  readonly files: Files;
  readonly storage: FileStorage;
  readonly usage: FileUsage;
  readonly virusScan: UploadScan;
  readonly partUploads: PartUploads;
  readonly offered: OfferedFiles;
  readonly exportStore: ExportStore;
  readonly exports: ExportJobs;
  /** `core.site-config@1`. */
  readonly configuration: SiteConfig;
}

export interface CoreInput {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly feed: ServerFeed;
  /** A site's own sender of text messages. */
  readonly smsSender?: SmsSender;
}

/** A picture that may be shown to anybody: one that is kept here, uploaded for pages. */
const isShownPicture = async (files: Files, address: string): Promise<boolean> => {
  const [type = '', fileId = ''] = isPictureAddress(address) ? address.split('/').slice(-2) : [];
  const record = type === 'annexpic' ? await files.record(fileId) : undefined;
  return record?.type === type && record.contentType.startsWith('image/');
};

const wantsOutbox = (config: Config): boolean => config.smsSender === 'outbox' || (config.smsSender === '' && config.mode !== 'production');

/** Makes the shell's own services over one database. Nothing is read or written yet. */
export function createCore({ config: given, database, clock, log, feed, smsSender }: CoreInput): Core {
  const db = database.kyselyFor<CoreTables>();
  const newId = idMaker(clock);
  const settings = new SettingStore(db);
  const siteTexts = new SiteTextStore(db);
  const siteConfig = new SiteConfigStore(settings, database, log);
  const config = adjustedConfig(given, () => siteConfig.values);
  const passwordRules = new PasswordRules(config, settings);
  const parts: CoreParts = {
    config,
    siteConfig,
    database,
    db,
    clock,
    newId,
    log,
    feed,
    alerts: new Alerts(),
    texts: siteTexts.over('core', coreTexts),
    siteTexts,
    audit: new AuditLog(database, clock, log),
    sessions: new SessionStore(database, clock, newId, config, passwordRules),
    rights: new RightsReader(db),
    settings,
    passwords: new PasswordHasher(config.passwordCost),
    passwordRules,
    secrets: new SecretBox(() => installationKey(config.secretKey, config.dataDir)),
    outbound: new OutboundGateway({ log, inTransaction: () => database.inTransaction(), allow: config.outboundAllow }),
    pushes: new PushOutbox(database, clock, log),
  };
  const accounts = new Accounts(db);
  const throttle = new LoginThrottle(database, clock, config);
  const captchas = new Captchas(db, clock);
  const tickets = new Tickets(db, clock);
  const filesFolder = path.resolve(config.dataDir, 'files');
  const storage = openStorage(config, filesFolder, log);
  const limitBytes = config.uploadLimitMb * 1_048_576;
  const scan = new UploadScan({ db, log, scanner: config.clamavAddress, whenDown: () => config.clamavDown });
  const usage = new FileUsage(db, () => config.fileQuotaMb);
  const assertRoom: FileUsage['assertRoom'] = (orgId, type, bytes) => usage.assertRoom(orgId, type, bytes);
  const files = new Files({
    db,
    clock,
    folder: filesFolder,
    storage,
    limitBytes,
    afterCommit: (work) => database.afterCommit(work),
    assertRoom,
    transaction: (work) => database.transaction(work),
    inTransaction: () => database.inTransaction(),
    room: (orgId) => usage.room(orgId),
    scan,
  });
  const exportStore = new ExportStore(db, clock);
  const accountPasswords = new AccountPasswords(db, clock, parts.passwords, passwordRules);
  return {
    parts,
    accounts,
    throttle,
    captchas,
    signIn: new SignIn({ alerts: parts.alerts, config, siteConfig, clock, sessions: parts.sessions, passwords: parts.passwords, accounts, throttle, captchas }),
    smsCodes: new SmsCodes(db, clock),
    smsSender: smsSender ?? (wantsOutbox(config) ? outboxSender(db, clock, newId) : undefined),
    scan: new ScanLogin(db, clock),
    tickets,
    coSigning: new CoSigning({
      ...{ db, clock, accounts, throttle, tickets, passwords: parts.passwords, secrets: parts.secrets.forPlugin('core') },
      rightsOf: (userId) => currentRightsOf(db, parts.rights, userId),
    }),
    firstPassword: new FirstPassword(db, parts.settings, parts.passwords, clock),
    accountPasswords,
    identity: new IdentityService({ accounts, accountPasswords, sessions: parts.sessions, throttle }),
    catalogue: new MenuCatalogue(db, siteTexts),
    menuSync: new MenuSync(db, newId),
    profiles: new Profiles(db),
    columns: new ColumnSettings(db),
    columnDefaults: new ColumnDefaults(db, clock, newId),
    views: new ListViews(db, clock, newId),
    idempotency: new IdempotencyLedger(database, clock),
    claims: new LastingClaims(database, clock, log),
    files,
    storage,
    usage,
    virusScan: scan,
    partUploads: new PartUploads({ database, clock, files, assertRoom, storage, limitBytes }),
    offered: new OfferedFiles(db, clock, files, tickets),
    exportStore,
    configuration: siteConfigOf({
      store: siteConfig,
      given,
      config,
      secrets: parts.secrets.forPlugin('core'),
      isPicture: (address) => isShownPicture(files, address),
      sendMail: mailSender({ log, inTransaction: () => database.inTransaction() }),
    }),
    exports: new ExportJobs({ database, store: exportStore, files, newId, log, limits: { rows: config.exportRows, minutes: config.exportMinutes } }),
  };
}

const noWrittenMenus = (): never => {
  throw new Error('The shell has its menus in shell-menus.ts.');
};

/** The shell as owner of its own routes. */
export function coreOwner({ parts, files }: Core): RouteOwner {
  const { database, clock, log, newId } = parts;
  const context: ServerContext<CoreTables> = {
    pluginId: 'core',
    db: parts.db,
    lateDb: database.lateKyselyFor<CoreTables>(),
    transaction: (work) => database.transaction(work),
    clock,
    log,
    newId,
    numbers: numberSeries(parts.db, clock),
    files: files.forPlugin({ id: 'core', isFromOutside: false }),
    settings: {},
    setting: () => {
      throw new Error('The shell has no settings of plugins.');
    },
    text: textReader([parts.texts], 'zh'),
    service: () => {
      throw new Error('The shell uses no services of plugins.');
    },
    optionalService: () => undefined,
    extensions: () => [],
    outbound: parts.outbound.forPlugin('core', []),
    secrets: parts.secrets.forPlugin('core'),
    menus: { write: noWrittenMenus, remove: noWrittenMenus, list: noWrittenMenus },
    socket: socketOf(parts.pushes, () => undefined),
    publish: () => undefined,
    auditWork: workAuditIn(parts.audit),
  };
  return { id: 'core', texts: parts.texts, context: context as unknown as ServerContext<never>, enter: () => () => undefined, onFault: () => undefined }; // handlers of the shell know their tables
}
