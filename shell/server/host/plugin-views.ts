import { canonicalJson, DEFAULT_PAGE_SIZE, type Language, MenuType, type PluginManifest, type RegistryEntry } from '@nephra/plugin-sdk/contract';
import { deprecatedIn } from '@nephra/plugin-sdk/server';
import type { OfferedLanguage, PageStart, PluginFiles, PluginForAdministrator, PluginForBrowser } from '../../contract/index.ts';
import type { SiteTextStore } from '../identity/site-texts.ts';
import type { OutboundGateway } from '../outbound/outbound-gateway.ts';
import { packageAsks } from './asks/package-asks.ts';
import type { LivePlugin } from './life/live-plugin.ts';
import type { PackageProvider } from './packages/package-provider.ts';
import type { CheckedPackage } from './packages/package-cache.ts';
import { textsOfFile } from './owned-texts.ts';
import type { PluginHost } from './plugin-host.ts';
import { addsOf, NOTHING_NEW, newlyIn } from './views/plugin-adds.ts';
import { PluginProblem, sentence } from './views/reason.ts';
import type { HostSnapshot, RegisteredPlugin } from './life/registered-plugin.ts';
import type { Reports, ShownReport } from './views/reports.ts';
import { browserSettings } from './registry/settings-check.ts';
import type { StoredState } from '../tables/plugin.table.ts';
import { routeNames, type StateStore } from './life/state-store.ts';

const baseOf = (pluginId: string, dirName: string): string => `/plugins/${pluginId}/${dirName}/`;
/** Address of a page in the browser (spec 2.2), as the browser makes it from the menu. */
const menuAddress = ({ enCode, urlAddress = '' }: PluginManifest['contributes']['menus'][number]): string =>
  `/${(urlAddress.split('?')[0] || enCode.replaceAll('.', '/')).replace(/^\/+/, '')}`;
/** What a plugin waits for, by the reason why it does not run. */
const WAITS: Readonly<Record<string, PluginForAdministrator['waits']>> = {
  'privilege-not-allowed': 'allow',
  undecided: 'allow',
  'reach-grown': 'allow',
  'migration-removes': 'allow',
  quarantined: 'let-run',
  'quarantined-apart': 'let-run',
  paused: 'let-run',
  'safe-mode': 'safe-mode',
};
/** What a list asks for at its start, as the browser writes it. */
const FIRST_ROWS = new URLSearchParams({ currentPage: '1', pageSize: String(DEFAULT_PAGE_SIZE) });
const NO_TEXT = { zh: '', zhtw: '', en: '' };

interface SessionOverrides {
  readonly slotOrder: Record<string, number>;
  readonly hidden: string[];
  readonly texts: Record<string, string>;
}

/** Which package the page speaks of, and whether its files were compared with its manifest. */
interface Shown extends Pick<RegisteredPlugin, 'manifest' | 'publisher'> {
  readonly files: PluginForAdministrator['files'];
}

/** What browsers and administrators get to see of plugins. */
export class PluginViews {
  readonly #host: PluginHost;
  readonly #packages: PackageProvider;
  readonly #states: StateStore;
  readonly #reports: Reports;
  readonly #outbound: OutboundGateway;
  readonly #siteTexts: SiteTextStore;
  #forSession: { revision: string; plugins: PluginForBrowser[] } | undefined;

  constructor(host: PluginHost, packages: PackageProvider, states: StateStore, reports: Reports, outbound: OutboundGateway, siteTexts: SiteTextStore) {
    this.#siteTexts = siteTexts;
    this.#host = host;
    this.#packages = packages;
    this.#states = states;
    this.#reports = reports;
    this.#outbound = outbound;
  }

  /** Contributions of all running plugins; made once per revision. */
  async forSession(language: Language): Promise<{ revision: string; plugins: PluginForBrowser[]; overrides: SessionOverrides; languages?: OfferedLanguage[] }> {
    const { snapshot } = this.#host;
    const { slotOrder = {}, hidden = [] } = snapshot.registry.overrides ?? {};
    if (this.#forSession?.revision !== snapshot.revision) {
      this.#forSession = { revision: snapshot.revision, plugins: await this.#browserPlugins(snapshot) };
    }
    await this.#siteTexts.ready();
    const languages = this.#siteTexts.languages.offered.map(({ code, name, base }) => ({ code, name, base }));
    return { ...this.#forSession, ...(languages.length > 0 && { languages }), overrides: { slotOrder, hidden, texts: this.#texts(language) } };
  }

  /** Integrity and style sheets of one version, which must be the running one, the one before, or still on the disk. */
  async files(pluginId: string, base: string | undefined, language: Language): Promise<PluginFiles | undefined> {
    const live = this.#host.snapshot.live.find((one) => one.id === pluginId);
    if (!live) return undefined;
    await this.#siteTexts.ready();
    const dirName = base ? (/^\/plugins\/([^/]+)\/([^/]+)\/$/.exec(base) ?? []) : ['', pluginId, live.found.dirName];
    if (dirName[1] !== pluginId || !dirName[2]) return undefined;
    const found = dirName[2] === live.found.dirName ? live.found : await this.#packages.version(pluginId, dirName[2]);
    if (!found) return undefined;
    const { manifest } = found;
    const server = manifest.server?.entry;
    const integrity = Object.fromEntries(
      Object.entries(manifest.files)
        .filter(([name]) => name !== server && name !== `${server}.map`)
        .map(([name, file]) => [name, file.integrity]),
    );
    const settings = browserSettings(manifest.settings, live.settings);
    const files = { integrity, css: manifest.web?.css ?? {}, settings, texts: this.#textsFor(pluginId, language) };
    // Pages of another version may know other fields.
    return found === live.found && Object.keys(live.recordDocuments).length > 0 ? { ...files, records: live.recordDocuments } : files;
  }

  /**
   * What the page of an address runs on, by the addresses in the manifests: a hospital that gave a menu another address has its page the longer way.
   * @param address path of the page, `/his/patient`
   * @param can what the caller holds: rows are proposed to those alone who may open the page, or each refusal would stand in the audit log
   */
  async pageStart(address: string, language: Language, can: (permission: string) => boolean): Promise<PageStart | undefined> {
    for (const { id, found } of this.#host.snapshot.live) {
      const { web, server, contributes } = found.manifest;
      const menu = contributes.menus.find((one) => one.type === MenuType.Page && menuAddress(one) === address);
      if (web === undefined || menu === undefined || !contributes.pages.includes(menu.enCode)) continue;
      const base = baseOf(id, found.dirName);
      const files = await this.files(id, base, language);
      const list = web.lists?.[menu.enCode];
      // A manifest that the builder did not write may name a call of somebody else.
      const isOwn = server?.routes?.includes(`GET ${list}`) === true;
      const rows = isOwn && can(menu.enCode) ? { list: `${list}?${FIRST_ROWS}` } : {};
      return files && { id, base, needs: [web.entry, ...(web.pages?.[menu.enCode] ?? [])], files, ...rows };
    }
    return undefined;
  }

  async forAdministrator(language: Language): Promise<PluginForAdministrator[]> {
    const [stored, reports] = await Promise.all([this.#states.all(), this.#reports.latest()]);
    return await Promise.all(
      this.#host.snapshot.plugins.map((plugin) => this.#administratorView(plugin, stored.get(plugin.entry.id), reports.get(plugin.entry.id) ?? [], language)),
    );
  }

  /** Texts that the site replaces, by key. */
  #textsFor(pluginId: string, language: Language): Record<string, string> {
    const prefix = `${pluginId}:`;
    const own = Object.entries(this.#texts(language)).flatMap(([name, text]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), text] as const] : []));
    return Object.fromEntries(own);
  }

  /** By `owner:key`. What was written on the page of texts stands above the file. */
  #texts(language: Language): Record<string, string> {
    return { ...textsOfFile(this.#host.snapshot.registry, language), ...this.#siteTexts.ofBrowser(language) };
  }

  async #browserPlugins({ live }: HostSnapshot): Promise<PluginForBrowser[]> {
    const stored = await this.#states.all();
    return await Promise.all(live.map((one) => this.#browserView(one, stored.get(one.id))));
  }

  async #browserView({ id, found }: LivePlugin, stored: StoredState | undefined): Promise<PluginForBrowser> {
    const { manifest, dirName } = found;
    const previous = await this.#previous(id, dirName, stored);
    return {
      id,
      version: manifest.version,
      name: manifest.name,
      base: manifest.web ? baseOf(id, dirName) : '',
      entry: manifest.web?.entry ?? '',
      dependsOn: manifest.dependsOn,
      activates: manifest.web !== undefined && (manifest.web.activates ?? true),
      pages: manifest.contributes.pages,
      menuTypes: manifest.contributes.menuTypes,
      slots: manifest.contributes.slots,
      locales: manifest.locales,
      previousBase: previous?.manifest.web ? baseOf(id, previous.dirName) : '',
      previousEntry: previous?.manifest.web?.entry ?? '',
    };
  }

  async #previous(pluginId: string, dirName: string, stored: StoredState | undefined): Promise<CheckedPackage | undefined> {
    const name = stored?.previousDirName;
    return name && name !== dirName ? await this.#packages.version(pluginId, name) : undefined;
  }

  /**
   * What a package that does not run says of itself, and who signed it. One from outside is installed and compared for it, and nothing of it is run: one
   * decides about what one sees. Of one that was refused its folder still says what it is called.
   */
  async #unopened(entry: RegistryEntry): Promise<Shown> {
    const base = this.#host.registryFolder;
    try {
      const { manifest, publisher } = await this.#packages.find(entry, base, this.#host.snapshot.registry.trust);
      return { manifest, publisher, files: 'good' };
    } catch (error) {
      const files = error instanceof PluginProblem && error.state === 'modified' ? 'bad' : 'unknown';
      return { manifest: await this.#packages.peek(entry, base).catch(() => undefined), publisher: undefined, files };
    }
  }

  /** What waits to be allowed is what the newest one asks for, not what runs. */
  async #shown({ entry, state, reason, live, manifest, publisher }: RegisteredPlugin): Promise<Shown> {
    const found: Shown | undefined = manifest && { manifest, publisher, files: 'good' };
    if (found && (state === 'active' || WAITS[reason.key])) return found;
    // What was refused is another one than what runs.
    if (live) return { ...live.found, publisher: live.found.publisher, files: found || state === 'active' ? 'good' : state === 'modified' ? 'bad' : 'unknown' };
    return found ?? (await this.#unopened(entry));
  }

  /** The version that somebody decided about last, where another one is shown: the one that runs, or else the one that ran. */
  async #decidedBefore(live: LivePlugin | undefined, manifest: PluginManifest, stored: StoredState | undefined): Promise<PluginManifest | undefined> {
    const ran = live?.found ?? (stored && stored.dirName !== '' ? await this.#packages.version(manifest.id, stored.dirName) : undefined);
    return ran === undefined || ran.builtHere || canonicalJson(ran.manifest) === canonicalJson(manifest) ? undefined : ran.manifest;
  }

  /** Sources that were built with the product have a folder with plugin.ts; everything else is somebody else's. */
  #isOutside({ source }: RegistryEntry, live: LivePlugin | undefined): boolean {
    return live ? !live.found.builtHere : !this.#packages.isBuiltHere(source, this.#host.registryFolder);
  }

  async #administratorView(
    plugin: RegisteredPlugin,
    stored: StoredState | undefined,
    reports: readonly ShownReport[],
    language: Language,
  ): Promise<PluginForAdministrator> {
    const { entry, state, reason, live, manifest: found } = plugin;
    const { manifest, publisher = '', files } = await this.#shown(plugin);
    // Of one that was refused the number says which: what runs has a number of its own.
    const newest = state !== 'active' && found?.id === entry.id ? found : manifest;
    const outside = this.#isOutside(entry, live);
    const asks = outside && manifest ? packageAsks(manifest, entry, this.#outbound.listed(entry.id)) : undefined;
    const than = outside && manifest ? await this.#decidedBefore(live, manifest, stored) : undefined;
    // Those of the version before, or of the time before a restart, are shown as well: what is said must be about what is shown.
    const faults = state === 'active' ? Math.max(live?.faults ?? 0, reports.length) : 0;
    const own = state === 'active' ? '' : entry.reason;
    const why = faults > 0 ? sentence({ key: 'faults', params: { count: faults } }, language) : sentence(reason, language);
    return {
      id: entry.id,
      name: manifest?.name ?? { zh: entry.id, zhtw: entry.id, en: entry.id },
      description: manifest?.description ?? NO_TEXT,
      version: newest?.version ?? stored?.version ?? '',
      previousVersion: stored?.previousVersion ?? '',
      sdk: manifest?.sdk ?? '',
      source: entry.source,
      enabled: entry.enabled,
      state,
      reason: own ? `${why} ${own}` : why,
      waits: WAITS[reason.key] ?? '',
      dependsOn: manifest?.dependsOn ?? [],
      outside,
      inServer: outside && entry.apart === false,
      publisher,
      newly: manifest && than ? newlyIn(manifest, than) : NOTHING_NEW,
      files,
      asks: asks ? { outbound: [...asks.outbound], jobs: [...asks.jobs] } : { outbound: [], jobs: [] },
      runningVersion: live?.version ?? '',
      deprecated: deprecatedIn(manifest?.uses).map(({ name, gone, instead }) => ({ name, gone, instead })),
      adds: {
        ...addsOf(manifest, live ? routeNames(live) : (stored?.routes ?? []), live?.found.browserBytes, than),
        outboundHosts: this.#outbound.mayCall(entry.id, outside ? [] : (manifest?.outboundHosts ?? [])),
      },
      startedInMs: live?.startedInMs ?? 0,
      reports: [...reports],
    };
  }
}
