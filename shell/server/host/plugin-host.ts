import type { FaultPlace } from '../../contract/plugins/fault-kinds.ts';
import { createHash } from 'node:crypto';
import { AppError, canonicalJson, EnvelopeCode, type ExtensionToken, type RegistryEntry } from '@nephra/plugin-sdk/contract';
import type { Extension } from '@nephra/plugin-sdk/server';
import type { CoreParts } from '../composition/core-parts.ts';
import { type BoundFrame, GREETING } from '../socket/frames/bound-frame.ts';
import type { BoundRoute } from '../http/pipeline/bound-route.ts';
import type { RouteMatch } from '../http/route-table.ts';
import type { TextSource } from '../i18n/texts.ts';
import { shellMenus } from '../identity/menus/shell-menus.ts';
import { shellPermissions } from '../identity/menus/shell-permissions.ts';
import type { PackageEnd } from './apart/apart-packages.ts';
import { Activation, type ActivationParts } from './life/activation.ts';
import { isDevelopment, REMOVES } from './life/package-migrations.ts';
import { RegistryReconciler } from './life/registry-reconciler.ts';
import { type VersionBefore, versionBefore } from './life/version-before.ts';
import { namedOthers } from './reach/package-reach.ts';
import { decidedEntry, type Grants } from './asks/package-asks.ts';
import { routeClaim, SHELL } from './conflicts.ts';
import type { GivenOverlays } from './registry/record-overlays.ts';
import { dependencyOrder } from './registry/dependency-order.ts';
import type { LivePlugin } from './life/live-plugin.ts';
import { noteOutboundChanges } from './life/outbound-changes.ts';
import type { CheckedPackage } from './packages/package-cache.ts';
import { messageOf } from './views/reason.ts';
import type { HostSnapshot, RegisteredPlugin } from './life/registered-plugin.ts';
import type { ReadRegistry, RegistryStore } from './registry/registry-file.ts';
import { RevisionRoutes } from './revision-routes.ts';
import { registryRevisionTable, type StoredState } from '../tables/plugin.table.ts';
import { noteTransitions } from './life/transitions.ts';
import { pluginAtWork } from './guard/plugin-scope.ts';
import { PluginGate } from './guard/plugin-gate.ts';
import { Watchdog } from './guard/watchdog/watchdog.ts';

/** What the shell itself pushes. */
const SHELL_FRAMES = ['greeted', 'online', 'heard', 'refused', 'logout', 'closeSocket', 'rightsChanged', 'wordingChanged', 'registryChanged'];

/** Life cycle of all plugins' server halves, driven by registry.json. No plugin can stop the others or the shell. */
export class PluginHost {
  readonly #core: CoreParts;
  readonly #parts: ActivationParts;
  readonly #store: RegistryStore;
  readonly #activation: Activation;
  readonly #demoFolder: string | undefined;
  readonly #listeners = new Set<(snapshot: HostSnapshot) => void>();
  readonly #finishing = new Set<Promise<void>>();
  #coreRoutes: readonly BoundRoute[] = [];
  #snapshot: HostSnapshot = { revision: '', registry: { site: { name: 'Nephra' }, plugins: [] }, plugins: [], live: [], routes: [] };
  #routes = new RevisionRoutes([], [], new Map());
  #heard: { readonly frames: ReadonlyMap<string, BoundFrame>; readonly greetings: readonly BoundFrame[] } = { frames: new Map(), greetings: [] };
  readonly #gate: PluginGate;
  readonly #watchdog: Watchdog;
  #again: NodeJS.Timeout | undefined;
  #fileError = '';
  #reloading: Promise<void> = Promise.resolve();

  constructor(parts: ActivationParts, store: RegistryStore, demoFolder: string | undefined) {
    this.#core = parts.core;
    this.#parts = parts;
    this.#store = store;
    this.#activation = new Activation(parts);
    const { dataDir, safeMode, pluginHangSeconds } = parts.core.config;
    if (safeMode === '1')
      parts.core.log.warn('safe mode: only plugins that were built with the product run, those from outside stay off until a start without --safe (SAFE_MODE)');
    this.#gate = new PluginGate(parts.core, { dataDir, safeMode: safeMode === '1' });
    this.#watchdog = new Watchdog({ dataDir, seconds: pluginHangSeconds, log: parts.core.log });
    this.#demoFolder = demoFolder;
    parts.apart.gaveUp = (end) => void this.#putAside(end);
    parts.claims.enter(
      SHELL,
      shellMenus.map((menu) => ({ kind: 'menu' as const, what: menu.enCode })),
    );
    parts.claims.enter(
      SHELL,
      shellPermissions.map((permission) => ({ kind: 'permission' as const, what: permission.enCode })),
    );
    parts.claims.enter(
      SHELL,
      SHELL_FRAMES.map((what) => ({ kind: 'frame' as const, what })),
    );
  }

  get snapshot(): HostSnapshot {
    return this.#snapshot;
  }

  /** Why registry.json could not be read the last time; empty when it could. */
  get fileError(): string {
    return this.#fileError;
  }

  get registryFile(): string {
    return this.#store.file;
  }

  get registryFolder(): string {
    return this.#store.folder;
  }

  /** What running plugins add to an extension point of the shell. */
  extensions<T>(token: ExtensionToken<T>): readonly Extension<T>[] {
    return this.#parts.extensions.find(token);
  }

  /** The shell's own routes; no plugin can claim one of them. */
  setCoreRoutes(routes: readonly BoundRoute[]): void {
    this.#coreRoutes = routes;
    this.#routes = new RevisionRoutes(routes, [], new Map());
    this.#parts.claims.enter(
      SHELL,
      routes.map(({ route }) => routeClaim(route)),
    );
    this.#parts.claims.keepContracts(
      SHELL,
      routes.map(({ name }) => name.slice(0, name.lastIndexOf('.'))),
    );
  }

  /** Reads registry.json and brings the running plugins in line with it. One at a time; later callers wait. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload()).catch((error: unknown) => this.#core.log.error({ err: error }, 'reading the registry failed'));
    return this.#reloading;
  }

  /** Reloads whenever the file is changed on the disk. */
  watch(): void {
    this.#store.watch(() => void this.reload());
  }

  onChange(listener: (snapshot: HostSnapshot) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Writes a plugin's switch into registry.json and applies it; one that was put aside is free again.
   * @param grants what whoever switched it on was shown and allows; undefined: as it stands in the file
   * @throws AppError when the file cannot be changed.
   */
  async setEnabled(pluginId: string, enabled: boolean, reason: string, grants?: Grants): Promise<void> {
    const { entry, reason: before } = this.registered(pluginId) ?? {};
    const found = enabled && grants && entry ? await this.#find(entry) : undefined;
    const decided = entry && found?.builtHere === false && grants ? decidedEntry(found.manifest, entry, grants, this.#core.outbound.listed(pluginId)) : {};
    const shown =
      found?.builtHere === false ? { uses: [...namedOthers(found.manifest)], ...(before?.key === REMOVES && { removes: found.manifest.version }) } : {};
    await this.#store.change(pluginId, { ...decided, ...shown, enabled, reason });
    if (enabled) await this.#gate.letRun(pluginId);
    await this.reload();
  }

  /**
   * Lets the version before run again, or the one that the source holds.
   * @throws AppError when there is none, its tables moved on, or the file cannot be changed
   */
  async setVersion(pluginId: string, version: 'before' | 'newest', reason: string): Promise<void> {
    if (version === 'newest') await this.#store.change(pluginId, { version: undefined, integrity: undefined, reason });
    else {
      const { found } = await this.versionBefore(pluginId);
      if (!found) throw new AppError('core.plugin-before', { code: EnvelopeCode.Refused, params: { plugin: pluginId } });
      await this.#store.change(pluginId, { enabled: true, version: found.manifest.version, integrity: found.manifestIntegrity, reason });
      await this.#gate.letRun(pluginId);
    }
    await this.reload();
  }

  async versionBefore(pluginId: string): Promise<VersionBefore> {
    const { entry } = this.registered(pluginId) ?? {};
    if (!entry) return { version: '', source: '' };
    const stored = (await this.#parts.states.all()).get(pluginId);
    const where = { folder: this.#store.folder, trust: this.#snapshot.registry.trust };
    return await versionBefore({ db: this.#core.db, packages: this.#parts.packages }, entry, stored, where);
  }

  /** Times within a day that a plugin held the server, newest first. */
  strikesOf(pluginId: string) {
    return this.#gate.strikesOf(pluginId);
  }

  /** Stops a plugin, lets `work` be done while it is off, and starts it anew. */
  async whileOff(pluginId: string, work: () => Promise<void>): Promise<void> {
    const stopped = this.#reloading.then(async () => {
      const { live } = this.registered(pluginId) ?? {};
      if (live) {
        await this.#stop(live);
        const running = this.#snapshot.live.filter((one) => one !== live);
        this.#snapshot = { ...this.#snapshot, live: running, routes: this.#snapshot.routes.filter(({ owner }) => owner !== live) };
        while (this.#finishing.size) await Promise.all(this.#finishing);
      }
      await work();
    });
    this.#reloading = stopped.catch(() => undefined);
    await this.reload();
    await stopped;
  }

  /** SHA-384 of the manifest that a registry entry means now; empty: there is none that may run. */
  async foundIntegrity(pluginId: string): Promise<string> {
    const { entry } = this.registered(pluginId) ?? {};
    return (entry && (await this.#find(entry))?.manifestIntegrity) ?? '';
  }

  /** Built with the product, or nothing is known of it. */
  async isBuiltHere(pluginId: string): Promise<boolean> {
    const { entry, live } = this.registered(pluginId) ?? {};
    if (live) return live.found.builtHere;
    return entry === undefined || this.#parts.packages.isBuiltHere(entry.source, this.#store.folder);
  }

  /** The package that an entry means now; undefined when there is none that may run. */
  async #find(entry: RegistryEntry): Promise<CheckedPackage | undefined> {
    return await this.#parts.packages.find(entry, this.#store.folder, this.#snapshot.registry.trust).catch(() => undefined);
  }

  /** @throws PluginUnavailable when the route belongs to a plugin that cannot answer now. */
  findRoute(method: string, path: string): RouteMatch<BoundRoute> | undefined {
    return this.#routes.find(method, path);
  }

  /** Frames that running plugins hear now. */
  get heardFrames() {
    return this.#heard;
  }

  texts(): readonly TextSource[] {
    return this.#snapshot.live.map((live) => live.texts);
  }

  registered(pluginId: string): RegisteredPlugin | undefined {
    return this.#snapshot.plugins.find((plugin) => plugin.entry.id === pluginId);
  }

  /** Name of the site for an empty system; a registry that cannot be read is reported when it is put in force. */
  async siteName(): Promise<string> {
    return await this.#store.read().then(
      ({ registry }) => registry.site.name,
      () => this.#snapshot.registry.site.name,
    );
  }

  /** Counts an error that nobody caught against the plugin whose code threw it. @returns false when it was none's. */
  blame(error: unknown, kind: 'exception' | 'rejection'): boolean {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    // A stack may name sources in place of files; who was at work is known either way, for whatever was thrown.
    const live =
      this.#snapshot.live.find((one) => one.server && stack.includes(one.found.folder)) ?? this.#snapshot.live.find(({ id }) => id === pluginAtWork());
    if (!live) return false;
    this.#core.log.error({ err: error, plugin: live.id }, 'a plugin let an error escape');
    live.fault('outside-of-calls' satisfies FaultPlace, kind, error);
    return true;
  }

  /** Resolves when stopped versions are gone and events are handled. */
  async settled(): Promise<void> {
    await this.#reloading;
    await this.#parts.events.settled();
    await this.#parts.reports.settled();
    while (this.#finishing.size) await Promise.all(this.#finishing);
  }

  async close(): Promise<void> {
    this.#store.close();
    clearTimeout(this.#again);
    await this.#watchdog.close();
    await this.#reloading;
    for (const live of [...this.#snapshot.live].reverse()) {
      await this.#activation.stop(live, false);
      await this.#activation.finish(live);
    }
    await this.settled();
    this.#core.outbound.close();
  }

  async #reload(): Promise<void> {
    let read: ReadRegistry;
    try {
      read = await this.#store.read();
    } catch (error) {
      this.#fileError = messageOf(error);
      this.#core.log.error({ file: this.#store.file, reason: this.#fileError }, 'registry.json was refused; the last good one stays in force');
      return;
    }
    this.#fileError = '';
    const entries = read.registry.plugins;
    this.#parts.extensions.arrange(entries.map(({ id }) => id));
    this.#core.outbound.setListed(new Map(entries.map(({ id, outbound }) => [id, outbound ?? []])));
    const stored = await this.#parts.states.all();
    await this.#gate.look();
    await this.#activation.lookAround(entries.map(({ id }) => id));
    const reconciler = new RegistryReconciler({
      registry: read.registry,
      folder: this.#store.folder,
      packages: this.#parts.packages,
      stored,
      before: new Map(this.#snapshot.live.map((live) => [live.id, live])),
      acts: { start: (entry, found, state, old, overlays) => this.#start(entry, found, state, old, overlays), stop: (live) => this.#stop(live) },
    });
    const plugins = await reconciler.run();
    await noteOutboundChanges(this.#core, this.#store.file, entries);
    await noteTransitions(this.#core, this.#store.file, this.#snapshot.plugins, plugins, this.#snapshot.revision === '');
    this.#publish(read, plugins, stored);
    await this.#keepRevision(read);
    await this.#parts.packages.save();
    await this.#watchOutside();
  }

  /** One whose process ended again and again stays off until an administrator lets it run. */
  async #putAside({ pluginId, version, kind, place }: PackageEnd): Promise<void> {
    try {
      await this.#gate.putAside({ pluginId, version, kind: `apart-${kind}`, place });
    } catch (error) {
      this.#core.log.error({ err: error, plugin: pluginId }, 'a plugin could not be put aside');
    }
    await this.reload();
  }

  /** Packages from outside that run in this process are watched while they run, and tried again when their pause is over. */
  async #watchOutside(): Promise<void> {
    const outside = this.#snapshot.live.filter(({ found, server, apart }) => !found.builtHere && server !== undefined && apart === undefined);
    await this.#watchdog.watch(outside.map(({ id, version, found }) => ({ pluginId: id, version, folder: found.folder })));
    clearTimeout(this.#again);
    const wait = this.#gate.nextTry();
    if (wait === undefined) return;
    this.#again = setTimeout(() => void this.reload(), wait);
    this.#again.unref();
  }

  async #start(
    entry: RegistryEntry,
    found: CheckedPackage,
    stored: StoredState | undefined,
    old: LivePlugin | undefined,
    overlays: GivenOverlays,
  ): Promise<LivePlugin> {
    this.#gate.assertMayRun(entry, found, await this.#ranBefore(entry, found, stored, old));
    const live = await this.#activation.start(entry, found, stored, old, overlays);
    if (this.#demoFolder && !stored?.demoLoaded && live.server?.demo && (await this.#core.settings.get('demo'))) {
      try {
        await this.#activation.loadDemo(live, this.#demoFolder);
      } catch (error) {
        live.fault('demo-data' satisfies FaultPlace, 'demo', error);
        this.#core.log.error({ err: error, plugin: live.id }, 'demo data of a plugin could not be loaded');
      }
    }
    if (old) this.#finishLater(old);
    return live;
  }

  /** The version of a package from outside that ran last, where it is another one than this. */
  async #ranBefore(
    entry: RegistryEntry,
    found: CheckedPackage,
    stored: StoredState | undefined,
    old: LivePlugin | undefined,
  ): Promise<CheckedPackage | undefined> {
    if (found.builtHere || entry.uses !== undefined || isDevelopment(this.#core)) return undefined;
    if (old) return old.found;
    if (!stored || stored.dirName === '' || stored.dirName === found.dirName) return undefined;
    return await this.#parts.packages.version(entry.id, stored.dirName);
  }

  async #stop(live: LivePlugin): Promise<void> {
    await this.#activation.stop(live, true);
    this.#finishLater(live);
  }

  #finishLater(live: LivePlugin): void {
    const finishing = this.#activation.finish(live).finally(() => this.#finishing.delete(finishing));
    this.#finishing.add(finishing);
  }

  #publish(read: ReadRegistry, plugins: readonly RegisteredPlugin[], stored: ReadonlyMap<string, StoredState>): void {
    const running = plugins.flatMap(({ live }) => (live ? [{ id: live.id, dependsOn: live.found.manifest.dependsOn, live }] : []));
    const live = dependencyOrder(running).ordered.map((one) => one.live);
    const routes = [...this.#coreRoutes, ...live.flatMap((one) => one.routes)];
    const content = canonicalJson([read.hash, live.map((one) => [one.id, one.found.dirName, one.found.manifestIntegrity])]);
    const revision = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const changed = revision !== this.#snapshot.revision;
    this.#routes = new RevisionRoutes(routes, plugins, stored);
    const frames = live.flatMap((one) => one.frames);
    this.#heard = {
      frames: new Map(frames.flatMap((frame) => (frame.method === GREETING ? [] : [[frame.method, frame] as const]))),
      greetings: frames.filter(({ method }) => method === GREETING),
    };
    this.#snapshot = { revision, registry: read.registry, plugins, live, routes };
    this.#core.log.info({ revision, running: live.map((one) => `${one.id}@${one.version}`) }, 'registry in force');
    if (changed) for (const listener of this.#listeners) listener(this.#snapshot);
  }

  /** Every text that was in force is kept, so that one can see and restore what a hospital ran. */
  async #keepRevision(read: ReadRegistry): Promise<void> {
    if (read.text === '') return;
    const kept = { revision: read.hash, content: read.text, createdAt: this.#core.clock.now() };
    await registryRevisionTable.insertAll({ db: this.#core.db }, [kept], { unlessTaken: ['revision'] });
  }
}
