import type { FaultPlace } from '../../../contract/plugins/fault-kinds.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import { type ServerContext, settingReader } from '@nephra/plugin-sdk/server';
import { workAuditIn } from '../../audit/work-audit.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import { type Ledger, readLedger } from '../../db/index.ts';
import type { Files } from '../../files/file-store.ts';
import { bindPlugin, queueName } from '../../http/pipeline/bound-route.ts';
import { bindFrames } from '../../socket/frames/bound-frame.ts';
import { socketOf } from '../../socket/socket-port.ts';
import { type TextTree, textReader, textsOf } from '../../i18n/texts.ts';
import { type MenuSync, menuStamp } from '../../identity/menus/menu-sync.ts';
import { writtenMenus } from '../../identity/menus/written-menus.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { numberSeries } from '../../numbers/number-series.ts';
import { PluginSettingStore } from '../../plugin-settings/plugin-setting-store.ts';
import { type Claim, type ClaimBook, frameClaims, manifestClaims, routeClaim } from '../conflicts.ts';
import type { ApartPackages } from '../apart/apart-packages.ts';
import type { SchemaRoles } from '../apart/roles/schema-roles.ts';
import type { EventBus } from './event-bus.ts';
import type { ExtensionRegistry } from '../registry/extension-registry.ts';
import { checkFrames } from '../frame-check.ts';
import { LivePlugin } from './live-plugin.ts';
import { type LoadedHalf, loadHalf } from './load-half.ts';
import { outsideDoors } from '../reach/outside-doors.ts';
import { MAX_ANSWER_BYTES, type OutsideLimits, outsideLimits } from './outside-limits.ts';
import { checkDeclaredJobs, checkJobs, mayAdd, mayRunJob } from './package-jobs.ts';
import { fenceOwner, migrate, schemaOf, tryMigrations } from './package-migrations.ts';
import { checkSdk } from '../manifest.ts';
import type { PackageProvider } from '../packages/package-provider.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';
import type { PluginLogs } from '../views/plugin-logs.ts';
import type { Reports } from '../views/reports.ts';
import type { ServiceRegistry } from '../registry/service-registry.ts';
import { boundedLog } from '../guard/bounded-log.ts';
import { PackageReach } from '../reach/package-reach.ts';
import { asPlugin, ofPlugin } from '../guard/plugin-scope.ts';
import { assertInvariants, sqlGuard } from '../guard/sql-guard.ts';
import { TookTooLong, within } from '../guard/time-limit.ts';
import { openedTables, schemaFence } from '../schema-fence.ts';
import type { GivenOverlays, SiteRecords } from '../registry/record-overlays.ts';
import { checkEditableSettings, checkOutsideSettings, checkSettings } from '../registry/settings-check.ts';
import type { StoredState } from '../../tables/plugin.table.ts';
import type { StateStore } from './state-store.ts';

/** How long the end of a plugin is waited for. */
const STOP_SECONDS = 10;

export interface ActivationParts {
  readonly core: CoreParts;
  readonly files: Files;
  readonly packages: PackageProvider;
  readonly apart: ApartPackages;
  readonly roles: SchemaRoles;
  readonly claims: ClaimBook;
  readonly services: ServiceRegistry;
  readonly extensions: ExtensionRegistry;
  readonly events: EventBus;
  readonly jobs: JobRunner;
  readonly reports: Reports;
  readonly logs: PluginLogs;
  readonly menuSync: MenuSync;
  readonly states: StateStore;
}

/** Takes plugins through their life: compatible → conflict-free → loaded → migrated → shown → started. */
export class Activation {
  readonly #parts: ActivationParts;
  #ledger: Ledger = new Map();
  #registered: ReadonlySet<string> = new Set();

  constructor(parts: ActivationParts) {
    this.#parts = parts;
  }

  /** Reads what of all plugins' tables there is by now; before several are started. @param registered ids of all plugins of the registry */
  async lookAround(registered: readonly string[]): Promise<void> {
    this.#registered = new Set(registered);
    this.#ledger = await readLedger(this.#parts.core.database);
  }

  /**
   * Starts a package whose files were checked. Before its migrations run, a refusal leaves everything as it was.
   * @param before the version of the same plugin that runs now
   * @param overlays what the site changes of its records
   * @throws PluginProblem
   */
  async start(
    entry: RegistryEntry,
    found: CheckedPackage,
    stored: StoredState | undefined,
    before: LivePlugin | undefined,
    overlays: GivenOverlays = {},
  ): Promise<LivePlugin> {
    const { packages, reports, states, core, claims } = this.#parts;
    const startSeconds = core.config.pluginStartSeconds;
    const began = performance.now();
    checkSdk(found.manifest);
    const settings = (found.builtHere ? checkSettings : checkOutsideSettings)(found.manifest.settings, entry.config ?? {});
    const editable = checkEditableSettings(found.manifest.editableSettings, settings);
    this.#claim(entry.id, manifestClaims(found.manifest), before);
    let half: LoadedHalf | undefined;
    let role: string | undefined;
    let isTouched = false;
    try {
      const loading = asPlugin(entry.id, () => loadHalf(packages, this.#parts.apart, { entry, found, settings, editable, overlays }));
      half = await within(startSeconds, 'loading', loading);
      const { server, texts, records, apart } = half;
      checkJobs(entry.id, server?.jobs ?? []);
      if (!found.builtHere) {
        checkDeclaredJobs(found, server?.jobs ?? []);
        new PackageReach(found.manifest, this.#registered).assertParts(server ?? {});
        claims.assertContracts(
          entry.id,
          (server?.implementations ?? []).map(({ contract }) => contract.name),
        );
      }
      checkFrames(entry.id, server?.sockets ?? []);
      const live = new LivePlugin({
        entry,
        found,
        settings,
        editable,
        server,
        apart: apart?.apart,
        overlays,
        recordDocuments: records.documents,
        trees: texts as LivePlugin['trees'],
        texts: this.#parts.core.siteTexts.over(entry.id, textsOf(texts as Record<string, TextTree>)),
        reports,
      });
      if (!found.builtHere && server?.invariants) await assertInvariants(fenceOwner(live), server.invariants);
      // What was applied was read before it was.
      const rehearsal = found.builtHere ? undefined : await tryMigrations(core, live, this.#ledger);
      const limits = found.builtHere ? undefined : outsideLimits(live, core.config.pluginTransactionSeconds);
      if (limits) live.transactions = limits.transactions;
      live.context = await this.#contextOf(live, records, limits);
      apart?.attach({ context: live.context, texts: live.texts, fault: (place, kind, error) => live.fault(place, kind, error) });
      live.fileStore = (origin, onRefusal) => this.#parts.files.forPlugin(keeperOf(live), origin, onRefusal);
      live.uploads = this.#parts.files;
      live.routes = bindPlugin(live, records.implementations);
      live.frames = bindFrames(live, server?.sockets ?? []);
      this.#claim(entry.id, claimsOf(live), before);
      await migrate(core, live, this.#ledger, rehearsal);
      isTouched = true;
      if (!found.builtHere) role = await this.#parts.roles.take({ ...fenceOwner(live), opened: openedTables(fenceOwner(live)) });
      live.databaseRole = role;
      await apart?.apart.make();
      if (before) await this.#withdraw(before);
      try {
        this.#register(live);
        await this.#show(live, stored);
        await asPlugin(entry.id, () => within(startSeconds, 'start', server?.start?.(live.context)));
      } catch (error) {
        await this.#withdraw(live);
        throw startProblem(error);
      }
      live.startedInMs = Math.round(performance.now() - began);
      await states.started(live, stored);
      return live;
    } catch (error) {
      this.#parts.claims.leave(entry.id);
      if (before) this.#claim(entry.id, claimsOf(before), undefined);
      await half?.apart?.apart.end().catch(() => undefined);
      await this.#parts.roles.leave(role, false);
      const problem = startProblem(error);
      problem.leavesBefore = !isTouched;
      throw problem;
    }
  }

  /** Takes a running plugin out: no new calls, jobs or events; its menus hidden, its data untouched. */
  async stop(live: LivePlugin, hideMenus: boolean): Promise<void> {
    const { claims, menuSync, states, core } = this.#parts;
    await this.#withdraw(live);
    claims.leave(live.id);
    live.isOff = hideMenus;
    if (hideMenus) {
      await core.database.transaction(async () => {
        await menuSync.hide(live.id);
        await states.hidden(live.id);
      });
    }
  }

  /** Ends what a version holds, after its running calls, and the events that it was already given, are over. */
  async finish(live: LivePlugin): Promise<void> {
    await live.drained();
    await this.#parts.events.settled(live.id);
    try {
      await asPlugin(live.id, () => within(STOP_SECONDS, 'stop', live.server?.stop?.()));
    } catch (error) {
      live.fault('stop' satisfies FaultPlace, 'stop', error);
      this.#parts.core.log.warn({ err: error, plugin: live.id }, 'a plugin failed to stop');
    }
    await this.#parts.roles.leave(live.databaseRole, live.isOff);
  }

  /** Fills a plugin's tables from its file of the demo data set, once. */
  async loadDemo(live: LivePlugin, folder: string): Promise<boolean> {
    const { core, states } = this.#parts;
    const file = path.join(folder, `${live.id}.json`);
    const fillDemo = live.server?.demo;
    if (!fillDemo || !existsSync(file)) return false;
    const data: unknown = JSON.parse(await readFile(file, 'utf8'));
    await core.database.transaction(
      async () => {
        await fillDemo(data, live.context);
        await states.demoLoaded(live.id);
      },
      { limitMs: 0 },
    );
    return true;
  }

  #claim(pluginId: string, claims: readonly Claim[], before: LivePlugin | undefined): void {
    if (before) this.#parts.claims.leave(pluginId);
    try {
      this.#parts.claims.enter(pluginId, claims);
    } catch (error) {
      if (before) this.#parts.claims.enter(pluginId, claimsOf(before));
      throw error;
    }
  }

  #register(live: LivePlugin): void {
    const { services, extensions, events, jobs } = this.#parts;
    const { server, context } = live;
    for (const { token, create } of server?.services ?? [])
      services.offer(
        token.id,
        live.id,
        ofPlugin(live.id, () => create(context)),
      );
    for (const { token, create } of server?.extensions ?? []) {
      if (!mayAdd(live, token.id)) continue;
      extensions.add(
        token.id,
        live.id,
        ofPlugin(live.id, () => create(context)),
        !live.found.builtHere,
      );
    }
    for (const { token, handle } of server?.subscribers ?? [])
      events.subscribe(
        token.id,
        live.id,
        ofPlugin(live.id, async (payload: unknown) => await handle(payload as never, context)),
      );
    for (const job of server?.jobs ?? []) {
      if (!mayRunJob(live, job.name)) continue;
      // Of a package from outside it is called as whoever allowed it was shown.
      const { title, purpose } = (live.found.builtHere ? undefined : live.found.manifest.server?.jobs?.find(({ name }) => name === job.name)) ?? job;
      jobs.add({ name: `${live.id}.${job.name}`, owner: live.id, title, purpose, when: job.when, run: ofPlugin(live.id, (run) => job.run(context, run)) });
    }
  }

  async #withdraw(live: LivePlugin): Promise<void> {
    const { services, extensions, events, jobs } = this.#parts;
    services.withdraw(live.id);
    extensions.withdraw(live.id);
    events.withdraw(live.id);
    await jobs.remove(live.id);
  }

  async #show(live: LivePlugin, stored: StoredState | undefined): Promise<void> {
    const { menus, permissions, menuClaims } = live.found.manifest.contributes;
    const contributions = { menus, permissions, ...(menuClaims && { menuClaims }) };
    const stamp = menuStamp(contributions);
    if (stored?.menuStamp === stamp) return;
    const { core, menuSync, states } = this.#parts;
    await core.database.transaction(async () => {
      await menuSync.show(live.id, contributions);
      await states.shown(live, stamp);
    });
  }

  async #contextOf(live: LivePlugin, records: SiteRecords, outside: OutsideLimits | undefined): Promise<ServerContext<never>> {
    const { core, files, services, extensions, events, claims, menuSync } = this.#parts;
    const secrets = core.secrets.forPlugin(live.id);
    const pageValues = new PluginSettingStore(core.db);
    const reach = live.found.builtHere ? undefined : new PackageReach(live.found.manifest, this.#registered);
    const seeker = { id: live.id, privileges: live.found.manifest.privileges ?? [], ...(reach && { reach }) };
    const owner = fenceOwner(live);
    const fence = live.found.builtHere ? schemaFence(owner, (schema) => claims.ownerOfSchema(schema)) : await sqlGuard(owner);
    const log = this.#parts.logs.keep(live.id, core.feed.hear(core.log.child({ plugin: live.id }), live.id));
    const limits = outside ? { maxAnswerBytes: MAX_ANSWER_BYTES, held: outside.statements } : {};
    const db = once(() => core.database.kyselyFor<never>(fence, live.databaseRole, limits));
    const lateDb = once(() => core.database.lateKyselyFor<never>(fence, live.databaseRole, limits));
    const logged = live.found.builtHere ? log : boundedLog(log, () => performance.now());
    const doors: Omit<Parameters<typeof outsideDoors>[2], 'log'> = {
      service: (token) => services.get(token, seeker),
      optionalService: (token) => services.find(token, seeker),
      numbers: numberSeries(core.db, core.clock),
      auditWork: workAuditIn(core.audit),
      extensions: (token) => extensions.find(token),
      socket: socketOf(core.pushes, (frame) => live.pushed(frame), live.judgesShapes ? () => undefined : undefined),
      publish: (event, payload) => events.publish(event.id, payload),
    };
    return {
      pluginId: live.id,
      // Made when somebody asks: most plugins wait for their first call for a while, and few ever read late.
      get db() {
        return db();
      },
      get lateDb() {
        return lateDb();
      },
      transaction: (work, { queue = [] } = {}) => {
        const own = live.transactions?.queue ?? [];
        return core.database.transaction(work, { ...live.transactions, queue: [...own, ...queue.map((name) => queueName(live.id, name))] });
      },
      clock: core.clock,
      log: logged,
      newId: core.newId,
      files: files.forPlugin(keeperOf(live)),
      settings: Object.freeze(structuredClone(live.settings)),
      recordOverlays: records.overlays,
      setting: settingReader({
        pluginId: live.id,
        fields: live.editable,
        config: () => live.settings,
        page: (orgId) => pageValues.of(live.id, orgId),
        open: secrets.open,
      }),
      text: textReader([live.texts, core.texts], 'zh'),
      // Of a package from outside the list in its manifest is a request; what counts is what the hospital wrote down.
      outbound: core.outbound.forPlugin(live.id, live.found.builtHere ? live.found.manifest.outboundHosts : []),
      secrets,
      menus: writtenMenus({
        db: core.db,
        sync: menuSync,
        pluginId: live.id,
        claims: live.found.manifest.contributes.menuClaims ?? [],
        transaction: (work) => core.database.transaction(work),
      }),
      ...(reach ? outsideDoors(live.id, reach, { ...doors, log: logged }) : doors),
    };
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

function startProblem(error: unknown): PluginProblem {
  if (error instanceof PluginProblem) return error;
  if (error instanceof TookTooLong) return new PluginProblem('failed', 'start-too-long', { seconds: error.seconds }, error);
  return new PluginProblem('failed', 'start-failed', { reason: messageOf(error) }, error);
}

const keeperOf = ({ id, found }: LivePlugin) => ({ id, isFromOutside: !found.builtHere });

const claimsOf = (live: LivePlugin): Claim[] => [
  ...manifestClaims(live.found.manifest),
  ...live.routes.map(({ route }) => routeClaim(route)),
  ...(live.server?.sockets ?? []).flatMap(({ frames }) => frameClaims(frames)),
  ...(live.server?.migrations?.length || live.server?.schema ? [{ kind: 'schema' as const, what: schemaOf(live) }] : []),
  ...(live.server?.services ?? []).map(({ token }) => ({ kind: 'service' as const, what: token.id })),
];
