import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import type { CoreParts } from '../../composition/core-parts.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import { packageAsks, undecided } from '../asks/package-asks.ts';
import { PluginProblem } from '../views/reason.ts';
import { namedOthers } from '../reach/package-reach.ts';
import { MAX_STRIKES, type Standing, type Strike, standingOf } from './watchdog/quarantine.ts';
import { StrikeStore } from './watchdog/strike-store.ts';

export interface GateOptions {
  readonly dataDir: string;
  readonly safeMode: boolean;
}

/** Why a package from outside that is sound does not run all the same; packages that were built with the product pass. */
export class PluginGate {
  readonly #strikes: StrikeStore;
  readonly #clock: CoreParts['clock'];
  readonly #safeMode: boolean;
  readonly #mayCall: (pluginId: string) => readonly string[];
  #standings: ReadonlyMap<string, Standing> = new Map();

  constructor(core: CoreParts, { dataDir, safeMode }: GateOptions) {
    this.#strikes = new StrikeStore(core, dataDir);
    this.#clock = core.clock;
    this.#safeMode = safeMode;
    this.#mayCall = (pluginId) => core.outbound.listed(pluginId);
  }

  /** Reads what is known by now. */
  async look(): Promise<void> {
    await this.#strikes.takeIn();
    const now = this.#clock.steady().getTime();
    this.#standings = new Map([...(await this.#strikes.all())].map(([id, strikes]) => [id, standingOf(strikes, now)]));
  }

  /**
   * @param before what ran last of this plugin: an entry that says nothing of whom it takes something from was written by somebody who saw that version
   * @throws PluginProblem with what to do
   */
  assertMayRun(entry: RegistryEntry, { builtHere, manifest }: CheckedPackage, before?: CheckedPackage): void {
    if (builtHere) return;
    if (this.#safeMode) throw new PluginProblem('failed', 'safe-mode');
    const standing = this.#standings.get(entry.id);
    if (standing?.kind === 'quarantined')
      throw new PluginProblem('failed', standing.last.kind.startsWith('apart-') ? 'quarantined-apart' : 'quarantined', {
        times: standing.times,
        place: standing.last.place,
      });
    if (standing?.kind === 'paused') {
      const seconds = Math.max(1, Math.ceil((standing.until - this.#clock.steady().getTime()) / 1000));
      throw new PluginProblem('failed', 'paused', { times: standing.times, seconds, place: standing.last.place });
    }
    const { privileges, outbound, jobs } = undecided(packageAsks(manifest, entry, this.#mayCall(entry.id)));
    if (privileges.length > 0) throw new PluginProblem('incompatible', 'privilege-not-allowed', { privileges: privileges.join(', ') });
    const known = entry.uses ?? (before && [...namedOthers(before.manifest)]);
    const more = known === undefined ? [] : [...namedOthers(manifest)].filter((id) => !known.includes(id));
    if (more.length > 0) throw new PluginProblem('incompatible', 'reach-grown', { what: more.join(', ') });
    if (outbound.length + jobs.length > 0) throw new PluginProblem('incompatible', 'undecided', { what: [...outbound, ...jobs].join(', ') });
  }

  /** Milliseconds until the next pause is over; undefined: nobody waits. */
  nextTry(): number | undefined {
    const now = this.#clock.steady().getTime();
    const ends = [...this.#standings.values()].flatMap((standing) => (standing.kind === 'paused' ? [standing.until] : []));
    return ends.length === 0 ? undefined : Math.max(1_000, Math.min(...ends) - now + 500);
  }

  /** Keeps a plugin off until an administrator lets it run. @param place what it was at, where that is known */
  async putAside(strike: { readonly pluginId: string; readonly version: string; readonly kind: string; readonly place: string }): Promise<void> {
    await this.#strikes.add(Array.from({ length: MAX_STRIKES }, () => strike));
  }

  /** Times within a day that a plugin held the server, newest first. */
  async strikesOf(pluginId: string): Promise<readonly Strike[]> {
    return ((await this.#strikes.all()).get(pluginId) ?? []).toSorted((one, other) => other.at - one.at);
  }

  /** An administrator takes it back. */
  async letRun(pluginId: string): Promise<void> {
    await this.#strikes.forget(pluginId);
  }
}
