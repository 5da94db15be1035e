import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import {
  backups as backupService,
  type Clock,
  codeSender,
  fileHolders,
  fileReaders,
  messageSender,
  offerForeignFileReader,
  serverFigures,
  shellCaches,
  signInProviders,
} from '@nephra/plugin-sdk/server';
import type { FastifyInstance } from 'fastify';
import { LAST_PART_LIMIT_BYTES } from '../contract/files/file-parts.contract.ts';
import { ChainKeeper } from './audit/chain-keeper.ts';
import { ProviderTickets } from './auth/provider-tickets.ts';
import { coreOwner, createCore, type Core } from './composition/create-core.ts';
import type { Config } from './config/index.ts';
import { ClockWatch } from './core/clock/clock-watch.ts';
import { clockOver } from './core/clock/clock.ts';
import { Gate } from './core/gate.ts';
import { ServerFeed } from './core/server-feed.ts';
import type { Logger } from './core/log.ts';
import { coreMigrations } from './core/core-migrations.ts';
import { DatabaseBackups } from './backup/database-backups.ts';
import { type Database, runMigrations } from './db/index.ts';
import { OrphanFiles } from './files/keeping/orphan-files.ts';
import { keepPrivate } from './files/private-folders.ts';
import { receiveUpload } from './files/receive-upload.ts';
import { shellFiles } from './files/keeping/shell-files.ts';
import { UploadIntake } from './files/upload-intake.ts';
import { fillEmpty, syncShellMenus } from './first-start/fill-empty.ts';
import { Previews } from './files/previews.ts';
import { Thumbnails } from './files/thumbnails/thumbnails.ts';
import { withoutThumbnails } from './files/thumbnails/without-thumbnails.ts';
import { ForeignFiles } from './foreign/foreign-files.ts';
import { configurablePlugin } from './host/configurable-plugin.ts';
import { AdministratorMessages } from './alerts/administrator-messages.ts';
import { createHost, type HostedPlugins } from './host/create-host.ts';
import type { PackageProvider } from './host/packages/package-provider.ts';
import { buildApp } from './http/app.ts';
import { type AccessRule, decideAccess } from './http/pipeline/access.ts';
import { Pipeline } from './http/pipeline/pipeline.ts';
import { servePages } from './http/static-files/pages.ts';
import { externalHosts, FrameOrigins } from './identity/external-hosts.ts';
import { CurrentRights } from './identity/rights/current-rights.ts';
import { fillSearchGrams } from './identity/search-grams.ts';
import { PRODUCT_VERSION } from './identity/sys-config.ts';
import { DataCheck } from './jobs/data-check.ts';
import { addHousekeeping } from './jobs/housekeeping.ts';
import { CallCounters } from './monitor/call-counters.ts';
import { ServerMonitor } from './monitor/server-monitor.ts';
import { CodeMessages } from './outbound/texts/code-messages.ts';
import type { SmsSender } from './outbound/texts/sms-sender.ts';
import { auditRoutes } from './routes/audit.routes.ts';
import { exportRoutes } from './routes/export.routes.ts';
import { avatarAddress, fileRoutes } from './routes/file.routes.ts';
import { filePartRoutes } from './routes/files/file-part.routes.ts';
import { homeRoutes } from './routes/home.routes.ts';
import { hostRoutes } from './routes/host.routes.ts';
import { metricsRoutes } from './routes/metrics.routes.ts';
import { jobRoutes } from './routes/jobs.routes.ts';
import { pluginSettingRoutes } from './routes/plugin-settings.routes.ts';
import { listViewRoutes } from './routes/lists/list-view.routes.ts';
import { deviceKeyRoutes } from './routes/sign-in/device-key.routes.ts';
import { screenSessionRoutes } from './routes/sign-in/screen-session.routes.ts';
import { coSignRoutes } from './routes/sign/co-sign.routes.ts';
import { profileRoutes } from './routes/profile.routes.ts';
import { PluginDevelopment } from './host/development/plugin-development.ts';
import { pluginDetailsRoutes } from './routes/plugins/plugin-details.routes.ts';
import { pluginDevelopmentRoutes } from './routes/plugins/plugin-development.routes.ts';
import { registryRoutes } from './routes/registry.routes.ts';
import { sessionRoutes } from './routes/session.routes.ts';
import { signInProviderRoutes } from './routes/sign-in/sign-in-provider.routes.ts';
import { watchRoutes } from './routes/watch.routes.ts';
import { FrameCalls } from './socket/frames/frame-calls.ts';
import { SocketHub } from './socket/socket-hub.ts';
import type { CoreTables } from './tables/tables.ts';

/** Of the shell, where plugins are named. */
const SHELL_NAME = { zh: '系统', zhtw: '系統', en: 'System' };

export interface ServerOptions {
  readonly config: Config;
  /** Open; it is migrated and, when empty, filled here. */
  readonly database: Database;
  /** The caller closes the database; else the server does. */
  readonly keepDatabaseOpen?: boolean;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly smsSender?: SmsSender;
  /** Where plugins' packages come from; the disk unless a test says otherwise. */
  readonly packages?: PackageProvider;
  readonly accessRule?: AccessRule;
  readonly checkReplies?: 'off' | 'log' | 'fault';
  /** See `BackupParts`: what a guess at the passphrase of a backup costs, unless a test says otherwise. */
  readonly backupWorkFactor?: number;
}

/** A server that answers calls. `listen` opens its port; without it, calls can be injected. */
export interface NephraServer {
  readonly app: FastifyInstance;
  readonly core: Core;
  readonly plugins: HostedPlugins;
  readonly hub: SocketHub;
  readonly clockWatch: ClockWatch;
  readonly dataCheck: DataCheck;
  /** @returns the address it listens on. */
  listen(): Promise<string>;
  /** Stops taking calls, lets running ones finish, closes sockets, plugins and the database. */
  close(): Promise<void>;
}

/** Everybody knows the passwords of the demo accounts. @throws Error */
async function refuseDemoInProduction({ parts }: Core): Promise<void> {
  if (parts.config.mode !== 'production' || !(await parts.settings.get('demo'))) return;
  throw new Error('This database holds the demo accounts, whose passwords are public. Use an empty DATA_DIR or another database for production.');
}

/** Puts a server together over an open database: core tables are migrated, plugins of registry.json are started. */
export async function createServer(options: ServerOptions): Promise<NephraServer> {
  const { config, database } = options;
  const feed = new ServerFeed(() => clock.now());
  const log = feed.hear(options.log, 'core');
  await keepPrivate(path.resolve(config.dataDir), log);
  await runMigrations(database, [coreMigrations], PRODUCT_VERSION);
  const { clock, note } = options.clock ? { clock: options.clock, note: async () => {} } : await clockOver(database.kyselyFor<CoreTables>());
  const core = createCore({ config, database, clock, log, feed, smsSender: options.smsSender });
  const { parts } = core;
  await core.storage.prepare(await parts.settings.locked('installation', parts.newId()));
  await parts.siteConfig.read();
  const checkReplies = options.checkReplies ?? (config.mode === 'production' ? 'off' : 'log');
  const plugins = createHost(core, options.packages, checkReplies);
  const { host } = plugins;
  const administrators = new AdministratorMessages({ sender: () => plugins.services.find(messageSender, { id: 'core', privileges: [] }), clock, log });
  parts.alerts.listen(administrators.tell);
  const codeMessages = new CodeMessages({
    plugin: () => plugins.services.find(codeSender, { id: 'core', privileges: [] }),
    own: core.smsSender,
    afterCommit: (work) => database.afterCommit(work),
    newId: parts.newId,
    log,
  });
  if (config.smsSender !== '') log.warn('SMS_SENDER is deprecated: the plugin message sends codes where it is set up, and then this setting does not count');
  await refuseDemoInProduction(core);
  // Where several servers may work on a database, each sees by the signs of life whose exports have died.
  if (database.engine === 'embedded') await core.exportStore.endAll();
  await fillEmpty(core, plugins.demoFolder, await host.siteName());
  await fillSearchGrams(database);
  await syncShellMenus(core);
  const owner = coreOwner(core);
  const chain = new ChainKeeper(parts.db, clock, log);
  const clockWatch = new ClockWatch({ db: parts.db, clock, newId: parts.newId, log, node: hostname(), note });
  const dataCheck = new DataCheck({ database, db: parts.db, clock, newId: parts.newId, log, live: () => host.snapshot.live });
  const site = () => {
    const { registry } = host.snapshot;
    return { name: registry.site.name, overrides: { menuOrder: registry.overrides?.menuOrder ?? {}, hidden: registry.overrides?.hidden ?? [] } };
  };
  const foreign = new ForeignFiles();
  const previews = new Previews(core.files, foreign);
  const thumbnails = new Thumbnails({ files: core.files, storage: core.storage, foreign, log });
  const heavy = new Gate(config.heavyCalls);
  const counters = new CallCounters(feed);
  const monitor = new ServerMonitor({
    database,
    clock,
    dataDir: path.resolve(config.dataDir),
    version: PRODUCT_VERSION,
    counters,
    sockets: () => hub.load,
    jobs: () => plugins.jobs.load,
    heavy: () => heavy.load,
    files: () => core.usage.figures(),
  });
  const backups = new DatabaseBackups({
    config,
    database,
    files: withoutThumbnails(core.storage),
    log,
    version: PRODUCT_VERSION,
    live: () => host.snapshot.live,
    workFactor: options.backupWorkFactor,
  });
  const providers = () => host.extensions(signInProviders).map(({ value }) => value);
  host.setCoreRoutes([
    ...signInProviderRoutes(owner, { ...core, providers, tickets: new ProviderTickets(parts.db, clock), scanOn: config.loginModes.includes('scan') }),
    ...sessionRoutes(owner, parts, {
      ...core,
      codeMessages,
      providers,
      site,
      ticketHosts: async (revision) => externalHosts(config, await core.catalogue.at(revision)),
      avatarAddress: (fileName, userId) => avatarAddress(core.files, fileName, userId),
    }),
    ...profileRoutes(owner, parts, {
      catalogue: core.catalogue,
      smsCodes: core.smsCodes,
      codeMessages,
      site,
      methodOf: (action) => host.snapshot.routes.find((bound) => bound.name === action)?.route.method ?? '',
    }),
    ...coSignRoutes(owner, parts, core),
    ...screenSessionRoutes(owner, parts),
    ...deviceKeyRoutes(owner, parts),
    ...listViewRoutes(owner, parts, core),
    ...fileRoutes(owner, parts, { files: core.files, previews, thumbnails, tickets: core.tickets, backups, readers: () => host.extensions(fileReaders) }),
    ...filePartRoutes(owner, core),
    ...registryRoutes(owner, parts, host, plugins.views, plugins.reports),
    ...pluginDetailsRoutes(owner, { host, logs: plugins.logs, counters }),
    ...(config.pluginDevelopment === '1' && config.mode !== 'production'
      ? pluginDevelopmentRoutes(
          owner,
          host,
          new PluginDevelopment({ core: parts, host, logs: plugins.logs, reports: plugins.reports, jobs: () => plugins.jobs.load }),
        )
      : []),
    ...hostRoutes(owner, parts, host, clockWatch),
    ...homeRoutes(owner, parts, host, core.columns),
    ...auditRoutes(owner, parts, chain),
    ...exportRoutes(owner, {
      jobs: core.exports,
      store: core.exportStore,
      files: core.files,
      decideAccess: options.accessRule ?? decideAccess,
      needOf: (route) => host.snapshot.routes.find(({ name }) => name === route)?.route.need,
      texts: () => [parts.texts, ...host.texts()],
    }),
    ...jobRoutes(owner, plugins.jobs, {
      texts: () => [parts.texts, ...host.texts()],
      pluginName: (id) => (id === 'core' ? SHELL_NAME : host.snapshot.live.find((one) => one.id === id)?.found.manifest.name),
    }),
    ...pluginSettingRoutes(
      owner,
      () => host.snapshot.live.flatMap(configurablePlugin),
      (id) => parts.secrets.forPlugin(id),
    ),
    ...metricsRoutes(owner, monitor, config.metricsToken),
    ...watchRoutes(owner, parts, { dataCheck, clockWatch, live: () => host.snapshot.live }),
  ]);
  const pipeline = new Pipeline({
    database,
    sessions: parts.sessions,
    rights: parts.rights,
    audit: parts.audit,
    idempotency: core.idempotency,
    claims: core.claims,
    heavy,
    intake: new UploadIntake(),
    exports: core.exports,
    offerFile: (raw, to) => core.offered.offer(raw, to),
    discardUpload: ({ file }) => core.files.discard(file).catch((error: unknown) => log.error({ err: error }, 'a received file could not be removed')),
    coreTexts: parts.texts,
    allTexts: () => host.texts(),
    decideAccess: options.accessRule ?? decideAccess,
    checkReplies,
  });
  const frames = new FrameOrigins(config, core.catalogue, parts.db, log);
  const app = buildApp({
    config,
    log,
    requestLog: options.log,
    clock,
    newId: parts.newId,
    pipeline,
    coreTexts: parts.texts,
    languages: parts.siteTexts.languages,
    findRoute: (method, address) => host.findRoute(method, address),
    receiveUpload: (request, part) =>
      receiveUpload(request, core.files, part ? { part, bytes: LAST_PART_LIMIT_BYTES } : { bytes: config.uploadLimitMb * 1_048_576 }),
    servePages: servePages({ webDir: path.resolve(config.buildDir, 'web'), pluginFile: (address) => plugins.browserFile(address) }),
    frameOrigins: () => frames.current,
    finished: (call) => feed.finished(call),
  });
  const withdrawReader = offerForeignFileReader(foreign);
  const hub = new SocketHub({
    sessions: parts.sessions,
    rights: new CurrentRights(parts.db, parts.rights, core.catalogue),
    calls: new FrameCalls({ pipeline, heard: () => host.heardFrames, newId: parts.newId, log, texts: parts.texts }),
    pushes: parts.pushes,
    db: parts.db,
    clock,
    log,
    config,
    texts: parts.texts,
  });
  plugins.services.offer(shellCaches.id, 'core', () => ({ all: () => [parts.rights.cache, core.catalogue.cache, previews.cache] }), 'operations');
  plugins.services.offer(serverFigures.id, 'core', () => monitor, 'operations');
  const endFollowing = parts.siteConfig.follow();
  plugins.services.offer(backupService.id, 'core', () => backups, 'operations');
  host.onChange(({ revision }) => {
    // Where plugins are being written an open browser follows at once; in a hospital nothing changes under somebody's hands.
    hub.broadcast({ method: 'registryChanged', revision, ...(config.pluginDevelopment === '1' && config.mode !== 'production' && { now: true }) });
    frames.refresh();
  });
  const orphans = new OrphanFiles({
    database,
    clock,
    files: core.files,
    storage: core.storage,
    holders: () => [shellFiles(parts.db), ...host.extensions(fileHolders)],
  });
  addHousekeeping(plugins.jobs, core, plugins.reports, { chain, dataCheck, clockWatch, orphans });
  // Who opens the page of sign-in first may speak a language of the site.
  await parts.siteTexts.ready();
  await host.reload();
  await app.ready();
  hub.attach(app.server);
  return {
    app,
    core,
    plugins,
    hub,
    clockWatch,
    dataCheck,
    listen: async () => {
      await app.listen({ port: config.port, host: config.host || (config.mode === 'production' ? '0.0.0.0' : '127.0.0.1') });
      host.watch();
      plugins.jobs.start();
      plugins.rowJobs.start();
      clockWatch.start();
      monitor.start();
      const { port, family, address } = app.server.address() as AddressInfo;
      const shown = address === '0.0.0.0' || address === '::' || address === '127.0.0.1' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
      return `http://${shown}:${port}`;
    },
    close: async () => {
      await plugins.rowJobs.stop();
      await plugins.jobs.stop();
      await clockWatch.stop();
      await endFollowing();
      await monitor.stop();
      await core.exports.close();
      await hub.close();
      await app.close();
      await administrators.settled();
      await host.close();
      withdrawReader();
      await frames.settled();
      await chain.close();
      await parts.audit.settled();
      core.storage.close();
      if (!options.keepDatabaseOpen) await database.close();
    },
  };
}
