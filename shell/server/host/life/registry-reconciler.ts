import { canonicalJson, type PluginManifest, type RegistryEntry, type RegistryFile } from '@nephra/plugin-sdk/contract';
import { dependencyOrder } from '../registry/dependency-order.ts';
import { type GivenOverlays, overlaysOf } from '../registry/record-overlays.ts';
import type { LivePlugin } from './live-plugin.ts';
import type { PackageProvider } from '../packages/package-provider.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';
import type { RegisteredPlugin } from './registered-plugin.ts';
import type { StoredState } from '../../tables/plugin.table.ts';

const CONCURRENT_READS = 16;
/** A package that somebody must decide about first. */
const UNDECIDED = new Set(['privilege-not-allowed', 'undecided', 'reach-grown', 'migration-removes']);
/** What goes wrong once the version before was withdrawn. */
const AFTER_WITHDRAWAL = new Set(['start-failed', 'start-too-long']);

interface Candidate {
  readonly id: string;
  readonly entry: RegistryEntry;
  readonly found: CheckedPackage | undefined;
  readonly problem: PluginProblem | undefined;
  readonly dependsOn: readonly string[];
}

const isOutside = ({ found }: Candidate): boolean => found?.builtHere === false;

export interface ReconcilerActs {
  /** @throws PluginProblem; `old` then still runs unless it was withdrawn already, or its tables changed (`leavesBefore`). */
  start(
    entry: RegistryEntry,
    found: CheckedPackage,
    stored: StoredState | undefined,
    old: LivePlugin | undefined,
    overlays: GivenOverlays,
  ): Promise<LivePlugin>;
  stop(live: LivePlugin): Promise<void>;
}

const asProblem = (error: unknown, key: string): PluginProblem =>
  error instanceof PluginProblem ? error : new PluginProblem('failed', key, { reason: messageOf(error) }, error);

const isSame = (live: LivePlugin, found: CheckedPackage, entry: RegistryEntry, overlays: GivenOverlays): boolean =>
  !live.apart?.hasGivenUp &&
  (live.entry.apart ?? null) === (entry.apart ?? null) &&
  live.found.folder === found.folder &&
  live.found.manifestIntegrity === found.manifestIntegrity &&
  canonicalJson([live.entry.config ?? {}, live.entry.jobs ?? []]) === canonicalJson([entry.config ?? {}, entry.jobs ?? []]) &&
  canonicalJson(live.overlays) === canonicalJson(overlays);

/** Brings running plugins in line with a registry: stops what must not run, starts what must, each after what it needs. */
export class RegistryReconciler {
  readonly #registry: RegistryFile;
  readonly #folder: string;
  readonly #packages: PackageProvider;
  readonly #acts: ReconcilerActs;
  readonly #stored: ReadonlyMap<string, StoredState>;
  readonly #before: ReadonlyMap<string, LivePlugin>;
  readonly #result = new Map<string, Omit<RegisteredPlugin, 'routes' | 'name' | 'manifest' | 'publisher'>>();
  readonly #restarted = new Set<string>();

  constructor(input: {
    registry: RegistryFile;
    /** Folder of registry.json. */
    folder: string;
    packages: PackageProvider;
    acts: ReconcilerActs;
    stored: ReadonlyMap<string, StoredState>;
    before: ReadonlyMap<string, LivePlugin>;
  }) {
    this.#registry = input.registry;
    this.#folder = input.folder;
    this.#packages = input.packages;
    this.#acts = input.acts;
    this.#stored = input.stored;
    this.#before = input.before;
  }

  async run(): Promise<RegisteredPlugin[]> {
    const candidates = await this.#candidates();
    // What is off or gone stops first: it may hold what another one now claims. Dependents stop before what they need.
    const staying = new Set(candidates.map((candidate) => candidate.id));
    for (const live of [...this.#before.values()].reverse()) if (!staying.has(live.id)) await this.#acts.stop(live);
    // Plugins of the product first: what they claim is theirs, wherever a package stands in the file.
    const { ordered, circles } = dependencyOrder(candidates.toSorted((one, other) => Number(isOutside(one)) - Number(isOutside(other))));
    for (const candidate of candidates) {
      const circle = circles.get(candidate.id);
      if (circle) await this.#refuse(candidate, new PluginProblem('incompatible', 'dependency-circle', { circle }), false);
    }
    for (const candidate of ordered) await this.#align(candidate);
    const { plugins } = this.#registry;
    return await Promise.all(
      plugins.map(async (entry, index) => {
        if (plugins.findIndex((other) => other.id === entry.id) !== index) {
          return {
            entry,
            state: 'conflict' as const,
            reason: { key: 'listed-twice', params: { plugin: entry.id } },
            live: undefined,
            name: undefined,
            routes: [],
          };
        }
        const result = this.#result.get(entry.id) ?? { entry, state: 'disabled' as const, reason: { key: 'disabled' }, live: undefined };
        const found = candidates.find(({ id }) => id === entry.id)?.found;
        const known = result.live?.found.manifest ?? (await this.#manifestOf(entry, candidates));
        return {
          ...result,
          manifest: found?.manifest,
          publisher: found?.publisher,
          name: known?.name,
          routes: result.live ? [] : (known?.server?.routes ?? []),
        };
      }),
    );
  }

  /** Of a plugin that does not run: from what was found, or else from its folder, sound or not: it only says who is meant. */
  async #manifestOf(entry: RegistryEntry, candidates: readonly Candidate[]): Promise<PluginManifest | undefined> {
    const found = candidates.find(({ id }) => id === entry.id)?.found?.manifest;
    // One that is off and has run before is known from then; its package is not read.
    if (!found && !entry.enabled && this.#stored.has(entry.id)) return undefined;
    return found ?? (await this.#packages.peek(entry, this.#folder).catch(() => undefined));
  }

  async #align(candidate: Candidate): Promise<void> {
    const { id, entry, found } = candidate;
    const old = this.#before.get(id);
    if (!found) {
      const problem = candidate.problem ?? new PluginProblem('missing', 'source-missing', { source: entry.source });
      // An older version may go on only while its own files and all it depends on are sound.
      const keeps =
        old !== undefined &&
        !this.#missingDependency(old.found.manifest.dependsOn) &&
        (await this.#packages.isSound(old.found)) &&
        (await this.#isTrusted(entry, old));
      return await this.#refuse(candidate, problem, keeps);
    }
    const missing = this.#missingDependency(candidate.dependsOn);
    if (missing) return await this.#refuse(candidate, missing, false);
    const overlays = overlaysOf(this.#registry, id);
    if (old && !candidate.dependsOn.some((needed) => this.#restarted.has(needed)) && isSame(old, found, entry, overlays)) {
      this.#result.set(id, { entry, state: 'active', reason: { key: 'active' }, live: old });
      return;
    }
    this.#restarted.add(id);
    try {
      const live = await this.#acts.start(entry, found, this.#stored.get(id), old, overlays);
      this.#result.set(id, { entry, state: 'active', reason: { key: 'active' }, live });
    } catch (error) {
      const problem = asProblem(error, 'start-failed');
      // Once the old version was withdrawn for the new one there is no way back: its tables may have moved on. A slip in an overlay leaves the last good one in force.
      const waiting = old === undefined && UNDECIDED.has(problem.reason.key) ? await this.#lastThatRan(entry, found, overlays) : undefined;
      if (waiting) {
        this.#result.set(id, { entry, state: problem.state, reason: problem.reason, live: waiting });
        return;
      }
      const another = old !== undefined && (old.found.dirName !== found.dirName || problem.reason.key === 'overlay-invalid');
      const keeps = another && (problem.leavesBefore || !AFTER_WITHDRAWAL.has(problem.reason.key)) && (await this.#isTrusted(entry, old));
      await this.#refuse(candidate, problem, keeps);
    }
  }

  /**
   * Whether what runs may go on beside a newer package that was refused: a key that the hospital has taken back stops what it signed at that moment.
   * A key that cannot be read has taken nothing back.
   */
  async #isTrusted(entry: RegistryEntry, { found }: LivePlugin): Promise<boolean> {
    if (found.builtHere) return true;
    const held = { ...entry, version: found.manifest.version, integrity: found.manifestIntegrity };
    return await this.#packages.find(held, this.#folder, this.#registry.trust).then(
      ({ dirName }) => dirName === found.dirName,
      (error: unknown) => error instanceof PluginProblem && error.reason.key === 'trust-key',
    );
  }

  /** After a restart, too, the version before goes on while a newer one waits to be decided about. It is judged as a package that is held on to. */
  async #lastThatRan(entry: RegistryEntry, found: CheckedPackage, overlays: GivenOverlays): Promise<LivePlugin | undefined> {
    const stored = this.#stored.get(entry.id);
    if (!stored || stored.dirName === '' || stored.dirName === found.dirName) return undefined;
    try {
      const before = await this.#packages.version(entry.id, stored.dirName);
      if (!before || before.builtHere || this.#missingDependency(before.manifest.dependsOn)) return undefined;
      const held = { ...entry, version: before.manifest.version, integrity: before.manifestIntegrity };
      const judged = await this.#packages.find(held, this.#folder, this.#registry.trust);
      return judged.dirName === before.dirName ? await this.#acts.start(entry, judged, stored, undefined, overlays) : undefined;
    } catch {
      return undefined; // why the newer one does not run is what must be told
    }
  }

  async #refuse({ id, entry }: Candidate, { state, reason }: PluginProblem, keepsOld: boolean): Promise<void> {
    const old = this.#before.get(id);
    if (old && !keepsOld) await this.#acts.stop(old);
    this.#result.set(id, { entry, state, reason, live: keepsOld ? old : undefined });
  }

  #missingDependency(dependsOn: readonly string[]): PluginProblem | undefined {
    for (const plugin of dependsOn) {
      if (this.#result.get(plugin)?.live) continue;
      const known = this.#registry.plugins.some((entry) => entry.id === plugin);
      return known ? new PluginProblem('failed', 'dependency-off', { plugin }) : new PluginProblem('incompatible', 'dependency-missing', { plugin });
    }
    return undefined;
  }

  /** Looks at the packages of all enabled plugins, a few at a time; those that are off are not even read. */
  async #candidates(): Promise<Candidate[]> {
    const { plugins } = this.#registry;
    const entries = plugins.filter((entry, index) => entry.enabled && plugins.findIndex((other) => other.id === entry.id) === index);
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
    try {
      const found = await this.#packages.find(entry, this.#folder, this.#registry.trust);
      return { id: entry.id, entry, found, problem: undefined, dependsOn: found.manifest.dependsOn };
    } catch (error) {
      return { id: entry.id, entry, found: undefined, problem: asProblem(error, 'load-failed'), dependsOn: [] };
    }
  }
}
