import type { FaultPlace, ServerFaultKind } from '../../../contract/plugins/fault-kinds.ts';
import type { Log, ServerContext } from '@nephra/plugin-sdk/server';
import type { CoreParts } from '../../composition/core-parts.ts';
import type { TextSource } from '../../i18n/texts.ts';
import { PluginSettingStore } from '../../plugin-settings/plugin-setting-store.ts';
import { PluginProblem } from '../views/reason.ts';
import { ApartPackage } from './apart-package.ts';
import type { EndKind, ProcessEnd } from './child-process.ts';
import type { DoorOwner } from './doors/door.ts';
import { type OsFence, osFence } from './os-fence.ts';
import { PackageProcess } from './package-process.ts';
import { canRest, KnownDescriptions } from './life/known-descriptions.ts';
import { patienceOf } from './life/patience.ts';
import { packageProgram } from './program.ts';
import { excessOf } from './wire/description-limits.ts';
import type { CheckReplies, Description, LoadOrder } from './wire/messages.ts';

/** What a package does while nothing is known of it but its code; its context comes later. */
export interface ApartOrder extends Omit<LoadOrder, 'checkReplies'> {
  /** Packages of one publisher share a process; undefined: it has one of its own. */
  readonly publisher: string | undefined;
}

export interface LoadedApart {
  readonly apart: ApartPackage;
  readonly described: Description;
  /** Hands it what its server half may use. */
  attach(given: {
    readonly context: ServerContext<never>;
    readonly texts: TextSource;
    readonly fault: (place: string, kind: ServerFaultKind, error: unknown) => void;
  }): void;
}

/** How a package's process ended, for people. */
export interface PackageEnd {
  readonly pluginId: string;
  readonly version: string;
  readonly kind: EndKind;
  readonly place: string;
}

const MAX_UNCALLED = 8;

/** Packages that run in processes of their own, beside the server. */
export class ApartPackages {
  readonly #core: CoreParts;
  readonly #checkReplies: CheckReplies;
  readonly #fence: () => OsFence;
  readonly #shared = new Map<string, Promise<PackageProcess>>();
  readonly #processes = new Set<PackageProcess>();
  readonly #known: KnownDescriptions;
  readonly #maxUncalled: number;
  /** With a process of their own that did nothing yet but say what they are; the first one is there the longest. */
  readonly #uncalled = new Set<ApartPackage>();
  #servicesStamp = 1;
  #hasSaid = false;
  /** Hears of a package that ended too often. */
  gaveUp: (end: PackageEnd) => void = () => undefined;

  /**
   * @param fence what the system offers to keep packages in, looked up when the first one comes
   * @param maxUncalled processes that are kept ready for packages that were loaded and that nobody has called yet
   */
  constructor(core: CoreParts, checkReplies: CheckReplies, fence: () => OsFence = osFence, maxUncalled = MAX_UNCALLED) {
    this.#maxUncalled = maxUncalled;
    this.#core = core;
    this.#fence = fence;
    this.#checkReplies = checkReplies;
    this.#known = new KnownDescriptions(core.config.dataDir, packageProgram, core.log as Log);
  }

  /** Starts, or joins, the process of a package and loads it there; one that said before what it is runs when somebody calls. @throws PluginProblem, and what its module throws */
  async load({ publisher, ...given }: ApartOrder): Promise<LoadedApart> {
    const order: LoadOrder = { ...given, checkReplies: this.#checkReplies };
    const { config, log, db } = this.#core;
    const { pluginId, version } = order;
    const own = log.child({ plugin: pluginId });
    const pageValues = new PluginSettingStore(db);
    let fault: (place: string, kind: ServerFaultKind, error: unknown) => void = () => undefined;
    let texts: readonly TextSource[] = [this.#core.texts];
    // Until it is known what it may use, it may use its log.
    let context = { pluginId, log: own } as unknown as ServerContext<never>;
    const owner: DoorOwner = {
      pluginId,
      get context() {
        return context;
      },
      get texts() {
        return texts;
      },
      pageValues: (orgId) => Promise.resolve(pageValues.of(pluginId, orgId)),
      escaped: (error, kind) => {
        own.error({ err: error }, 'a plugin let an error escape');
        fault('outside-of-calls' satisfies FaultPlace, kind, error);
      },
    };
    const apart = new ApartPackage({
      order,
      owner,
      process: (isSecondStart) => this.#process(publisher, isSecondStart),
      startSeconds: config.pluginStartSeconds,
      idleMinutes: config.pluginIdleMinutes,
      called: (called) => this.#uncalled.delete(called),
      patience: () => patienceOf(config),
      notAnswered: (error) => {
        own.error({ place: error.label }, 'a plugin did not answer in time');
        fault(error.label, 'not-answered', new Error(`It did not answer within ${error.seconds} s.`));
      },
      ended: (end, underWay, nextMs) => {
        own.error({ kind: end.kind, detail: end.detail, underWay, nextMs }, 'the process of a plugin ended');
        fault(underWay || ('process' satisfies FaultPlace), end.kind, new Error(endText(end)));
      },
      gaveUp: ({ kind }, underWay) => this.gaveUp({ pluginId, version, kind, place: underWay }),
    });
    this.#sayWhatHolds();
    const described = await this.#described(apart, order).catch(async (error: unknown) => {
      await apart.end();
      throw error;
    });
    if (publisher === undefined && canRest(described)) this.#keepReady(apart);
    return {
      apart,
      described,
      attach: (given) => {
        context = given.context;
        texts = [given.texts, this.#core.texts];
        fault = given.fault;
      },
    };
  }

  /** Services or additions are others than before. */
  servicesChanged(): void {
    this.#servicesStamp += 1;
    for (const process of this.#processes) process.door.peer.tell('services', [this.#servicesStamp]);
  }

  async #described(apart: ApartPackage, order: LoadOrder): Promise<Description> {
    const known = await this.#known.find(order);
    if (known) {
      apart.takeAsKnown(known);
      return known;
    }
    const described = await apart.load();
    const excess = excessOf(described);
    if (excess !== undefined) throw new PluginProblem('incompatible', 'load-failed', { reason: excess });
    await this.#known.keep(order, described);
    return described;
  }

  /** Many new packages at once are loaded one after the other; each would keep its process until it has been unused for a while. */
  #keepReady(apart: ApartPackage): void {
    this.#uncalled.add(apart);
    const [first] = this.#uncalled;
    if (!first || this.#uncalled.size <= this.#maxUncalled) return;
    this.#uncalled.delete(first);
    void first.rest();
  }

  async #process(publisher: string | undefined, isSecondStart: boolean): Promise<PackageProcess> {
    if (publisher === undefined) return await this.#start(isSecondStart);
    const known = this.#shared.get(publisher);
    const before = await known?.catch(() => undefined);
    if (before && !before.over) return before;
    if (known !== this.#shared.get(publisher)) return await this.#process(publisher, isSecondStart);
    const started = this.#start(isSecondStart);
    this.#shared.set(publisher, started);
    return await started;
  }

  async #start(isSecondStart: boolean): Promise<PackageProcess> {
    const { config, log, clock, database, siteTexts } = this.#core;
    const process = new PackageProcess({
      program: await packageProgram(),
      limits: { memoryMb: config.pluginMemoryMb, hangSeconds: config.pluginHangSeconds },
      isSecondStart,
      fence: this.#fence(),
      log: log as Log,
      clock,
      inTransaction: () => database.inTransaction(),
      wording: () => siteTexts.stamp,
    });
    this.#processes.add(process);
    for (const one of this.#processes) if (one.over) this.#processes.delete(one);
    process.door.peer.tell('services', [this.#servicesStamp]);
    return process;
  }

  /** Once, what keeps packages in on this machine: where the system offers no network of its own, a hospital must know. */
  #sayWhatHolds(): void {
    if (this.#hasSaid) return;
    this.#hasSaid = true;
    const { network, endsWithServer } = this.#fence();
    const told = { network, endsWithServer };
    if (network) this.#core.log.info(told, 'packages from outside run apart: no files, no network, no other processes');
    else
      this.#core.log.warn(
        told,
        'packages from outside run apart without files and processes, but this system cannot keep them from the network: install util-linux (unshare)',
      );
  }
}

const endText = ({ kind, detail }: ProcessEnd): string => {
  const said = {
    stopped: 'it was stopped',
    exit: 'it ended itself',
    crash: 'it crashed',
    hang: 'it answered no more',
    memory: 'it took more memory than it may',
    channel: 'it sent what no package sends',
  };
  return `Its process is over: ${said[kind]}${detail === '' ? '' : ` (${detail})`}`;
};
