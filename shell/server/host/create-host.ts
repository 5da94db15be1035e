import type { ServerFaultKind } from '../../contract/plugins/fault-kinds.ts';
import type { Need } from '@nephra/plugin-sdk/contract';
import { hostname } from 'node:os';
import path from 'node:path';
import {
  auditReader,
  callFeed,
  coreIdentity,
  coSigner,
  jobBoard,
  listLayouts,
  organizationNames,
  pluginSettings,
  rowJobs,
  siteConfig,
  siteTables,
  siteTexts,
  type UploadedParts,
  uploadedParts,
} from '@nephra/plugin-sdk/server';
import { auditReaderOver, type KnownRoutes } from '../audit/audit-reader.ts';
import type { Core } from '../composition/create-core.ts';
import { siteTablesIn } from '../db/index.ts';
import { listLayoutsOf } from '../identity/list-views/list-layouts.ts';
import { organizationNamesOf } from '../identity/organization-names.ts';
import type { BoundRoute } from '../http/pipeline/bound-route.ts';
import { settingsByCode } from '../plugin-settings/settings-by-code.ts';
import { configurablePlugin } from './configurable-plugin.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { RowJobFollower } from '../jobs/row-job-follower.ts';
import { ClaimBook, SHELL } from './conflicts.ts';
import { EventBus } from './life/event-bus.ts';
import { ExtensionRegistry } from './registry/extension-registry.ts';
import type { PackageProvider } from './packages/package-provider.ts';
import { ApartPackages } from './apart/apart-packages.ts';
import type { CheckReplies } from './apart/wire/messages.ts';
import { SchemaRoles } from './apart/roles/schema-roles.ts';
import { PackageCache } from './packages/package-cache.ts';
import { PluginHost } from './plugin-host.ts';
import { PluginViews } from './plugin-views.ts';
import { RegistryStore } from './registry/registry-file.ts';
import { siteTextsOf } from './owned-texts.ts';
import { PluginLogs } from './views/plugin-logs.ts';
import { Reports } from './views/reports.ts';
import { ServiceRegistry } from './registry/service-registry.ts';
import { StateStore } from './life/state-store.ts';

const codesOf = (need: Need): string[] => {
  const all = typeof need === 'object' ? need.anyOf : [need];
  return all.filter((one) => one.startsWith('perm:')).map((one) => one.slice('perm:'.length));
};

/** Routes of the revision in force by their names; the map is made once for each revision. */
function routesByName(routes: () => readonly BoundRoute[]): KnownRoutes {
  let of: readonly BoundRoute[] | undefined;
  let known: ReturnType<KnownRoutes> = new Map();
  return () => {
    if (of !== routes()) {
      of = routes();
      known = new Map(of.map(({ name, route: { method, path, audit, need } }) => [name, { method, path, audit, permissions: codesOf(need) }]));
    }
    return known;
  };
}

export interface HostedPlugins {
  readonly host: PluginHost;
  readonly views: PluginViews;
  readonly reports: Reports;
  readonly logs: PluginLogs;
  readonly states: StateStore;
  readonly packages: PackageProvider;
  readonly jobs: JobRunner;
  readonly rowJobs: RowJobFollower;
  readonly services: ServiceRegistry;
  readonly events: EventBus;
  /** Folder of the demo data set, where it may be used. */
  readonly demoFolder: string | undefined;
  /** File on the disk for an address below `/plugins/`. */
  browserFile(address: string): Promise<string | undefined>;
}

/** Makes everything that runs plugins; none is started yet. */
export function createHost(core: Core, packages: PackageProvider | undefined, checkReplies: CheckReplies): HostedPlugins {
  const { config, db, clock, log, newId, database } = core.parts;
  const shelf = packages ?? new PackageCache(config.buildDir, config.dataDir, log);
  const reports = new Reports(db, clock, newId, log);
  const logs = new PluginLogs(() => clock.now(), core.parts.feed);
  const states = new StateStore(db, clock);
  const services = new ServiceRegistry();
  services.offer(coreIdentity.id, SHELL, () => core.identity, 'identity');
  services.offer(siteTables.id, SHELL, () => siteTablesIn(database), 'site-tables');
  services.offer(coSigner.id, SHELL, () => core.coSigning);
  services.offer(organizationNames.id, SHELL, () => organizationNamesOf(db));
  services.offer(
    uploadedParts.id,
    SHELL,
    (): UploadedParts => ({
      merge: ({ user: { userId, orgId } }, { identifier, fileName, fileSize, type }) =>
        core.partUploads.merge(
          { userId, identifier },
          {
            fileName,
            type,
            origin: { orgId, userId },
            judge: () => undefined,
            gone: new AbortController().signal,
            ...(fileSize === undefined ? {} : { fileSize }),
          },
        ),
    }),
  );
  services.offer(callFeed.id, SHELL, () => core.parts.feed, 'operations');
  services.offer(
    auditReader.id,
    SHELL,
    () =>
      auditReaderOver(
        db,
        routesByName(() => host.snapshot.routes),
      ),
    'operations',
  );
  services.offer(
    siteTexts.id,
    SHELL,
    () =>
      siteTextsOf(
        core.parts.siteTexts,
        () => host,
        config.buildDir,
        (change) => core.parts.pushes.push('all', 'wordingChanged', change),
      ),
    'identity',
  );
  services.offer(listLayouts.id, SHELL, () => listLayoutsOf(db, clock, newId), 'identity');
  services.offer(siteConfig.id, SHELL, () => core.configuration, 'identity');
  services.offer(pluginSettings.id, SHELL, () => settingsByCode(db, clock, () => host.snapshot.live.flatMap(configurablePlugin)), 'operations');
  const faultOf = (pluginId: string, place: string, kind: ServerFaultKind, error: unknown): void => {
    host.snapshot.live.find((live) => live.id === pluginId)?.fault(place, kind, error);
  };
  const events = new EventBus(database, (pluginId, eventId, error) => {
    log.error({ err: error, plugin: pluginId, event: eventId }, 'an event could not be handled');
    faultOf(pluginId, eventId, 'event', error);
  });
  const extensions = new ExtensionRegistry((pluginId, token, error) => {
    log.error({ err: error, plugin: pluginId, extension: token }, 'an addition to an extension point could not be made');
    faultOf(pluginId, token, 'extension', error);
  });
  const jobs = new JobRunner({
    database,
    db,
    clock,
    log,
    newId,
    node: `${hostname()}/${process.pid}`,
    failed: (job, error) => {
      faultOf(job.owner, job.name, 'job', error);
      core.parts.alerts.raise({ kind: 'jobFailed', subject: job.name, name: job.title ?? { zh: job.name, zhtw: job.name, en: job.name } });
    },
  });
  const follower = new RowJobFollower({ jobs, database, log, sources: () => extensions.find(rowJobs) });
  services.offer(jobBoard.id, SHELL, () => follower.board);
  const demoFolder = config.demoData && config.mode !== 'production' && database.engine === 'embedded' ? path.resolve(config.demoData) : undefined;
  const apart = new ApartPackages(core.parts, checkReplies);
  for (const registry of [services, extensions]) registry.onChange(() => apart.servicesChanged());
  const store = new RegistryStore(config.registryFile, log);
  const host: PluginHost = new PluginHost(
    {
      core: core.parts,
      files: core.files,
      packages: shelf,
      apart,
      roles: new SchemaRoles(database, log),
      claims: new ClaimBook(),
      services,
      extensions,
      events,
      jobs,
      reports,
      logs,
      menuSync: core.menuSync,
      states,
    },
    store,
    demoFolder,
  );
  return {
    host,
    views: new PluginViews(host, shelf, states, reports, core.parts.outbound, core.parts.siteTexts),
    reports,
    logs,
    states,
    packages: shelf,
    jobs,
    rowJobs: follower,
    services,
    events,
    demoFolder,
    browserFile: async (address) => {
      const [pluginId = '', dirName = '', ...rest] = address.split('/');
      // Only plugins of the registry are served, whatever else lies in the folders.
      if (!host.registered(pluginId)) return undefined;
      return await shelf.browserFile(pluginId, dirName, rest.join('/'));
    },
  };
}
