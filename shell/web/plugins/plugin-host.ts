import type { ComponentType } from 'react';
import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { OfferedLanguage, PageStart, PluginFiles, PluginForBrowser } from '../../contract/index.ts';
import { type Contribution, contributionKey, fillingsOf, findContribution, isComponent, type SlotFilling } from './contribution-key.ts';
import { detailOf, PluginFailure } from './plugin-failure.ts';
import type { PluginHost } from './plugin-host.port.ts';
import type { PluginValues } from './web-context.ts';
import { type LoadedPlugin, PluginLoader, type PluginLoaderOptions } from './plugin-loader.ts';

export interface SessionRegistry {
  readonly revision: string;
  readonly plugins: readonly PluginForBrowser[];
  readonly languages?: readonly OfferedLanguage[];
  readonly overrides: {
    readonly slotOrder: Readonly<Record<string, number>>;
    readonly hidden: readonly string[];
    readonly texts?: Readonly<Record<string, string>>;
  };
  /** What the first page runs on, where the server could tell. */
  readonly start?: PageStart;
}

export const EMPTY_REGISTRY: SessionRegistry = { revision: '', plugins: [], overrides: { slotOrder: {}, hidden: [] } };

export interface PluginHostOptions extends Pick<PluginLoaderOptions, 'modules' | 'fetchFiles' | 'probe' | 'wait' | 'later'> {
  readonly safeMode: boolean;
  readonly language: () => Language;
  /** Fetches a plugin's texts of a language. */
  readonly fetchTexts: (plugin: { row: PluginForBrowser; base: string; files: PluginFiles }, language: Language) => Promise<void>;
  readonly createContext: (pluginId: string, values: PluginValues) => WebContext;
  readonly report: (failure: {
    readonly pluginId: string;
    readonly version: string;
    readonly kind: string;
    readonly where: string;
    readonly message: string;
  }) => void;
  readonly readRegistry: () => Promise<SessionRegistry>;
  /** True when a page that this plugin draws has unsaved work. */
  readonly hasUnsaved: (pluginId: string) => boolean;
}

/** So often is the same failure told within a while: as often as a load is tried. */
const MAX_SAME_REPORTS = 3;
const SAME_REPORT_MS = 10_000;

/** The plugins of this session: their rows, what is loaded, and the components to draw. */
export class PluginHostStore implements PluginHost {
  registry: SessionRegistry = EMPTY_REGISTRY;
  readonly safeMode: boolean;
  /** `id language` → context. */
  readonly contexts = observable.map<string, WebContext>({}, { deep: false });
  /** `id part` → component that is ready to draw. */
  readonly components = observable.map<string, ComponentType<never>>({}, { deep: false });
  readonly slow = observable.set<string>();
  /** Plugins that run in the version before. */
  readonly fallenBack = observable.set<string>();

  readonly #options: PluginHostOptions;
  readonly #loader: PluginLoader;
  /** Facts that came with the session: for the first try of the first page. Any other asks. */
  #start: PageStart | undefined;
  readonly #loaded = new Map<string, LoadedPlugin>();
  readonly #reported = new Map<string, { readonly at: number; times: number }>();

  constructor(options: PluginHostOptions) {
    this.#options = options;
    this.safeMode = options.safeMode;
    const { modules, fetchFiles, probe, wait, later, language, fetchTexts } = options;
    this.#loader = new PluginLoader({
      modules,
      fetchFiles: async (id, base) => this.#takeStart(id, base) ?? (await fetchFiles(id, base)),
      probe,
      wait,
      later,
      find: (id) => this.find(id),
      loadTexts: (plugin) => fetchTexts(plugin, language()),
      contextFor: (row, files) => this.makeContext(row.id, files),
      report: (failure, where) => this.reportFailure(failure, where),
      onSlow: (id) => runInAction(() => this.slow.add(id)),
    });
    makeAutoObservable<this>(this, {
      registry: observableRef,
      safeMode: false,
      contexts: false,
      components: false,
      slow: false,
      fallenBack: false,
      find: false,
      fillings: false,
      component: false,
      contextOf: false,
      reportFailure: false,
      bring: false,
      reload: false,
    });
  }

  get revision(): string {
    return this.registry.revision;
  }

  get plugins(): readonly PluginForBrowser[] {
    return this.registry.plugins;
  }

  /** Languages that the site added. */
  get languages(): readonly OfferedLanguage[] {
    return this.registry.languages ?? [];
  }

  /** Plugins stay as they are until the next log-in; what can be spoken does not. */
  takeLanguages({ languages = [] }: SessionRegistry): void {
    this.registry = { ...this.registry, languages };
  }

  /** Context for SDK widgets in the shell's own pages; a new one per language, so that drawn texts follow. */
  get shellContext(): WebContext {
    return this.contextInLanguage(this.#options.language());
  }

  /** Contributions of this session; in safe mode there are none. */
  take(registry: SessionRegistry): void {
    this.registry = this.safeMode ? { ...registry, plugins: [] } : registry;
    this.#start = registry.start;
  }

  #takeStart(id: string, base: string): PluginFiles | undefined {
    if (this.#start?.id !== id || this.#start.base !== base) return undefined;
    const { files } = this.#start;
    this.#start = undefined;
    return files;
  }

  find(id: string): PluginForBrowser | undefined {
    return this.registry.plugins.find((plugin) => plugin.id === id);
  }

  /** The plugin that draws a page by its code, or a whole menu type. */
  pageOwner(part: { readonly enCode: string; readonly type?: number }): PluginForBrowser | undefined {
    const byCode = this.registry.plugins.find((plugin) => plugin.pages.includes(part.enCode));
    return byCode ?? (part.type === undefined ? undefined : this.registry.plugins.find((plugin) => plugin.menuTypes.includes(part.type ?? 0)));
  }

  fillings(point: string): readonly SlotFilling[] {
    return fillingsOf(point, this.registry.plugins, this.registry.overrides);
  }

  component(id: string, part: Contribution): ComponentType<never> | undefined {
    return this.components.get(`${id} ${contributionKey(part)}`);
  }

  contextOf(id: string): WebContext | undefined {
    return this.contexts.get(`${id} ${this.#options.language()}`);
  }

  /** Loads a plugin and one of its parts. @throws PluginFailure */
  async bring(id: string, part: Contribution, urgent: boolean): Promise<void> {
    const key = contributionKey(part);
    const plugin = await this.#loader.load(id, urgent);
    this.#loaded.set(id, plugin);
    const found = findContribution(plugin.definition, part);
    if (found === undefined) throw this.#failed(plugin, key, 'The plugin does not draw this.');
    const module = await this.#loader.loadPart(plugin, key, found.load);
    const component: unknown = Reflect.get(module, found.exportName);
    if (!isComponent(component)) throw this.#failed(plugin, key, `The module of ${key} exports no component "${found.exportName}".`);
    runInAction(() => {
      this.slow.delete(id);
      if (plugin.isPrevious) this.fallenBack.add(id);
      if (!this.contexts.has(`${id} ${this.#options.language()}`)) this.makeContext(id, plugin.files);
      this.components.set(`${id} ${key}`, component);
    });
  }

  contextInLanguage(_language: Language): WebContext {
    return this.#options.createContext('shell', { settings: {} });
  }

  /** A part fell over while drawing. */
  noteRenderFailure(id: string, part: Contribution, error: unknown): PluginFailure {
    const failure = new PluginFailure(id, 'render', detailOf(error), error);
    this.reportFailure(failure, contributionKey(part));
    this.#loader.noteRenderFailure(id);
    this.components.delete(`${id} ${contributionKey(part)}`);
    return failure;
  }

  makeContext(id: string, values: PluginValues): WebContext {
    const context = this.#options.createContext(id, values);
    this.contexts.set(`${id} ${this.#options.language()}`, context);
    return context;
  }

  /** Brings the texts of all loaded plugins in a language that is about to be shown. */
  async prepareLanguage(language: Language): Promise<void> {
    await Promise.all([...this.#loaded.values()].map((plugin) => this.#options.fetchTexts(plugin, language)));
  }

  /** Called when the language has changed: new contexts, so that drawn texts follow. */
  languageChanged(): void {
    // It holds texts of the hospital in the language before.
    this.#start = undefined;
    for (const [id, plugin] of this.#loaded) this.makeContext(id, plugin.files);
  }

  async reload(): Promise<void> {
    const next = await this.#options.readRegistry();
    const changed = this.registry.plugins.filter((row) => next.plugins.find((other) => other.id === row.id)?.base !== row.base);
    // Nothing changes under an unsaved form: such plugins keep running as they are until the next log-in.
    const kept = changed.filter((row) => this.#options.hasUnsaved(row.id));
    for (const row of changed) if (!kept.includes(row)) this.#drop(row.id);
    this.take({ ...next, plugins: [...next.plugins.filter((row) => !kept.some((other) => other.id === row.id)), ...kept] });
  }

  reportFailure(failure: PluginFailure, where: string): void {
    console.error(failure);
    // A slot may stand in each of a thousand rows, and fall over in all of them.
    const what = `${failure.code} ${where}`;
    const now = performance.now();
    const last = this.#reported.get(what);
    const seen = last && now - last.at < SAME_REPORT_MS ? last : { at: now, times: 0 };
    this.#reported.set(what, seen);
    seen.times += 1;
    if (seen.times > MAX_SAME_REPORTS) return;
    const version = this.find(failure.pluginId)?.version ?? '';
    this.#options.report({ pluginId: failure.pluginId, version, kind: failure.kind, where, message: failure.message });
  }

  #failed(plugin: LoadedPlugin, where: string, detail: string): PluginFailure {
    const failure = new PluginFailure(plugin.row.id, 'invalid-module', detail);
    this.reportFailure(failure, where);
    return failure;
  }

  #drop(id: string): void {
    this.#loader.unload(id);
    this.#loaded.delete(id);
    runInAction(() => {
      for (const key of [...this.components.keys()]) if (key.startsWith(`${id} `)) this.components.delete(key);
      for (const key of [...this.contexts.keys()]) if (key.startsWith(`${id} `)) this.contexts.delete(key);
      this.fallenBack.delete(id);
    });
  }
}
