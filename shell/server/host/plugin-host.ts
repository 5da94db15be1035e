import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode, type PluginState, type RegistryEntry, type RegistryFile } from '@nephra/plugin-sdk/contract';
import type { CoreParts } from '../core/core-parts.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { type RouteMatch, RouteTable } from '../http/route-table.ts';
import type { TextSource } from '../i18n/texts.ts';
import { shellMenus } from '../identity/shell-menus.ts';
import { Activation, type ActivationParts } from './activation.ts';
import { routeClaim } from './conflicts.ts';
import { dependencyOrder } from './dependency-order.ts';
import type { LivePlugin } from './live-plugin.ts';
import type { CheckedPackage } from './package-shelf.ts';
import { messageOf, PluginProblem, type Reason } from './reason.ts';
import type { ReadRegistry, RegistryStore } from './registry-file.ts';
import type { StoredState } from './state-store.ts';

/** One line of registry.json and what became of it. */
export interface RegisteredPlugin {
  readonly entry: RegistryEntry;
  readonly state: PluginState;
  readonly reason: Reason;
  /** What runs; may be an older version than the one that was refused. */
  readonly live: LivePlugin | undefined;
}

/** Everything that belongs to one revision of the registry; replaced as a whole. */
export interface HostSnapshot {
  /** Changes whenever a browser would get something else. */
  readonly revision: string;
  readonly registry: RegistryFile;
  readonly plugins: readonly RegisteredPlugin[];
  /** Running ones, each after what it needs. */
  readonly live: readonly LivePlugin[];
  readonly routes: readonly BoundRoute[];
}

type Placeholder = { readonly refusal: AppError };
type TableEntry = BoundRoute | Placeholder;

const CONCURRENT_READS = 16;

interface Candidate {
  readonly id: string;
  readonly entry: RegistryEntry;
  readonly found: CheckedPackage | undefined;
  readonly problem: PluginProblem | undefined;
  readonly dependsOn: readonly string[];
}

/** Life cycle of all plugins' server halves, driven by registry.json. No plugin can stop the others or the shell. */
export class PluginHost {
  readonly #core: CoreParts;
  readonly #parts: ActivationParts;
  readonly #store: RegistryStore;
  readonly #activation: Activation;
  readonly #demoFolder: string | undefined;
  readonly #listeners = new Set<(snapshot: HostSnapshot) => void>();
  #coreRoutes: readonly BoundRoute[] = [];
  #snapshot: HostSnapshot = { revision: '', registry: { site: { name: 'Nephra' }, plugins: [] }, plugins: [], live: [], routes: [] };
  #table = new RouteTable<TableEntry>();
  #fileError = '';
  #reloading: Promise<void> = Promise.resolve();
  readonly #finishing = new Set<Promise<void>>();

  constructor(parts: ActivationParts, store: RegistryStore, demoFolder: string | undefined) {
    this.#core = parts.core;
    this.#parts = parts;
    this.#store = store;
    this.#activation = new Activation(parts);
    this.#demoFolder = demoFolder;
    parts.claims.enter(
      'shell',
      shellMenus.map((menu) => ({ kind: 'menu' as const, what: menu.enCode })),
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

  /** The shell's own routes; no plugin can claim one of them. */
  setCoreRoutes(routes: readonly BoundRoute[]): void {
    this.#coreRoutes = routes;
    this.#parts.claims.enter(
      'shell',
      routes.map(({ route }) => routeClaim(route)),
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

  /** Writes a plugin's switch into registry.json and applies it. @throws AppError when it cannot run. */
  async setEnabled(pluginId: string, enabled: boolean, reason: string): Promise<void> {
    await this.#store.setEnabled(pluginId, enabled, reason);
    await this.reload();
  }

  /** @throws AppError when the route belongs to a plugin that cannot answer now. */
  findRoute(method: string, path: string): RouteMatch<BoundRoute> | undefined {
    const match = this.#table.find(method, path);
    if (!match) return undefined;
    if ('refusal' in match.value) throw match.value.refusal;
    return match as RouteMatch<BoundRoute>;
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
  blame(error: unknown, kind: string): boolean {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const live = this.#snapshot.live.find((one) => one.server && stack.includes(one.found.folder));
    if (!live) return false;
    this.#core.log.error({ err: error, plugin: live.id }, 'a plugin let an error escape');
    live.fault('outside of any call', kind, error);
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
    await this.#reloading;
    for (const live of [...this.#snapshot.live].reverse()) {
      await this.#activation.stop(live, false);
      await this.#activation.finish(live);
    }
    await this.settled();
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
    const stored = await this.#parts.states.all();
    const before = new Map(this.#snapshot.live.map((live) => [live.id, live]));
    const plugins = await this.#bringInLine(read.registry, stored, before);
    await this.#noteTransitions(plugins);
    this.#publish(read, plugins, stored);
    await this.#keepRevision(read);
    await this.#parts.packages.save();
  }

  async #bringInLine(registry: RegistryFile, stored: ReadonlyMap<string, StoredState>, before: ReadonlyMap<string, LivePlugin>): Promise<RegisteredPlugin[]> {
    const candidates = await this.#candidates(registry);
    const result = new Map<string, RegisteredPlugin>();
    const enabled = candidates.filter((candidate) => candidate.entry.enabled);
    // What is off or gone stops first: it may hold what another one now claims. Dependents stop before what they need.
    const staying = new Set(enabled.map((candidate) => candidate.id));
    for (const live of [...before.values()].reverse()) if (!staying.has(live.id)) await this.#stop(live);

    const { ordered, circles } = dependencyOrder(enabled);
    const restarted = new Set<string>();
    for (const candidate of enabled) {
      const circle = circles.get(candidate.id);
      if (circle)
        result.set(
          candidate.id,
          await this.#refused(candidate, new PluginProblem('incompatible', 'dependency-circle', { circle }), before.get(candidate.id), false),
        );
    }
    for (const candidate of ordered) {
      const old = before.get(candidate.id);
      const problem = candidate.problem ?? this.#missingDependency(candidate, registry, result);
      if (problem || !candidate.found) {
        const reason = problem ?? new PluginProblem('missing', 'source-missing', { source: candidate.entry.source });
        // An older version may go on only while its own files and all it depends on are sound.
        const keeps =
          candidate.problem !== undefined &&
          old !== undefined &&
          !this.#missingDependency({ ...candidate, dependsOn: old.found.manifest.dependsOn }, registry, result);
        result.set(candidate.id, await this.#refused(candidate, reason, old, keeps));
        continue;
      }
      const needsRestart = candidate.dependsOn.some((id) => restarted.has(id));
      if (old && !needsRestart && isSame(old, candidate.found, candidate.entry)) {
        result.set(candidate.id, { entry: candidate.entry, state: 'active', reason: { key: 'active' }, live: old });
        continue;
      }
      try {
        const live = await this.#start(candidate.entry, candidate.found, stored.get(candidate.id), old);
        restarted.add(candidate.id);
        result.set(candidate.id, { entry: candidate.entry, state: 'active', reason: { key: 'active' }, live });
      } catch (error) {
        const reason = error instanceof PluginProblem ? error : new PluginProblem('failed', 'start-failed', { reason: messageOf(error) }, error);
        // Once migrations ran and the old version was withdrawn there is no way back.
        const keeps = old !== undefined && old.found.dirName !== candidate.found.dirName && reason.reason.key !== 'start-failed';
        result.set(candidate.id, await this.#refused(candidate, reason, old, keeps));
        restarted.add(candidate.id);
      }
    }
    return registry.plugins.map((entry, index) => {
      if (registry.plugins.findIndex((other) => other.id === entry.id) !== index) {
        return { entry, state: 'conflict' as const, reason: { key: 'listed-twice', params: { plugin: entry.id } }, live: undefined };
      }
      return result.get(entry.id) ?? { entry, state: 'disabled' as const, reason: { key: 'disabled' }, live: undefined };
    });
  }

  async #start(entry: RegistryEntry, found: CheckedPackage, stored: StoredState | undefined, old: LivePlugin | undefined): Promise<LivePlugin> {
    const live = await this.#activation.start(entry, found, stored, old);
    if (this.#demoFolder && !stored?.demoLoaded && (await this.#core.settings.get('demo'))) {
      try {
        await this.#activation.loadDemo(live, this.#demoFolder);
      } catch (error) {
        live.fault('demo data', 'demo', error);
        this.#core.log.error({ err: error, plugin: live.id }, 'demo data of a plugin could not be loaded');
      }
    }
    if (old) this.#finishLater(old);
    return live;
  }

  async #stop(live: LivePlugin): Promise<void> {
    await this.#activation.stop(live, true);
    this.#finishLater(live);
  }

  #finishLater(live: LivePlugin): void {
    const finishing = this.#activation.finish(live).finally(() => this.#finishing.delete(finishing));
    this.#finishing.add(finishing);
  }

  async #refused(candidate: Candidate, problem: PluginProblem, old: LivePlugin | undefined, keepsOld: boolean): Promise<RegisteredPlugin> {
    const { entry } = candidate;
    if (old && !keepsOld) await this.#stop(old);
    return { entry, state: problem.state, reason: problem.reason, live: keepsOld ? old : undefined };
  }

  #missingDependency(
    candidate: Pick<Candidate, 'dependsOn'>,
    registry: RegistryFile,
    result: ReadonlyMap<string, RegisteredPlugin>,
  ): PluginProblem | undefined {
    for (const id of candidate.dependsOn) {
      if (result.get(id)?.live) continue;
      const known = registry.plugins.some((entry) => entry.id === id);
      return new PluginProblem(known ? 'failed' : 'incompatible', known ? 'dependency-off' : 'dependency-missing', { plugin: id });
    }
    return undefined;
  }

  /** Looks at the packages of all enabled plugins, a few at a time; disabled ones are not even read. */
  async #candidates(registry: RegistryFile): Promise<Candidate[]> {
    const entries = registry.plugins.filter((entry, index) => registry.plugins.findIndex((other) => other.id === entry.id) === index);
    const candidates: Candidate[] = new Array(entries.length);
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let index = next++; index < entries.length; index = next++) {
        const entry = entries[index];
        if (entry) candidates[index] = await this.#candidate(entry);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_READS }, worker));
    return candidates;
  }

  async #candidate(entry: RegistryEntry): Promise<Candidate> {
    if (!entry.enabled) return { id: entry.id, entry, found: undefined, problem: undefined, dependsOn: [] };
    try {
      const found = await this.#parts.packages.find(entry, this.#store.folder);
      return { id: entry.id, entry, found, problem: undefined, dependsOn: found.manifest.dependsOn };
    } catch (error) {
      const problem = error instanceof PluginProblem ? error : new PluginProblem('failed', 'load-failed', { reason: messageOf(error) }, error);
      return { id: entry.id, entry, found: undefined, problem, dependsOn: [] };
    }
  }

  #publish(read: ReadRegistry, plugins: readonly RegisteredPlugin[], stored: ReadonlyMap<string, StoredState>): void {
    const byId = new Map(plugins.flatMap(({ live }) => (live ? [[live.id, live] as const] : [])));
    const { ordered } = dependencyOrder([...byId.values()].map((live) => ({ id: live.id, dependsOn: live.found.manifest.dependsOn, live })));
    const live = ordered.map((one) => one.live);
    const routes = [...this.#coreRoutes, ...live.flatMap((one) => one.routes)];
    this.#table = this.#buildTable(routes, plugins, stored);
    const content = canonicalJson([read.hash, live.map((one) => [one.id, one.found.dirName, one.found.manifestIntegrity])]);
    const revision = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const changed = revision !== this.#snapshot.revision;
    this.#snapshot = { revision, registry: read.registry, plugins, live, routes };
    this.#core.log.info({ revision, running: live.map((one) => `${one.id}@${one.version}`) }, 'registry in force');
    if (changed) for (const listener of this.#listeners) listener(this.#snapshot);
  }

  /** Routes of plugins that do not run stay known from their last start, so that callers learn why instead of a 404. */
  #buildTable(routes: readonly BoundRoute[], plugins: readonly RegisteredPlugin[], stored: ReadonlyMap<string, StoredState>): RouteTable<TableEntry> {
    const table = new RouteTable<TableEntry>();
    for (const bound of routes) table.add(bound.route.method, bound.route.path, bound);
    for (const { entry, state, reason, live } of plugins) {
      if (live) continue;
      const refusal =
        state === 'disabled'
          ? new AppError('core.plugin-disabled', { code: EnvelopeCode.NotFound, params: { plugin: entry.id } })
          : new PluginUnavailable(entry.id, reason);
      for (const name of stored.get(entry.id)?.routes ?? []) {
        const [method = '', path = ''] = name.split(' ');
        try {
          table.add(method, path, { refusal });
        } catch {
          // Another plugin answers this address by now.
        }
      }
    }
    return table;
  }

  /** What changed for a plugin goes on record, whoever changed it. */
  async #noteTransitions(plugins: readonly RegisteredPlugin[]): Promise<void> {
    const before = new Map(this.#snapshot.plugins.map((plugin) => [plugin.entry.id, plugin]));
    for (const plugin of plugins) {
      const { entry, state, reason, live } = plugin;
      const old = before.get(entry.id);
      if (old?.state === state && old.live?.found.dirName === live?.found.dirName) continue;
      if (state !== 'active' && state !== 'disabled') this.#core.log.error({ plugin: entry.id, state, reason }, 'a plugin does not run');
      // The first look after a start is no change.
      if (this.#snapshot.revision === '' && (state === 'active' || state === 'disabled')) continue;
      await this.#core.audit.appendApart({
        class: 'security',
        action: 'plugin.state',
        outcome: state === 'active' || state === 'disabled' ? 'ok' : 'refused',
        userId: '',
        userName: '',
        orgId: '',
        ip: '',
        path: this.#store.file,
        requestId: '',
        subject: 'plugin',
        subjectId: entry.id,
        patientId: '',
        error: state === 'active' || state === 'disabled' ? '' : reason.key,
        before: old ? { state: old.state, version: old.live?.version ?? '' } : null,
        after: { state, version: live?.version ?? '' },
      });
    }
  }

  /** Every text that was in force is kept, so that one can see and restore what a hospital ran. */
  async #keepRevision(read: ReadRegistry): Promise<void> {
    if (read.text === '') return;
    await this.#core.db
      .insertInto('core.registry_revision')
      .values({ revision: read.hash, content: read.text, created_at: this.#core.clock.now() })
      .onConflict((conflict) => conflict.column('revision').doNothing())
      .execute();
  }
}

/** The sentence is made in the caller's language, so the reason travels along. */
export class PluginUnavailable extends AppError {
  readonly reason: Reason;
  constructor(plugin: string, reason: Reason) {
    super('core.plugin-failed', { code: EnvelopeCode.Unavailable, params: { plugin, reason: '' } });
    this.reason = reason;
  }
}

const isSame = (live: LivePlugin, found: CheckedPackage, entry: RegistryEntry): boolean =>
  live.found.folder === found.folder &&
  live.found.manifestIntegrity === found.manifestIntegrity &&
  canonicalJson(live.entry.config) === canonicalJson(entry.config);
