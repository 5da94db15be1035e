import type { ServerFaultKind } from '../../../contract/plugins/fault-kinds.ts';
import type { Language, PushedFrame, RegistryEntry } from '@nephra/plugin-sdk/contract';
import type { SettingField } from '@nephra/plugin-sdk/record';
import type { GivenOverlays, SiteRecords } from '../registry/record-overlays.ts';
import type { ServerContext, ServerPlugin } from '@nephra/plugin-sdk/server';
import type { BoundRoute, OwnTransactions, RouteOwner } from '../../http/pipeline/bound-route.ts';
import type { CallScope } from '../../http/pipeline/call-scope.ts';
import type { BoundFrame } from '../../socket/frames/bound-frame.ts';
import type { TextSource, TextTree } from '../../i18n/texts.ts';
import type { ApartPackage } from '../apart/apart-package.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import { asPlugin } from '../guard/plugin-scope.ts';
import { messageOf } from '../views/reason.ts';
import type { Reports } from '../views/reports.ts';

const DRAIN_MS = 10_000;

/** One version of a plugin while it runs. */
export class LivePlugin implements RouteOwner {
  readonly id: string;
  readonly found: CheckedPackage;
  readonly entry: RegistryEntry;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Those that people change on the page of plugin settings. */
  readonly editable: readonly SettingField[];
  readonly server: ServerPlugin<never> | undefined;
  /** Where its code runs, when that is not here. */
  readonly apart: ApartPackage | undefined;
  /** What the site changes of its records, as it stands in registry.json. */
  readonly overlays: GivenOverlays;
  /** Documents of its records as the site has them, for its pages. */
  readonly recordDocuments: SiteRecords['documents'];
  /** As the plugin brings them; `texts` has the wording of the site over them. */
  readonly trees: Partial<Readonly<Record<Language, TextTree>>>;
  readonly texts: TextSource;
  readonly #reports: Reports;
  context!: ServerContext<never>;
  fileStore: RouteOwner['fileStore'];
  uploads: RouteOwner['uploads'];
  transactions?: OwnTransactions;
  /** Role of the database that its statements run as; undefined: that of the server. */
  databaseRole: string | undefined;
  /** The plugin was turned off or is gone; false for a version that makes room for another one. */
  isOff = false;
  routes: readonly BoundRoute[] = [];
  frames: readonly BoundFrame[] = [];
  startedInMs = 0;
  faults = 0;
  #calls = 0;
  #idle: (() => void)[] = [];

  constructor(input: {
    entry: RegistryEntry;
    found: CheckedPackage;
    settings: Readonly<Record<string, unknown>>;
    editable: readonly SettingField[];
    server: ServerPlugin<never> | undefined;
    apart: ApartPackage | undefined;
    overlays: GivenOverlays;
    recordDocuments: SiteRecords['documents'];
    trees: LivePlugin['trees'];
    texts: TextSource;
    reports: Reports;
  }) {
    this.id = input.entry.id;
    this.entry = input.entry;
    this.found = input.found;
    this.settings = input.settings;
    this.editable = input.editable;
    this.server = input.server;
    this.apart = input.apart;
    this.overlays = input.overlays;
    this.recordDocuments = input.recordDocuments;
    this.trees = input.trees;
    this.texts = input.texts;
    this.#reports = input.reports;
  }

  /** A frame that its server half may push. */
  pushed(frame: string): PushedFrame | undefined {
    return this.server?.sockets?.find(({ frames }) => Object.hasOwn(frames.pushes, frame))?.frames.pushes[frame];
  }

  get judgesShapes(): boolean {
    return this.apart !== undefined;
  }

  /** Of a package from outside: what its statements run through, its fence and its role with them. */
  get ownStatements(): ServerContext<never>['db'] | undefined {
    return this.found.builtHere ? undefined : this.context.db;
  }

  get version(): string {
    return this.found.manifest.version;
  }

  readonly running = <T>(work: () => T): T => asPlugin(this.id, work);

  enter(): () => void {
    this.#calls += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#calls -= 1;
      if (this.#calls > 0) return;
      for (const wake of this.#idle.splice(0)) wake();
    };
  }

  /** Resolves when no call runs any more, at the latest after ten seconds. */
  async drained(): Promise<void> {
    if (this.#calls === 0) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, DRAIN_MS);
      limit.unref();
      this.#idle.push(() => {
        clearTimeout(limit);
        resolve();
      });
    });
  }

  onFault(error: unknown, call: CallScope): void {
    this.fault(`${call.facts.method} ${call.facts.path}`, 'handler', error, call);
  }

  /** Counts a fault and writes it down for the administrator. */
  fault(place: string, kind: ServerFaultKind, error: unknown, call?: CallScope): void {
    this.faults += 1;
    this.#reports.note({
      pluginId: this.id,
      version: this.version,
      place,
      kind,
      message: messageOf(error),
      userName: call?.session?.userName ?? '',
      requestId: call?.facts.requestId ?? '',
    });
  }
}
